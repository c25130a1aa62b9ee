import {describe, expect, it} from 'vitest';
import type {Target} from '../../../../source/plan-language/reading.ts';
import {flatten} from '../../../../service/browser/page/flatten.ts';
import {numberOf} from '../../../../service/browser/resolve/compare.ts';
import {countOf} from '../../../../service/browser/resolve/count.ts';
import {observe} from '../../../../service/browser/resolve/observe.ts';
import {readSubject} from '../../../../service/browser/resolve/subject.ts';
import {assertionsOfSteps, capturesOfSteps} from '../../../fixtures/browser/parts.ts';
import {recordedLooks} from '../../../helpers/looks.ts';

const options = {testIdAttributes: ['data-testid'], expand: (text: string) => text};
const looks = recordedLooks();
const others = looks.filter(one => one.part === 0 && one.step % 4 === 0).map(one => ({...one, look: flatten(one.raw)}));
const lookBefore = (text: string) => flatten(looks.find(one => one.text === text)!.raw);
const target = (phrase: string, more: Partial<Target> = {}): Target => ({
	phrase,
	isQuoted: false,
	role: null,
	scopes: [],
	ordinal: null,
	...more,
});

describe('what a look says about an assertion, on recorded pages', () => {
	it.each(looks.filter(({kind}) => kind === 'check' || kind === 'checkfalse'))(
		'$scenario $step: $text ($kind)',
		async ({raw, text, kind}) => {
			const seen = await observe(assertionsOfSteps[text]!, flatten(raw), options, async () => 'itself');
			expect(seen).toMatchObject({holds: kind === 'check'});
		},
	);

	it.each(Object.entries(assertionsOfSteps).filter(([, part]) => part.op === 'visible' && !part.isNegated))(
		'%s does not hold on the pages of another site',
		async (text, part) => {
			const {scenario} = looks.find(one => one.text === text)!;
			// Node-RED begins with a dialog for logging in.
			const isTrueThere = (site: string) =>
				site === scenario || (text === 'The Login dialog is open' && site === 'node-red');
			for (const other of others.filter(one => !isTrueThere(one.scenario))) {
				const seen = await observe(part, other.look, options, async () => 'itself');
				expect(seen, other.text).toMatchObject({holds: false});
			}
		},
	);

	it('passes with a note where nothing is called so but the text stands on the page', async () => {
		const text = 'The counter says 3 items left';
		const seen = await observe(assertionsOfSteps[text]!, lookBefore(text), options, async () => 'itself');
		expect(seen).toMatchObject({holds: true, note: expect.stringContaining('no "counter" on the page')});
	});

	it('does not take what stands in the row of another record', async () => {
		const look = lookBefore('The price of the Milk jug is 19.00 €');
		const claim = (phrase: string) => ({
			op: 'labelled_text' as const,
			isNegated: false,
			target: target(phrase),
			comparison: 'equals' as const,
			value: {text: 'Milk jug', isQuoted: false},
		});
		const seen = (phrase: string) => observe(claim(phrase), look, options, async () => 'itself');
		expect(await seen('article')).toMatchObject({holds: true, note: expect.stringContaining('stands in')});
		expect(await seen('article of A-77')).toMatchObject({holds: false});
	});

	it('says both operands of what does not hold', async () => {
		const text = 'The price of the Milk jug is 19.00 €';
		const seen = await observe(assertionsOfSteps[text]!, lookBefore(text), options, async () => 'itself');
		expect(seen).toMatchObject({holds: false, expected: '19.00 €', actual: '9.00 €', where: 'column price'});
	});

	it('does not take what is absent for different', async () => {
		const part = {
			op: 'labelled_text',
			isNegated: true,
			target: target('discount'),
			comparison: 'equals',
			value: {text: '5 €', isQuoted: true},
		} as const;
		const seen = await observe(part, lookBefore('The total is 46.50 €'), options, async () => 'itself');
		expect(seen).toMatchObject({holds: false, actual: null});
	});

	it('refuses a count where no list is named and several are in view', () => {
		const counted = countOf(target('entries', {role: 'item'}), lookBefore('Open the main menu'), options);
		expect(counted).not.toHaveProperty('number');
	});
});

describe('reading a value', () => {
	it.each(looks.filter(({kind}) => kind === 'capture'))('$text', ({raw, text, value}) => {
		expect(readSubject(capturesOfSteps[text]!, flatten(raw), options)?.text).toBe(value);
	});

	it('is null where nothing is called so', () => {
		expect(readSubject(target('invoice number'), lookBefore('The total is 46.50 €'), options)).toBeNull();
	});
});

describe('numberOf', () => {
	it.each([
		['46.50 €', 46.5],
		['1,234.50', 1234.5],
		['1.234,50 €', 1234.5],
		['$1,234', 1234],
		['-3', -3],
		['1 234', 1234],
		['1,00,000', 100_000],
		['1.234.567', 1_234_567],
		['1.0.0', null],
		['1.10.0', null],
		['12.11.2024', null],
		['12/29', null],
		['3 items', null],
		['', null],
	])('of %s is %s', (text, number) => expect(numberOf(text)).toBe(number));
});
