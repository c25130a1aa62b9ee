import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {Part, ReadStep} from '../../../source/plan-language/reading.ts';
import {readStep} from '../../../source/plan-language/read-step.ts';

/** What stands for each kind of slot, in quotes, in capitals and with its role. */
const slots: Record<string, string[]> = {
	F: ['Loading bay', '"Loading bay"', 'the Loading bay field', 'the loading bay'],
	V: ['"north gate"', '4471-B'],
	O: ['"Half board"', 'Half board'],
	L: ['Meal plan', '"Meal plan"', 'the Meal plan dropdown'],
	B: ['"Release hold"', 'Release hold', 'the Release hold button'],
	C: ['"Gift wrap"', 'Gift wrap', 'the Gift wrap checkbox'],
	R: ['"Marigold"', 'LX-20931', 'Tadeusz Wolny'],
	T: ['"Saved for later"'],
	N: ['Status', '"Status"', 'the Status'],
	X: ['"Out of stock"', 'Overdue'],
	K: ['3', 'three'],
};

/** The fixture: a plain sentence at the start of a line, the other ways to say it indented below. */
function waysOf(name: string): Array<{plain: string; ways: string[]}> {
	const text = readFileSync(new URL(`../../fixtures/plan-language/${name}.txt`, import.meta.url), 'utf8');
	return text
		.trim()
		.split('\n\n')
		.map(block => {
			const [plain, ...ways] = block.split('\n');
			return {plain: plain!, ways: ways.map(way => way.trim())};
		});
}

/** The sentence with its slots filled, a different choice for each `turn`. */
function filled(sentence: string, turn: number): string {
	const text = sentence.replace(/\{(\w)\}/g, (_, slot: string) => slots[slot]![turn % slots[slot]!.length]!);
	const said = text.replace(/\bthe the\b/gi, 'the').replace(/\ba the\b/g, 'the');
	return said.charAt(0).toUpperCase() + said.slice(1);
}

/** One family for operations between which the page decides. */
const family: Partial<Record<Part['op'], string>> = {
	select: 'fill',
	pick: 'fill',
	do: 'click',
	go: 'click',
	labelled_text: 'value',
	text: 'visible',
};
const isName = (key: string) => !['role', 'kind', 'op', 'relation', 'what', 'purpose', 'said'].includes(key);

function wordsOf(value: unknown, key = ''): string[] {
	if (typeof value === 'number') return [String(value)];
	if (typeof value === 'string')
		return isName(key)
			? (value.toLowerCase().match(/[\p{L}\p{N}./]+/gu) ?? []).filter(
					word => !/^(?:field|button|the|checkbox|dropdown|row|rows|a|of|item|in|x)$/.test(word),
				)
			: [];
	if (Array.isArray(value)) return value.flatMap(one => wordsOf(one, key));
	return value && typeof value === 'object' ? Object.entries(value).flatMap(([name, one]) => wordsOf(one, name)) : [];
}

/** What a part does to what, with which data: where only the role or the kind of place differs, it is the same. */
function keyOf(part: Part): string {
	if (part.op === 'wait' && part.until !== 'quiet') return `wait ${keyOf(part.until)}`;
	const denied = 'isNegated' in part && part.isNegated ? 'not ' : '';
	const state = 'state' in part ? part.state : 'direction' in part ? part.direction : '';
	const comparison = 'comparison' in part && part.op !== 'text' ? part.comparison : '';
	return `${denied}${family[part.op] ?? part.op} ${state}${comparison} ${wordsOf(asRead(part)).sort().join(' ')}`;
}
/** Without the words in which it was told. */
const asRead = (part: Part): object => ({...part, told: null});
const keysOf = (read: ReadStep): string[] =>
	'readings' in read ? read.readings.map(({parts}) => parts.map(keyOf).join('; ')) : [];

describe('readStep, every way to say a thing', () => {
	for (const [name, type] of [
		['ways-actions', 'action'],
		['ways-claims', 'assertion'],
	] as const)
		for (const {plain, ways} of waysOf(name))
			it(`reads as "${plain}"`, () => {
				expect(ways.length).toBeGreaterThan(1);
				const unlike = ways.filter((way, turn) => {
					const meant = keysOf(readStep({type, description: filled(plain, turn)}));
					return !keysOf(readStep({type, description: filled(way, turn)})).some(key => meant.includes(key));
				});
				expect(unlike).toEqual([]);
			});
});
