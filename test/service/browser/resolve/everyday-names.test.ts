import {describe, expect, it} from 'vitest';
import type {AssertionPart} from '../../../../source/plan-language/reading.ts';
import {readStep} from '../../../../source/plan-language/read-step.ts';
import {flatten} from '../../../../service/browser/page/flatten.ts';
import type {AriaNode, AttributeTable} from '../../../../service/browser/page/raw-look.ts';
import {observe} from '../../../../service/browser/resolve/observe.ts';
import {resolve} from '../../../../service/browser/resolve/resolve.ts';
import {resolvePart} from '../../../../service/browser/resolve/resolve-part.ts';

const options = {testIdAttributes: ['data-testid'], expand: (text: string) => text};
const hit = async () => 'itself' as const;

/** A page of these nodes, one below the other. */
function lookOf(tree: AriaNode[], title = 'Post', breaks: AttributeTable['breaks'] = []) {
	let at = 0;
	const placed = (node: AriaNode | string): AriaNode | string =>
		typeof node === 'string'
			? node
			: {
					ref: `e${++at}`,
					box: {x: 8, y: at * 20, width: 300, height: 18},
					...node,
					children: node.children?.map(placed) ?? [],
				};
	return flatten({
		url: 'http://127.0.0.1/',
		title,
		viewport: {width: 1280, height: 800},
		scroll: {x: 0, y: 0, height: 800},
		tree: tree.map(placed),
		attributes: {rows: [], hidden: [], breaks},
		frames: {},
	});
}

const node = (role: string, name: string, children: Array<AriaNode | string> = [], more: Partial<AriaNode> = {}) => ({
	role,
	name,
	children,
	...more,
});
const words = (text: string): AriaNode => ({role: 'generic', text});

const mail = (sender: string, subject: string): AriaNode =>
	node('listitem', '', [node('button', 'Star'), words(sender), words(subject)], {cursor: 'pointer'});
const mailbox = lookOf([
	node('list', '', [
		node('listitem', '', ['Inbox', node('strong', '', ['3'])], {cursor: 'pointer'}),
		node('listitem', '', ['Sent'], {cursor: 'pointer'}),
	]),
	node('list', '', [mail('Booking', 'Your stay'), mail('GitLab', 'Pipeline failed'), mail('Priya', 'Budget')]),
	node('article', '', [node('heading', 'Budget', [], {level: 2}), node('button', 'Reply'), node('button', 'Delete')]),
	node('button', 'Undo'),
]);

const row = (name: string, role: string): AriaNode =>
	node('row', '', [node('cell', '', [node('link', name)]), node('cell', '', [role]), node('cell', 'Active')]);
const members = (...names: string[]) =>
	lookOf(
		[
			node('banner', '', [node('heading', 'Members', [], {level: 1})]),
			node('table', '', [
				node('row', '', [
					node('columnheader', 'Name', [node('checkbox', 'Select all')]),
					node('columnheader', 'Role'),
					node('columnheader', 'Status'),
				]),
				...names.map(name => row(name, 'Editor')),
			]),
			node('button', 'Delete account'),
		],
		'Members',
	);

/** What the element is called that the step acts on; null: none, or which is not clear. */
async function acted(step: string, look: ReturnType<typeof lookOf>): Promise<string | null> {
	const read = readStep({type: 'action', description: step});
	if (!('readings' in read)) return null;
	for (const {parts} of read.readings) {
		const part = parts[0]!;
		const target = {
			phrase: part.op === 'go' ? part.names[0]! : '',
			isQuoted: false,
			role: null,
			scopes: [],
			ordinal: null,
		};
		const resolved = await resolvePart(part.op === 'go' ? {op: 'click', target} : part, look, options, hit);
		if (!('elements' in resolved)) continue;
		const {index} = resolved.elements[0]!;
		const {name, role} = look.elements[index]!;
		const inside = look.elements.filter(one => one.parent === index).map(({text}) => text);
		return `${role} ${name || inside.join(' ').trim()}`.trim();
	}
	return null;
}

async function seen(claim: string, look: ReturnType<typeof lookOf>): Promise<boolean | 'unclear' | null> {
	const read = readStep({type: 'assertion', description: claim});
	if (!('readings' in read)) return null;
	const seenOf = await observe(read.readings[0].parts[0] as AssertionPart, look, options, hit);
	return seenOf === null ? null : 'unclear' in seenOf ? 'unclear' : seenOf.holds;
}

describe('names as people say them', () => {
	it.each([
		['Go to the Sent folder', 'listitem Sent'],
		['Open the email from GitLab', 'listitem Star GitLab Pipeline failed'],
		['Reply to the message', 'button Reply'],
		['Undo the deletion', 'button Undo'],
	])('%s', async (step, element) => {
		expect(await acted(step, mailbox)).toBe(element);
	});

	it('finds the control in the row that a kind of record is said to be from', async () => {
		const look = mailbox;
		const read = readStep({type: 'action', description: 'Star the email from GitLab'});
		const found = await Promise.all(
			('readings' in read ? read.readings : []).map(({parts}) => resolvePart(parts[0]!, look, options, hit)),
		);
		const [star] = found.flatMap(one => ('elements' in one ? one.elements : []));
		expect(look.elements[star!.index + 1]!.text).toBe('GitLab');
	});

	it('takes no control with another object for the one that does it to any', async () => {
		expect(await acted('Delete the message', members('Anna'))).toBeNull();
	});

	it('finds the checkbox among the headings of a table', async () => {
		const look = members('Anna', 'Bob');
		expect(await acted('Select all members using the checkbox in the table header', look)).toBe('checkbox Select all');
	});

	it('goes to no page by a field', async () => {
		const look = lookOf([
			node('heading', 'Leave requests', [], {level: 1}),
			node('combobox', 'Year'),
			node('link', 'Payslips'),
		]);
		const goTo = (phrase: string) =>
			resolve({phrase, isQuoted: false, role: null, scopes: [], ordinal: null}, 'go', look, options, hit);
		expect(await goTo('request for annual leave')).not.toHaveProperty('found');
		expect(await goTo('Payslips')).toHaveProperty('found');
	});

	it('reads words apart that a line break stands between', () => {
		const look = lookOf([words('Premium loungeFree drinks')], 'Extras', [['lounge', 'Free']]);
		expect(look.elements[0]!.text).toBe('Premium lounge Free drinks');
	});
});

