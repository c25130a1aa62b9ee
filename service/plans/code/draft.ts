import type {Recipe, Step, Value, Values} from '../recipe.ts';
import {mayBeDropped} from './drop-unused.ts';
import {type Expression, lay} from './expression.ts';
import {outcomeLines, outcomeName} from './outcome.ts';
import {Names} from './names.ts';
import type {Segment} from './pointer.ts';

/** What the generated text depends on besides the recipe. */
export type CodeOptions = {
	/** The project sends headers besides its credential. */
	hasExtraHeaders: boolean;
};

/** How much a test may say when it gets too long. */
export type Detail = {
	/** Several items of a dictionary on one line. */
	packed: boolean;
	/** No empty lines between the steps. */
	dense: boolean;
	/** No types of answers at all: the row of the answer's shape says them. */
	bare: boolean;
	/** Messages say what fits beside their condition. */
	terse?: boolean;
	/** Only refusals are searched for what nobody should see, and of many fields that came back a few are compared singly. */
	quiet?: boolean;
	/** The function that calls says what came in one line: the last lines to save. */
	brief?: boolean;
	/** 3: everything a schema says; 2: not what records hold that may be left out; 1: required fields with their types; 0: those of the top level. */
	shape: 0 | 1 | 2 | 3;
};

/** The answer of a step, as the lines after it see it. */
export type Answer = {
	/** The variable that holds the response; null where none does: a function made the call. */
	response: string | null;
	/** The JSON of the answer below `root`: a variable, or an expression that reads it. */
	body: string;
	root: readonly Segment[];
	/** What the step sent, where the lines after it may say so. */
	sent: string | null;
	/** The variable that holds what its `Location` names; absent: every line reads the header. */
	located?: string;
};

/** What a line stands for: a step, and the expectations that its assertion checks. */
export type Mark = {
	step: string;
	asserts: string[];
	/** It is about each entry of a list: an empty one leaves it open. */
	isOfEntries?: true;
};

/** What the document says of an answer and the first runs have shown as well is said once. */
export class SaidShapes {
	readonly #said = new Set<string>();
	isLearned = false;

	readonly #names = new Map<string, {name: string; indent: number}>();

	/** The variable that a record in a record has in the lines around `indent`; undefined: it has none. */
	nameOf(whole: string, indent: number): string | undefined {
		const known = this.#names.get(whole);
		return known && known.indent <= indent ? known.name : undefined;
	}

	named(whole: string, name: string, indent: number): void {
		this.#names.set(whole, {name, indent});
	}

	isSaid(indent: number, condition: string): boolean {
		const place = `${indent} ${condition}`;
		if (this.isLearned && this.#said.has(place)) return true;
		this.#said.add(place);
		return false;
	}
}

/** A test that is being written: its imports, what stands above the function, the lines of the function. */
export class Draft {
	readonly recipe: Recipe;
	readonly options: CodeOptions;
	readonly detail: Detail;
	readonly names = new Names();
	readonly imports = new Set<string>();
	/** What is imported from `datetime`. */
	readonly moments = new Set<string>();
	/** Above the function, in the order of their use. */
	readonly constants = new Map<string, string[]>();
	/** Helper functions, by name. */
	readonly helpers = new Map<string, string[]>();
	readonly answers = new Map<string, Answer>();
	/** Values that are used more than once, by `keyOf`. */
	readonly locals = new Map<string, string>();
	/** Bodies of which a part stands above the function, by `keyOf`. */
	readonly shared: ReadonlyMap<string, {name: string; fields: Values}>;
	/** Variables that steps of this test have captured: the expression that reads them. */
	readonly captured = new Map<string, string>();
	readonly lines: string[] = [];
	/** A later line reads the response called `response`: no other may take its name. */
	isResponseKept = false;
	/** What the next assertions stand for; null: they are no expectation of the recipe. */
	subject: Mark | null = null;
	/** Inside of a loop over cases: what does not hold is noted, so that the cases after it are tried as well. */
	collects = false;
	/** Places of the case that are known to be the records and lists that later lines take them for. */
	readonly guarded = new Set<string>();
	readonly marks: Mark[] = [];
	/** It is said what `leaks` is. */
	isExplained = false;
	/** Set while a form of an answer is written: what the forms of its step have said. */
	shapes: SaidShapes | null = null;
	/** The last comment on where expectations come from, and how far down the lines are about it. */
	origin: {sentence: string; end: number; indent: number} | null = null;
	readonly #limit: number;
	#depth = 1;

