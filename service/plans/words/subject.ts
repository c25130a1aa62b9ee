import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {Category, HttpMethod, Priority, TestKind} from '../../../contract/enums.ts';
import type {EndpointId, TestId} from '../../../contract/ids.ts';
import type {Assert, Check, Recipe} from '../recipe.ts';

/** A row or a test as sentences can be about it. */
export type Subject = {
	/** What operations name: the id of the row, or of the test in a conversation about it. */
	id: string;
	testId: TestId | null;
	endpointId: EndpointId | null;
	method: HttpMethod | null;
	path: string | null;
	family: string;
	/** What the document says of the endpoint in a few words. */
	summary: string;
	category: Category | null;
	priority: Priority;
	/** Of the test: `passed`, `failed`, …; null: there is none. */
	status: string | null;
	kind: TestKind;
	template: string;
	title: string;
	description: string;
	selected: boolean;
	produces: readonly string[];
	consumes: readonly string[];
	/** Null: a person has written it, or the row is words only. */
	recipe: Recipe | null;
};

export type NamedEndpoint = {endpointId: EndpointId; method: HttpMethod; path: string; summary: string};

/** What a sentence is read against. */
export type Scope = {
	at: 'plan' | 'test' | 'chain';
	/** What may change. */
	subjects: readonly Subject[];
	/** All rows and tests of the project: what values can come from, and what names mean. */
	all: readonly Subject[];
	endpoints: readonly NamedEndpoint[];
	/** Places that values of other endpoints feed: `endpointId place variable`. */
	edges: ReadonlyArray<{endpointId: EndpointId; place: string; variable: string}>;
	/** Whether cleanup understands an instruction, and what it makes of it. */
	cleanupRule(instruction: string): string | null;
};

/** What a clause means. */
export type Reading =
	| {operations: ChangeOperation[]; said: string}
	/** It could mean several things; `text` is the clause in the words of one of them. */
	| {ask: string; choices: Array<{label: string; text: string}>}
	/** It is understood, and there is nothing that it could be about. */
	| {nothing: string}
	| {answer: 'checks' | 'why' | 'fix'; subjects: readonly Subject[]};

/** A way to say something. */
export type Form = {
	family: string;
	/** For whoever says something near it: `…` stands for words of their own. */
	example: string;
	patterns: readonly RegExp[];
	/** Null: the words are in this form, but mean something else. */
	read(match: RegExpExecArray, scope: Scope): Reading | null;
};

export const nothing = (text: string): Reading => ({nothing: text});

/** An expectation that a person has asked for. */
export const asked = (id: string, message: string, check: Check, sentence: string): Assert => ({
	id,
	message,
	check,
	strength: 'decided',
	state: 'active',
	provenance: {from: 'user', where: sentence.slice(0, 200), runId: null, since: 'words'},
});

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** `3 rows`, or `this test`. */
export const howMany = (subjects: readonly unknown[], {at}: Scope): string =>
	at === 'plan' ? count(subjects.length, 'row') : at === 'chain' ? 'this chain' : 'this test';