const ticket = (number: string, subject: string, requester: string, agent: string, due: string): AriaNode =>
	node('row', '', [
		node('cell', `#${number}`),
		node('cell', '', [node('link', subject)]),
		node('cell', requester),
		node('cell', agent),
		node('cell', due),
		node('cell', '', [node('button', 'Assign'), node('button', 'Close')]),
	]);
const desk = lookOf(
	[
		node('heading', 'Tickets', [], {level: 1}),
		node('button', 'All tickets'),
		node('button', 'Discard'),
		node('table', '', [
			node('row', '', [
				node('columnheader', 'Number'),
				node('columnheader', 'Subject'),
				node('columnheader', 'Requester'),
				node('columnheader', 'Priority', [node('button', 'Priority')]),
				node('columnheader', 'Due'),
			]),
			ticket('1041', 'Wrong tax', 'Omar Haddad', 'Tess', 'tomorrow'),
			ticket('1039', 'Crash on upload', 'Yuki Sato', 'Kim', 'overdue'),
			ticket('1036', 'Dark mode', 'Paul Green', 'nobody', 'Friday'),
		]),
	],
	'Tickets',
);

describe('records as people speak of them', () => {
	it.each([
		['Open ticket #1039', 'link Crash on upload'],
		['Sort by priority', 'button Priority'],
		['Show all tickets', 'button All tickets'],
		['Discard the unsaved changes', 'button Discard'],
	])('%s', async (step, element) => {
		expect(await acted(step, desk)).toBe(element);
	});

	it.each([
		['Ticket 1041 is assigned to Tess', true],
		['Ticket 1041 is assigned to Kim', false],
		['The ticket from Yuki Sato is overdue', true],
		['The ticket from Paul Green is overdue', false],
		['3 tickets are listed', true],
		['4 tickets are listed', false],
	])('%s: %s', async (claim, holds) => {
		expect(await seen(claim, desk)).toBe(holds);
	});

	it('types a word that is called like a key where it is asked for', () => {
		const [typed, pressed] = ['Type DELETE to confirm', 'Type the Delete key'].map(description =>
			readStep({type: 'action', description}),
		);
		expect(typed).toMatchObject({readings: [{parts: [{op: 'fill', value: {text: 'DELETE'}}]}]});
		expect(pressed).not.toMatchObject({readings: [{parts: [{op: 'fill'}]}]});
	});
});

describe('a name before a word that is like it', () => {
	const tasks = lookOf([
		node('textbox', 'New task'),
		...['New', 'Add', 'Remove', 'Delete', 'Edit task', 'Change tags'].map(name => node('button', name)),
	]);
	it.each([
		['Click "add"', 'button Add'],
		['Click "new"', 'button New'],
		['Click delete', 'button Delete'],
		['Click "Edit"', 'button Edit task'],
	])('%s', async (step, element) => {
		expect(await acted(step, tasks)).toBe(element);
	});
});

describe('claims as people say them', () => {
	it('says of a table that somebody is no longer in it only where they are not', async () => {
		const claim = 'Anna should no longer be listed in the members table';
		expect(await seen(claim, members('Anna', 'Bob'))).toBe(false);
		expect(await seen(claim, members('Bob', 'Ewa'))).toBe(true);
	});

	it('does not say that a text is not in a place that is not there', async () => {
		expect(await seen('The dialog does not contain "Anna"', members('Anna'))).toBe(false);
	});

	it('does not say that somebody is gone from a part that nothing is called', async () => {
		expect(await seen('Anna is no longer in the list of guests on leave', members('Anna'))).not.toBe(true);
		expect(await seen('The Delete button in the Leave dialog is not visible', members('Anna'))).toBe(true);
	});

	it('does not take a lone word somewhere on the page for what a label says', async () => {
		expect(await seen('The sender is GitLab', mailbox)).toBe(false);
	});

	it('counts no list of which nothing says what is counted', async () => {
		const look = lookOf([node('list', '', [mail('GitLab', 'Pipeline failed'), mail('Priya', 'Budget, unread')])]);
		expect(await seen('There are 2 urgent emails', look)).toBe('unclear');
		expect(await seen('There is 1 unread email', look)).toBe(true);
		expect(await seen('There are 2 emails', look)).toBe(true);
	});

	it('reads whose it is from the row', async () => {
		expect(await seen("Check that Bob's role is Editor", members('Anna', 'Bob'))).toBe(true);
		expect(await seen("Check that Bob's role is Viewer", members('Anna', 'Bob'))).toBe(false);
	});
});