	/** @param limit lines that the test may have: what gets longer is written no further */
	constructor(
		recipe: Recipe,
		options: CodeOptions,
		detail: Detail,
		shared: Draft['shared'] = new Map(),
		limit = Number.POSITIVE_INFINITY,
	) {
		this.recipe = recipe;
		this.#limit = limit;
		this.shared = shared;
		this.options = options;
		this.detail = detail;
	}

	get indent(): number {
		return this.#depth * 4;
	}

	/** Whether the test has become longer than it may be, also when all is left out in the end that can be. */
	isTooLong(): boolean {
		if (this.lines.length <= this.#limit) return false;
		return this.lines.filter(line => !mayBeDropped(line)).length > this.#limit;
	}

	/** What reads the status of a response, as the API means it. */
	status(response: string): string {
		const {outcome} = this.recipe;
		if (!outcome) return `${response}.status_code`;
		this.helpers.set(outcomeName, outcomeLines(outcome));
		return `${outcomeName}(${response})`;
	}

	/** The condition that a response is no refusal. */
	accepts(response: string): string {
		return this.recipe.outcome ? `${this.status(response)} < 400` : `${response}.ok`;
	}

	/** Adds a line of the function. */
	line(text: string): void {
		this.lines.push(text === '' ? '' : ' '.repeat(this.indent) + text);
	}

	/** Adds an expression with what stands around it, over as many lines as it needs. */
	put(prefix: string, expression: Expression, suffix = ''): void {
		this.lines.push(...lay(prefix, expression, suffix, {indent: this.indent, ...this.#laid()}));
	}

	/** The first of these lines with a sign of what it stands for, which `readMarks` takes out again. */
	marked(lines: readonly string[], mark: Mark | null = this.subject): string[] {
		const [first, ...rest] = lines;
		if (mark === null || first === undefined) return [...lines];
		return [`${first}${sign}${this.marks.push(mark) - 1}`, ...rest];
	}

	/** An empty line, but not at the beginning and never two. */
	gap(): void {
		if (!this.detail.dense && this.lines.length > 0 && this.lines.at(-1) !== '') this.lines.push('');
	}

	/** Adds the lines of a block, such as the body of a loop. */
	block(head: string, inside: () => void): void {
		this.line(head);
		this.indented(inside);
	}

	/** The lines of a block whose head is written already. */
	indented(inside: () => void): void {
		this.#depth++;
		inside();
		this.#depth--;
	}

	/** Where lines are fewest, a long address is one of them. */
	#laid(): {packed: boolean; parts: boolean} {
		return {packed: this.detail.packed, parts: this.detail.brief !== true};
	}

	/** Says above a constant what it is for, where there is room. */
	explain(name: string, comment: string): string {
		const lines = this.constants.get(name)!;
		if (!this.detail.dense && !lines[0]!.startsWith('#')) lines.unshift(`# ${comment}`);
		return name;
	}

	/** A constant above the function; the lines are written once. */
	constant(name: string, expression: Expression): string {
		if (!this.constants.has(name))
			this.constants.set(name, lay(`${name} = `, expression, '', {indent: 0, ...this.#laid()}));
		return name;
	}
}

/** No line of a test holds it: what documents say is escaped. */
const sign = '\u0000';

/** Lines of a whole file, and what they stand for by their number, counted from 1. */
export function readMarks(draft: Draft, lines: readonly string[]): {lines: string[]; marks: Map<number, Mark>} {
	const marks = new Map<number, Mark>();
	const plain = lines.map((line, place) => {
		const [text = '', number] = line.split(sign);
		if (number !== undefined) marks.set(place + 1, draft.marks[Number(number)]!);
		return text;
	});
	return {lines: plain, marks};
}

/** The same text for the same value. */
export const keyOf = (value: Value): string => JSON.stringify(value);

/** Every step in the order in which it is called. */
export const stepsOf = ({steps, teardown}: Recipe): Step[] => [...steps, ...teardown];
