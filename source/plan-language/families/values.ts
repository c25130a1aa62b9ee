import type {Draft} from '../draft.ts';
import {isPhrase, roleAtEnd, simpleTarget} from '../names.ts';
import {startsWith, matches, pattern} from '../pattern.ts';
import {type Predicate, predicatesOf, withoutContractions} from '../predicates.ts';
import type {Comparison, Scope, Target, Value} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {ownerOf, rowScope} from '../scopes.ts';
import {type Token, textOf, word} from '../tokens.ts';
import {isCapital, isDataLike, isVague, writtenValue} from '../values.ts';
import {articles, fieldRoles, recordNouns} from '../words.ts';
import {claim, comparisons, isPage, isPerson, isVagueThing} from './claim.ts';

type Operand = {comparison: Comparison; value: Value | null; isVague: boolean};

/** What follows the verb: a comparison and what is compared with. Null: no operand. */
export function operandOf(verb: string, rest: readonly Token[]): Operand | null {
	let tokens = [...rest];
	let comparison: Comparison | null =
		verb === 'contain'
			? 'contains'
			: verb === 'match'
				? 'matches'
				: verb === 'equal' || verb === 'be' || verb === 'have' || verb === 'show' || verb === 'hold'
					? 'equals'
					: null;
	if (verb === 'start' || verb === 'end') {
		if (!/^(?:with|in)$/.test(tokens[0]?.lower ?? '')) return null;
		comparison = verb === 'start' ? 'starts_with' : 'ends_with';
		tokens = tokens.slice(1);
	}
	if (verb === 'change') {
		if (tokens[0]?.lower !== 'to') return null;
		comparison = 'equals';
		tokens = tokens.slice(1);
	}
	if (comparison === null) return null;
	const prefix = comparisons.find(([words]) => startsWith(tokens, 0, words));
	if (prefix) {
		comparison = prefix[1];
		tokens = tokens.slice(prefix[0].length);
	} else if (verb === 'equal' && tokens[0]?.lower === 'to') tokens = tokens.slice(1);
	else if (verb === 'be' && tokens[0]?.lower === 'at' && tokens[1] && isDataLike(tokens[1])) tokens = tokens.slice(1);
	else if (
		verb === 'be' &&
		/^(?:set|preset|prefilled|pre-filled|prepopulated|pre-populated|preselected|filled|changed|updated)$/.test(
			tokens[0]?.lower ?? '',
		) &&
		/^(?:to|with|as)$/.test(tokens[1]?.lower ?? '')
	)
		tokens = tokens.slice(2);
	const named = namedValue(tokens);
	if (verb === 'have' && named === null) return null;
	tokens = named ?? tokens;
	if (tokens.length === 0) return null;
	return {comparison, value: isSureValue(tokens) ? writtenValue(tokens) : null, isVague: isVague(tokens)};
}

/** `the value "x"`, `a total of 3` → the operand alone. */
function namedValue(tokens: readonly Token[]): Token[] | null {
	const start = articles.has(tokens[0]?.lower ?? '') ? 1 : 0;
	const noun = tokens[start]?.lower ?? '';
	if (!/^(?:value|text|number|word|pattern|regex|regexp|string|expression)$/.test(noun) || tokens.length < start + 2)
		return null;
	const rest = tokens.slice(start + 1);
	return rest[0]!.lower === 'of' && rest.length > 1 ? rest.slice(1) : rest;
}

/** Data, or a name with a capital: `Shipped`, `46.50 €`, `3 items left`; not `successful`. */
function isSureValue(tokens: readonly Token[]): boolean {
	if (tokens.length === 1 && (tokens[0]!.kind === 'quoted' || tokens[0]!.kind === 'variable')) return true;
	if (
		tokens.length > 12 ||
		tokens.some(({kind, text}) => kind === 'quoted' || (kind === 'mark' && !/^[-–—&+:,]$/.test(text)))
	)
		return false;
	// `3 items, not 4`: what it is not is no part of what it is.
	if (tokens.some(({text}, at) => text === ',' && tokens[at + 1]?.text === 'not')) return false;
	// `87 % and the badge is visible`: a second claim, and no part of the value.
	const hasBe = tokens.some(({text}) => /^(?:is|are|was|were|should|must|has|have)$/.test(text));
	if (hasBe && tokens.some(({text}) => text === 'and' || text === 'but')) return false;
	return isDataLike(tokens[0]!) || (isCapital(tokens[0]) && isPhrase(tokens.slice(0, 10)));
}

