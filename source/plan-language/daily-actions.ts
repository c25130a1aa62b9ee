import {isRecord} from './ways/guards.ts';
import {begins, isShort, type Rewording, when} from './rewording.ts';
import {isBrief, isCount, isQuoted} from './slots.ts';
import {type Token, textOf} from './tokens.ts';
import {isCapital, isDataLike} from './values.ts';
import {articles, countOf, isVerb, prepositions, recordNouns} from './words.ts';

/** Words in small letters, that say what kind of thing it is. */
export const isPlain = (most: number) => (tokens: readonly Token[]) =>
	tokens.length <= most && tokens.every(({kind, text, lower}) => kind === 'word' && text === lower);
export const isPlainName = (tokens: readonly Token[]) => isShort(tokens) && !isVerb(tokens[0]);
const control = '(button|link|icon|tab|menu item|control)';
const handled =
	/^(?:click|press|tap|open|close|fill|type|enter|select|choose|check|tick|uncheck|save|submit|go|close|wait|log|sign|scroll|change|add|delete|remove|do|use|touch|drag|upload|download|search|confirm|accept)$/;
const setting = '(select|choose|pick|enter|type|set|put|fill in|fill)';

/** Said of what somebody does with a page every day; each form is a class, not a sentence. */
export const dailyActions: Rewording[] = [
	// What one decides is an act in words of its own, or what the button for it says.
	...['{rest}', 'click "{rest}"'].flatMap(say =>
		when(
			'action',
			['(decide|opt|elect|choose) to {rest}'],
			say,
			match => begins('rest')(match) && isShort(match['rest']!) && !match['rest']!.some(({kind}) => kind === 'quoted'),
		),
	),
	// The control first, and then what it is for
	...when(
		'action',
		[
			`use the {name} ${control} to {purpose}`,
			`use the {name} ${control} [that is|which is] (in|on|at) {place} to {purpose}`,
		],
		'click the {name} button',
		match => isShort(match['name']!) && begins('purpose')(match),
	),
	...when(
		'action',
		['(select|choose|pick|mark|tick) {things} (using|via|with|through) the {name} (checkbox|check box|tick box)'],
		'tick the {name} checkbox',
		({things, name}) => isShort(things!) && isShort(name!),
	),
	...when(
		'action',
		[
			'(select|choose|pick|mark|tick) {things} (using|via|with|through) the (checkbox|check box|tick box) in the {place}',
		],
		'tick the checkbox in the {place}',
		({things, place}) => isShort(things!) && isShort(place!),
	),
	// A value behind what it is: `a cooking time of 40 minutes`, `a photo called bread.jpg`
	...when(
		'action',
		['(enter|type|set|give|put in|fill in|choose|pick) (a|an) {field} of {value}'],
		'type "{value}" into the {field} field',
		({field, value}) => isPlain(3)(field!) && value!.length === 1 && (isQuoted(value!) || isDataLike(value![0]!)),
	),
	...when(
		'action',
		[
			'(enter|type|set|give|put in|fill in|choose|pick) (a|an) {field} of {value} (minutes|hours|days|weeks|seconds|euros|dollars|pounds|people|persons|kg|km|percent|years)',
		],
		'type "{value}" into the {field} field',
		({field, value}) => isPlain(3)(field!) && isCount(value!),
	),
	...when(
		'action',
		['(upload|attach) (a|an|the) {thing} (called|named) {file}'],
		'upload {file}',
		({thing, file}) => isPlain(3)(thing!) && file!.length === 1,
	),
	...when(
		'action',
		['assign (it|this|them|the card|the task|the ticket|the issue) to {who}'],
		'select {who} in assignee',
		({who}) => isBrief(who!) && (isQuoted(who!) || isCapital(who![0])),
	),
	...(['comment', 'note', 'remark', 'reply', 'message', 'description'] as const).flatMap(kind =>
		when(
			'action',
			[`(leave|write|enter|type) (a|the) ${kind} [saying|reading|that says] {value}`],
			`type {value} into the ${kind} field`,
			({value}) => isQuoted(value!),
		),
	),
	...when(
		'action',
		["(don't|do not) {thing}"],
		'uncheck "{thing}"',
		// What one does not do with a page is no box of it.
		({thing}) => isPlain(7)(thing!) && thing!.length > 1 && !handled.test(thing![0]!.lower),
	),
	...when(
		'action',
		['(rate|score) {thing} [with|as|at] {stars} (stars|star)', 'give {thing} {stars} (stars|star)'],
		'click "{stars} stars"',
		({thing, stars}) => isPlainName(thing!) && isCount(stars!) && !/^(?:1|one)$/.test(stars![0]!.lower),
	),
	...when(
		'action',
		['(show|list|display) only {things}', 'only (show|list|display) {things}'],
		'check "only {things}"',
		({things}) => isPlain(5)(things!),
	),
	...when(
		'action',
		[
			'(go|move|switch|advance|page|step) [forward|back|on] to the (next|following) month [in the calendar|of the calendar|in the date picker]',
		],
		'click "next month"',
	),
	...when(
		'action',
		[
			'(go|move|switch|page|step) [forward|back|on] to the (previous|last|preceding) month [in the calendar|of the calendar|in the date picker]',
		],
		'click "previous month"',
	),
	...when(
		'action',
		['{act} without (a|an|any) {field}'],
		'{act} without filling in the {field}',
		({act, field}) =>
			act!.length > 1 && isVerb(act![0]) && isPlain(2)(field!) && !/^(?:log|sign)$/.test(act![0]!.lower),
	),
	// Leaving
	...when(
		'action',
		['(log|sign) out (from|of|via|using|through|with|in) [the] {place}', '(log|sign) out'],
		'click "log out"',
		({place}) => place === undefined || isPlain(4)(place),
	),
	...when(
		'action',
		['(mark|make|flag|classify|set|rate) (it|this|them) [as|to] {value}'],
		'choose {value}',
		({value}) => isBrief(value!) && value!.length <= 3 && (isQuoted(value!) || isCapital(value![0])),
	),
	...when('action', ['{act} (twice|two times|2 times)'], '{act}, then {act}', begins('act')),
	...when('action', ['{act} (three times|3 times)'], '{act}, then {act}, then {act}', begins('act')),
	...when(
		'action',
		['(assign|move|add|mark|export|send|copy|transfer|forward) [all] the (selected|checked|ticked) {things} {rest}'],
		'click "{first} {rest}"',
		({things, rest}) => isPlain(1)(things!) && /^(?:to|as|into)$/.test(rest![0]!.lower) && isPlain(4)(rest!),
	),
	...when(
		'action',
		[
			'(go|return|jump|move|get) [back] to the first page (using|with|via|in|of|through) the (pagination|pager|paging|list|table|results)',
		],
		'go to page 1',
	),
	...when(
		'action',
		['(look|check|peek) (in|into|at|inside) the {page} (folder|tab|section|page|view|screen)'],
		'go to {page}',
		({page}) => isShort(page!),
	),
	...when('action', ['go on to {rest}'], 'continue to {rest}'),
	...when('action', ['make another {thing}'], 'click "{first} another {thing}"', ({thing}) => isPlain(2)(thing!)),
	// Into a field, and off with it
	...when(
		'action',
		['(use|apply|redeem) the {kind} code {value}'],
		'type {value} into the {kind} code field, then click "Apply"',
		({kind, value}) => isPlain(2)(kind!) && value!.length === 1 && (isQuoted(value!) || isDataLike(value![0]!)),
	),
	...when(
		'action',
		['(apply|submit|send|post|redeem|publish|save) the {field} {value}'],
		'type {value} into the {field} field, then click {first}',
		({field, value}) => isPlain(3)(field!) && isQuoted(value!),
	),
	...when(
		'action',
		['(look for|search for|find) {value} in [the] {place}'],
		'search for {value}',
		({value, place}) => isQuoted(value!) && isPlain(2)(place!),
	),
];

