import {type Match, matches, pattern} from '../pattern.ts';
import {plainClaim} from '../plain-words.ts';
import {predicatesOf} from '../predicates.ts';
import {type Token, word} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {articles, withoutArticle} from '../words.ts';
import {claim, isMark, isWord, type Restate, type Restatement} from './restatement.ts';

type Say = (match: Match) => Array<string | readonly Token[]> | null;
type Form = [ReturnType<typeof pattern>, Say];

const forms = (texts: string[], say: Say): Form[] => texts.map(text => [pattern(text), say]);

const isShort = (tokens: readonly Token[], most = 6): boolean =>
	tokens.length <= most &&
	!tokens.some(token => isMark(token, /./) || isWord(token, /^(?:and|or|is|are|has|have|that|which)$/));
const isValue = (tokens: readonly Token[]): boolean =>
	tokens[0]!.kind === 'quoted'
		? tokens.length === 1
		: tokens.length <= 5 && tokens.every(token => isDataLike(token) || isCapital(token));
const isName = (tokens: readonly Token[]): boolean =>
	isShort(tokens) &&
	!/^(?:nothing|none|no|nobody|everything|something|it|there|that|this|they|what|both|all|only|just|each|every)$/.test(
		tokens[0]!.lower,
	) &&
	(tokens[0]!.kind === 'quoted' ||
		isCapital(tokens[0]) ||
		isDataLike(tokens[0]!) ||
		(articles.has(tokens[0]!.lower) && tokens.length > 1));

const who = '[i|we|you|the user|one|the browser|the app|the site] [have|has]';
const arrived =
	'(landed|land|lands|ended up|end up|ends up|wound up|wind up|arrived|arrive|arrives|finished up|finish up|find myself|find ourselves|find yourself|am|are|is|came out|come out|got|get|have come)';
const address = '(address|url|path|link|location)';
const page = '[a|the|some] (page|screen|view|one)';
const how = '(ends|ending|that ends|which ends|starts|starting|begins|beginning|contains|containing|has)';

