import {describe, expect, it} from 'vitest';
import type {Part, Target} from '../../../../source/plan-language/reading.ts';
import {flatten} from '../../../../service/browser/page/flatten.ts';
import {locatorCandidates, namedPlacesOf} from '../../../../service/browser/script/build-locator.ts';
import {locatorCode} from '../../../../service/browser/script/code-text.ts';
import {locate} from '../../../../service/browser/script/locate.ts';
import {partsOfSteps} from '../../../fixtures/browser/parts.ts';
import {recordedLooks} from '../../../helpers/looks.ts';

const options = {testIdAttributes: ['data-testid'], expand: (text: string) => text};
const looks = recordedLooks().filter(
	({truth, kind, text, part}) => truth !== null && kind !== 'ambiguous' && partsOfSteps[text]?.[part],
);

function targetOf(part: Part): Target | null {
	if (part.op === 'do')
		return {
			phrase: `${part.verb} ${part.object?.phrase ?? ''}`,
			isQuoted: false,
			role: null,
			scopes: part.object?.scopes ?? [],
			ordinal: null,
		};
	return 'target' in part ? (part.target as Target | null) : null;
}
const candidatesOf = ({raw, text, part, truth}: (typeof looks)[number]) => {
	const look = flatten(raw);
	return {look, candidates: locatorCandidates(look, truth!, targetOf(partsOfSteps[text]![part]!), options)};
};

describe('the locator that is saved', () => {
	it('names every element of the recorded steps, and that one alone', () => {
		for (const recorded of looks) {
			const {look, candidates} = candidatesOf(recorded);
			expect(candidates.length, recorded.text).toBeGreaterThan(0);
			for (const {locator} of candidates) expect(locate(look, locator), recorded.text).toEqual([recorded.truth]);
		}
	});

	it('counts places only where nothing names the element', () => {
		const counting = looks.filter(recorded => candidatesOf(recorded).candidates[0]!.positional).map(({text}) => text);
		expect(counting).toEqual(['Click the + button to add a new flow']);
	});

	it.each([
		['Click the Add button', "page.getByRole('button', {name: 'Add', exact: true})"],
		[
			'Delete the task Call the bank',
			"page.getByRole('listitem').filter({hasText: 'Call the bank'}).getByRole('button', {name: '×', exact: true})",
		],
		[
			'Click Edit for order A-1002',
			"page.getByRole('row').filter({hasText: 'A-1002'}).getByRole('button', {name: 'Edit', exact: true})",
		],
		['Click Login', "page.getByTestId('header--button-login')"],
		[
			'Confirm the deletion',
			"page.getByRole('dialog').filter({has: page.getByRole('heading', {name: 'Delete order?', exact: true})}).getByRole('button', {name: 'Delete', exact: true})",
		],
		[
			'Enter card number 4242424242424242, expiry 12/29 and CVC 123',
			`page.frameLocator('iframe[title="Card details"]').getByRole('textbox', {name: 'Card number', exact: true})`,
		],
	])('of %s reads %s', (text, code) => {
		const [first] = candidatesOf(looks.find(one => one.text === text)!).candidates;
		expect(locatorCode(first!.locator, new Set())).toBe(code);
	});

	it('keeps the variable of a row and finds it by its value', () => {
		const recorded = looks.find(({text}) => text === 'Click Edit for order A-1002')!;
		const look = flatten(recorded.raw);
		const expand = (text: string) => text.replace('VAR_ORDER', 'A-1002');
		const target: Target = {
			phrase: 'Edit',
			isQuoted: false,
			role: null,
			scopes: [{kind: 'row', conditions: [{column: null, text: 'VAR_ORDER'}]}],
			ordinal: null,
		};
		const [first] = locatorCandidates(look, recorded.truth!, target, {...options, expand});
		expect(first!.locator.within).toEqual([{row: 'VAR_ORDER'}]);
		expect(locatorCode(first!.locator, new Set())).toContain('hasText: process.env.VAR_ORDER!');
		expect(namedPlacesOf(target, expand)).toEqual({row: 'A-1002', section: null});
	});
});
