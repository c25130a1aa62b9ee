import type {PlanFileStep} from '../../contract/plan-file.ts';

/**
 * What the interpreter understood of a step of a plan: the words that the reader, the browser and
 * `test lint --explain` share. Pure data. A text in which variables may stand is a template: `VAR_CITY` is still a name.
 */

/** Text of a step as a value: a template, and whether the step had it in quotes. */
export type Value = {text: string; isQuoted: boolean};

/** What is chosen: the option that says it, or with `place` the one at that place, whatever it says; then `text` is empty. */
export type Choice = Value & {place?: number | 'last'};

/** What a step calls a thing that it names: `button`, `field` … The reader folds synonyms (`text box` is a `field`). */
export const roleWords = [
	'button',
	'link',
	'tab',
	'checkbox',
	'radio',
	'switch',
	'field',
	'dropdown',
	'option',
	'menu',
	'menu item',
	'heading',
	'image',
	'icon',
	'message',
	'row',
	'column',
	'cell',
	'card',
	'list',
	'item',
	'table',
	'section',
	'form',
	'dialog',
	'banner',
	'header',
	'footer',
	'slider',
	'label',
	'text',
	'spinner',
	'page',
] as const;
export type RoleWord = (typeof roleWords)[number];

/** The element of a step. `phrase` has no role word, no scope and no ordinal; empty when the step has only a role word. */
export type Target = {
	phrase: string;
	isQuoted: boolean;
	role: RoleWord | null;
	/** A `target` hint that is a selector; it must match exactly one element. */
	selector?: {by: 'testid' | 'css' | 'role' | 'text'; value: string};
	scopes: Scope[];
	/** 1 = first, in the order of reading; `last`; null: it has to be unique. */
	ordinal: number | 'last' | null;
	/** What the step says it is for (`press Save to finish`); tells equals apart and is never required. */
	purpose?: string;
	/** All of the words are the name, prepositions and all (`Name on the ticket`), or nothing is meant. */
	isWhole?: true;
	/** The words as they stand in the step, where a role word among them may be the name (`Click Photo`, `Fix footer`). */
	said?: string;
	/** The step speaks of an error or a warning, which no other text is. */
	isError?: true;
	/** A message of which nothing but its kind is known: one of the other kind is another one. */
	tone?: 'error' | 'success';
	/**
	 * It is to be open, or closed, and is left alone where it is. What is to be open and cannot be pressed is opened by the
	 * control in its record that says so.
	 */
	opens?: boolean;
	/** The list that it is to narrow, which nothing names but that list or a word for searching. */
	narrows?: string;
	/** The head of a column that rows are to be sorted by: where it opens a menu instead, the order is chosen there. */
	sorts?: true;
};

/** Where the element is. Scopes filter, they never score. */
export type Scope =
	/** The nearest row, item, card or group whose text has these; `column` null: anywhere in it. */
	| {kind: 'row'; conditions: Array<{column: string | null; text: string}>}
	/** `2nd row`. */
	| {kind: 'row_at'; ordinal: number | 'last'}
	/** An area by its role, its name (legend, heading), or both. */
	| {kind: 'area'; role: RoleWord | null; name: string | null}
	| {kind: 'frame'; name: string}
	/** By boxes; `between` has two anchors. */
	| {kind: 'near'; relation: 'next_to' | 'below' | 'above' | 'left_of' | 'right_of' | 'between'; anchors: Target[]};

export type Direction = 'ascending' | 'descending';

/** A day: as the step wrote it, so that `tomorrow` is worked out on the day of the run. */
export type DayValue = {year: number; month: number; day: number} | {daysFromToday: number};

export type ActionPart =
	/** A path or URL (template); empty: the project's URL. */
	| {op: 'goto'; address: string}
	/** A page by its name, a click on each link, tab or menu item in turn. */
	| {op: 'go'; names: string[]}
	| {op: 'back' | 'forward' | 'reload'}
	| {
			op:
				| 'click'
				| 'double_click'
				| 'right_click'
				| 'long_press'
				| 'hover'
				| 'clear'
				| 'check'
				| 'uncheck'
				| 'download';
			target: Target;
	  }
	/** The verb is in the control's name, the object in its row, section or dialog (`delete the task Call the bank`). */
	| {op: 'do'; verb: string; object: Target | null}
	/** `target` null: the focused field. */
	| {op: 'fill' | 'append'; target: Target | null; value: Value}
	/** Makes a number greater or smaller; `to` null: by `by`. */
	| {op: 'step'; target: Target; direction: 'up' | 'down'; to: number | null; by: number}
	/** `target` null: the one search box. */
	| {op: 'search'; target: Target | null; value: Value}
	/** `target` null: the one control that offers these. */
	| {op: 'select'; target: Target | null; values: Choice[]}
	/** A radio, day, tile or option of those in view. */
	| {op: 'pick'; target: Target}
	| {op: 'pick_date'; target: Target | null; day: DayValue}
	/** By the list of orders that offers this, else by the head of the column; `table` null: the only one that has it. */
	| {op: 'sort'; column: string; direction: Direction; table: Target | null}
	/** `Control+a`, as Playwright names keys; `target` null: what has the focus. */
	| {op: 'press'; key: string; times: number; target: Target | null}
	| {
			op: 'scroll';
			to: {target: Target} | {until: Target} | {direction: 'down' | 'up' | 'end' | 'start'; inside: Target | null};
	  }
	| {op: 'drag'; target: Target; to: {target: Target; place: 'onto' | 'above' | 'below'} | {value: number}}
	/** `bytes` null: a small one. `more`: further files that are handed over with it. */
	| {op: 'upload'; target: Target | null; file: string; bytes: number | null; more?: string[]}
	| {op: 'capture'; target: Target; what: 'text' | 'value' | 'link'; name: string; isForOtherTests: boolean}
	/** null: those of the project. `mayFail`: it is tried, and what comes of it is said by the steps behind it. */
	| {op: 'login'; username: Value | null; password: Value | null; mayFail?: true}
	/** Armed before the part before it is carried out. */
	| {op: 'dialog'; answer: 'accept' | 'dismiss'; text: Value | null}
	| {op: 'tab'; to: 'new' | 'first' | 'close'}
	/** What holds, or `quiet`: no more than `seconds` (null: the step's time). */
	| {op: 'wait'; until: AssertionPart | 'quiet'; seconds: number | null}
	| {op: 'consent'; answer: 'accept' | 'reject' | 'close'}
	| {op: 'storage'; clear: 'cookies' | 'storage' | 'both'}
	| {op: 'viewport'; width: number; height: number; isTouch: boolean};

