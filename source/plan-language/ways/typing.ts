import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {isDataLike} from '../values.ts';
import {holding, isDatum, isField, isFile, isSureDatum} from './guards.ts';

const put =
	'(type|enter|put|write|input|key|insert|fill|pop|stick|paste|punch|record|note|supply|provide|submit|add|drop|set|use|give|state|specify|choose)';
const putIn = '(type|type in|enter|put|put in|write|input|key in|insert|fill in|use|provide|give|supply)';
const to = '(in|into|in to|inside|as|for|at|under|on)';
const noun =
	'(value|text|word|words|term|number|name|code|string|phrase|amount|figure|figures|date|digits|sentence|line)';
const point = '(:|->|→|=>|-|–)';
const held = holding({value: tokens => isDatum(tokens) && !isFile(tokens), field: isField});
const sure = holding({value: tokens => isSureDatum(tokens) && !isFile(tokens), field: isField});

/** `the field`, `it`: the one that has the focus. */
const isFocused = (tokens: readonly Token[]): boolean =>
	/^(?:(?:the|this|that) (?:next |current |focused |previous )?(?:field|box|input|element|control)|it)$/.test(
		tokens.map(({lower}) => lower).join(' '),
	);

/** Every way to leave a field by its key. */
export const leaving: Rewording[] = [
	...when(
		'action',
		[
			'(tab|tab out|tab away) (of|from|out of|away from) {field}',
			'(press|hit) tab to leave {field}',
			'(leave|blur) {field}',
			'(leave|exit|move out of|go out of) {field} (with|using|via|by pressing|by) [the] tab [key]',
		],
		'press Tab in {field}',
		({field}) =>
			isField(field!) &&
			!isFocused(field!) &&
			(/^(?:field|box|input|textbox|area)$/.test(field!.at(-1)!.lower) || field![0]!.kind === 'quoted'),
	),
	...when(
		'action',
		[
			'(tab|tab out|tab away) (of|from|out of|away from) {field}',
			'(press|hit) tab to leave {field}',
			'leave {field} (with|using|via|by pressing) [the] tab [key]',
			'tab to {field}',
			'tab out',
			'tab away',
		],
		'press Tab',
		({field}) => field === undefined || isFocused(field),
	),
];