/** "the City field is "Lyon", the total is 46.50 €, the status of A-1002 is Shipped". */
export function values({subject, isNegated, verb, rest}: Predicate): Draft[] {
	if (subject.length === 0 || isPage(subject) || isPerson(subject)) return [];
	const operand = operandOf(verb, rest);
	// `The role is Editor`: of a record nothing is said, so that the field of that name is meant.
	const isKind = operand?.value && verb === 'be' && rest[0]!.lower !== 'at' && isRecordWord(subject);
	if (isKind) {
		const target: Target = {
			phrase: textOf(subject.slice(-1)),
			isQuoted: false,
			role: 'field',
			scopes: [],
			ordinal: null,
		};
		return [claim(isNegated, {op: 'value', target, comparison: operand.comparison, value: operand.value!})];
	}
	if (!operand || isVagueThing(subject)) return [];
	const {comparison, value} = operand;
	// `The email field shows the error "…"`: what is said of a field is no value of it.
	if (
		verb !== 'be' &&
		rest.some(
			({kind, lower}, at) => kind === 'word' && at < 4 && /^(?:error|errors|message|warning|hint|alert)$/.test(lower),
		)
	)
		return [];
	if (comparison === 'contains' && value && !value.isQuoted && verb === 'contain' && /^\d+ /.test(value.text))
		return [];
	// `Grace Hopper's order is open`: how the record is, and no cell called so.
	const ownState = value === null && comparison === 'equals' && verb === 'be' && isAdjective(rest);
	const subjects = subjectsOf(subject).filter(
		({cell}) => !(ownState && cell && recordNouns.has(cell.column.toLowerCase())),
	);
	return subjects.flatMap((one): Draft[] => {
		const isOfRecord =
			one.cell !== null ||
			// `The status is shipped`: what is told of a status is its value.
			stateNouns.test(one.target?.phrase ?? '') ||
			(one.target?.scopes.some(({kind}) => kind === 'row') === true && !recordNouns.has(one.target.phrase));
		if (value === null && isOfRecord && comparison === 'equals' && verb === 'be' && isStateOf(one, rest))
			return claimsOf(one, isNegated, comparison, {text: textOf(rest), isQuoted: false});
		if (value === null) {
			const {target} = one;
			return target && !target.phrase.includes(' is ')
				? [
						{
							lacks: {
								op: 'labelled_text',
								target,
								complete: given => ({isNegated, op: 'labelled_text', target, comparison, value: given}),
							},
						},
					]
				: [];
		}
		return claimsOf(one, isNegated, comparison === 'equals' && verb === 'show' ? 'equals' : comparison, value);
	});
}

/** What is no thing that opens, closes or is seen, but a word for how one is. */
const stateNouns = /^(?:status|state|stage|phase)$/i;

/** One adjective; of a status also those that say of other things whether they are in view. */
const isStateOf = ({target, cell}: Subject, rest: readonly Token[]): boolean =>
	isAdjective(rest) ||
	(stateNouns.test(cell?.column ?? target?.phrase ?? '') &&
		rest.length === 1 &&
		/^(?:open|opened|closed|new|paid|sent|draft|done|saved|changed|updated|created|removed|deleted|hidden|gone|missing|available|locked)$/.test(
			rest[0]!.text,
		));

/** `the role`, and nothing else. */
const isRecordWord = (subject: readonly Token[]): boolean => {
	const words = subject.filter(({lower}) => !articles.has(lower));
	return words.length === 1 && subject.length === 2 && recordNouns.has(words[0]!.text) && roleAtEnd(words) === null;
};

