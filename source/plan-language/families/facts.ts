import type {Draft} from '../draft.ts';
import {isPhrase, roleAtEnd, simpleTarget} from '../names.ts';
import {byForms, type Match, matches, pattern} from '../pattern.ts';
import type {AssertionPart, Target} from '../reading.ts';
import {targetOf, targetsOf} from '../targets.ts';
import {type Token, textOf, word} from '../tokens.ts';
import {isCapital, isVague, writtenValue} from '../values.ts';
import {articles} from '../words.ts';
import {claim} from './claim.ts';

type Form = readonly [ReturnType<typeof pattern>, (match: Match, isNegated: boolean) => AssertionBody[]];
type AssertionBody = Parameters<typeof claim>[1];
const pair = (
	first: readonly Token[],
	second: readonly Token[],
	give: (first: Target, second: Target) => AssertionBody,
): AssertionBody[] => {
	// `Only 5 lessons are listed below Friday`: how many, and no order.
	if (
		/^(?:only|just|exactly|\d{1,6})$/.test(first[0]!.lower) ||
		/^(?:only|just|exactly|\d{1,6})$/.test(second[0]!.lower)
	)
		return [];
	const [one, other] = [targetOf(first), targetOf(second)];
	return one && other ? [give(one, other)] : [];
};
/** `A comes before B in the history`: both stand there. */
const ordered = (first: Target, second: Target): AssertionBody => {
	const scopes = first.scopes.length > 0 ? first.scopes : second.scopes;
	const within = (target: Target): Target => (target.scopes.length > 0 ? target : {...target, scopes});
	return {op: 'order', first: within(first), second: within(second)};
};

/** `I am signed in as Ada Quill`: the name of an account, and of no record. */
function account(name: readonly Token[]): AssertionBody[] {
	const text = isVague(name) || name.length > 4 || articles.has(name[0]!.lower) ? null : writtenValue(name);
	return text === null ? [] : [{op: 'text', text, comparison: 'contains', within: null, isOfAccount: true}];
}
/** `A message says that no tickets match the search`: a sentence of the page, told in other words; quotes are the page's own. */
function reported({text: told, dialog}: Match): Draft[] {
	const isTold =
		told!.length >= 2 &&
		told!.length <= 16 &&
		told![0]!.lower !== 'that' &&
		told!.every(({kind, lower}) => kind !== 'quoted' && !/^(?:it|they|he|she)$/.test(lower));
	const text = {text: textOf(told!), isQuoted: false};
	const within = dialog ? targetOf(dialog) : null;
	if (dialog && within?.role !== 'dialog') return [];
	return isTold ? [claim(false, {op: 'text', text, comparison: 'contains', within, isReported: true})] : [];
}
const notice =
	'[a|an|the|some] [new|short|small|error|success|warning|validation|confirmation|status|info|green|red] (message|error|warning|notice|notification|toast|banner|alert|hint|note|tooltip|snackbar)';
const page = '(it|the page|the screen|the site|the app|the form|the system)';
const reports = [
	`(${page.slice(1, -1)}) [now|still] (says|tells|confirms|states|warns|explains|informs|reports|announces|points out) [me|us|you|the user] that {text}`,
	'[a|an|the] {dialog} [now|still] (says|tells|confirms|states|warns|explains|informs) [me|us|you|the user] that {text}',
	`(${page.slice(1, -1)}) [now|still] (asks|is asking) [me|us|you|the user] (whether|if) {text}`,
	'[a|an|the] {dialog} [now|still] (asks|is asking|wants to know) [me|us|you|the user] (whether|if) {text}',
	`${notice} [now|still] (says|tells|confirms|states|warns|explains|informs|reports|reads|announces|points out) [me|us|you|the user] that {text}`,
	`(there is|i see|we see|i get|we get|you see|you get) ${notice} (saying|stating|telling|telling me|telling us|that says|which says|that states|that tells me) [that] {text}`,
	`(i|we|you|the user) (am|are|is|get|gets) (told|informed|warned|reminded|notified|asked) (that|to) {text}`,
]
	.map(text => [pattern(text), reported] as const)
	.concat([
		[
			pattern(`${notice} [now|still] (says|reads|states) {text}`),
			// `the toast says Collection Created`: its very words.
			match => (isCapital(match['text']![0]) ? [] : reported(match)),
		],
	]);