function compared(tokens: readonly Token[]): string {
	const verb = tokens.find(token => isWord(token, /^(?:end|start|begin|contain|has$)/))?.lower ?? '';
	return verb.startsWith('end') ? 'ends with' : /^(?:start|begin)/.test(verb) ? 'starts with' : 'contains';
}
const isPath = (tokens: readonly Token[]): boolean =>
	tokens.length === 1 && (tokens[0]!.kind === 'quoted' || /[/?=#.]/.test(tokens[0]!.text));

const landings: Form[] = [
	...forms(
		[
			`${who} [now|just|then] ${arrived} [up|out] [back] (on|at) ${page} whose ${address} ${how} [in|with] {x}`,
			`${who} [now|just|then] ${arrived} [up|out] [back] (on|at) ${page} with (an|the) ${address} ${how} [in|with] {x}`,
			`[the|this|the new] page (that opens|that opened|that comes up|we are on|i am on|now open) has (an|the) ${address} ${how} [in|with] {x}`,
			`[the|this|our|the current] page has (an|the) ${address} ${how} [in|with] {x}`,
			`[the] [current|new] ${address} [of the page|in the browser|bar|line|of the browser] [now|still] ${how} [in|with] {x}`,
			`the [page's|browser's] ${address} [bar|line] [now|still] ${how} [in|with] {x}`,
		],
		({x, all}) => (isPath(x!) ? ['the URL', compared(all!), x!] : null),
	),
	...forms(
		[
			`${who} [now|just|then] (landed|land|lands|ended up|end up|ends up|wound up|wind up|arrived|arrive|arrives|finished up|find myself|find ourselves|find yourself) [back] (on|at|in) {x}`,
			'[i|we|you] (am|are) [now] looking at {x}',
			'(that|this|it) (takes|brings|leads|sends|took|brought) (me|us|you|the user) [straight|right|back] (to|onto|on) {x}',
		],
		({x}) => (isShort(x!) && !isWord(x![0], /^(?:top|bottom)$/) ? ['I am on', x!] : null),
	),
];

const ordered: Form[] = [
	...forms(
		[
			'{x} (is|has moved|moves|has gone|has risen|now is|has jumped|sits|stands|ranks|comes|has come) [now|still] [right|up|straight] (at|to) the [very] (top|head|start|beginning) of {list}',
			'{x} (is|comes|stands|ranks|is listed|is shown) [now|still] (first|topmost|on top|uppermost) (in|on|of) {list}',
			'{x} [now|still] (tops|heads|leads) {list}',
			'(at|right at) the [very] (top|head) of {list} [,] [there] (is|appears|we find|i find|i see|we see|stands|sits|comes) {x}',
			'{list} [now] (starts|begins|opens) with {x}',
			'first in {list} [now] (is|comes|appears) {x}',
		],
		({x, list}) => (isName(x!) && isList(list!) ? ['the first item in', list!, 'is', x!] : null),
	),
	...forms(
		[
			'{x} (is|has moved|moves|has gone|has dropped|has fallen|has slipped|now is|sits|stands|comes) [now|still] [right|down|straight] (at|to) the [very] (bottom|end|foot) of {list}',
			'{x} (is|comes|stands|is listed|is shown) [now|still] (last|bottommost|lowest) (in|on|of) {list}',
			'(at|right at) the [very] (bottom|end|foot) of {list} [,] [there] (is|appears|we find|i find|i see|we see|stands|sits|comes) {x}',
			'{list} [now] (ends|finishes|closes) with {x}',
			'last in {list} [now] (is|comes|appears) {x}',
		],
		({x, list}) => (isName(x!) && isList(list!) ? ['the last item in', list!, 'is', x!] : null),
	),
	...['second', 'third', 'fourth', 'fifth'].flatMap(nth =>
		forms(
			[
				`${nth} in {list} [now] (is|comes|appears) {x}`,
				`{x} (is|comes|stands|ranks|is listed) [now|still] ${nth} (in|on|of) {list}`,
			],
			({x, list}) => (isName(x!) && isList(list!) ? [`the ${nth} item in`, list!, 'is', x!] : null),
		),
	),
	...forms(
		[
			'(the topmost|the uppermost|the first|the top) (row|entry|line|item|card|result) is (that of|the one of|the one for|for|about) {x}',
		],
		({x}) => (isName(x!) ? ['the first row contains', x!] : null),
	),
];
const isList = (tokens: readonly Token[]): boolean =>
	isShort(tokens, 5) &&
	tokens.some(token =>
		isWord(
			token,
			/^(?:list|table|menu|column|board|grid|section|panel|results|suggestions|rows|dropdown|sidebar|queue|row|pane)$/,
		),
	);

const absent: Form[] = forms(
	[
		'(there is|there was|there are|i see|we see|i find|we find) (no|not any|not a|never a) (sign|trace|hint|mention|evidence|indication|signs|traces) [left] of {x}',
		'(no|not a) (sign|trace|hint|mention|evidence|indication) [left] of {x}',
		'no (sign|trace|hint|mention|evidence|indication) of {x} (is|can be|remains|is left) [seen|found|visible|there|left]',
		'(nothing|nothing more) is (visible|seen|left|to be seen|shown) of {x}',
		'{x} (has left|leaves|left) no trace',
		'{x} (does not|do not|no longer|does no longer) (figure|figures|feature|features|turn up|turns up|come up|comes up|show up|shows up|show|shows|crop up) [anywhere|any more]',
	],
	({x}) => (isName(x!) || isShort(x!, 8) ? [x!, 'is not visible'] : null),
);

const chosen: Form[] = [
	...forms(
		[
			'{x} is the (tab|one|option|entry|button|item) that is (open|selected|active|current|highlighted|in front|showing|chosen|picked)',
			'{x} is the (open|highlighted|front|foremost|underlined) tab',
			'(we are|i am|the page is|the dialog is|you are) [now|still] on the {x} tab',
		],
		({x}) =>
			isShort(x!)
				? [
						...(articles.has(x![0]!.lower) ? [] : ['the']),
						x!,
						...(x!.some(token => isWord(token, /^(?:tab|option|button)$/)) ? [] : ['tab']),
						'is selected',
					]
				: null,
	),
	...forms(
		[
			'(in|under|for|at|on) [the] {list} (dropdown|drop-down|select|select box|combo box|list box|selector) [,] {x} is [now|still|already] (chosen|picked|selected|set|preselected)',
			'{x} is [now|still|already] (chosen|picked|selected|set|preselected) (in|under|for) [the] {list} (dropdown|drop-down|select|select box|combo box|list box|selector)',
		],
		({x, list}) =>
			isShort(x!, 4) && isShort(list!, 4) && !/^(?:nothing|no)$/.test(x![0]!.lower)
				? ['the', list!, 'dropdown is', quoted(x!)]
				: null,
	),
	...forms(
		[
			'[the] {list} (dropdown|drop-down|select|select box|combo box|selector) (is|is set|is still set|stays|is back|is left) (to|on|at) {x}',
		],
		({x, list}) => (isShort(x!, 4) && isShort(list!, 4) ? ['the', list!, 'dropdown is', quoted(x!)] : null),
	),
	...forms(
		['{x} is [now|still|already] (picked|chosen|marked|highlighted) [in|among|within|under] {list}'],
		({x, list}) => (isName(x!) && isShort(list!, 5) ? [x!, 'is selected in', list!] : null),
	),
	...forms(
		[
			'nothing (is|has been) [typed|entered|filled] (in|into|in to) {x}',
			'there is nothing [typed|entered|written] in {x}',
		],
		({x}) =>
			isShort(x!) && x!.some(token => isWord(token, /^(?:box|field|input|textarea|area)$/)) ? [x!, 'is empty'] : null,
	),
];
const quoted = (tokens: readonly Token[]): readonly Token[] => [
	{text: tokens.map(({text}) => text).join(' '), lower: '', kind: 'quoted', isSpaced: true},
];

const telling: Form[] = [
	...forms(['[the] (breadcrumb|breadcrumbs|breadcrumb trail) [now|still] (contains|reads|says|shows|is) {x}'], ({x}) =>
		x!.length > 1 &&
		x!.every(
			token => isMark(token, /^[>/›»→-]$/) || /^[>/›»→]$/.test(token.text) || isCapital(token) || isDataLike(token),
		)
			? ['the breadcrumb contains', quoted(x!)]
			: null,
	),
	...forms(['{place} (gives|has|lists|shows|names|quotes) {x} as (the|its) {label}'], ({place, x, label}) =>
		isShort(place!) && isValue(x!) && isShort(label!) ? ['the', label!, 'is', x!] : null,
	),
	...forms(
		[
			'(the search|the query|the filter|searching|it|the lookup) [now|only] (returns|yields|gives|finds|brings back|brings up|comes back with|produces|turns up) {x}',
		],
		({x}) => (x!.length <= 6 ? ['there is', x!] : null),
	),
	...forms(['(a|an|one|the) {n} (comes back|came back|is returned|is found|turns up)'], ({n}) =>
		isShort(n!, 3) ? ['there is', n!] : null,
	),
	...forms(
		[
			'(every|each) row (says|shows|reads|has) {x} (in|under) the {column} column',
			'all [of] the rows (say|show|read|have) {x} (in|under) the {column} column',
		],
		({x, column}) => (isValue(x!) && isShort(column!, 3) ? ['the', column!, 'column shows', x!, 'in every row'] : null),
	),
	...forms(
		[
			'[the] {column} column of {x} (is|reads|says|shows) [now|still] {value}',
			'[the] {column} column (in|of) the (row|line) (of|for) {x} (is|reads|says|shows) [now|still] {value}',
		],
		({column, x, value}) =>
			isShort(column!, 3) && isShort(x!, 4) && isValue(value!)
				? [x!, 'has the', withoutArticle(column!), value!]
				: null,
	),
];

const tabStrip = '(in|on|along) the (tab strip|strip of tabs|tab bar|row of tabs|tab row|tabs)';
const strips: Form[] = forms(
	[
		`${tabStrip} [,] {x} is [now|still|already] (highlighted|active|selected|underlined|marked|open|chosen|current)`,
		`{x} is [now|still|already] (highlighted|active|selected|underlined|marked|open|chosen|current) ${tabStrip}`,
	],
	({x}) =>
		isShort(x!, 4) ? ['the', withoutArticle(x!), isWord(x!.at(-1), /^tab$/) ? [] : 'tab', 'is selected'] : null,
);
const fields: Form[] = [
	...forms(
		[
			'{field} (is|has been|gets) [now] (marked|outlined|highlighted|framed|circled|shown) [in] red',
			'{field} (has|shows|gets) a red (border|outline|frame)',
		],
		({field}) => (isField(field!) ? [field!, 'is marked as invalid'] : null),
	),
	...forms(
		[
			'{field} (has|shows|carries|bears) (a|an|the) (required|mandatory) (mark|marker|asterisk|star|sign)',
			'{field} is (marked|flagged|labelled|shown) as (required|mandatory)',
		],
		({field}) => (isField(field!) ? [field!, 'is required'] : null),
	),
];
const isField = (tokens: readonly Token[]): boolean =>
	isShort(tokens, 5) && (articles.has(tokens[0]!.lower) || isCapital(tokens[0]) || tokens[0]!.kind === 'quoted');

const others: Form[] = [
	...forms(
		[
			'(a|an|the) [small|little|red|tiny] (badge|counter|bubble) (with|showing|of|reading|saying) [the] [number|figure|count|value] {n} (is visible|sits|appears|is shown) (next to|beside|at|on|by) {x}',
		],
		({n, x}) => (n!.length === 1 && isShort(x!, 5) ? ['the badge next to', x!, 'shows', n!] : null),
	),
	...forms(['there (is|are) [only|just|exactly] {n} {things} (left|remaining) [in {place}]'], ({n, things}) =>
		n!.length <= 2 && isShort(things!, 3) ? ['there are', n!, things!] : null,
	),
	...forms(['{x} (says|reads|states|shows) [that] there (are|is) {n} {things}'], ({x, n, things}) =>
		isShort(x!, 5) && n!.length === 1 && isShort(things!, 3) ? [x!, 'contains', quoted([...n!, ...things!])] : null,
	),
	...forms(['{x} (is|are) (listed|shown|marked|recorded|down|registered) as (a|an) {what}'], ({x, what}) =>
		isName(x!) && what!.length <= 2 ? ['the row of', withoutArticle(x!), 'contains', quoted(what!)] : null,
	),
	...forms(
		[
			'[i|we|you|the user] (get|gets|am|are|is) (told|warned|informed|reminded) that {what}',
			'(told|warned|informed) that {what}',
		],
		({what}) => (what!.length > 2 ? ['the page says that', what!] : null),
	),
	...['below', 'above', 'next to', 'beside'].flatMap(where =>
		forms(
			[`${where} {place} , {x} (appears|is visible|is shown|is displayed|is there|has appeared|appeared|can be seen)`],
			({place, x}) => (isShort(place!) && isShort(x!) ? [x!, 'is visible', where, place!] : null),
		),
	),
];

const edges =
	'(top|bottom|left|right|left-hand side|right-hand side|left-hand|right-hand|left side|right side|middle|centre|center|very top|very bottom|foot|head|side)';
const corners =
	'(top|bottom|upper|lower) (right|left|right-hand|left-hand) [corner|hand corner|of the page|of the screen]';
const wheres = [
	`(at|on|to|along|across|from) the ${edges} (of the page|of the screen|of the window|of the view)`,
	`(at|in|to) the ${corners}`,
	`(at|in|to) the ${corners} of the (page|screen|window)`,
	`(at|on|to|along|across|in) the ${edges}`,
	'on top of (the page|everything|it all)',
	'in the corner',
	'(up top|down below|up there|over there|down there|at the side)',
].map(text => pattern(text));
const colours =
	/^(?:green|red|blue|yellow|orange|grey|gray|black|white|purple|pink|small|little|big|large|tiny|bold|short|long|narrow|thin|thick)$/;

/** Without where on the screen it is, and what it looks like: no page can be asked for these. */
export const withoutWhere: Restate = tokens => {
	const plain = withSmallArticle(plainClaim(tokens));
	for (let at = 1; at < plain.length; at++)
		for (let end = Math.min(plain.length, at + 7); end > at + 1; end--) {
			const said = plain.slice(at, end);
			// `at the top of the list`: which one.
			if (isWord(plain[end], /^of$/) || !wheres.some(form => matches(form, said).length > 0)) continue;
			const rest = [...plain.slice(0, at), ...plain.slice(isMark(plain[end], /^,$/) && at === 0 ? end + 1 : end)];
			if (rest.length > 1) return [{said: [claim(rest)], leaves: said.map(({text}) => text).join(' ')}];
		}
	const look = plain.findIndex(
		(token, at) =>
			at > 0 &&
			isWord(token, colours) &&
			articles.has(plain[at - 1]!.lower) &&
			isWord(
				plain[at + 1],
				/^(?:banner|message|box|badge|dot|tick|check|label|toast|bar|strip|button|icon|note|notice|warning|text|line|alert|pop-up|dialog|hint|tag|counter|arrow|star|heart|bell|border|mark|circle|chip|pill)$/,
			),
	);
	const isNamed = plain.slice(look + 2).some(token => token.kind === 'quoted');
	return look > 0 && isNamed
		? [{said: [claim(plain.slice(0, look), plain.slice(look + 1))], leaves: plain[look]!.text}]
		: [];
};

const straight = pattern(
	'{x} (comes|is|stands|appears|follows|is listed) (straight|right|directly|immediately) (after|before|behind) {y}',
);
/** `A comes straight after B`: behind it; that nothing stands between them is asked of no page. */
export const adjacent: Restate = tokens =>
	matches(straight, plainClaim(tokens))
		.filter(({x, y}) => isName(x!) && isName(y!))
		.slice(0, 1)
		.map(({x, y}) => ({
			said: [claim(x!, tokens.some(token => isWord(token, /^before$/)) ? 'comes before' : 'comes after', y!)],
			leaves: tokens.find(token => isWord(token, /^(?:straight|right|directly|immediately)$/))!.text,
		}));

const both = pattern('both [of] [the|those|these] {things} are [now|still|already] {state}');

/** `The list starts with …`: its article stands inside the sentence that says it again. */
const withSmallArticle = ([first, ...rest]: readonly Token[]): Token[] =>
	first && articles.has(first.lower) && first.kind === 'word'
		? [{...first, text: first.lower}, ...rest]
		: first
			? [first, ...rest]
			: [];

/** What is ticked is a checkbox. */
const boxes = (things: readonly Token[], [state]: readonly Token[]): readonly Token[] =>
	isWord(state, /^(?:ticked|checked|unticked|unchecked)$/) && isWord(things.at(-1), /^boxes$/)
		? [...things.slice(0, -1), word('checkboxes')]
		: things;

/** These would be read as a text of the list. */
const sure: Form[] = [
	...forms(
		[
			'a (new|second|further|separate) (browser tab|browser window|tab|window) (appears|opens|opened|is open|is visible|has opened) [up] [,] [with|showing] [the] (heading|title|headline) {x}',
		],
		({x}) => (isValue(x!) ? ['a new tab is open with the heading', x!] : null),
	),
	...forms(
		[
			"(the|this) (tab|tab's|browser's|page's|window's|browser tab|window) (title|caption) [now] (is|reads|says|shows) {x}",
			'(the|this) (title|caption) (in|on|of) the (browser tab|tab|window|title bar) [now] (is|reads|says|shows) {x}',
		],
		({x}) => (isValue(x!) ? ['the title of the page is', x!] : null),
	),
	...forms(['{list} [now|still] (starts|begins|opens) with {x}'], ({x, list}) =>
		isName(x!) && isList(list!) ? ['the first item in', list!, 'is', x!] : null,
	),
	...forms(['{list} [now|still] (ends|finishes|closes) with {x}'], ({x, list}) =>
		isName(x!) && isList(list!) ? ['the last item in', list!, 'is', x!] : null,
	),
];
const all: Form[] = [...landings, ...ordered, ...absent, ...chosen, ...telling, ...strips, ...fields, ...others];

/** What would be read as something else as it stands. */
export const surelyInAnotherWay: Restate = tokens => {
	const plain = withSmallArticle(plainClaim(tokens));
	const denied = withoutNot(plain);
	return denied ? asForms([...sure, ...ordered], denied).map(deniedOf) : asForms(sure, plain);
};

/** `is not first`, `does not start with` → `is first`, `starts with`; null: nothing is denied, or more than once. */
function withoutNot(plain: readonly Token[]): readonly Token[] | null {
	const at = plain.findIndex(token => isWord(token, /^not$/));
	if (at < 2 || plain.findLastIndex(token => isWord(token, /^not$/)) !== at) return null;
	if (isWord(plain[at - 1], /^(?:is|are)$/)) return [...plain.slice(0, at), ...plain.slice(at + 1)];
	const verb = plain[at + 1];
	return isWord(plain[at - 1], /^does$/) &&
		isWord(verb, /^(?:start|begin|open|end|finish|close|come|stand|head|top|lead)$/)
		? [...plain.slice(0, at - 1), word(`${verb!.lower}${/sh$/.test(verb!.lower) ? 'es' : 's'}`), ...plain.slice(at + 2)]
		: null;
}
/** `the first item is X` → `… is not X`. */
const deniedOf = ({said}: Restatement): Restatement => ({
	said: said.map(one => ({
		...one,
		tokens: one.tokens.flatMap(token => (isWord(token, /^is$/) ? [token, word('not')] : [token])),
	})),
});

function asForms(forms: readonly Form[], plain: readonly Token[]): Restatement[] {
	const found: Restatement[] = [];
	for (const [form, say] of forms)
		for (const match of matches(form, plain)) {
			const pieces = say({...match, all: [...plain]});
			if (pieces) found.push({said: [claim(...pieces)]});
			if (found.length >= 3) return found;
		}
	return found;
}

/** Whole sentences that people say in another way: where one has come to, what is first, what is gone, what is chosen. */
export const inAnotherWay: Restate = tokens => {
	const plain = withSmallArticle(plainClaim(tokens));
	const found = asForms(all, plain);
	if (found.length > 0) return found;
	for (const {things, state} of matches(both, plain))
		if (
			isShort(things!, 3) &&
			state!.length <= 2 &&
			isWord(
				things!.at(-1),
				/^(?:boxes|checkboxes|tick boxes|buttons|fields|switches|toggles|tabs|links|options|sections|radios|dropdowns)$/,
			) &&
			predicatesOf(things!).length === 0
		)
			found.push({
				said: [claim('all', boxes(things!, state!), 'are', state!), claim('there are 2', boxes(things!, state!))],
			});
	return found;
};
