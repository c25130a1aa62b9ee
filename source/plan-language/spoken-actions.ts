import {begins, holdsData, isShort, type Rewording, when} from './rewording.ts';
import {isBrief, isCount, isQuoted, isRemark, one} from './slots.ts';
import type {Token} from './tokens.ts';
import {isVerb} from './words.ts';

const isPath = (tokens: readonly Token[]) => tokens.length === 1 && /^(?:\/|https?:)/.test(tokens[0]!.text);
/** `(dropdown)`: what is said in parentheses behind a value is the kind of the field. */
const isKind = (kinds: RegExp) => (tokens: readonly Token[]) =>
	tokens.length <= 2 && kinds.test(tokens.map(({lower}) => lower).join(' '));
/** A remark in the first person, or of what comes later: it names nothing on the page. */
const isAside = (tokens: readonly Token[]) =>
	isRemark(tokens) && /^\((?:we|i|you|it|this|needed|for)$/.test(tokens[0]!.lower);
const isOnOff = one('click tick untick check uncheck press tap select open');

const menus =
	'[the|a] [left-hand|left|right-hand|right|top|main|side|upper|bottom] (menu|navigation|nav|sidebar|navigation bar|nav bar|toolbar)';
const dialogs = '(pop-up|popup|dialog|dialogue|window|modal|overlay|box|panel|drawer)';
const titled = '(titled|called|named|headed|labelled|labeled|with the title|with the heading|that says|saying)';

/** How people speak of what they do, in the words that the families know: each form is a class, not a sentence. */
export const spokenActions: Rewording[] = [
	// Who does it, and in which list it stands
	...when('action', ['as {who} [,] (i|we) {act}'], '{act}', match => begins('act')(match) && isShort(match['who']!)),
	...when('action', ['(action|step|test step|do|task|instruction) : {act}'], '{act}', begins('act')),
	...when(
		'action',
		['{who} (starts|begins|start|begin) (at|on|from|with) {path}', '(start|begin) (at|on|from|with) {path}'],
		'go to {path}',
		({path}) => isPath(path!),
	),
	...when(
		'action',
		[
			'{who} (gives|give|gave|allows|allow) (it|the page|them|the app|the site|the system) {count} (seconds|second|secs|sec|s)',
			'(give|allow) (it|the page|them|the app|the site|the system) {count} (seconds|second|secs|sec|s)',
		],
		'wait {count} seconds',
		({count}) => isCount(count!),
	),
	// What it is done to is named first
	...when(
		'action',
		['{thing} (->|→|=>|:|,|-|–) [so|please|just] {verb} (it|that|this) [please|now]'],
		'{verb} "{thing}"',
		({thing, verb}) =>
			isOnOff(verb!) && isBrief(thing!) && (!isVerb(thing![0]) || one('tick untick check uncheck')(verb!)),
	),
	...when(
		'action',
		[
			'(make sure|ensure|see to it|check|verify) [that] {thing} (is|are) [not|no longer] {state} [any more|anymore|any longer] (:|,|-|–|->) [so] {verb} it',
		],
		'{verb} {thing}',
		({verb, state}) => isOnOff(verb!) && state!.length === 1,
	),
	...when(
		'action',
		['give {thing} a (click|press|tap) [please|now]', '{aside} , give {thing} a (click|press|tap) [please|now]'],
		'click {thing}',
		({thing}) => isShort(thing!),
	),
	...when(
		'action',
		['(have|get) {thing} {done} [please|now]'],
		'{done} {thing}',
		({thing, done}) =>
			one('downloaded deleted removed opened archived approved published cancelled saved')(done!) && isBrief(thing!),
	),
	...when('action', ['(open|download|get) [the] file (behind|from|of|under) {thing}'], 'download {thing}'),
	...when(
		'action',
		[`(open|choose|select|pick|click|go to|visit) {page} (via|through|using|with|from|in) ${menus}`],
		'go to {page}',
		({page}) => isShort(page!),
	),
	...when(
		'action',
		['(open|choose|select|pick|go to|visit) {page} (via|through|using|with|from|in|by) the {menu} menu'],
		'click the {menu} menu, then click {page}',
		({page, menu}) => isQuoted(page!) && isShort(menu!),
	),
	...when('action', ['(open|choose|select|pick|use|go to) [the] menu {path}'], 'open {path}', ({path}) =>
		path!.some(({text}) => /^(?:>|→|->|»)$/.test(text)),
	),
	...when(
		'action',
		[`(in|inside|on|within) (the|that|this) ${dialogs} ${titled} {name} [,] [just|then] {act}`],
		'in the {name} dialog {act}',
		match => begins('act')(match) && (isQuoted(match['name']!) || isShort(match['name']!)),
	),
	// Typing and choosing
	...when(
		'action',
		[
			'(put|type|enter|write) {value} in where it (asks|says|wants|reads) [for] {field}',
			'(put|type|enter|write) {value} where it (asks|says|wants|reads) [for] {field}',
		],
		'type {value} into {field}',
		({value, field}) => value!.length === 1 && isShort(field!),
	),
	...when(
		'action',
		['{field} (=|:|->|→) {value} {kind}'],
		'select {value} in {field}',
		({kind, value, field}) =>
			isKind(/^\((?:dropdown|drop-down|drop down|list|select|combobox|picker)\)$/)(kind!) &&
			isShort(field!) &&
			isBrief(value!),
	),
	...when(
		'action',
		['{field} (=|:|->|→) {value} {kind}'],
		'type {value} into {field}',
		({kind, value, field}) =>
			isKind(/^\((?:text|textbox|text box|field|input|free text|text field|textarea)\)$/)(kind!) &&
			isShort(field!) &&
			isBrief(value!),
	),
	...when(
		'action',
		[
			'(clear|wipe|wipe out|erase|blank|blank out|rub out|get rid of) (whatever|anything|everything|all that|what) [that] (is|stands|was) in {thing}',
		],
		'clear {thing}',
	),
	...when('action', ['{press} (while|when) (in|on|inside) {place}'], '{press} in {place}', ({press}) =>
		one('press hit')(press!.slice(0, 1)),
	),
	...when(
		'action',
		[
			'(look up|look for|search|search for|find) {value} (using|with|via|by|through) [the|a] search [box|field|bar] (in|on|of) {place}',
		],
		'search for {value} in {place}',
		({value}) => isQuoted(value!),
	),
	...when(
		'action',
		['(look up|look for|search|search for|find) {value} (using|with|via|by|through|in) [the|a] search [box|field|bar]'],
		'search for {value}',
		({value}) => isQuoted(value!),
	),
	...['above', 'below', 'onto', 'on', 'into', 'to', 'before', 'after', 'over'].flatMap(where =>
		when(
			'action',
			[
				`(grab|take|pick up|pick|seize) {thing} and (move|drag|drop|pull|put|place|carry) it [over|up|down] ${where} {place}`,
			],
			`drag {thing} ${{before: 'above', after: 'below', over: 'onto', on: 'onto', into: 'onto'}[where] ?? where} {place}`,
		),
	),
	...when(
		'action',
		[
			'(keep|remember|save|store|note|hold) {thing} (under the name|by the name|with the name|in the name|under) {name}',
		],
		'remember {thing} as {name}',
		({name}) => name!.length === 1,
	),
	// Remarks
	...when(
		'action',
		['{act} (-|–|—|,|;) {remark}'],
		'{act}',
		match =>
			begins('act')(match) &&
			/^(?:don't|no|not|without)$/.test(match['remark']![0]!.lower) &&
			/^(?:click|need|yet|clicking|pressing|press|tap)$/.test(
				match['remark']!.slice(1).find(({lower}) => lower !== 'to')?.lower ?? '',
			),
	),
	...when(
		'action',
		['{act} {remark} {rest}', '{act} {remark}'],
		'{act} {rest}',
		match => match['rest'] !== undefined && begins('act')(match) && isAside(match['remark']!),
	),
	...when(
		'action',
		['{act} so [that] [the|it|i|we|you] {aside}'],
		'{act}',
		match => begins('act')(match) && match['act']!.length <= 10 && !holdsData(match['aside']!),
	),
	...when(
		'action',
		[
			'[press|hit|use] f5 [the|on the|in the] [page|browser|tab|keyboard]',
			'[press|hit|use] f5 [the|on the|in the] [page|browser|tab] so [that] {aside}',
		],
		'reload the page',
	),
	...when(
		'action',
		[
			'{act} [the] [red|green|blue|small|little] (badge|banner|tag|label|ribbon|stamp|pill|bubble|marker) [saying|reading|that says|with the text|labelled] {name}',
		],
		'{act} {name}',
		({act, name}) => (isVerb(act![0]) || act![0]!.lower === 'mouse') && isQuoted(name!),
	),
	...when(
		'action',
		['(select|choose|pick|set|type|enter) {field} (=|==) {value}'],
		'set "{field}" to "{value}"',
		({field, value}) => isShort(field!) && isBrief(value!),
	),
	...when(
		'action',
		[
			'(put|pop|type|enter|write|key) [the] [number|value|word|text] {value} (into|in) [that|the|this] [little|small] (box|field|input) (that|which) (says|reads|is called|is labelled) {field}',
		],
		'type {value} into {field}',
		({value, field}) => value!.length === 1 && isShort(field!),
	),
	...when(
		'action',
		['{purpose} (with|using|via|by pressing|by clicking|by hitting) the {name} button'],
		'click the {name} button',
		({purpose, name}) => isVerb(purpose![0]) && isShort(name!) && isShort(purpose!) && !holdsData(purpose!),
	),
	...when(
		'action',
		[
			"give [the] [browser|browser's] (refresh|reload) [button] a (push|press|click|tap)",
			"(press|push|use|click|hit) [the] [browser|browser's] (refresh|reload) [button]",
		],
		'reload the page',
	),
	...when('action', ["forward [again] (with|using|via) the [browser|browser's] forward button"], 'go forward'),
	...when('action', ["(back|backwards) [again] (with|using|via) the [browser|browser's] back button"], 'go back'),
	...when(
		'action',
		['(hang on|hold on|wait|pause|stay) [for] {count} (seconds|second|secs|sec) [or so|or thereabouts|please]'],
		'wait {count} seconds',
		({count}) => count!.length === 1,
	),
	...when('action', ['(point|aim) the (mouse|pointer|cursor) (at|to|on) {thing}'], 'hover over {thing}'),
	...when(
		'action',
		['scroll [down|up] (until|till) {thing} (comes into view|gets into view|is in view|shows up|comes up|can be seen)'],
		'scroll to {thing}',
	),
	...when(
		'action',
		[
			'(go|head|navigate|browse|move) [over] to {path} (in|using|via|with) the (address bar|browser|address line|url bar)',
		],
		'go to {path}',
		({path}) => isPath(path!),
	),
	...when(
		'action',
		['get rid of [the] [old|current|existing] (text|content|value|entry|input) (in|of|from) {field} [first]'],
		'clear {field}',
		({field}) => isShort(field!),
	),
	...when(
		'action',
		['get rid of [the] [old|current|existing] (text|content|value|entry|input) (in|of|from) {field} [first] {aside}'],
		'clear {field}',
		({field, aside}) => isShort(field!) && isRemark(aside!),
	),
	...when(
		'action',
		['(write|note|jot) down {thing} (shown|displayed|listed|printed|given) {place}'],
		'remember {thing} as {NAME}',
		({thing}) => isShort(thing!),
	),
	...when(
		'action',
		['{field} (->|→|=>|:) (type|enter|write|put) : {value}'],
		'type "{value}" into {field}',
		({field, value}) => isShort(field!) && isBrief(value!),
	),
	...when(
		'action',
		['[the] {thing} checkbox (wants to be|should be|needs to be|has to be|must be) (on|ticked|checked|set)'],
		'check the {thing} checkbox',
		({thing}) => isShort(thing!),
	),
	...when(
		'action',
		[
			'[the] {thing} checkbox (wants to be|should be|needs to be|has to be|must be) (on|ticked|checked|set) for this [one]',
		],
		'check the {thing} checkbox',
		({thing}) => isShort(thing!),
	),
	...when(
		'action',
		[
			`(in|inside|on|within) (the|that|this) ${dialogs} (that|which) (comes up|pops up|appears|opens|shows up|is shown) [,] [just|then] {act}`,
		],
		'in the dialog {act}',
		begins('act'),
	),
	...when(
		'action',
		[
			'(open|select|choose|double-click|double click) {row} by (double clicking|double-clicking) (its|the|that) (row|line|entry)',
		],
		'double-click the row of {row}',
	),
	...when(
		'action',
		[
			'(look up|search for|find|look for) {things} (with|by) [the] {kind} {value} (using|with|via|in|by|through) [the|a] search [box|field|bar] [at the top|on top]',
		],
		'search for {value}',
		({value, kind, things}) => value!.length === 1 && holdsData(value!) && isShort(things!) && kind!.length === 1,
	),
	...when(
		'action',
		['| {field} | (select|choose|pick) {value}', '{field} | (select|choose|pick) {value}'],
		'select "{value}" in "{field}"',
		({field, value}) => isShort(field!) && isBrief(value!),
	),
	...when(
		'action',
		['| {field} | (type|enter|write) {value}', '{field} | (type|enter|write) {value}'],
		'type "{value}" into "{field}"',
		({field, value}) => isShort(field!) && isBrief(value!),
	),
];

/** Asked before the sentence is read as it stands: instructions that look like claims. */
export const firstActions: Rewording[] = [
	...when(
		'action',
		['(have|get) {thing} downloaded [please|now]'],
		'download {thing}',
		({thing}) => isBrief(thing!) && !thing!.some(({lower}) => lower === 'link'),
	),
	...when(
		'action',
		[
			"(press|click|choose|hit|tap|select) (cancel|no|dismiss) (in|on|at) the (browser|browser's|native) [confirm|confirmation|alert|prompt|javascript] (pop-up|popup|dialog|box|question|message|alert|prompt|confirm)",
		],
		'dismiss the confirmation',
	),
	...when(
		'action',
		[
			"(press|click|choose|hit|tap|select) (ok|yes|accept) (in|on|at) the (browser|browser's|native) [confirm|confirmation|alert|prompt|javascript] (pop-up|popup|dialog|box|question|message|alert|prompt|confirm)",
		],
		'accept the confirmation',
	),
	...when(
		'action',
		[
			'{field} (is supposed to|is meant to|ought to|is going to|has to|needs to) be {value} , [please|so] (set|type|enter|put|fill in|choose|select) (that|it|this)',
		],
		'set {field} to "{value}"',
		({field, value}) => isShort(field!) && value!.length <= 3,
	),
	...when(
		'action',
		[
			'for {row} , {field} (should|must|has to|needs to|is to) be (entered|typed|filled in|set|given|written) (as|to|with) {value}',
		],
		'enter {value} as {field} for {row}',
		({row, field}) => isShort(row!) && isShort(field!),
	),
	...when(
		'action',
		['{field} (should|must|has to|needs to|is to) be (entered|typed|filled in|given|written) (as|with) {value}'],
		'enter {value} as {field}',
		({field}) => isShort(field!),
	),
	...when(
		'action',
		[
			'(clear|wipe|wipe out|erase|blank|blank out|rub out|get rid of) (whatever|anything|everything|all that|what) [that] (is|stands|was) in {thing}',
		],
		'clear {thing}',
	),
];