const be = '(is|are|be|appears|is shown|is displayed|should be)';
const stands =
	'(comes|come|is|are|appears|appear|is listed|are listed|is shown|are shown|stands|stand|should come|should be|should appear|is displayed|are displayed|ranks|rank|is ranked|are ranked|is sorted|are sorted|is placed|are placed)';
const listedAs = '(is listed|are listed|ranks|rank|is ranked|are ranked|is sorted|are sorted|is placed|are placed)';
const whole: Form[] = [
	[
		'[it] [i|we|you|the user] [am|is|are|says|shows] [still|now] (signed in|logged in) [to the site|to the app] as [the user] {name}',
		({name}: Match) => account(name!),
	],
	[
		`{first} ${stands} (before|in front of|ahead of) {second}`,
		({first, second}: Match) => pair(first!, second!, ordered),
	],
	[`{second} ${stands} (after|behind) {first}`, ({first, second}: Match) => pair(first!, second!, ordered)],
	[
		`{first} ${listedAs} [directly|right] (above|higher than) {second}`,
		({first, second}: Match) => pair(first!, second!, ordered),
	],
	[
		`{second} ${listedAs} [directly|right] (below|lower than) {first}`,
		({first, second}: Match) => pair(first!, second!, ordered),
	],
	[`{thing} ${be} [directly|right] above {of}`, position('above')],
	[`{thing} ${be} [directly|right] (below|under|beneath|underneath) {of}`, position('below')],
	[`{thing} ${be} (left of|to the left of|on the left of) {of}`, position('left_of')],
	[`{thing} ${be} (right of|to the right of|on the right of) {of}`, position('right_of')],
	[`{thing} ${be} inside [of] {of}`, position('inside')],
	[
		'[the] {thing} (is|are|should be|be) in (alphabetical|ascending|increasing) order (of|by) {column}',
		({thing, column}: Match) => sorted(thing!, column!),
	],
	[
		'[the] {thing} (is|are|should be|be) in (descending|decreasing|reverse alphabetical) order (of|by) {column}',
		({thing, column}: Match) => sorted(thing!, column!, 'descending'),
	],
	[
		'[the] {thing} (is|are|should be|be) [listed|shown] in (alphabetical|ascending|increasing) order',
		({thing}: Match) => sortedThemselves(thing!),
	],
	[
		'[the] {thing} (is|are|should be|be) [listed|shown] in (descending|decreasing|reverse alphabetical) order',
		({thing}: Match) => sortedThemselves(thing!, 'descending'),
	],
	[
		'[the] focus (is|should be|moves|is set|is back|is now|goes|goes back|moves back|returns|jumps|lands|stays|has moved|has returned|is returned) (on|in|to) {thing}',
		({thing}: Match) => targetsOf(thing!).map(target => ({op: 'state' as const, target, state: 'focused' as const})),
	],
	[
		'{thing} (can be|may be|could be|should be able to be) (clicked|pressed|tapped|used|selected|chosen|picked|booked|ticked|checked|unticked|unchecked|submitted|opened)',
		({thing}: Match) => targetsOf(thing!).map(target => ({op: 'state' as const, target, state: 'enabled' as const})),
	],
	[
		'{thing} (is|are|should be) (called|titled|named|labelled|labeled|headed) {name}',
		({thing, name}: Match) => named(thing!, name!),
	],
	[
		'{list} (has|have|shows|contains|should have|should contain) (a|an) (entry|item|row|option|node|element) [called|named|labelled|with] {text}',
		({list, text}: Match) => held(list!, text!),
	],
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
	[
		'[the|a] file (called|named) {file} (is|was|has been|should be) downloaded',
		({file}: Match) => downloaded(file!, null),
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
		'[the] [request|call] {call} (answered|answers|returned|returns|responded|responds|should return|should answer|is answered|was answered) [with|by] [the|a] [http] [status|status code|code] {status}',
		({call, status}: Match) => request(call!, status!),
	],
].map(([text, give]) => [pattern(text as string), give as Form[1]] as const);

/** `The panel is titled "Edit node"`: the text stands in it. */
function named(thing: readonly Token[], name: readonly Token[]): AssertionBody[] {
	const value = isPhrase(name) ? writtenValue(name) : null;
	if (value && /^(?:the )?browser (?:tab|window)$/i.test(textOf(thing)))
		return [{op: 'title', comparison: 'equals', value}];
	return value
		? targetsOf(thing)
				.slice(0, 1)
				.map(within => ({op: 'text', text: value, comparison: 'contains', within}))
		: [];
}