/**
 * `Ben Okafor is pending`: how a record is, in one word that no other form knows; something in its row is just that word.
 * Asked when a claim is in no other form.
 */
export function status(tokens: readonly Token[]): Draft[] {
	const [predicate] = predicatesOf(withoutContractions(tokens));
	return predicate ? statusOf(predicate) : [];
}

export function statusOf(predicate: Predicate): Draft[] {
	const isTimed = predicate.rest.length > 1 && /^(?:now|again|already)$/.test(predicate.rest.at(-1)!.lower);
	const rest = isTimed ? predicate.rest.slice(0, -1) : predicate.rest;
	if (predicate.verb !== 'be' || !isAdjective(rest) || !isProper(predicate.subject)) return [];
	const scope = namedRow(ownerOf(predicate.subject) ?? predicate.subject, false);
	const value = {text: textOf(rest), isQuoted: false};
	return scope === null
		? []
		: [claim(predicate.isNegated, {op: 'cell', column: '', scope, table: null, comparison: 'equals', value})];
}

const isAdjective = (rest: readonly Token[]): boolean =>
	(rest.length === 1 || (rest.length === 2 && /^(?:out|up|off|over|in|away)$/.test(rest[1]!.text))) &&
	/^\p{L}[\p{Ll}-]{3,}$/u.test(rest[0]!.text) &&
	!isVague(rest) &&
	!notOfRows.test(rest[0]!.text);
/** `Ben Okafor`, `order A-1002`: a name, and no description of a thing. */
const isProper = (subject: readonly Token[]): boolean => {
	const rest = subject.filter(
		({lower}, at) => !(articles.has(lower) || (at < 2 && recordNouns.has(lower) && subject.length > at + 1)),
	);
	return (
		rest.length > 0 &&
		rest.length <= 6 &&
		(isDataLike(rest[0]!) || isCapital(rest[0])) &&
		// `Response time` is no record.
		(rest.some(token => isDataLike(token)) || rest.every(token => isCapital(token))) &&
		rest.every(({kind, text}) => kind !== 'mark' && !/^(?:of|in|on|for|and|or|with|to|from)$/.test(text)) &&
		roleAtEnd(rest) === null &&
		!isPerson(subject) &&
		!isPage(subject)
	);
};
const notOfRows =
	/^(?:displayed|visible|shown|present|hidden|listed|seen|found|invisible|gone|missing|correct|right|wrong|okay|fine|working|possible|available|successful|unsuccessful|different|same|there|here|changed|updated|unchanged|saved|created|added|removed|deleted|opened|loaded|redirected|sorted|filtered|highlighted|responsive|accessible|higher|lower|greater|equal|quick|fast|slow|easy|smooth|stable|secure|reliable|intuitive|readable|consistent|clear|simple)$/;

type Subject = {target: Target | null; cell: {column: string; scope: Scope; table: Target | null} | null};

const cellForms = [
	pattern('[the] {column} (of|for|in) {row}'),
	pattern('[the] {column} column (of|for|in) {row}'),
	pattern('[the] value of [the] {column} column (of|for|in) {row}'),
];

/** A field, the text beside a label, or the cell of a row and a column. */
function subjectsOf(tokens: readonly Token[]): Subject[] {
	const rest = withoutPage(withoutTextOf(tokens));
	const cells = cellForms
		.flatMap(form => matches(form, rest))
		.flatMap(match => cellOf(match['column']!, match['row']!));
	const unique = cells
		.filter((cell, index) => cells.findIndex(other => JSON.stringify(other) === JSON.stringify(cell)) === index)
		.slice(0, 2);
	const targets = [...targetsOf(rest), ...targetsOf(withoutNow(rest)), ...targetsOf(withoutShower(rest))].filter(
		({phrase, role}, at, all) =>
			(phrase !== '' || role !== null) &&
			all.findIndex(other => JSON.stringify(other) === JSON.stringify(all[at])) === at,
	);
	const isCellSure = unique.length > 0 && targets.every(({scopes}) => scopes.some(({kind}) => kind === 'row'));
	if (isCellSure)
		return [
			...unique.map(cell => ({target: null, cell})),
			...targets.filter(({role}) => role !== null && fieldRoles.has(role)).map(target => ({target, cell: null})),
		];
	return [...unique.map(cell => ({target: null, cell})), ...targets.map(target => ({target, cell: null}))];
}

