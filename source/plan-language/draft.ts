import type {Match, Pattern} from './pattern.ts';
import type {ActionPart, AssertionPart, Part, Target, Value} from './reading.ts';
import type {Token} from './tokens.ts';

/** What a family makes of one clause. */
export type Draft =
	| {parts: Part[]; note?: string}
	/** Read but for a value that the clause does not hold; `complete` gives the part when one is found. */
	| {lacks: {op: Part['op']; target: Target | null; complete: (value: Value) => Part}};

/** A family of phrasings: every way in which it covers all tokens of a clause; empty: it is none of its. */
export type Family = (tokens: readonly Token[]) => Draft[];

export const one = (part: Part, note?: string): Draft => (note === undefined ? {parts: [part]} : {parts: [part], note});
export const parts = (...all: Part[]): Draft => ({parts: all});

/** An act on what is claimed to hold a value before it. */
export const afterValue = (target: Target, value: Value, act: Part): Draft =>
	parts({op: 'value', isNegated: false, target, comparison: 'equals', value}, act);

export const isComplete = (draft: Draft): draft is Extract<Draft, {parts: Part[]}> => 'parts' in draft;

export const assertionOps = [
	'visible',
	'text',
	'value',
	'labelled_text',
	'cell',
	'count',
	'each',
	'state',
	'url',
	'title',
	'page',
	'order',
	'sorted',
	'position',
	'attribute',
	'downloaded',
	'new_tab',
	'no_console_errors',
	'no_failed_requests',
	'request',
] as const;

export const isAssertion = (part: Part): part is AssertionPart => (assertionOps as readonly string[]).includes(part.op);
export const isAction = (part: Part): part is ActionPart => !isAssertion(part);

/** A form of a family, and what a sentence in it may mean. */
export type Form = readonly [Pattern, (match: Match) => Draft[]];
