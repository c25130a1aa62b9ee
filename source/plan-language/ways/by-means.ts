import {keyOf} from '../families/keys.ts';
import {type Rewording, when} from '../rewording.ts';
import {inQuotes, sentenceOf, type Token, textOf} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {isVerb} from '../words.ts';
import {holding, isDatum, isQuoted, isSureKey, isThing} from './guards.ts';

type Tokens = readonly Token[];
const plain = (most: number) => (tokens: Tokens) =>
	tokens.length <= most && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}[\p{L}-]*$/u.test(text));
const bare = (tokens: Tokens) =>
	textOf(tokens)
		.replace(/^[([]/, '')
		.replace(/[)\]]$/, '');
const isOne = (tokens: Tokens) => tokens.length === 1 && tokens[0]!.kind !== 'mark';

const by = '(by means of|using|with|via|through|by|with the help of|by way of|in|from|on)';
const list =
	'(menu|dropdown|drop-down|list|select|select box|selector|field|box|picker|combo box|combobox|input|slider|date picker|switcher)';
const set = '(set|change|switch|update|select|choose|pick|put|turn)';

/** `A`, `A and B`, `a, b and c`: one or a few words each. */
function namesIn(tokens: Tokens): Token[][] | null {
	const names: Token[][] = [[]];
	for (const token of tokens)
		if ((token.kind === 'mark' && token.text === ',') || (token.kind === 'word' && token.text === 'and'))
			names.push([]);
		else names.at(-1)!.push(token);
	const all = names.filter(({length}) => length > 0);
	const isName = (name: Token[]) =>
		name.length === 1 || (name.length <= 4 && name.every(token => isCapital(token) || isDataLike(token)));
	return all.length > 1 && all.every(isName) && !all.some(([first]) => isVerb(first) && first!.text === first!.lower)
		? all
		: null;
}

const kinds =
	'(labels|tags|options|boxes|checkboxes|check boxes|categories|days|seats|items|entries|values|filters|sizes|colours|colors|topics|rows|roles|permissions|languages|extras|features|members|groups|types|statuses|services|interests)';

