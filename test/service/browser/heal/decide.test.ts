import {describe, expect, it} from 'vitest';
import type {Locator} from '../../../../contract/locator.ts';
import type {Fingerprint} from '../../../../contract/script.ts';
import {agrees, decideHeal, type HealOptions} from '../../../../service/browser/heal/decide.ts';
import {fingerprintOf} from '../../../../service/browser/heal/fingerprint.ts';
import {flatten} from '../../../../service/browser/page/flatten.ts';
import type {Look, LookElement} from '../../../../service/browser/page/look.ts';
import type {AriaNode, RawLook} from '../../../../service/browser/page/raw-look.ts';
import {isInteractive} from '../../../../service/browser/page/roles.ts';
import {recordedDrifts, recordedLooks} from '../../../helpers/looks.ts';

const options: HealOptions = {use: 'action', hit: async () => 'itself', refused: [], locatorOf: () => null};
const drifts = recordedDrifts();
const saved = ({before, target, row, section}: (typeof drifts)[number]): Fingerprint =>
	fingerprintOf(flatten(before), target, {row, section});

describe('a repair', () => {
	it.each(drifts.filter(({kind}) => kind === 'drift'))('$id: $step', async drift => {
		expect(await decideHeal(saved(drift), flatten(drift.after), options)).toMatchObject({index: drift.expected});
	});

	it.each(drifts.filter(({kind}) => kind === 'mustNot'))('is not made: $id: $step', async drift => {
		const use = drift.isAssertion ? 'other_assertion' : 'action';
		const decision = await decideHeal(saved(drift), flatten(drift.after), {...options, use});
		expect(decision).toHaveProperty('reason');
	});

	const renamed = drifts.find(({id}) => id.startsWith('d02'))!;
	it('is not made to what is covered, nor to what a person refused', async () => {
		const look = flatten(renamed.after);
		const covered = await decideHeal(saved(renamed), look, {...options, hit: async () => 'covered'});
		expect(covered).toMatchObject({reason: 'it is covered'});
		const locator: Locator = {by: 'role', role: 'button', value: 'Add task', exact: true, within: []};
		const again = await decideHeal(saved(renamed), look, {
			...options,
			refused: [locator],
			locatorOf: () => ({...locator}),
		});
		expect(again).toMatchObject({reason: 'a person refused this repair'});
		const why = 'nearest' in again ? again.nearest.map(one => one.why) : [];
		expect(why[0]).toBe('a person refused this repair');
		expect('nearest' in covered && covered.nearest[0]!.why).toBe('it is covered');
	});

	it('follows a unique attribute in a state or value assertion, and a name alone never', async () => {
		const byId = drifts.find(({id}) => id.startsWith('d10'))!;
		expect(await decideHeal(saved(byId), flatten(byId.after), {...options, use: 'value'})).toMatchObject({
			index: byId.expected,
		});
		expect(await decideHeal(saved(renamed), flatten(renamed.after), {...options, use: 'state'})).toHaveProperty(
			'reason',
		);
	});

	it('agrees with every control as it was, whatever row or section the step named', () => {
		for (const {raw, truth, text} of recordedLooks().filter(one => one.part === 0 && one.step % 3 === 0)) {
			const look = flatten(raw);
			const controls = look.elements.filter(element => isInteractive(element) && element.box !== null);
			for (const {index} of controls) {
				const named = [null, 'billing', 'shipping section', 'Ada A-1001', 'Buy milk'];
				const disagreeing = named.filter(
					words => !agrees(fingerprintOf(look, index, {row: words, section: words}), look, index),
				);
				expect(disagreeing, `${text} ${truth} ${index}`).toEqual([]);
			}
		}
	});

	it('does not agree with a namesake in another section, once the element itself is gone', () => {
		const gone = drifts.find(({id}) => id.startsWith('m02'))!;
		const look = flatten(gone.after);
		const namesakes = look.elements.filter(element => element.role === 'textbox' && element.name === 'Street');
		expect(namesakes.map(element => agrees(saved(gone), look, element.index))).toEqual([false]);
	});

	it('agrees with what did not change and not with another element in its place', () => {
		const look = flatten(renamed.before);
		const fingerprint = saved(renamed);
		expect(agrees(fingerprint, look, renamed.target)).toBe(true);
		const others = look.elements.filter(element => isInteractive(element) && element.index !== renamed.target);
		expect(others.filter(element => agrees(fingerprint, look, element.index))).toEqual([]);
	});
});

/** The raw look without one node; nothing else moves, as with `visibility: hidden`. */
function without(raw: RawLook, ref: string): RawLook {
	const keep = (nodes: Array<AriaNode | string>): Array<AriaNode | string> =>
		nodes
			.filter(node => typeof node === 'string' || node.ref !== ref)
			.map(node => (typeof node === 'string' ? node : {...node, children: node.children && keep(node.children)}));
	return {...raw, tree: keep(raw.tree)};
}

const shift = (text: string) =>
	text.replace(/[a-z]/gi, letter =>
		String.fromCharCode((letter.charCodeAt(0) & 96) + (((letter.charCodeAt(0) & 31) + 6) % 26) + 1),
	);

describe('on every control of recorded pages', () => {
	const pages = recordedLooks()
		.filter(
			({text, part}) =>
				part === 0 &&
				[
					'Click on Active',
					'Accept the cookies',
					'Press the Sign in button',
					'Click on Proceed to checkout',
					'Place the order',
					'Click Save',
					'Click Login',
				].includes(text),
		)
		.map(({raw}) => ({raw, look: flatten(raw)}));
	const controls = pages.flatMap(({raw, look}) =>
		look.elements
			.filter(element => isInteractive(element) && element.box !== null)
			.map(element => ({raw, look, element})),
	);

	it('nothing that was removed is repaired to something else', async () => {
		expect(controls.length).toBeGreaterThan(100);
		const wrong: string[] = [];
		for (const {raw, look, element} of controls) {
			const decision = await decideHeal(
				fingerprintOf(look, element.index),
				flatten(without(raw, element.ref!)),
				options,
			);
			if ('index' in decision) wrong.push(`${element.role} ${element.name}`);
		}
		expect(wrong).toEqual([]);
	});

	it('most of what was renamed is found again, and never another one', async () => {
		const outcome = {right: 0, wrong: [] as string[]};
		for (const {look, element} of controls) {
			const decision = await decideHeal(fingerprintOf(look, element.index), withName(look, element), options);
			if (!('index' in decision)) continue;
			if (decision.index === element.index) outcome.right++;
			else outcome.wrong.push(`${element.role} ${element.name}`);
		}
		expect(outcome.wrong).toEqual([]);
		expect(outcome.right / controls.length).toBeGreaterThan(0.65);
	});
});

/** Every letter replaced, as a translation would do; attributes stay. */
function withName(look: Look, element: LookElement): Look {
	const renamed = {
		...element,
		name: shift(element.name),
		text: shift(element.text),
		nearLabel: element.nearLabel && shift(element.nearLabel),
		title: element.title && shift(element.title),
		placeholder: element.placeholder && shift(element.placeholder),
	};
	return {...look, elements: look.elements.map(one => (one.index === element.index ? renamed : one))};
}
