import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {areQuoted, holding, isNumber, isQuoted, isRecord, isThing} from './guards.ts';

type Tokens = readonly Token[];
const isPlain = (most: number) => (tokens: Tokens) =>
	tokens.length <= most &&
	tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text)) &&
	!/^(?:the|a|an|no|not|of|in|on|at|is|are|it)$/.test(tokens[0]!.lower);
const isNamed = (tokens: Tokens) =>
	isRecord(tokens) && tokens.some(token => isCapital(token) || isDataLike(token)) && !/^\d/.test(tokens[0]!.text);
/** A number, an amount, a day, a code. */
const isData = (tokens: Tokens) =>
	tokens.length <= 4 &&
	(isDataLike(tokens[0]!) || /^[€$£¥]$/.test(tokens[0]!.text)) &&
	tokens.every(
		({kind, text, lower}) => kind !== 'mark' && !(text === lower && /^(?:and|or|is|are|with|but|in|on)$/.test(lower)),
	);
/** `"A" and "B"`, `"A", "B" and "C"`. */
const areSeveralQuoted = (tokens: Tokens) => tokens.length > 2 && tokens.at(-1)!.kind === 'quoted' && areQuoted(tokens);

const is = '(is|are) [now|still|again|also|then|already|only]';
const there =
	'(listed|shown|displayed|found|visible|left|there|offered|returned|present|in the list|in the table|on the list|in the results|in the overview)';
const again = '[again|now|here]';
const at =
	'(at|for|with a price of|with the price|with the price of|at a price of|at the price of|costing|priced at|,|at a cost of)';
const firsts: Array<[string, string, string]> = [
	[
		'first',
		'(first|top|topmost)',
		'(at the top|on top|in first place|first|as the first|as the first one|in the first row|at the very top|at the head)',
	],
	[
		'last',
		'(last|bottom|bottommost)',
		'(at the bottom|in last place|last|as the last|as the last one|in the last row|at the very bottom|at the end)',
	],
];
const things = isPlain(2);
const counters = /^(?:counter|count|hits|results|total|line|summary)$/;
const failing =
	'(refused|rejected|declined|denied|blocked|prevented|stopped|not accepted|not possible|not sent|not submitted|turned down|not saved)';
const opens =
	'(is shown|is displayed|appears|opens|pops up|comes up|shows up|is open|is opened|is visible|slides in|is there)';