/** What is done by a control, a key or a sign that is named beside it, and what is done to several at once. */
export const byMeans: Rewording[] = [
	...when(
		'action',
		[
			`${set} [the] {field} to {value} ${by} [the|its] {same} ${list}`,
			`${set} [the] {field} from {before} to {value} ${by} [the|its] {same} ${list}`,
		],
		({field, value, before}) =>
			before === undefined
				? `set the ${textOf(field!)} to ${sentenceOf(value!)}`
				: `change the ${textOf(field!)} from ${inQuotes(textOf(before))} to ${sentenceOf(value!)}`,
		({field, value, same, before}) =>
			plain(3)(field!) &&
			(isDatum(value!) || isQuoted(value!)) &&
			(before === undefined || before.length <= 3) &&
			(field!.some(({lower}) => same!.some(one => one.lower === lower)) || plain(0)(same!)),
	),
	...when(
		'action',
		[`${set} [the] {field} to {value} ${by} the (slider|stepper|dropdown|menu|list|picker|date picker|calendar)`],
		'set the {field} to {value}',
		({field, value}) => plain(3)(field!) && (isDatum(value!) || isQuoted(value!)),
	),
	...when(
		'action',
		[
			'{act} (with|using|by pressing|via|through|by hitting|by) [the] [keys|shortcut|key combination|keyboard shortcut|key] {key}',
		],
		({key}) => `press ${textOf(key!)}`,
		({act, key}) =>
			isVerb(act![0]) &&
			act!.length > 1 &&
			act!.length <= 5 &&
			act!.every(({kind}) => kind === 'word') &&
			!/^(?:search|look|find|type|enter|fill|write|set|put|press|hit|sign|log|answer|select|choose)$/.test(
				act![0]!.lower,
			) &&
			key!.length === 1 &&
			keyOf(textOf(key!)) !== null,
	),
	...when(
		'action',
		[
			'(confirm|answer|acknowledge|accept) [the] [question|confirmation|query|warning|safety question|security question] with {answer}',
			'(confirm|answer|acknowledge|accept) [the] (question|prompt|dialog|confirmation|query|warning|message) {text} with {answer}',
		],
		'click {answer}',
		({text, answer}) =>
			(text === undefined || isQuoted(text)) &&
			!isSureKey(answer!) &&
			(isQuoted(answer!) || (answer!.length <= 2 && isCapital(answer![0]))),
	),
	...when(
		'action',
		['give {thing} the {field} {value}', 'give {thing} {value} as [the|its] {field}'],
		'set the {field} to {value}',
		({thing, field, value}) =>
			isThing(thing!) &&
			plain(3)(field!) &&
			field!.at(-1)!.lower !== 'value' &&
			isDatum(value!) &&
			plain(3)(thing!.slice(1)),
	),
	...when(
		'action',
		[
			`(tick|check|tick off|mark) [all of|both] [the] ${kinds} {names}`,
			`(tick|check|tick off|mark) [all of|both] [the] ${kinds} {names} (in|on) {place}`,
		],
		({names}) =>
			namesIn(names!)!
				.map(name => `tick ${inQuotes(textOf(name))}`)
				.join(', then '),
		({names, place}) => namesIn(names!) !== null && (place === undefined || isThing(place)),
	),
	...when(
		'action',
		[`(untick|uncheck|deselect|unselect|unmark) [all of|both] [the] ${kinds} {names}`],
		({names}) =>
			namesIn(names!)!
				.map(name => `untick ${inQuotes(textOf(name))}`)
				.join(', then '),
		({names}) => namesIn(names!) !== null,
	),
	...when(
		'action',
		[
			'(log in|sign in|login) as {who} ( {user} , [with] [the] password {password} )',
			'(log in|sign in|login) as {who} with {user} (and|,|/) [the] password {password}',
			'(log in|sign in|login) as {who} (using|with) {user} / {password}',
			'(log in|sign in|login) as {who} {user} , [with] [the] password {password}',
			'(log in|sign in|login) as {who} , {user} (and|,) [with] [the] password {password}',
			'(log in|sign in|login) as {who} {user} / {password}',
			'(log in|sign in|login) as {user} , [with] [the] password {password}',
		],
		({user, password}) => `log in as ${inQuotes(bare(user!))} with password ${inQuotes(bare(password!))}`,
		({who, user, password}) =>
			isOne(user!) &&
			isDataLike(user![0]!) &&
			isOne(password!) &&
			(who === undefined || (who.length <= 3 && who.every(({kind}) => kind === 'word'))),
	),
	...when(
		'action',
		[
			'(move|drag|put|bring|shift|push|pull|return) {thing} (back|over|on|across) (to|into|onto|in) {place}',
			'(move|drag|bring|shift|push|return) {thing} from {before} (back to|over to|into|to) {place}',
		],
		'drag {thing} onto {place}',
		({thing, before, place}) =>
			isThing(thing!) &&
			thing!.some(token => isCapital(token) || isDataLike(token)) &&
			isThing(place!) &&
			(before === undefined || isThing(before)),
	),
	...when(
		'action',
		[
			'(go|move|switch|advance|page|proceed|skip|jump|step) [on|forward|ahead|over] to [the] next {unit} [with the arrow|using the arrow|with the arrow on the right|via the arrow|with the right arrow|by clicking the arrow]',
		],
		'click "next {unit}"',
		holding({
			unit: tokens => plain(1)(tokens) && /^(?:week|month|day|year|image|picture|slide|step)$/.test(tokens[0]!.lower),
		}),
	),
	...when(
		'action',
		[
			'(go|move|switch|page|jump|step) [back|on] to [the] previous {unit} [with the arrow|using the arrow|with the arrow on the left|via the arrow|with the left arrow|by clicking the arrow]',
		],
		'click "previous {unit}"',
		holding({
			unit: tokens => plain(1)(tokens) && /^(?:week|month|day|year|image|picture|slide|step)$/.test(tokens[0]!.lower),
		}),
	),
	...when(
		'action',
		['(go|return|navigate|get|come) [back] to {page} (using|via|with|through|by means of|by) the {way}'],
		'go to {page}',
		({page, way}) =>
			isThing(page!) &&
			/^(?:breadcrumb|breadcrumbs|menu|navigation|main menu|sidebar|side menu|logo|link|tab|tabs|header|nav bar|navigation bar)$/.test(
				textOf(way!).toLowerCase(),
			),
	),
	...when(
		'action',
		['upload [the|a] [file|picture|image|logo|document|photo] {file} (under|in|at|on) {path}'],
		'go to {path}, then upload {file}',
		({file, path}) => isOne(file!) && /\.[a-z]{2,4}$/i.test(file![0]!.text) && path!.some(({text}) => text === '>'),
	),
];

/** Asked after what is read of a double click. */
export const manyTimes: Rewording[] = [
	...when(
		'action',
		[
			'(click|press|tap|hit) [on] {thing} (twice|two times|2 times)',
			'(click|press|tap|hit) [on] {thing} (twice|two times|2 times) (to|so that|in order to|until) {purpose}',
		],
		'click {thing}, then click {thing}',
		({thing}) => isThing(thing!) && keyOf(textOf(thing!)) === null,
	),
];
