import {roleAtEnd} from '../names.ts';
import {type Rewording, when} from '../rewording.ts';
import {quoted, sentenceOf, type Token, textOf} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {comes} from './claiming.ts';
import {holding, isQuoted, isThing} from './guards.ts';

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
