import {type Rewording, when} from '../rewording.ts';
import {type Token, textOf} from '../tokens.ts';
import {isDataLike} from '../values.ts';
import {ordinalOf, recordNouns} from '../words.ts';
import {holding, isDatum, isFile, isQuoted, isSureDatum, isSureKey, isThing} from './guards.ts';

type Tokens = readonly Token[];
const at = '(in|on|at|from|of|inside|within)';
const tick = '(tick|check|tick mark|check mark|checkmark|cross)';
const box =
	'[the|that|its|your] [box|checkbox|check box|tick box|field] [for|of|beside|next to|by|against|called|labelled]';
const rise = '(knock|crank|bump|push|turn|dial|bring|take|whack|nudge|drop|cut|put|step|ramp|move|pull)';
const isPlace = (tokens: Tokens) =>
	isThing(tokens) && !/^(?:there|here|top|bottom|left|right|side)$/.test(tokens.at(-1)!.lower);
const one = holding({thing: isThing, place: isPlace});
const isPlain = (most: number) => (tokens: Tokens) =>
	tokens.length <= most && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text));
const isNumber = (tokens: Tokens) => tokens.length === 1 && isDataLike(tokens[0]!) && /^[\d"]/.test(tokens[0]!.text);
const isDialog = (tokens: Tokens) =>
	isThing(tokens) &&
	/^(?:dialog|dialogue|modal|popup|pop-up|overlay|window|panel|pane|drawer|menu|popover|sidebar|banner|box|toast|message|notification|lightbox|sheet)$/.test(
		tokens.at(-1)!.lower,
	);
/** A tab of the page, by its name; one that is known by its place is a tab of the browser. */
const isTab = (tokens: Tokens) =>
	isThing(tokens) &&
	tokens.at(-1)!.lower === 'tab' &&
	tokens.length > 1 &&
	!tokens
		.slice(0, -1)
		.every(
			token =>
				ordinalOf(token) !== null ||
				/^(?:the|a|this|that|other|next|previous|new|newest|latest|original|main|old|just|opened|newly|browser|current|same)$/.test(
					token.lower,
				),
		);
const isMode = (tokens: Tokens) => /^(?:theme|mode|view|layout|style)$/.test(tokens.at(-1)!.lower);
const isPage = (tokens: Tokens) => isThing(tokens) && !isFile(tokens) && !isTab(tokens) && !isMode(tokens);
const open = '(drop down|pop open|pull open|flip open|fling open|swing open|crack open|slide open|click open|open up)';
const call = '(bring up|call up|pull up|get up|fire up|summon|invoke)';
const opened = `(get|bring|pull|pop|call|have) {thing} (up|open|opened)`;
const hop =
	'(hop|pop|nip|scoot|zip|skip|jump|flick|flip|swing|move|head|switch|slide|shift|go|come|turn|change|click|proceed|carry on|cycle|get|tab)';
const way = '[right|straight|back|on] [over|across|along|round|through|down|up]';

/** Verbs with a particle, as people speak: `pop open`, `hop over to`, `knock up to`, `flick on`. */
export const particles: Rewording[] = [
	...when(
		'action',
		[`${open} {thing}`, `${call} {thing}`, opened],
		'open {thing}',
		match => one(match) && !isContext(match['thing']!),
	),
	...when(
		'action',
		[
			`${open} {thing} ${at} {place}`,
			`${call} {thing} ${at} {place}`,
			`(get|bring|pull|pop) {thing} (up|open) ${at} {place}`,
		],
		'open {thing} in {place}',
		match => one(match) && !isContext(match['thing']!),
	),
	...when('action', [`${hop} ${way} (to|onto|into) {thing}`], 'click {thing}', holding({thing: isTab})),
	...when(
		'action',
		[
			'(shut|shut down|close down|close off|close out|get rid of|get out of|back out of|come out of|click away|put away) {thing}',
			'(click|put|wave|swipe|push|take|get) {thing} (away|out of the way)',
		],
		'close {thing}',
		holding({thing: isDialog}),
	),
	...when('action', ['cancel out of {thing}'], 'click cancel in {thing}', holding({thing: isDialog})),
	...when(
		'action',
		['(get|back|come|break|jump|climb) out of {thing} (with|using|via|by pressing|by hitting|by) [the] {key} [key]'],
		'press {key}',
		holding({thing: isThing, key: isSureKey}),
	),
	...when(
		'action',
		['give [the] {key} [key] a (press|push|tap|hit)', 'give [the] {key} [key] (one|a single) (press|push|tap|hit)'],
		'press {key}',
		holding({key: isSureKey}),
	),
	// Switches
	...when(
		'action',
		[
			'(flick|flip|click|toggle|put|slide|knock|set) {thing} (on|to on|to the on position|into the on position)',
			'(flick|flip|put|knock|slide) on {thing}',
		],
		'turn on {thing}',
		one,
	),
	...when(
		'action',
		[
			'(flick|flip|click|toggle|put|slide|knock|set) {thing} (off|to off|to the off position|into the off position)',
			'(flick|flip|put|knock|slide) off {thing}',
		],
		'turn off {thing}',
		one,
	),
	...when(
		'action',
		['(flick|flip) {thing}', '(flick|flip) {thing} (over|the other way)'],
		'click {thing}',
		({thing}) => isThing(thing!) && /^(?:switch|toggle|checkbox|tick box)$/.test(thing!.at(-1)!.lower),
	),
	...when(
		'action',
		[
			`(put|place|set|stick|pop|leave) (a|the) ${tick} (next to|beside|by|in|into|against|in front of|on|at|for|alongside) ${box} {thing}`,
			`give {thing} a (tick|check mark|tick mark)`,
		],
		'tick {thing}',
		one,
	),
	...when(
		'action',
		[
			`(take|remove|get|clear|drop) (a|the) ${tick} [mark] (out of|off|away from|from|next to|beside|by|in|against|at|for) ${box} {thing}`,
			`(take|remove|get) (a|the) ${tick} off ${box} {thing}`,
		],
		'untick {thing}',
		one,
	),
	// Values
	...when(
		'action',
		[
			`${rise} {field} [up|down|back|on|back up|back down] to {value}`,
			`${rise} (up|down) {field} to {value}`,
			`(make|get|have) {field} [up|down] to {value}`,
		],
		'set {field} to {value}',
		holding({field: tokens => isThing(tokens) && isPlain(4)(tokens), value: isNumber}),
	),
	...when(
		'action',
		[
			'(swap|exchange|trade|swap out|change out) {field} (for|with|against) {value}',
			'(overtype|overwrite|retype|write over|type over) {field} (with|to|as|by) {value}',
		],
		'set {field} to {value}',
		holding({field: isThing, value: tokens => isSureDatum(tokens) && !isFile(tokens)}),
	),
	...when(
		'action',
		[
			'(change|switch|edit|correct|turn|alter|amend) (the|my|your|its) {field} from {old} (to|into) {value}',
			'(change|switch|edit|correct|alter|amend) {field} from {old} (to|into) {value}',
		],
		'change "{field}" from "{old}" to {value}',
		({field, old, value}) =>
			isPlain(3)(field!) && !recordNouns.has(field![0]!.lower) && isQuoted(value!) && old!.length <= 4,
	),
	...when(
		'action',
		[
			'(toggle|flip|flick|swap|put|bring|knock) (the|my|your) {field} [over|back|across] (to|into) {value} [mode]',
			'(toggle|flip|flick|swap) {field} [over|back|across] (to|into) {value} [mode]',
		],
		'set the {field} to {value}',
		holding({field: isPlain(2), value: tokens => tokens.length === 1 && tokens[0]!.kind !== 'mark'}),
	),
	...when(
		'action',
		[
			'(wipe|wipe out|rub out|clean|clear|clear out|empty|empty out|blank|blank out) {field} (clean|out|completely|entirely|fully|first|beforehand|to start with|again)',
			'(wipe|wipe out|rub out|clean out|clear out|empty out|blank out) {field}',
		],
		'clear {field}',
		({field}) =>
			isThing(field!) &&
			!/^(?:what|whatever|everything|anything)$/.test(field![0]!.lower) &&
			!/^(?:cart|basket|list|trash|bin|log|filters?)$/.test(field!.at(-1)!.lower),
	),
	...when(
		'action',
		['(pop|stick|chuck|throw|shove|stuff|bung|feed) {file} (into|in|onto|on|to) {field}'],
		'upload {file} to {field}',
		holding({file: isFile, field: isThing}),
	),
	...when(
		'action',
		['(grab|fetch|pull down|get hold of|get|snag|bag|save off) {thing}'],
		'download {thing}',
		({thing}) =>
			isThing(thing!) &&
			!/^(?:the|a|an)$/.test(thing!.at(-1)!.lower) &&
			/^(?:file|export|csv|pdf|zip|spreadsheet|download|xlsx)$/.test(thing!.at(-1)!.lower),
	),
	...when(
		'action',
		[
			'(pick out|single out|plump for|opt for|go for|settle on|settle for|decide on|go with) {value} (under|for|in|from|as) {field}',
		],
		'select {value} from {field}',
		holding({value: isDatum, field: isThing}),
	),
	...when(
		'action',
		['(plump for|opt for|go for|settle on|settle for|decide on|go with|pick out|single out) {value}'],
		'select {value}',
		({value}) => value!.length <= 6 && (isDatum(value!) || isThing(value!)),
	),
	// What unfolds
	...when(
		'action',
		[
			'(unfold|open out|fold out|fold open|unroll|roll out|spread out|drop open) {thing} [out]',
			'(fold|roll|open|spread) {thing} out',
		],
		'expand {thing}',
		one,
	),
	...when(
		'action',
		[
			'(fold up|fold away|fold in|roll up|fold back|fold) {thing} [up|away|in|shut|closed]',
			'(fold|roll|close) {thing} (up|away|in|back in|back up|up again|in again)',
		],
		'collapse {thing}',
		one,
	),
	...when(
		'action',
		[
			'(flip|reverse|invert|turn round|turn around|switch|toggle) the (sort order|order|sorting|sort direction|sort|direction) of {thing}',
		],
		'click {thing}',
		({thing}) => isThing(thing!) && /^(?:column|header|heading)$/.test(thing!.at(-1)!.lower),
	),
	// Sessions
	...when('action', ['(log|sign) (back|yourself) out [again]', '(log|sign) yourself back out'], 'log out'),
	...when('action', ['(log|sign) (back|yourself) in {who}', '(log|sign) yourself back in {who}'], 'log in {who}'),
	...when('action', ['(log|sign) (back|yourself) in [again]'], 'log in'),
	...when(
		'action',
		[
			"(say ok to|say okay to|agree to|go along with) (the|that|this) [browser|browser's|native|javascript] (prompt|confirm|confirmation|alert|question)",
		],
		'accept the confirmation',
	),
	...when('action', ['make {thing} (visible|readable)', '(let|make) {thing} show'], 'show {thing}', one),
	...when(
		'action',
		['(send|fire|ship) (the|this|that) form off', '(send|fire|ship) off (the|this|that) form'],
		'submit the form',
	),
	...when(
		'action',
		['(send|fire|ship) {thing} off', '(send|fire|ship) off {thing}'],
		'send {thing}',
		({thing}) => isThing(thing!) || thing![0]!.lower === 'it',
	),
	...when(
		'action',
		[
			'(let|allow) the (page|site|screen|app) [finish|to finish] (load|loading|settle|to load|to settle|come up|catch up)',
			'(give|allow) (it|the page|the site|the app) (a|one|another) (moment|second|sec|bit|tick|little while|while|minute to load|moment to load|second to load|chance to load) [to load|to settle|to catch up]',
			'(wait|hang on|hold on|pause) [for] (a|one|just a|another) (moment|bit|little while|while|tick|sec|short while|little)',
		],
		'wait for the page to load',
	),
	...when(
		'action',
		[
			'(give|allow) (it|the page|the site|the app) (a couple of|a few|some) (seconds|secs|moments)',
			'(wait|hang on|hold on|pause) [for] (a couple of|some|a few) (seconds|secs|moments)',
		],
		'wait a few seconds',
	),
];

const isContext = (tokens: Tokens): boolean => /context menu/.test(textOf(tokens).toLowerCase());

/** Asked when the sentence is in no form as it stands. */
export const laterParticles: Rewording[] = [
	...when(
		'action',
		[
			`(hop|pop|nip|scoot|zip|skip|jump|flick|flip|swing|head|go|come|click|proceed|carry on|cycle|get|whip|wander) ${way} (to|onto|into) {page}`,
			'(switch|change|move|slide|shift|turn|dive|dip|drop) [back|on] (over|across|along|round|through) (to|into) {page}',
		],
		'go to {page}',
		holding({page: isPage}),
	),
	...when(
		'action',
		[`${hop} ${way} (to|into) {thing}`],
		'click {thing}',
		match => one(match) && isMode(match['thing']!),
	),
	...when('action', ['(shut|shut down|close down) {thing}'], 'close {thing}', one),
];