/** `the cart badge`: the number at the cart. */
const withoutShower = (tokens: readonly Token[]): readonly Token[] =>
	tokens.length > 1 && !articles.has(tokens.at(-2)!.lower) && /^(?:badge|counter|indicator)$/.test(tokens.at(-1)!.text)
		? tokens.slice(0, -1)
		: tokens;

/** `the default shipping method`: what the shipping method is now. */
const withoutNow = (tokens: readonly Token[]): readonly Token[] => {
	const start = articles.has(tokens[0]?.lower ?? '') ? 1 : 0;
	return /^(?:default|current|currently|selected|active|chosen|preselected)$/.test(tokens[start]?.text ?? '') &&
		tokens.length > start + 1
		? tokens.slice(start + 1)
		: tokens;
};

function cellOf(column: readonly Token[], rowTokens: readonly Token[]): Array<NonNullable<Subject['cell']>> {
	const name = simpleTarget(column);
	if (!name || name.ordinal !== null || (name.role !== null && name.role !== 'column') || name.phrase === '') return [];
	if (column.some(({lower}) => /^(?:in|of|for|on)$/.test(lower))) return [];
	const rest = articles.has(rowTokens[0]!.lower) && rowTokens.length > 1 ? rowTokens.slice(1) : rowTokens;
	const scope = rowScope(rest) ?? namedRow(rest, articles.has(rowTokens[0]!.lower));
	return scope ? [{column: name.phrase, scope, table: null}] : [];
}

/** `A-1002`, `the Milk jug`, `order "A-1002"`: a name of a record. */
function namedRow(tokens: readonly Token[], _hadArticle: boolean): Scope | null {
	const target = simpleTarget(tokens);
	if (!target || target.phrase === '' || (target.role !== null && target.role !== 'item')) return null;
	const isNoun = tokens.length > 1 && recordNouns.has(tokens[0]!.lower);
	const isName = isNoun || tokens.some(token => isDataLike(token) || isCapital(token));
	return isName && target.ordinal === null ? {kind: 'row', conditions: [{column: null, text: target.phrase}]} : null;
}

/** `the page heading` is a heading, and not the title of the window. */
const withoutPage = (tokens: readonly Token[]): readonly Token[] =>
	tokens.length >= 2 &&
	/^(?:heading|headline)$/.test(tokens.at(-1)!.lower) &&
	/^(?:page|main)$/.test(tokens.at(-2)!.lower)
		? tokens.slice(-1)
		: tokens;

/** `the text of the Save button`, `the value of the City field` → what is spoken of. */
function withoutTextOf(tokens: readonly Token[]): readonly Token[] {
	const start = articles.has(tokens[0]?.lower ?? '') ? 1 : 0;
	// `the Value of DatabaseDown`: with a capital behind its article it is a name.
	return /^(?:text|value|content|contents)$/.test(tokens[start]?.[start === 1 ? 'text' : 'lower'] ?? '') &&
		/^(?:of|in)$/.test(tokens[start + 1]?.lower ?? '') &&
		tokens.length > start + 2
		? tokens.slice(start + 2)
		: tokens;
}