/** `The users list has an entry ada@example.com`. */
function held(list: readonly Token[], text: readonly Token[]): AssertionBody[] {
	const within = simpleTarget(list);
	const value = isPhrase(text) ? writtenValue(text) : null;
	return within?.role && value && !isVague(text) ? [{op: 'text', text: value, comparison: 'contains', within}] : [];
}

/** `The table shows columns Name, Email and Status`: each of them. */
function columnsOf(table: readonly Token[], columns: readonly Token[]): AssertionBody[] {
	const area = simpleTarget(table);
	const names: Token[][] = [[]];
	for (const token of columns) {
		if (token.lower === 'and' || token.text === ',') names.push([]);
		else names.at(-1)!.push(token);
	}
	const named = names.filter(name => name.length > 0);
	if (!area || !named.every(isPhrase)) return [];
	const scopes = area.role === 'table' ? [{kind: 'area' as const, role: area.role, name: area.phrase || null}] : [];
	return named.map(name => ({
		op: 'visible',
		target: {phrase: textOf(name), isQuoted: name[0]!.kind === 'quoted', role: 'column', scopes, ordinal: null},
	}));
}

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

/** `The prices are in ascending order`: what is in order is what the column is called. Rows and entries are called nothing. */
const sortedThemselves = (
	thing: readonly Token[],
	direction: 'ascending' | 'descending' = 'ascending',
): AssertionBody[] =>
	thing.length <= 3 && !/^(?:rows|items|results|list|table|entries|records|hits|cards|lines)$/.test(thing.at(-1)!.lower)
		? sorted([word('rows')], thing, direction)
		: [];

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

const claiming = (isNegated: boolean) =>
	whole.map(
		([form, give]) => [form, (match: Match) => give(match, isNegated).map(body => claim(isNegated, body))] as const,
	);
const [stated, denied] = [claiming(false), claiming(true)];

const columnsForm = pattern('[the] {table} (has|shows|contains|displays) [the] columns {columns}');
const headersForm = pattern(
	'[the] [table] (columns|headers|column headers|table headers|column headings) (are|should be|read) [:] {columns}',
);

/** Claims whose form is more than subject and verb. */
export function facts(tokens: readonly Token[]): Draft[] {
	// `It says that the code was not found`: what is told may deny something.
	const told = byForms(reports, tokens);
	if (told.length > 0) return told;
	const isNegated = tokens.some(({lower}, at) => lower === 'not' && at > 0);
	const plain = isNegated ? withoutNot(tokens) : [...tokens];
	const [columns] = matches(columnsForm, plain);
	const each = columns ? columnsOf(columns['table']!, columns['columns']!) : [];
	const chain = orderOf(plain);
	if (chain && !isNegated) return [{parts: chain.map(body => ({isNegated, ...body}) as AssertionPart)}];
	const [headers] = columns ? [] : matches(headersForm, plain);
	if (headers) each.push(...columnsOf([word('table')], headers['columns']!));
	if (each.length > 0) return [{parts: each.map(body => ({isNegated, ...body}) as AssertionPart)}];
	return byForms(isNegated ? denied : stated, plain);
}

const orderForm = pattern(
	'[the] {things} (are|is|appear|come|stand|should be|should appear) [shown|listed|displayed] in [the|this] order [:|of] {names}',
);

/** `The tabs are in the order "Overview", "Reviews"`: each of them before the next. Null: it is no such claim. */
function orderOf(tokens: readonly Token[]): AssertionBody[] | null {
	const [match] = matches(orderForm, tokens);
	const names = match?.['names']?.filter(({text, kind}) => kind === 'quoted' || !/^(?:,|and|then|>|→)$/.test(text));
	if (!match || !names || names.length < 2 || names.some(({kind}) => kind !== 'quoted')) return null;
	const role = roleAtEnd(match['things']!)?.role ?? null;
	const target = ({text}: Token): Target => ({
		phrase: text,
		isQuoted: true,
		role: role === 'tab' || role === 'link' || role === 'button' ? role : null,
		scopes: [],
		ordinal: null,
	});
	return names.slice(1).map((name, at) => ({op: 'order', first: target(names[at]!), second: target(name)}));
}

/** `is not above`, `does not link to` → `is above`, `link to`. */
function withoutNot(tokens: readonly Token[]): Token[] {
	const at = tokens.findIndex(({lower}, index) => lower === 'not' && index > 0);
	const isDo = /^(?:do|does|did)$/.test(tokens[at - 1]!.lower);
	return tokens.filter((_, index) => index !== at && !(isDo && index === at - 1));
}