/** How an actual text or number is compared. Numbers lose currency and thousands signs. */
export type Comparison =
	| 'equals'
	| 'contains'
	| 'matches'
	| 'starts_with'
	| 'ends_with'
	| 'greater'
	| 'at_least'
	| 'less'
	| 'at_most'
	| 'differs';

export const elementStates = [
	'checked',
	'unchecked',
	'disabled',
	'enabled',
	'selected',
	'required',
	'focused',
	'read_only',
	'expanded',
	'collapsed',
	'empty',
	'invalid',
	'masked',
] as const;
export type ElementState = (typeof elementStates)[number];

/**
 * `isNegated`: must not hold, for 300 ms. `told`: the words of the claim, for a page that calls nothing as the claim does, and
 * says all the same what it claims.
 */
export type AssertionPart = {isNegated: boolean; told?: string} & (
	| {op: 'visible'; target: Target}
	/** `within` null: the page; then `isOfAccount`: who has signed in, which no record of a table or list says. */
	| {
			op: 'text';
			text: Value;
			comparison: Comparison;
			within: Target | null;
			isOfAccount?: true;
			/** Told in the words of the step: a whole sentence of the page, articles and forms of `be` and `have` aside. */
			isReported?: true;
			/** A record, or a sentence, that has every word of the claim. */
			isTold?: true;
	  }
	| {op: 'value'; target: Target; comparison: Comparison; value: Value}
	/** The text that stands beside a label: `the total is 46.50 €`. */
	| {op: 'labelled_text'; target: Target; comparison: Comparison; value: Value}
	/** `column` empty: any cell or text of the row that is this and nothing else. */
	| {op: 'cell'; column: string; scope: Scope; table: Target | null; comparison: Comparison; value: Value}
	/** `state`: of those that are in it. */
	| {op: 'count'; target: Target; comparison: Comparison; number: number; state?: ElementState}
	/**
	 * Of every member of a list, and there is one: that it says `value` (in `column`, where that is not empty), or that it
	 * is in `state`. Both of rows: the box in each is in the state, or where they have none they say the value.
	 */
	| {
			op: 'each';
			target: Target;
			column: string;
			value: Value | null;
			state: ElementState | null;
			/** `Only A and B`: every member says one of these or `value`, and each of them is said. */
			others?: Value[];
			/** There are as many members, and no others. */
			number?: number;
	  }
	| {op: 'state'; target: Target; state: ElementState}
	| {op: 'url' | 'title'; comparison: Comparison; value: Value}
	/** Path, title or main heading carries the words. */
	| {op: 'page'; name: string}
	| {op: 'order'; first: Target; second: Target}
	| {op: 'sorted'; column: string; direction: Direction; table: Target | null}
	| {op: 'position'; target: Target; relation: 'above' | 'below' | 'left_of' | 'right_of' | 'inside'; of: Target}
	| {
			op: 'attribute';
			target: Target;
			attribute: 'href' | 'alt' | 'placeholder' | 'title';
			comparison: Comparison;
			value: Value;
	  }
	/** `file` null: the last one; `text` null: that it came is enough. */
	| {op: 'downloaded'; file: string | null; text: Value | null}
	| {op: 'new_tab'; heading: string | null}
	| {op: 'no_console_errors' | 'no_failed_requests'}
	| {op: 'request'; method: string; path: string; status: number}
);

export type Part = ActionPart | AssertionPart;
export type Operation = Part['op'];

/** One way to understand a step, in full: no word of it is left over. */
export type Reading = {
	type: PlanFileStep['type'];
	/** `a, b, c` of a compound step; mostly one. */
	parts: Part[];
	/** One line for people: `fill the field "City" with "Lyon"`. */
	line: string;
	/** Words dropped or added that a reader should know, e.g. that `wait 3 seconds` does not sleep. */
	note: string | null;
};

/** What came of reading one step. All readings are tried on the page, and exactly one element must come out. */
export type ReadStep =
	| {readings: [Reading, ...Reading[]]}
	| {
			refusal: {
				reason: 'not_read' | 'needs_value';
				/** `fill the field "username", but there is no value`; null: nothing. */
				understood: string | null;
				/** At most three sentences that can be read, made of the step's own words. */
				nearestForms: string[];
				/** What is looked for on the page before a claim is refused. */
				told?: Part[];
			};
	  };
