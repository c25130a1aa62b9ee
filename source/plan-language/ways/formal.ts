import {roleAtEnd} from '../names.ts';
import {type Rewording, when} from '../rewording.ts';
import {quoted, sentenceOf, type Token, textOf} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {comes} from './claiming.ts';
import {holding, isField, isNumber, isQuoted, isThing} from './guards.ts';

type Tokens = readonly Token[];
const roleOf = (tokens: Tokens) => roleAtEnd(tokens)?.role;
/** `the dialog`, which only its title names. */
const isBareDialog = (tokens: Tokens): boolean =>
	roleOf(tokens) === 'dialog' && roleAtEnd(tokens)!.rest.every(({lower}) => /^(?:the|a|an|new)$/.test(lower));

/** Names one after the other: `Home, About us and Contact`; null: one of them is none. */
function namesIn(tokens: Tokens): string[] | null {
	const names: Token[][] = [[]];
	for (const token of tokens)
		if (token.text === ',' || token.text === 'and') names.push([]);
		else names.at(-1)!.push(token);
	const given = names.filter(({length}) => length > 0);
	const isName = (name: Token[]) => isQuoted(name) || (name.length <= 4 && isCapital(name[0]) && isThing(name));
	return given.every(isName) ? given.map(name => (isQuoted(name) ? quoted(name[0]!.text) : textOf(name))) : null;
}

const has =
	'(contains|contain|has|have|shows|show|includes|include|displays|display|offers|offer|should contain|should have|should show)';
const phone = '(mobile|phone|smartphone)';
/** How good a value is; what it is stands in quotes. */
const quality =
	'(valid|invalid|wrong|incorrect|correct|existing|weak|strong|unregistered|registered|malformed|unknown)';
/** `Home > Products / Mugs`, whatever stands between them on the page. */
const stationsOf = (text: string): string[] =>
	text
		.split(/[>/›»→|]/u)
		.map(one => one.trim())
		.filter(one => one !== '');
/** What stands in a place, and is no text in it. */
const shownRoles = new Set<string>([
	'image',
	'field',
	'button',
	'icon',
	'dropdown',
	'form',
	'table',
	'list',
	'menu',
	'checkbox',
	'link',
	'tab',
]);
const screen = '(viewport|view|screen|device|size|screen size|resolution|width|layout|mode)';