/** These look like something else as they stand. */
export const firstDailyActions: Rewording[] = [
	...when(
		'action',
		['take {count} {thing} (off|away|out) [again]'],
		'remove {count} {thing}',
		({count, thing}) => count!.length === 1 && countOf(count![0]) !== null && isPlain(2)(thing!),
	),
	...when('action', ['(start|begin) (typing|entering) {rest}'], 'type {rest}'),
	...when(
		'action',
		['(expand|collapse|unfold|fold|open|close) the {name} (branch|node) [of the tree|in the tree]'],
		'{first} "{name}"',
		({name}) => isShort(name!),
	),
	...when(
		'action',
		['(continue|proceed|go on|move on|advance|go) to the next (step|screen|section)'],
		'click "continue"',
	),
	...when(
		'action',
		['(untick|uncheck|clear|deselect) the (box|checkbox) (to|for) {purpose}'],
		'uncheck "{purpose}"',
		({purpose}) => isPlain(6)(purpose!),
	),
	...when('action', ['(tick|check|select) the (box|checkbox) (to|for) {purpose}'], 'check "{purpose}"', ({purpose}) =>
		isPlain(6)(purpose!),
	),
	...when(
		'action',
		['(select|tick|check|mark) [the] {kind} {one} and {other}'],
		'tick the checkbox of {one} and tick the checkbox of {other}',
		({kind, one, other}) =>
			kind!.length === 1 &&
			/^\p{Ll}{2,}s$/u.test(kind![0]!.text) &&
			recordNouns.has(kind![0]!.lower.slice(0, -1)) &&
			isRecord(one!) &&
			isRecord(other!),
	),
	...when(
		'action',
		['(put|enter|type|fill) {value} in as [the] {field}', '(put|enter|type|fill) in {value} as [the] {field}'],
		'type {value} as {field}',
		({value, field}) => isQuoted(value!) && field!.length <= 6,
	),
	...when('action', ['search [now]'], 'click "search"'),
	...when(
		'action',
		['(search|filter) [the] {things} for {value}'],
		'search for {value}',
		({things, value}) => /^(?:cards|rows|items|entries|lists)$/.test(textOf(things!)) && value!.length === 1,
	),
	...when(
		'action',
		['(set|put|switch|change|turn|reset) [the] {field} [filter] back to {value}'],
		'set "{field}" to "{value}"',
		({field, value}) => isPlain(3)(field!) && value!.length <= 3,
	),
	...when(
		'action',
		['{act} and save'],
		'{act}, then save',
		({act}) => act!.length > 3 && /^(?:set|change|select|choose|type|enter|rename|edit|update)$/.test(act![0]!.lower),
	),
	...(['confirm', 'continue', 'send', 'submit', 'apply'] as const).flatMap(verb =>
		when(
			'action',
			[`{act} and ${verb}`],
			`{act}, then ${verb}`,
			({act}) => act!.length > 3 && /^(?:set|change|select|choose|type|enter|edit|update)$/.test(act![0]!.lower),
		),
	),
	...when('action', ['open {thing} (for editing|for edit)'], 'edit {thing}', ({thing}) => isPlainName(thing!)),
	...when(
		'action',
		['(drag|move|slide|pull|set|push) {slider} to {number} {unit}'],
		'drag {slider} to {number}',
		({slider, number, unit}) => slider!.at(-1)!.lower === 'slider' && isCount(number!) && isPlain(1)(unit!),
	),
	...when(
		'action',
		['(enter|type|type in) the (correct|right|valid|new|actual) {field} {value}'],
		'type {value} into the {field} field',
		({field, value}) => isPlain(2)(field!) && value!.length === 1 && isDataLike(value![0]!),
	),
	...(['comment', 'note', 'remark', 'reply'] as const).flatMap(kind =>
		when(
			'action',
			[`add (a|the) ${kind} [saying|reading|that says] {value}`],
			`type {value} into the ${kind} field`,
			({value}) => isQuoted(value!),
		),
	),
	...when(
		'action',
		['(enter|type|set|put|fill in) {number} {field}'],
		'type {number} into the {field} field',
		({number, field}) =>
			isCount(number!) &&
			isPlain(3)(field!) &&
			field!.every(({lower}) => !articles.has(lower) && !prepositions.has(lower)),
	),
	...['on', 'off'].flatMap(way =>
		when('action', [`toggle {thing} ${way}`], `turn ${way} "{thing}"`, ({thing}) => isShort(thing!)),
	),
	...when(
		'action',
		['type {word} to (confirm|proceed|continue)', 'type the word {word} to (confirm|proceed|continue)'],
		'type "{word}"',
		({word}) => word!.length === 1,
	),
	// Two of a kind with one verb
	...when(
		'action',
		[
			`${setting} {value} (as|for|in|into) {field} and {other} (as|for|in|into) {second}`,
			`${setting} {value} (as|for|in|into) {field} , {other} (as|for|in|into) {second}`,
		],
		'{first} {value} as {field}, then {first} {other} as {second}',
		({value, field, other, second}) =>
			[value!, field!, other!, second!].every(tokens => isShort(tokens)) && !isVerb(other![0]) && !isVerb(field![0]),
	),
	...when(
		'action',
		['go to page {number} of [the] (list|results|search results|overview)'],
		'go to page {number}',
		({number}) => isCount(number!),
	),
	...when(
		'action',
		['(download|open) the (attached|generated|exported|linked|enclosed) {thing}'],
		'{first} {thing}',
		({thing}) => isShort(thing!),
	),
	...when(
		'action',
		['(look for|search for) {value} in [the] {place} and press enter'],
		'search for {value}, then press Enter',
		({value, place}) => isQuoted(value!) && isPlain(2)(place!),
	),
];