/** Every way to say that something is typed: verb, value and field in each order. */
export const typing: Rewording[] = [
	...['', ' and press enter'].flatMap(end =>
		when(
			'action',
			[
				`(enter|type|type in|fill in|input|provide) [the|a|an|your] (correct|right|valid|wrong|incorrect|invalid) {field} {value}${end}`,
			],
			`type {value} into {field}${end === '' ? '' : ', then press Enter'}`,
			({field, value}) => isField(field!) && value!.length === 1 && value![0]!.kind === 'quoted',
		),
	),
	...when(
		'action',
		[
			`(put|write|take|note) {value} down (as|for|in|at|under) {field}`,
			'(put|write|take|note) down {value} (as|for|in|at|under) {field}',
		],
		'type {value} into {field}',
		sure,
	),
	...when(
		'action',
		[
			`${put} [the] ${noun} {value} [in] ${to} {field}`,
			`${put} [in] {value} as [the|a] value (of|for|in) {field}`,
			`${put} {value} [in] where it (says|asks for|reads|wants) {field}`,
			`${put} {value} ${to} the [text] (box|field|input|text box|text field|area|line) (for|of|labelled|labeled|called|named|marked|titled|that says|which says|saying|with the label|next to|beside|behind) {field}`,
		],
		'type {value} into {field}',
		held,
	),
	...when(
		'action',
		[
			`(pop|stick|paste|punch|record|note|supply|submit|drop|key) [in] {value} ${to} {field}`,
			`(add|put in) {value} (as|for|under|at) {field}`,
			'(fill in|fill out) {value} (for|as|at|under) {field}',
			'assign {value} to {field}',
			'add {value} in {field}',
		],
		'type {value} into {field}',
		sure,
	),
	...when(
		'action',
		[
			`(in|into|inside|for|as|under|at|on|to) {field} [,|:] [please|just|now|i|we|you] ${putIn} [the] [${noun.slice(1, -1)}] {value}`,
		],
		'type {value} into {field}',
		held,
	),
	...when(
		'action',
		[`{field} ${point} [please|now] ${putIn} [the] [${noun.slice(1, -1)}] {value}`],
		'type {value} into {field}',
		held,
	),
	...when(
		'action',
		[
			'(have|let|make) {field} (say|read|be|show|hold|contain) {value}',
			'make {field} {value}',
			'let {field} be {value}',
			'give {field} the value {value}',
			'give {field} {value} as [its] value',
		],
		'set {field} to {value}',
		sure,
	),
	...when(
		'action',
		[
			'{value} (goes|belongs|should go|has to go|must go|needs to go|is to go) (in|into|in to|under|at|on|inside) {field}',
			'{value} (is|gets|should be|has to be|is to be) (entered|typed|put|filled in|written|keyed in|inserted) (in|into|as|at|for|under) {field}',
		],
		'type {value} into {field}',
		sure,
	),
	...when(
		'action',
		[
			'{field} (gets|should get|receives|is given|is to get) [the value|the text] {value}',
			"(it's|it is) {field} (that|which) (gets|has to be|should be|must be|needs to be|is to be|has to get) [set to] {value}",
		],
		'set {field} to {value}',
		sure,
	),
	...when(
		'action',
		[
			'(replace|change|set|overwrite|update|edit|correct|put) the [current|old|existing|whole] (value|content|contents|text|entry) (of|in|for) {field} (to|with|by|as|into) {value}',
			'fill {field} in with {value}',
			'(replace|overwrite) (whatever|what|everything|anything|all) [that] [is|stands] (in|at) {field} (with|by) {value}',
			'set {field} : {value}',
			'(amend|adapt|fix|alter) {field} to {value}',
			'set {field} at {value}',
		],
		'set {field} to {value}',
		held,
	),
	...when(
		'action',
		['(enter|specify|give|state|fill in) {field} as {value}'],
		'set {field} to {value}',
		// `Enter 250 as Pages` says the value first.
		match => held(match) && !match['field']!.every(isDataLike),
	),
	...when(
		'action',
		[
			'{field} goes {value}',
			'(give|make) {field} {noun} , (say|namely|for example|e.g.) {value}',
			"give {field} a name , let's say {value}",
		],
		'type {value} into {field}',
		sure,
	),
	...when(
		'action',
		["give {thing} a {noun} , (let's say|say|namely) {value} , (in|into|under|at) {field}"],
		'type "{value}" into {field}',
		holding({field: isField}),
	),
	...when(
		'action',
		['[the] {noun} (goes|comes|belongs|has to go|should go) (in|into|under) {field} : {value}'],
		'type {value} into {field}',
		sure,
	),
	// Emptied
	...when(
		'action',
		[
			'(clear|empty|erase|delete|remove|wipe|wipe out|get rid of|take out|rub out) (everything|anything|all|all text|all the text|all of the text|the whole text|the entire text|the current text|the old text|the existing text|what|whatever|the text|the value|the content|the contents|the entry|the input|the old value|the current value) [that] [is|stands|was] [already|currently|now] (in|from|of|out of|at|inside) {field}',
			'(blank|blank out|wipe|wipe out|empty out|clear out|wipe clean) {field}',
			'(make|set|reset|leave|keep) {field} [to] (empty|blank|unfilled|clear)',
			`{field} ${point} [please] (clear|clear it|leave empty|leave blank|leave it empty|leave it blank|empty it|blank it|delete text|clear text)`,
			'{field} (is|should be|stays|has to be|must be) left (blank|empty|unfilled)',
			'{field} (stays|remains) (blank|empty) on purpose',
		],
		'clear {field}',
		holding({
			field: tokens =>
				isField(tokens) &&
				!/^(?:cart|basket|bag|list|table|trash|bin|cookies|cache|storage|everything|page|it)$/.test(
					tokens.at(-1)!.lower,
				),
		}),
	),
];
