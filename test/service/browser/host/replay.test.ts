import {describe, expect, it} from 'vitest';
import type {FrontendJob, FrontendOutcome} from '../../../../service/browser/frontend-job.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const shop = (button: string, more = '') =>
	page(
		`<h1>Tasks</h1><form onsubmit="event.preventDefault();out.textContent='Saved '+t.value">
		<label>Title <input id="t"></label>${button}</form><p id="out"></p><a href="#help">Help</a>${more}`,
	);
const lines = ['Go to /', 'Type "Milk" into the Title field', 'Click "Add"', '! "Saved Milk" is visible'];

/** What the first pass of the plan on a page has saved; passes on equal pages are one. */
const passes = new Map<string, Promise<FrontendOutcome>>();
function passOn(html: string): Promise<FrontendOutcome> {
	const made = async () => bench.run((await serveSite({'/': html})).url, lines);
	const pass = passes.get(html) ?? made();
	passes.set(html, pass);
	return pass;
}

/** Replays what the plan saved on one page on another. */
async function replayed(before: string, after: string, more: Partial<FrontendJob> = {}) {
	const fresh = await passOn(before);
	expect(fresh).toMatchObject({status: 'passed', error: null});
	const {url} = await serveSite({'/': after});
	return {fresh, again: await bench.run(url, lines, {replay: fresh.script, stepTimeoutMs: 3000, ...more})};
}

it('a fresh pass saves a script, and a rerun plays it without saving another', async () => {
	const {fresh, again} = await replayed(shop('<button>Add</button>'), shop('<button>Add</button>'));
	expect(fresh.script).toMatchObject({schemaVersion: 'script-v1', codeVersion: 1});
	expect(fresh.script!.steps[2]!.parts[0]).toMatchObject({
		op: 'click',
		elements: [{slot: 'target', locator: {by: 'role', role: 'button', value: 'Add', exact: true}}],
	});
	expect(again).toMatchObject({status: 'passed', script: null, heals: [], healedSteps: 0});
});

it('a fresh run keeps the entries that still give their elements, and counts on when one does not', async () => {
	let html = shop('<button>Add</button>');
	const {url} = await serveSite({'/': (_, response) => response.setHeader('content-type', 'text/html').end(html)});
	const first = await bench.run(url, lines);
	expect((await bench.run(url, lines, {saved: first.script})).script).toBeNull();
	html = shop('<button data-testid="add">Add</button>', '<button>Add</button>');
	const steps = [...lines.slice(0, 2), 'Click the first "Add"', lines[3]!];
	const changed = await bench.run(url, steps, {saved: first.script});
	expect(changed.script).toMatchObject({codeVersion: 2});
	expect(changed.script!.steps[1]).toEqual(first.script!.steps[1]);
	expect(changed.script!.steps[2]!.parts[0]!.elements[0]!.locator).toMatchObject({by: 'testid', value: 'add'});
});

it('a renamed button is repaired, shown and proposed, and the script stays as it is', async () => {
	const {again} = await replayed(shop('<button>Add</button>'), shop('<button>Add task</button>'));
	expect(again).toMatchObject({status: 'passed', healedSteps: 1, script: null, note: '1 step was repaired'});
	expect(again.steps[2]).toMatchObject({healed: true, note: expect.stringContaining('button "Add task"')});
	expect(again.heals).toEqual([
		expect.objectContaining({
			stepIndex: 3,
			slot: 'target',
			from: expect.objectContaining({name: 'Add'}),
			to: expect.objectContaining({name: 'Add task', locator: expect.objectContaining({value: 'Add task'})}),
		}),
	]);
});

it('a repair that a person refused is not made again', async () => {
	const {again} = await replayed(shop('<button>Add</button>'), shop('<button>Add task</button>'));
	const [heal] = again.heals;
	const refused = await replayed(shop('<button>Add</button>'), shop('<button>Add task</button>'), {
		refusedHeals: [{stepIndex: 3, slot: 'target', from: heal!.from.locator, to: heal!.to.locator}],
	});
	expect(refused.again).toMatchObject({status: 'failed', failureKind: 'assertion_blocked', failedStepIndex: 3});
	expect(refused.again.error).toContain('refused this repair');
});