function claimsOf({target, cell}: Subject, isNegated: boolean, comparison: Comparison, value: Value): Draft[] {
	if (cell) return [claim(isNegated, {op: 'cell', ...cell, comparison, value})];
	if (!target) return [];
	// `the second task is Call the bank`: what its row says.
	const isOfRow =
		target.role === 'row' ||
		target.role === 'item' ||
		target.role === 'card' ||
		(target.role === null && recordNouns.has(target.phrase));
	// `"A" is shown in the row of "B"`: a row has no text beside it.
	if (target.role === 'row' && target.ordinal === null && comparison === 'equals')
		return [claim(isNegated, {op: 'text', text: value, comparison: 'contains', within: target})];
	if (target.ordinal !== null && isOfRow && comparison === 'equals') {
		const scope: Scope = {kind: 'row_at', ordinal: target.ordinal};
		const within: Target = {phrase: '', isQuoted: false, role: 'row', scopes: [...target.scopes, scope], ordinal: null};
		return [claim(isNegated, {op: 'text', text: value, comparison: 'contains', within})];
	}
	const field = claim(isNegated, {op: 'value', target, comparison, value});
	const {role} = target;
	if (role !== null && fieldRoles.has(role)) return [field];
	if (role === 'heading' && /^(?:page|browser|tab|document)$/i.test(target.phrase))
		return [claim(isNegated, {op: 'title', comparison, value})];
	if (role === 'heading' && /^(?:dialog|modal|popup|section|form|card|table|panel)$/i.test(target.phrase)) {
		const area = simpleTarget([word(target.phrase.toLowerCase())]);
		const within: Target = {
			...target,
			phrase: '',
			scopes: [...target.scopes, {kind: 'area', role: area?.role ?? 'section', name: null}],
		};
		return [claim(isNegated, {op: 'text', text: value, comparison, within})];
	}
	if (
		role === 'heading' ||
		role === 'message' ||
		role === 'button' ||
		role === 'link' ||
		role === 'dialog' ||
		role === 'text' ||
		role === 'cell' ||
		role === 'tab'
	)
		return [claim(isNegated, {op: 'text', text: value, comparison, within: target})];
	const labelled = claim(isNegated, {
		op: 'labelled_text',
		target: target.role === 'label' ? {...target, role: null} : target,
		comparison,
		value,
	});
	if (role !== null && role !== 'label') return [labelled];
	return [field, labelled];
}

/** `row "A-1002" has Paid in the Status column`, `the table with Country "US" at column Status contains "x"`. */
const rowCell = [
	pattern('{row} (has|shows|contains|displays|have) {value} (in|under|at|for) [the] {column} column'),
	pattern('{row} (has|shows|contains|displays|have) {value} (in|under|at|for) [the] column {column}'),
	pattern('{row} (has|shows) [the] {column} {quoted}'),
	pattern('[the] {table} with {condition} (at|in|under) [the] column {column} (contains|shows|is|has|equals) {value}'),
	pattern(
		'[the] {table} (has|shows|contains|displays) (a|the) [row|entry|line] [for|of|named|called] {row} with {value} (in|under) [the] {column} column',
	),
];

export function rowHas(tokens: readonly Token[], isNegated: boolean): Draft[] {
	const [table] = matches(rowCell[3]!, tokens);
	if (table) {
		const scope = rowScope([word('row'), word('with'), ...table['condition']!]);
		const within = simpleTarget(table['table']!);
		const value = writtenValue(table['value']!);
		return scope && value && isPhrase(table['column']!)
			? [
					claim(isNegated, {
						op: 'cell',
						column: textOf(table['column']!),
						scope,
						table: within && within.phrase !== '' ? within : null,
						comparison: 'contains',
						value,
					}),
				]
			: [];
	}
	for (const form of [rowCell[4]!, ...rowCell.slice(0, 2)]) {
		for (const {row, value, column} of matches(form, tokens)) {
			const rest = articles.has(row![0]!.lower) ? row!.slice(1) : row!;
			const scope = rest.length > 0 ? (rowScope(rest) ?? namedRow(rest, false)) : null;
			const operand = writtenValue(value!);
			// The name of a row ends before the next article, not within the column.
			const isColumn =
				isPhrase(column!) && !column!.slice(1).some(({kind, lower}) => kind === 'word' && lower === 'the');
			if (scope && operand && !isVague(value!) && isColumn)
				return [
					claim(isNegated, {
						op: 'cell',
						column: textOf(column!),
						scope,
						table: null,
						comparison: 'equals',
						value: operand,
					}),
				];
		}
	}
	return [];
}
