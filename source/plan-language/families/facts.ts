import type {Draft} from '../draft.ts';
import {simpleTarget} from '../names.ts';
import {byForms, type Match, matches, pattern, startsWith} from '../pattern.ts';
import type {Predicate} from '../predicates.ts';
import type {AssertionPart, ElementState, Target} from '../reading.ts';
import {targetOf, targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {isVague, writtenValue} from '../values.ts';
import {articles, countOf, ordinalOf, vagueModifiers} from '../words.ts';
import {claim, comparisons, isPage, placeOf, withScopes} from './claim.ts';
import {operandOf} from './values.ts';
import {isPerson} from './visible.ts';

const states: Array<[string[], ElementState, boolean]> = (
	[
		['checked', 'checked', false],
		['ticked', 'checked', false],
		['turned on', 'checked', false],
		['switched on', 'checked', false],
		['on', 'checked', false],
		['unchecked', 'unchecked', false],
		['unticked', 'unchecked', false],
		['turned off', 'unchecked', false],
		['switched off', 'unchecked', false],
		['off', 'unchecked', false],
		['disabled', 'disabled', false],
		['greyed out', 'disabled', false],
		['grayed out', 'disabled', false],
		['inactive', 'disabled', false],
		['enabled', 'enabled', false],
		['clickable', 'enabled', false],
		['editable', 'read_only', true],
		['selected', 'selected', false],
		['active', 'selected', false],
		['chosen', 'selected', false],
		['required', 'required', false],
		['mandatory', 'required', false],
		['optional', 'required', true],
		['focused', 'focused', false],
		['in focus', 'focused', false],
		['read-only', 'read_only', false],
		['read only', 'read_only', false],
		['readonly', 'read_only', false],
		['expanded', 'expanded', false],
		['collapsed', 'collapsed', false],
		['empty', 'empty', false],
		['blank', 'empty', false],
		['cleared', 'empty', false],
	] as const
).map(([words, state, isOpposite]) => [words.split(' '), state, isOpposite]);

/** "… is checked / disabled / selected / required / focused …" (frontend.md 3.2, state). */
export function state({subject, isNegated, verb, rest}: Predicate): Draft[] {
	if (verb === 'have' && rest.length <= 2 && rest.at(-1)?.lower === 'focus')
		return targetsOf(subject).map(target => claim(isNegated, {op: 'state', target, state: 'focused'}));
	if (verb !== 'be' || subject.length === 0 || isPage(subject) || isPerson(subject)) return [];
	const byDefault = rest.at(-1)?.lower === 'default' && rest.at(-2)?.lower === 'by' ? rest.slice(0, -2) : rest;
	const found = states.find(([words]) => byDefault.length >= words.length && startsWith(byDefault, 0, words));
	if (!found) return [];
	const places = placeOf(byDefault.slice(found[0].length));
	if (!places || (found[0][0] === 'on' && byDefault.length > 1)) return [];
	return targetsOf(subject)
		.filter(({phrase, role, scopes}) => phrase !== '' || role !== null || scopes.length > 0)
		.flatMap(target =>
			places.map(scopes =>
				claim(found[2] ? !isNegated : isNegated, {op: 'state', target: withScopes(target, scopes), state: found[1]}),
			),
		);
}

/** `3 rows in the table`, `at least 2 items`, `only one task`: a number and what is counted. */
function counted(tokens: readonly Token[], isNegated: boolean, container: Target | null): Draft[] {
	let rest = tokens.filter(({lower}, at) => !(at === 0 && /^(?:only|exactly|just)$/.test(lower)));
	if (rest[0]?.lower === 'a' && rest[1]?.lower === 'total' && rest[2]?.lower === 'of') rest = rest.slice(3);
	const prefix = comparisons.find(([words]) => startsWith(rest, 0, words));
	if (prefix) rest = rest.slice(prefix[0].length);
	const number = countOf(rest[0]);
	if (number === null || rest.length < 2) return [];
	const things = rest
		.slice(1)
		.filter(({lower}, at) => !(at === 0 && /^(?:more|other|different|visible|of)$/.test(lower)));
	if (things.some(({kind}) => kind === 'quoted') && things.length === 1) return [];
	return targetsOf(things)
		.filter(
			({ordinal, isQuoted, phrase}) =>
				ordinal === null &&
				(!isQuoted || phrase !== '') &&
				!/^(?:left|seconds?|minutes?|times?|days?|characters?|stars?)\b|\b(?:left|remaining)$/i.test(phrase),
		)
		.map(target =>
			claim(isNegated, {
				op: 'count',
				target: container
					? withScopes(target, [
							{kind: 'area', role: container.role, name: container.phrase || null},
							...container.scopes,
						])
					: target,
				comparison: prefix?.[1] ?? 'equals',
				number,
			}),
		);
}

/** "there are 3 rows in the table, the list has 2 items, only one task is displayed" (frontend.md 3.2, count). */
export function count({subject, isNegated, verb, rest}: Predicate): Draft[] {
	if (verb === 'be' && subject.length === 1 && subject[0]!.lower === 'there') return counted(rest, isNegated, null);
	if (verb === 'see' && (subject.length === 0 || isPerson(subject))) return counted(rest, isNegated, null);
	if (
		(verb === 'be' && /^(?:displayed|shown|visible|listed|present|left|found)$/.test(rest[0]?.lower ?? '')) ||
		verb === 'appear'
	) {
		const places = placeOf(verb === 'appear' ? rest : rest.slice(1));
		if (!places || /^(?:no|a|an)$/.test(subject[0]?.lower ?? '')) return [];
		return counted(subject, isNegated, null).flatMap(draft => places.map(scopes => scoped(draft, scopes)));
	}
	const numberOf = matches(numberForm, subject)[0];
	if (numberOf && (verb === 'be' || verb === 'equal')) {
		const operand = operandOf(verb, rest);
		const number = operand?.value ? Number(operand.value.text) : Number.NaN;
		if (operand && Number.isInteger(number))
			return targetsOf(numberOf['thing']!).map(target =>
				claim(isNegated, {op: 'count', target, comparison: operand.comparison, number}),
			);
	}
	if (verb !== 'have' && verb !== 'show' && verb !== 'contain') return [];
	if (isPage(subject)) return counted(rest, isNegated, null);
	const containers = targetsOf(subject).filter(({role, phrase}) => role !== null || phrase !== '');
	return containers.flatMap(container => counted(rest, isNegated, container));
}
const numberForm = pattern('[the] (number|count|amount|total number) of {thing}');

function scoped(draft: Draft, scopes: Target['scopes']): Draft {
	if (!('parts' in draft) || scopes.length === 0) return draft;
	return {
		...draft,
		parts: draft.parts.map(part => (part.op === 'count' ? {...part, target: withScopes(part.target, scopes)} : part)),
	};
}

/** "the URL is / contains / ends with …, the title contains …" (frontend.md 3.2, url, title). */
export function address({subject, isNegated, verb, rest}: Predicate): Draft[] {
	const name = subject
		.filter(({lower}) => !articles.has(lower))
		.map(({lower}) => lower)
		.join(' ');
	const op = /^(?:current |page |browser |browser's )*(?:url|address|location|path)(?: of the page)?$/.test(name)
		? 'url'
		: /^(?:page|browser|tab|browser tab|document|window|page's)? ?title(?: of the page)?$/.test(name)
			? 'title'
			: null;
	if (op === null) return [];
	if (verb === 'have') {
		const [first, ...others] = rest.filter(({lower}) => !articles.has(lower));
		return first && others.length === 0
			? [claim(isNegated, {op, comparison: 'equals', value: writtenValue([first])!})]
			: [];
	}
	const operand = operandOf(verb, rest);
	if (!operand) return [];
	const tokens = rest.length > 0 ? rest : [];
	const value = operand.value ?? (tokens.length > 0 && !saysNothing(tail(tokens)) ? writtenValue(tail(tokens)) : null);
	if (!value || value.text.includes(' and ')) return [];
	return [claim(isNegated, {op, comparison: operand.comparison, value})];
}

/** `the correct products`: how it ought to be, not what it is. */
const saysNothing = (tokens: readonly Token[]): boolean =>
	tokens.length === 0 || tokens.length > 3 || articles.has(tokens[0]!.lower) || vagueModifiers.has(tokens[0]!.lower);

/** The operand without the words of its comparison. */
function tail(tokens: readonly Token[]): Token[] {
	const start = tokens.findIndex(({lower}) => !/^(?:with|in|to|equal|set|the|now)$/.test(lower));
	return tokens.slice(Math.max(0, start));
}

const arrivals = [
	'redirected to',
	'redirected back to',
	'taken to',
	'taken back to',
	'navigated to',
	'navigated back to',
	'sent to',
	'sent back to',
	'brought to',
	'forwarded to',
	'on',
	'at',
	'back on',
	'back at',
	'landed on',
	'directed to',
	'returned to',
	'logged in and redirected to',
]
	.map(words => words.split(' '))
	.sort((one, other) => other.length - one.length);

/** "I am on / redirected to the Dashboard page" (frontend.md 3.2, page). @param tokens the whole claim, no contractions */
export function page({subject, isNegated, verb, rest}: Predicate): Draft[] {
	if (verb !== 'be') return [];
	const person = subject.length === 0 || isPerson(subject) || isPage(subject);
	const arrival = arrivals.find(words => startsWith(rest, 0, words));
	if (person && arrival)
		return onPage(rest.slice(arrival.length), isNegated, subject.length > 0 || arrival[0] !== 'at');
	// `the home page is visible`, `the Orders page is displayed`
	if (
		/^(?:displayed|shown|visible|open|opened|loaded|present)$/.test(rest[0]?.lower ?? '') &&
		rest.slice(1).every(({lower}) => lower === 'successfully') &&
		subject.at(-1)?.lower === 'page'
	)
		return onPage(subject, isNegated, true);
	return [];
}

function onPage(tokens: readonly Token[], isNegated: boolean, isSure: boolean): Draft[] {
	const rest = (articles.has(tokens[0]?.lower ?? '') ? tokens.slice(1) : [...tokens]).filter(
		({lower}, at, all) => !(at === all.length - 1 && lower === 'successfully'),
	);
	if (rest.length === 0 || !isSure) return [];
	const isUrl = rest.length === 1 && /^(?:\/\S*|https?:\/\/\S+)$/.test(rest[0]!.text);
	if (isUrl)
		return [
			claim(isNegated, {
				op: 'url',
				comparison: rest[0]!.text.startsWith('/') ? 'ends_with' : 'equals',
				value: {text: rest[0]!.text, isQuoted: rest[0]!.kind === 'quoted'},
			}),
		];
	const target = simpleTarget(rest);
	if (!target || ordinalOf(rest[0]) !== null) return [];
	const name = target.phrase || (textOf(rest).toLowerCase() === 'homepage' ? 'home' : '');
	if (
		name === '' ||
		(isVague(rest.slice(0, -1)) &&
			rest.length > 1 &&
			!/^(?:product|products|login|account|contact|form)$/.test(rest[0]!.lower))
	)
		return [];
	return target.role === null || target.role === 'page' || target.role === 'section' || target.role === 'form'
		? [claim(isNegated, {op: 'page', name: target.role === 'section' || target.role === 'form' ? textOf(rest) : name})]
		: [];
}

type Form = readonly [ReturnType<typeof pattern>, (match: Match, isNegated: boolean) => AssertionBody[]];
type AssertionBody = Parameters<typeof claim>[1];
const pair = (
	first: readonly Token[],
	second: readonly Token[],
	give: (first: Target, second: Target) => AssertionBody,
): AssertionBody[] => {
	const [one, other] = [targetOf(first), targetOf(second)];
	return one && other ? [give(one, other)] : [];
};
const be = '(is|are|be|appears|is shown|is displayed|should be)';
const whole: Form[] = [
	[
		'{first} (comes|come|is|appears|is listed|is shown|stands|should come|should be|should appear|are|is displayed) (before|in front of|ahead of) {second}',
		({first, second}: Match) => pair(first!, second!, (one, other) => ({op: 'order', first: one, second: other})),
	],
	[
		'{second} (comes|come|is|appears|is listed|is shown|stands|should come|should be|should appear|are|is displayed) after {first}',
		({first, second}: Match) => pair(first!, second!, (one, other) => ({op: 'order', first: one, second: other})),
	],
	[`{thing} ${be} [directly|right] above {of}`, position('above')],
	[`{thing} ${be} [directly|right] (below|under|beneath|underneath) {of}`, position('below')],
	[`{thing} ${be} (left of|to the left of|on the left of) {of}`, position('left_of')],
	[`{thing} ${be} (right of|to the right of|on the right of) {of}`, position('right_of')],
	[`{thing} ${be} inside [of] {of}`, position('inside')],
	[
		'{thing} (is|are|should be|be) (sorted|ordered) (by|on) {column}',
		({thing, column}: Match) => sorted(thing!, column!),
	],
	[
		'{thing} (is|are|should be|be) (sorted|ordered) in ascending order (by|of) {column}',
		({thing, column}: Match) => sorted(thing!, column!),
	],
	[
		'{thing} (is|are|should be|be) (sorted|ordered) in descending order (by|of) {column}',
		({thing, column}: Match) => sorted(thing!, column!, 'descending'),
	],
	[
		'{thing} (links|link|points|point|leads|lead|should link|should point|should lead) to {value}',
		({thing, value}: Match) => attribute('href', 'equals', thing!, value!),
	],
	[
		'{thing} (has|have|should have) [the|a|an] (href|link|url|target) {value}',
		({thing, value}: Match) => attribute('href', 'equals', thing!, value!),
	],
	[
		'{thing} (has|have|should have) [the|a|an] (alt text|alt|alternative text) {value}',
		({thing, value}: Match) => attribute('alt', 'equals', thing!, value!),
	],
	[
		'{thing} (has|have|should have) [the|a|an] (placeholder|placeholder text) {value}',
		({thing, value}: Match) => attribute('placeholder', 'equals', thing!, value!),
	],
	[
		'{thing} (has|have|should have|shows) [the|a|an] (tooltip|title attribute) {value}',
		({thing, value}: Match) => attribute('title', 'equals', thing!, value!),
	],
	[
		'[the] placeholder [text] of {thing} (is|equals|should be) {value}',
		({thing, value}: Match) => attribute('placeholder', 'equals', thing!, value!),
	],
	[
		'[the] (alt text|alt) of {thing} (is|equals|should be) {value}',
		({thing, value}: Match) => attribute('alt', 'equals', thing!, value!),
	],
	['[the] [downloaded] file {file} (is|was|has been|should be) downloaded', ({file}: Match) => downloaded(file!, null)],
	['{file} (is|was|has been|should be|gets) downloaded [successfully]', ({file}: Match) => downloaded(file!, null)],
	[
		'[the] (downloaded file|download) (contains|has|should contain|includes) {text}',
		({text}: Match) =>
			writtenValue(text!) ? [{op: 'downloaded' as const, file: null, text: writtenValue(text!)}] : [],
	],
	[
		'[a|the] (new|second) (tab|window|browser tab) (opens|is opened|opened|is open|should open|should be opened|appears)',
		() => [{op: 'new_tab' as const, heading: null}],
	],
	[
		'[a|the] (new|second) (tab|window|browser tab) (opens|is opened|opened|is open|should open|should be opened) with [the] (heading|title) {heading}',
		({heading}: Match) => {
			const target = simpleTarget(heading!);
			return target ? [{op: 'new_tab' as const, heading: target.phrase}] : [];
		},
	],
	[
		'[there are|there were|there should be] no [javascript|js] [console errors|errors in the console|errors in the browser console|error in the console|browser console errors|errors on the console]',
		() => [{op: 'no_console_errors' as const}],
	],
	['[the] [browser] console (has|shows|contains|should have) no errors', () => [{op: 'no_console_errors' as const}]],
	['[the] [browser] console is (free of errors|clean|empty)', () => [{op: 'no_console_errors' as const}]],
	[
		'no [network] (request|requests|call|calls) (failed|fail|fails|have failed|has failed|should fail)',
		() => [{op: 'no_failed_requests' as const}],
	],
	[
		'[there are|there were|there should be] no failed [network] (requests|calls)',
		() => [{op: 'no_failed_requests' as const}],
	],
	[
		'[the] [request|call] {call} (answered|answers|returned|returns|responded|responds|should return|should answer) [with] [the|a] [http] [status|status code|code] {status}',
		({call, status}: Match) => request(call!, status!),
	],
].map(([text, give]) => [pattern(text as string), give as Form[1]] as const);

function position(relation: Extract<AssertionPart, {op: 'position'}>['relation']) {
	return ({thing, of}: Match): AssertionBody[] =>
		pair(thing!, of!, (target, other) => ({op: 'position', target, relation, of: other}));
}

function sorted(
	thing: readonly Token[],
	columnTokens: readonly Token[],
	byForm: 'ascending' | 'descending' = 'ascending',
): AssertionBody[] {
	let tokens = columnTokens.filter(({lower}) => !articles.has(lower) && lower !== 'column');
	let direction = byForm;
	const endings: Array<[RegExp, number, 'ascending' | 'descending']> = [
		[/^(?:in )?desc(?:ending)?(?: order)?$/, 0, 'descending'],
		[/^(?:in )?asc(?:ending)?(?: order)?$/, 0, 'ascending'],
	];
	for (let length = 3; length >= 1; length--) {
		const end = tokens
			.slice(-length)
			.map(({lower}) => lower)
			.join(' ');
		const ending = endings.find(([form]) => form.test(end));
		if (ending && tokens.length > length) {
			tokens = tokens.slice(0, -length);
			direction = ending[2];
			break;
		}
	}
	const column = simpleTarget(tokens);
	const table = simpleTarget(thing);
	if (!column || column.role !== null || column.phrase === '' || !table) return [];
	const isPlain = table.phrase === '' || /^(?:rows|items|results|list|table|entries)$/.test(table.phrase);
	return [
		{
			op: 'sorted',
			column: column.phrase,
			direction,
			table: isPlain && table.role !== 'table' ? null : table.role === 'row' && table.phrase === '' ? null : table,
		},
	];
}

function attribute(
	name: 'href' | 'alt' | 'placeholder' | 'title',
	comparison: 'equals',
	thing: readonly Token[],
	valueTokens: readonly Token[],
): AssertionBody[] {
	const value = writtenValue(valueTokens);
	if (!value || isVague(valueTokens)) return [];
	if (name === 'href' && !/^(?:\/|#|https?:|mailto:|tel:|VAR_)|\//.test(value.text)) return [];
	return targetsOf(thing)
		.slice(0, 1)
		.map(target => ({op: 'attribute', target, attribute: name, comparison, value}));
}

function downloaded(fileTokens: readonly Token[], text: null): AssertionBody[] {
	const words = fileTokens.filter(({lower}) => !/^(?:the|a|an)$/.test(lower));
	const [only] = words;
	if (words.length !== 1 || !only) return [];
	if (/^file$/.test(only.lower)) return [{op: 'downloaded', file: null, text}];
	return only.kind === 'quoted' || only.kind === 'variable' || /\.[a-z0-9]{2,5}$/i.test(only.text)
		? [{op: 'downloaded', file: only.text, text}]
		: [];
}

function request(call: readonly Token[], status: readonly Token[]): AssertionBody[] {
	const words = call.filter(({lower}) => lower !== 'to');
	const [method, path] = words;
	const code = Number(status.at(-1)?.text);
	const isMethod = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i.test(method?.text ?? '');
	if (
		words.length !== 2 ||
		!isMethod ||
		!/^(?:\/|https?:)/.test(path!.text) ||
		status.length !== 1 ||
		!(code >= 100 && code <= 599)
	)
		return [];
	return [{op: 'request', method: method!.text.toUpperCase(), path: path!.text, status: code}];
}

/** Claims whose form is more than subject and verb (frontend.md 3.2, order to network). */
export function facts(tokens: readonly Token[]): Draft[] {
	const isNegated = tokens.some(({lower}, at) => lower === 'not' && at > 0);
	const plain = isNegated ? withoutNot(tokens) : [...tokens];
	return byForms(
		whole.map(
			([form, give]) => [form, (match: Match) => give(match, isNegated).map(body => claim(isNegated, body))] as const,
		),
		plain,
	);
}

/** `is not above`, `does not link to` → `is above`, `link to`. */
function withoutNot(tokens: readonly Token[]): Token[] {
	const at = tokens.findIndex(({lower}, index) => lower === 'not' && index > 0);
	const isDo = /^(?:do|does|did)$/.test(tokens[at - 1]!.lower);
	return tokens.filter((_, index) => index !== at && !(isDo && index === at - 1));
}