it('a fresh run after an accepted repair saves nothing new', async () => {
	const {fresh, again} = await replayed(shop('<button>Add</button>'), shop('<button>Add task</button>'));
	const script = structuredClone(fresh.script!);
	const {locator, fingerprint} = again.heals[0]!.to;
	Object.assign(script.steps[2]!.parts[0]!.elements[0]!, {locator, fingerprint});
	const {url} = await serveSite({'/': shop('<button>Add task</button>')});
	expect(await bench.run(url, lines, {saved: script})).toMatchObject({status: 'passed', error: null, script: null});
	expect(await bench.run(url, lines, {saved: script, replay: script})).toMatchObject({status: 'passed', script: null});
});

it('with repairs off the renamed button is gone', async () => {
	const {again} = await replayed(shop('<button>Add</button>'), shop('<button>Add task</button>'), {autoHeal: false});
	expect(again).toMatchObject({status: 'failed', failedStepIndex: 3, healedSteps: 0, heals: []});
	expect(again.error).toContain('repairs are off');
});

it('a removed button is not repaired with the one beside it', async () => {
	const both = '<button>Add</button><button type="button">Cancel</button>';
	const {again} = await replayed(shop(both), shop('<button type="button">Cancel</button>'));
	expect(again).toMatchObject({status: 'failed', failureKind: 'assertion_blocked', healedSteps: 0});
	expect(again.steps[2]!.failure).toMatchObject({case: 'not_found'});
});

describe('a claim about an element, played again', () => {
	const address = (fields: string) => page(`<h1>Checkout</h1><main>${fields}</main>`);
	const field = (label: string, value: string, more = '') => `<label>${label} <input value="${value}" ${more}></label>`;
	const claims = async (before: string, after: string, claim: string, more: Partial<FrontendJob> = {}) => {
		const plan = ['Go to /', claim];
		const fresh = await bench.run((await serveSite({'/': address(before)})).url, plan);
		expect(fresh).toMatchObject({status: 'passed', error: null});
		const {url} = await serveSite({'/': address(after)});
		return bench.run(url, plan, {replay: fresh.script, stepTimeoutMs: 4000, ...more});
	};

	it('follows its unique id to the field that is called otherwise, and says so', async () => {
		const again = await claims(
			field('Town', 'Lyon', 'id="town"'),
			field('City or town', 'Lyon', 'id="town"'),
			'! The Town field has the value "Lyon"',
		);
		expect(again).toMatchObject({status: 'passed', healedSteps: 1});
		expect(again.steps[1]!.note).toContain('textbox "City or town"');
	});

	it('does not hold where another field is called alike, and its own is gone', async () => {
		const other = field('Town of birth', 'Lyon', 'id="birth"');
		const again = await claims(
			field('Town', 'Lyon', 'id="town"') + other,
			other,
			'! The Town field has the value "Lyon"',
		);
		expect(again).toMatchObject({status: 'failed', failureKind: 'assertion', healedSteps: 0});
		expect(again.error).toContain('textbox "Town" is gone');
	});

	it('is never repaired by a name alone, nor with repairs off', async () => {
		const before = field('Town', 'Lyon');
		const after = field('Your town', 'Lyon');
		expect(await claims(before, after, '! The Town field has the value "Lyon"')).toMatchObject({status: 'failed'});
		const byId = [field('Town', 'Lyon', 'id="town"'), field('Your town', 'Lyon', 'id="town"')] as const;
		const off = await claims(...byId, '! The Town field has the value "Lyon"', {autoHeal: false});
		expect(off).toMatchObject({status: 'failed', healedSteps: 0});
	});

	it('is judged on its element: what it holds now is told', async () => {
		const again = await claims(
			'<button>Save</button>',
			'<button disabled>Save</button>',
			'! The Save button is enabled',
		);
		expect(again).toMatchObject({status: 'failed', failureKind: 'assertion'});
	});
});