/** Test cases as they stand in a test management tool: whole sentences, one thing to a line. */
export const formal: Rewording[] = [
	...when(
		'action',
		['(try|attempt) to {act}', '(try|attempt) {act}'],
		'{act}',
		({act}) => act!.length > 1 && !/^(?:log|sign)$/.test(act![0]!.lower),
	),
	...when(
		'action',
		[
			'(select|choose|pick|click|check|tick|click on) [the|a] (radio button|radio|radio option) (for|of|next to|beside|labelled|labeled|with the label|called|named) {thing}',
		],
		'select the {thing} radio button',
		holding({thing: isThing}),
	),
	// `Check` may be to verify.
	...when(
		'action',
		['check [the|a] (checkbox|check box) (next to|beside) {thing}'],
		'tick the checkbox next to {thing}',
		holding({thing: isThing}),
	),
	...when(
		'action',
		[
			'(check|tick|select|mark|enable) [the|a] (checkbox|check box) (labelled|labeled|with the label|called|named) {thing}',
		],
		'check the {thing} checkbox',
		holding({thing: isThing}),
	),
	...when(
		'action',
		[
			'(uncheck|untick|clear|unselect|deselect) [the|a] (checkbox|check box) (labelled|labeled|with the label|called|named) {thing}',
		],
		'uncheck the {thing} checkbox',
		holding({thing: isThing}),
	),
	...when(
		'action',
		[
			'(locate|find) {field} and (type|enter|input|write|key in) {value}',
			'(locate|find) {field} and (type|enter|input|write) {value} [into|in] [it]',
		],
		'type {value} into {field}',
		({field, value}) => isField(field!) && isQuoted(value!),
	),
	...when(
		'assertion',
		[
			`{place} (contains|contain|has|shows|includes|should contain|should have|should show) [a|the] (row|entry|record) (with|containing|for|of) {one} and {other}`,
		],
		'the row of {one} in {place} contains {other}',
		({place, one, other}) => isThing(place!) && isQuoted(one!) && isQuoted(other!),
	),
	...when(
		'assertion',
		[
			'{thing} (has|should have|have) [the|an|a] (href|target|address|url|link target) [of] {text}',
			'the href of {thing} (is|should be|equals|should equal) {text}',
		],
		'{thing} points to {text}',
		({thing, text}) => isThing(thing!) && text!.length === 1,
	),
	...when('action', ['copy {thing} to [the|my] clipboard'], 'copy {thing}', holding({thing: isThing})),
	...when('assertion', [`(a|the) confirmation ${comes}`], 'a success message is shown'),
	...when(
		'assertion',
		[
			'(the user|user|i|we|you|the visitor|the customer) (is|am|are) (shown|presented with|given) {thing}',
			'(is|am|are) (shown|presented with|given) {thing}',
		],
		'{thing} is shown',
		({thing}) => thing!.length > 1 && /^(?:a|an|the)$/.test(thing![0]!.lower),
	),
	...when(
		'assertion',
		[
			`[the|a|an] (comment|message|reply|review|post) {text} (is|was|has been|gets) [now|successfully] (posted|published|added|sent|submitted)`,
		],
		'the text {text} is visible',
		holding({text: isQuoted}),
	),
	...when(
		'assertion',
		['the page (shows|displays|has) (a|an|the) {code} error [page|message]'],
		'the page contains {code}',
		holding({code: isNumber}),
	),
	...when(
		'assertion',
		[
			'the url (has|contains|includes|should have|should contain|should include) [the|a] (query parameter|query string|query|parameter|hash|fragment|path|segment|search parameter) {text}',
		],
		'the URL contains {text}',
		holding({text: isQuoted}),
	),
	...when(
		'assertion',
		[
			'the (query parameter|url parameter|query param|search parameter) {name} (is|equals|has the value|should be) {value}',
		],
		({name, value}) => `the URL contains ${quoted(`${name![0]!.text}=${value![0]!.text}`)}`,
		({name, value}) => name!.length === 1 && value!.length === 1,
	),
	...when(
		'assertion',
		[`{place} ${has} (a|an|the) {thing}`],
		'the {thing} in {place} is visible',
		({place, thing}) =>
			!thing!.some(({kind}) => kind === 'quoted') &&
			roleOf(place!) !== undefined &&
			!/^(?:page|row)$/.test(roleOf(place!)!) &&
			shownRoles.has(roleOf(thing!) ?? '') &&
			thing!.length <= 4 &&
			!/^(?:no|only|any|each|every)$/.test(thing![0]!.lower),
	),
	...when(
		'assertion',
		['{text} (is|are) [now] (shown|displayed|visible|present) (in|among) the {things}'],
		'{text} is listed in the {things}',
		({text, things}) =>
			isQuoted(text!) &&
			things!.length <= 4 &&
			things!.every(({kind, text: own}) => kind === 'word' && /^\p{Ll}+$/u.test(own)) &&
			/[^s]s$/.test(things!.at(-1)!.text) &&
			roleOf(things!) === undefined,
	),
	...when(
		'assertion',
		[
			'[the] (breadcrumb|breadcrumbs|breadcrumb trail|breadcrumb navigation) [now|should] (shows|show|is|displays|display|reads|read|contains|contain|be) {text}',
		],
		({text}) =>
			stationsOf(text![0]!.text)
				.map(one => `the breadcrumb contains ${quoted(one)}`)
				.join(' and '),
		({text}) => isQuoted(text!) && stationsOf(text![0]!.text).length > 1,
	),
	...when(
		'assertion',
		[`(each|every) {thing} ${has} (a|an) {x} (button|link|icon)`],
		'every {thing} says {x}',
		({thing, x}) =>
			isThing(thing!) && x!.length <= 3 && (isQuoted(x!) || isCapital(x![0])) && x!.every(({lower}) => lower !== 'and'),
	),
	...when(
		'assertion',
		[
			`(each|every) {thing} ${has} (a|an) {x} and (a|an) {y} (button|link|icon)`,
			`(each|every) {thing} ${has} {x} and {y} (buttons|links|icons)`,
		],
		'every {thing} says "{x}" and every {thing} says "{y}"',
		({thing, x, y}) =>
			isThing(thing!) && [x!, y!].every(one => one.length <= 3 && (isQuoted(one) || isCapital(one[0]))),
	),
	...when(
		'assertion',
		[
			`[the] {kinds} (name|username|email|e-mail|e-mail address|email address|title|id|number) {text} ${comes} in {place}`,
		],
		'{text} is shown in {place}',
		({kinds, text}) =>
			isQuoted(text!) &&
			kinds!.length <= 4 &&
			kinds!.every(({kind, text: own}) => kind === 'word' && /^\p{Ll}[\p{Ll}'’-]+$/u.test(own)) &&
			roleOf(kinds!) === undefined,
	),
	...when(
		'assertion',
		[`[the] {kinds} (name|username|email|e-mail|e-mail address|email address|title|id|number) {text} ${comes}`],
		'{text} is visible',
		({kinds, text}) =>
			isQuoted(text!) &&
			kinds!.length <= 4 &&
			kinds!.every(({kind, text: own}) => kind === 'word' && /^\p{Ll}[\p{Ll}'’-]+$/u.test(own)) &&
			roleOf(kinds!) === undefined,
	),
	...when(
		'assertion',
		['the {name} filter (is|should be) (active|applied|selected|on|set|highlighted)'],
		'{name} is selected',
		holding({name: isQuoted}),
	),
	...when(
		'action',
		[`(enter|type|input|provide|fill in|write) (a|an|the) ${quality} {noun} {value} (in|into|in to) {field}`],
		'type {value} into {field}',
		({noun, value, field}) => noun!.length <= 3 && isQuoted(value!) && isField(field!),
	),
	...when(
		'action',
		[`(enter|type|input|provide|fill in|write) (a|an|the) ${quality} {noun} {value}`],
		'type {value} into the {noun} field',
		({noun, value}) =>
			noun!.length <= 3 && isQuoted(value!) && isField(noun!) && noun!.every(({kind}) => kind === 'word'),
	),
	...when(
		'assertion',
		[
			'the [button|link] (label|caption|text) [of the button|of the link] (is|should be|reads|says|should read|should say|changes to|should change to|changed to) {text}',
		],
		'the {text} button is visible',
		holding({text: isQuoted}),
	),
	...when(
		'assertion',
		[
			'[the] {name} (button|link) [text|label|caption] (changes to|changed to|should change to|becomes|turns into|now says|now reads) {text}',
		],
		'the {text} button is visible',
		({name, text}) => isQuoted(name!) && isQuoted(text!),
	),
	...when(
		'assertion',
		['{thing} (is|should be|are|must be) (formatted|shown|displayed|written|rendered) as {text}'],
		'{thing} is {text}',
		({thing, text}) => isThing(thing!) && isQuoted(text!),
	),
	...when(
		'assertion',
		[`[the|a|an] {kinds} (message|text|note|hint|label|notice) {text} ${comes}`],
		'{text} is visible',
		({kinds, text}) =>
			isQuoted(text!) &&
			kinds!.length <= 3 &&
			kinds!.every(({kind, text: own}) => kind === 'word' && /^\p{Ll}[\p{Ll}-]+$/u.test(own)) &&
			/^(?:empty|placeholder|welcome|greeting|intro|introductory|help|state|info|informational|no-results|results)$/.test(
				kinds![0]!.text,
			),
	),
	...when(
		'assertion',
		[
			'the {name} slider value (is|should be|equals|shows) {value}',
			'the slider value (is|should be|equals|shows) {value}',
			'the value of the slider (is|should be|equals) {value}',
		],
		({name, value}) => `the ${name ? `${sentenceOf(name)} ` : ''}slider is ${sentenceOf(value!)}`,
		({value}) => value!.length <= 2,
	),
	...when(
		'action',
		[
			`(open|view|show|load|display) [the|this] (page|site|website|app|application|it) (in|on|with|at|using) [a|an|the] ${phone} ${screen}`,
			`(resize|shrink|set|change|switch) [the|this] (browser|browser window|window|viewport|page|view|screen) [down] to [a|an|the] ${phone} ${screen}`,
		],
		'use the phone viewport',
	),
	...when(
		'assertion',
		[
			`{thing} ${comes} with [the|a] (title|heading|header|caption) {text}`,
			`{thing} with [the|a] (title|heading|header|caption) {text} ${comes}`,
		],
		'the dialog {text} is visible',
		({thing, text}) => isBareDialog(thing!) && isQuoted(text!),
	),
	...when(
		'assertion',
		[
			`{place} ${has} [the|a] [following] (links|link|navigation links|menu links) [to|for|called|named|labelled|:] {names}`,
		],
		({place, names}) =>
			namesIn(names!)!
				.map(name => `the ${name} link in ${sentenceOf(place!)} is visible`)
				.join(' and '),
		({place, names}) => isThing(place!) && namesIn(names!) !== null,
	),
	...when(
		'assertion',
		['the (active|selected|current|open|highlighted) tab (is|should be|reads|says) {name}'],
		'the {name} tab is selected',
		({name}) => namesIn(name!)?.length === 1,
	),
	...when(
		'assertion',
		[
			'[the|all|all the|all of the|every] (form fields|fields of the form|form inputs|input fields|inputs of the form|fields in the form) (is|are|has been|have been|should be) [now|all] (cleared|emptied|empty|blank|reset|cleared again|empty again)',
			'the form (is|has been|was|gets|should be) [now] (cleared|emptied|empty|blank|cleared again|empty again)',
		],
		'every field in the form is empty',
	),
	...when(
		'assertion',
		[
			'the placeholder [text] (is|says|reads|shows|should be|should say|should read) {text}',
			'the placeholder [text] {text} (is|should be) (shown|visible|displayed|there)',
		],
		'the {text} field has the placeholder {text}',
		holding({text: isQuoted}),
	),
];