/** What is claimed of a thing together with what is beside it: its price, how many there are, what it is refused with. */
export const details: Rewording[] = [
	...firsts.flatMap(([which, said, place]) => [
		...when(
			'assertion',
			[
				`the ${said} {things} [in the list|in the table|of the list|of the table|shown|listed|in the results|on the page] (is|shows|reads|is now) [the] {name} ${at} {sum}`,
			],
			`the ${which} row contains "{name}" and the ${which} row contains "{sum}"`,
			holding({things, name: isNamed, sum: isData}),
		),
		...when(
			'assertion',
			[
				`there (is|are) [now|still|exactly|only] {n} {things} [,] (with|and) {name} ${place}`,
				`[exactly|only|just] {n} {things} ${is} ${there} [,] (with|and) {name} ${place}`,
				`{n} {things} ${is} ${there} [,] {name} [is|being] ${place}`,
			],
			`there are {n} {things} and the ${which} row contains "{name}"`,
			holding({n: isNumber, things, name: isNamed}),
		),
		...when(
			'assertion',
			[
				`[the] [new] {things} {name} (is|stands|comes|appears|is listed|is shown|is now|is now listed|is now shown|is still listed|ranks) [now|still] ${place} [of the list|of the table|in the list]`,
			],
			`the ${which} row contains "{name}"`,
			({things: kind, name}) => isPlain(2)(kind!) && isNamed(name!),
		),
	]),
	...when(
		'assertion',
		[
			`only [the] {kind} {name} (with|at|for) [a|an|the|its] {label} (of|at) {sum} ${is} ${there}`,
			`only [the] {kind} {name} (at|for) {sum} ${is} ${there}`,
		],
		'only "{name}" is listed and the row of "{name}" contains "{sum}"',
		holding({kind: isPlain(2), name: isNamed, label: isPlain(3), sum: isData}),
	),
	...when(
		'assertion',
		[
			`only {name} (with|at|for) [a|an|the|its] {label} (of|at) {sum} ${is} ${there}`,
			`only {name} (at|for) {sum} ${is} ${there}`,
		],
		'only "{name}" is listed and the row of "{name}" contains "{sum}"',
		holding({name: isNamed, label: isPlain(3), sum: isData}),
	),
	...['(:|,|-|–|namely|, namely|— namely)'].flatMap(colon => [
		...when(
			'assertion',
			[
				`[exactly|only|just] {n} {things} ${is} ${there} ${colon} [the] {name} ${at} {sum}`,
				`there (is|are) [exactly|only|just] {n} {things} ${colon} [the] {name} ${at} {sum}`,
				`[exactly|only|just] {n} {things} ${is} ${there} ${colon} [the] {name} (with|at) [a|an|the] {label} of {sum}`,
			],
			'there are {n} {things} and the row of "{name}" contains "{sum}"',
			holding({n: isNumber, things, name: isNamed, label: isPlain(3), sum: isData}),
		),
		...when(
			'assertion',
			[
				`[exactly|only|just] {n} {things} ${is} ${there} ${colon} {name}`,
				`there (is|are) [exactly|only|just] {n} {things} ${colon} {name}`,
			],
			'there are {n} {things} and {name} is visible',
			({n, things: kind, name}) => isNumber(n!) && things(kind!) && (isNamed(name!) || areSeveralQuoted(name!)),
		),
	]),
	...when(
		'assertion',
		[
			`all {n} {things} ${is} ${there} ${again}`,
			`all {n} {things} (appear|show up|come back|reappear) ${again}`,
			`all {n} {things} ${is} back`,
		],
		'there are {n} {things}',
		holding({n: isNumber, things}),
	),
	...when(
		'assertion',
		[
			'[the] {counter} (shows|says|reads|is|displays|states|gives|goes to|changes to|drops to|goes down to|goes up to|is now|now shows|is at) [only|exactly|just] {n} {things}',
		],
		'the {counter} is "{n} {things}"',
		({counter, n, things: kind}) =>
			isNumber(n!) && things(kind!) && isPlain(3)(counter!) && counters.test(counter!.at(-1)!.lower),
	),
	...when(
		'assertion',
		[
			`(a|an|the) {label} (of|over) {sum} (is|was|has been|gets) [now|also] (subtracted|deducted|taken off|granted|applied|added|charged|calculated|included|credited)`,
		],
		'the {label} contains "{sum}"',
		holding({label: isPlain(3), sum: isData}),
	),
	...when(
		'assertion',
		[
			`{thing} (is|are) [already|now] (preselected|pre-selected|selected by default|selected|chosen|preset|ticked) (at|for|with) [a|an|the|its] [price|cost|fee|charge|surcharge|costs] [of] {sum}`,
		],
		'{thing} is selected and {thing} contains "{sum}"',
		({thing, sum}) =>
			isThing(thing!) &&
			isData(sum!) &&
			sum!.every(({kind}) => kind === 'word') &&
			sum!.some(({text}) => /\d/.test(text)),
	),
	...when(
		'assertion',
		[
			'{page} (shows|lists|has|states|gives|displays|contains) (a|an|the) {label} {value} and (a|an|the) {other} of {sum}',
			'{page} (shows|lists|has|states|gives|displays|contains) (a|an|the) {label} {value} and (a|an|the) {other} {sum}',
			'{page} (shows|lists|has|states|gives|displays|contains) (a|an|the) {label} of {value} and (a|an|the) {other} of {sum}',
		],
		'{page} is visible and the {label} is {value} and the {other} is {sum}',
		({page, label, value, other, sum}) =>
			page!.some(({kind}) => kind === 'quoted') &&
			isThing(page!) &&
			isPlain(3)(label!) &&
			isData(value!) &&
			isPlain(3)(other!) &&
			isData(sum!),
	),
	...when(
		'assertion',
		[
			`the {thing} ${is} ${there} with {text} and (a|an|the) {label} of {sum}`,
			`the {thing} ${is} ${there} with (a|an|the) {label} of {sum} and {text}`,
		],
		'the row of "{thing}" contains {text} and the row of "{thing}" contains "{sum}"',
		holding({thing: isPlain(2), text: isQuoted, label: isPlain(3), sum: isData}),
	),
	...when(
		'assertion',
		[`the {thing} ${is} ${there} with (a|an|the) {label} of {sum}`, `the {thing} ${is} ${there} (at|for) {sum}`],
		'the row of "{thing}" contains "{sum}"',
		holding({thing: isPlain(2), label: isPlain(3), sum: isData}),
	),
	...when(
		'assertion',
		[`the {thing} ${is} ${there} with {text}`],
		'the row of "{thing}" contains {text}',
		holding({thing: isPlain(2), text: isQuoted}),
	),
	...['free', 'waived', 'included', 'unlimited', 'complimentary', 'pending', 'unpaid'].flatMap(state =>
		when(
			'assertion',
			[`[the] {label} (is|are) [now|still] ${state}`],
			`the {label} is "${state.charAt(0).toUpperCase()}${state.slice(1)}"`,
			({label}) =>
				isPlain(3)(label!) &&
				/^(?:shipping|delivery|postage|fee|fees|tax|vat|returns|breakfast|payment|balance|costs?|charge)$/.test(
					label!.at(-1)!.lower,
				),
		),
	),
	// Messages
	...when(
		'assertion',
		[
			'[several|some|the|both] [validation|error|form|field] (errors|messages|error messages|warnings|hints|notices) (are shown|are displayed|appear|show up|come up|are visible|are reported|are listed) [,] (among them|including|such as|for example|for instance|e.g.|like|namely|amongst them|, i.e.|:) {one} and {other}',
			'[several|some|the] [validation|error|form|field] (errors|messages|error messages|warnings|hints) (including|such as|like) {one} and {other} (are shown|are displayed|appear|show up|are visible)',
		],
		'{one} is visible and {other} is visible',
		holding({one: isQuoted, other: isQuoted}),
	),
	...when(
		'assertion',
		[
			'[several|some|the] [validation|error|form|field] (errors|messages|error messages|warnings|hints) (are shown|are displayed|appear|show up|come up|are visible) [,] (among them|including|such as|for example|for instance|e.g.|like|one of them being|one of them is) {one}',
		],
		'{one} is visible',
		holding({one: isQuoted}),
	),
	...when(
		'assertion',
		[
			`{thing} (is|was|gets|has been) ${failing} (with|by|and) (a|an|the) [clear|matching|corresponding|suitable|proper|validation|inline|error|warning] (message|error|error message|warning|hint|notice|note) [is shown|appears|is displayed]`,
			`{thing} (is|was|gets|has been) ${failing} , (a|an) [error|warning] (message|error|error message|warning|hint) (is shown|appears|is displayed|says why)`,
		],
		'an error message is visible',
		holding({thing: isThing}),
	),
	...when(
		'assertion',
		[
			`{thing} (is|was|gets|has been) (refused|rejected|declined|denied|blocked|turned down|accepted|confirmed|acknowledged|answered) (with|by|:|,|-|–) {text}`,
			'(the|a|an|its|this|that) (field|form|dialog|input|box|application|site|app|system|shop|server) (complains|objects|protests|warns|answers|replies|responds|reacts|shows the error|shows the hint|displays the error) [with|:|,|-|–] {text}',
			'it (complains|objects|protests|warns|answers|replies|responds|reacts) [with|:|,|-|–] {text}',
		],
		'{text} is visible',
		match =>
			isQuoted(match['text']!) &&
			(match['thing'] === undefined || isThing(match['thing']) || /^(?:it|this|that)$/.test(match['thing'][0]!.lower)),
	),
	...when(
		'assertion',
		[
			'(a|the) [new] (dialog|modal|pop-up|popup|window|box|prompt) [now] (asks|prompts|invites|tells|requests|wants|urges) [me|us|you|the user|the customer|the visitor|him|her|one] to {what}',
		],
		'the dialog contains "{what}"',
		({what}) => isPlain(4)(what!) && !/^(?:first|again|now|before)$/.test(what!.at(-1)!.lower),
	),
	...when(
		'assertion',
		[
			'(a|the) [new] (dialog|modal|pop-up|popup|window|box|prompt) [now] (asks|prompts|invites|tells|requests|wants|urges) [me|us|you|the user|the customer|the visitor|him|her|one] to {what} (first|again|now|before that|beforehand)',
		],
		'the dialog contains "{what}"',
		({what}) => isPlain(4)(what!),
	),
	...['dialog', 'modal', 'popup', 'panel', 'drawer', 'menu', 'section', 'form'].flatMap(outer =>
		['table', 'list', 'form', 'heading', 'button', 'link', 'image', 'field', 'dropdown'].flatMap(inner =>
			when(
				'assertion',
				[
					`(a|an|the) ${outer} (with|containing|that contains|that has|showing) (a|an|the) ${inner} (of|for|with) {what} ${opens}`,
					`(a|an|the) ${outer} (with|containing|that contains|that has|showing) (a|an|the) ${inner} ${opens}`,
				],
				`the ${outer} is visible and the ${inner} in the ${outer} is visible`,
				({what}) => what === undefined || isPlain(3)(what),
			),
		),
	),
	// Several texts of one place
	...when(
		'assertion',
		[
			'the {place} [page|step|screen|section] (shows|lists|contains|displays|has|states|mentions|includes) [both] {one} and {other}',
		],
		'the {place} contains {one} and the {place} contains {other}',
		holding({place: isPlain(2), one: isQuoted, other: isQuoted}),
	),
];
