import {type Draft, type Family, one, type Form} from '../draft.ts';
import {isModifier} from './keys.ts';
import {emptyTarget, isPhrase, roleAtEnd} from '../names.ts';
import {byForms, pattern} from '../pattern.ts';
import type {Scope, Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {articles, countOf, isVerb, recordNouns} from '../words.ts';

type TargetOp =
	| 'click'
	| 'double_click'
	| 'right_click'
	| 'long_press'
	| 'hover'
	| 'clear'
	| 'check'
	| 'uncheck'
	| 'download';

const on = (text: string, op: TargetOp, isWorthy: (target: Target) => boolean = isNamed): Form => [
	pattern(text),
	({thing}) =>
		withPurpose(thing!)
			.map(target => (op === 'check' || op === 'uncheck' ? asCheckable(target, thing!) : target))
			.filter(isWorthy)
			.map(target => one({op, target})),
];

function isNamed({phrase, role, ordinal, scopes}: Target): boolean {
	return phrase !== '' || role !== null || (ordinal !== null && scopes.length > 0);
}

/** One table per operation, the more special first: `double-click` before `click`, `press and hold` before `press`. */
const special: Form[] = [
	on('(double-click|double click|doubleclick|double tap|double-tap|dblclick) [on] {thing}', 'double_click'),
	on('click twice on {thing}', 'double_click'),
	on('(right-click|right click|rightclick) [on] {thing}', 'right_click'),
	on('(open|show) [the] context menu (of|for|on) {thing}', 'right_click'),
	on(
		'(press and hold|click and hold|tap and hold|long press|long-press|long tap|hold down|touch and hold) [on] {thing}',
		'long_press',
		target => isNamed(target) && (target.isQuoted || !isModifier(target.phrase)),
	),
	on(
		'(hover|hover over|hover on|hover above|mouse over|mouseover) [the mouse|the cursor|the mouse pointer|mouse|cursor] [over|on|onto] {thing}',
		'hover',
	),
	on(
		'(move|place|put|bring|point) [the|your] (mouse|cursor|pointer|mouse pointer|mouse cursor) (to|over|onto|on|above|at) {thing}',
		'hover',
	),
	...[
		'by clicking|by pressing|by tapping|by hitting|by clicking on|by tapping on|by pressing on|by means of',
		'via|using|with|through',
	].map(
		(means): Form => [
			pattern(`download {file} (${means}) {thing}`),
			({file, thing}) => downloaded(file!, thing!, means.startsWith('by')),
		],
	),
	[
		pattern('(click|press|tap|hit|click on|tap on|press on) {thing} (to|in order to) download {file}'),
		({file, thing}) => downloaded(file!, thing!, true),
	],
	on('download {thing}', 'download', target => isNamed(target) && !/ by \p{Ll}+ing /u.test(target.phrase)),
	on(
		'(click|press|tap|click on) {thing} and (save|keep|wait for|await) the (download|file|downloaded file)',
		'download',
	),
	on(
		'(clear|empty|erase) [out] [the text of|the content of|the contents of|the value of|the text in|the text from|the value in|all text in|all text from] {thing}',
		'clear',
		fieldLike,
	),
	[
		pattern('clear {thing}'),
		({thing}) =>
			targetsOf(thing!)
				.filter(
					({role, phrase, isQuoted}) =>
						role === 'list' || (role === null && !isQuoted && (clearedAsWhole.test(phrase) || manyOf.test(phrase))),
				)
				.map(object => one({op: 'do', verb: 'clear', object})),
	],
	on('(delete|remove) (the text|the content|the contents|the value|all text) (of|in|from) {thing}', 'clear', fieldLike),
];

/** `Download report.csv by clicking "Export"`: the control, and the file where it is called by its name. */
function downloaded(file: readonly Token[], thing: readonly Token[], isSaid: boolean): Draft[] {
	const words = file.filter(({lower}) => !articles.has(lower));
	const last = words.at(-1);
	const hasName = words.length === 1 && /^[^\s/\\@]+\.[a-z][a-z0-9]{1,4}$/i.test(last!.text);
	const isFile =
		/^(?:file|files|download|csv|pdf|xlsx|excel|zip|json|xml|spreadsheet|receipt|invoice|report|export|document)$/i;
	if (!last || words.length > 5 || !(hasName || isFile.test(last.text))) return [];
	return targetsOf(thing)
		.filter(target => isNamed(target) && (isSaid || target.isQuoted || target.role !== null))
		.map(target => ({
			parts: [
				{op: 'download', target} as const,
				...(hasName ? [{isNegated: false, op: 'downloaded', file: last.text, text: null} as const] : []),
			],
		}));
}

/** What one button empties. */
const clearedAsWhole =
	/^(?:(?:all|the|search) )?(?:filters?|selection|history|cart|basket|notifications|results|completed(?: \p{Ll}+)?|list)$/u;

/** What somebody clears is many things, or an area that holds them: a control does that, and no field. */
const manyOf =
	/^all \p{Ll}|(?:^|\s)(?:messages|notifications|alerts|entries|items|logs?|changes|week|day|month|board|canvas|calendar)$/iu;

function fieldLike({role, phrase}: Target): boolean {
	if (/^(?:cookies?|storage|local storage|cache|browser data|session)$/i.test(phrase)) return false;
	return role === 'field' || role === 'dropdown' || (role === null && phrase !== '');
}

/** `Show grid` is a name although a grid is a list; a `box` that is ticked is a checkbox. */
export function asCheckable(target: Target, tokens: readonly Token[]): Target {
	// `the second task`: the box in its row.
	if (target.ordinal !== null && (target.role === null || target.role === 'item') && recordNouns.has(target.phrase))
		return {
			...target,
			phrase: '',
			role: 'checkbox',
			scopes: [...target.scopes, {kind: 'row_at', ordinal: target.ordinal}],
			ordinal: null,
		};
	if (target.role === 'field') return {...target, role: 'checkbox'};
	const isOther = target.role !== null && !isCheckable(target) && target.phrase !== '' && target.scopes.length === 0;
	const words = tokens.filter(({lower}, at) => at > 0 || !articles.has(lower));
	return isOther && !target.isQuoted && isPhrase(words) ? {...target, role: null, phrase: textOf(words)} : target;
}

const toggles: Form[] = [
	on('(check|tick|enable|activate|switch on|turn on|check off) {thing}', 'check', isCheckable),
	on(
		'mark {thing}',
		'check',
		target => isCheckable(target) && (target.isQuoted || !/ as \p{Ll}+$/u.test(target.phrase)),
	),
	on('(switch|turn|toggle) {thing} on', 'check', isCheckable),
	on('(agree|consent) (to|with) {thing}', 'check', isCheckable),
	on('opt in (to|for) {thing}', 'check', isCheckable),
	on('mark {thing} as (checked|selected|ticked|done|complete|completed|finished)', 'check', isCheckable),
	on(
		'(uncheck|untick|unmark|deselect|unselect|disable|deactivate|switch off|turn off|opt out of|opt out from) {thing}',
		'uncheck',
		isCheckable,
	),
	on('(switch|turn|toggle) {thing} off', 'uncheck', isCheckable),
	on('(remove|clear) the (tick|check|checkmark|check mark) (from|of) {thing}', 'uncheck', isCheckable),
];

function isCheckable({role, phrase, ordinal, scopes}: Target): boolean {
	const fits =
		role === null ||
		role === 'checkbox' ||
		role === 'switch' ||
		role === 'radio' ||
		role === 'option' ||
		role === 'item';
	return (
		fits &&
		(phrase !== '' ||
			role === 'checkbox' ||
			role === 'switch' ||
			((ordinal !== null || scopes.length > 0) && role !== null))
	);
}

/** What becomes of a record; what is ticked is a box. */
const fates =
	/^(?:read|unread|seen|unseen|spam|junk|favourite|favorite|important|resolved|unresolved|solved|answered|reviewed|paid|unpaid|shipped|duplicate|helpful|sold|public|private)$/;

/** `mark the first message as read`: by a control that says so of all of them, or by one that the record has. */
const marks: Form[] = [
	[
		pattern('mark {thing} as {state}'),
		({thing, state}) => {
			const isRecord = !/^(?:it|this|that|them|these)$/.test(thing!.at(-1)!.lower);
			if (!isRecord || state!.length > 1 || !fates.test(state![0]!.text)) return [];
			const [only] = state!;
			const named = thing!.filter(({lower}, at) => at > 0 || !articles.has(lower));
			const whole: Target = {...emptyTarget(null), phrase: `mark ${textOf(named)} as ${only!.text}`};
			const own: Target = {...emptyTarget(null), phrase: `mark as ${only!.text}`};
			const [record] = targetsOf(thing!);
			const scope: Scope | null =
				record === undefined || record.scopes.length > 0
					? null
					: record.ordinal !== null
						? {kind: 'row_at', ordinal: record.ordinal}
						: record.isQuoted
							? {kind: 'row', conditions: [{column: null, text: record.phrase}]}
							: null;
			return [
				one({op: 'click', target: whole}),
				...(scope ? [one({op: 'click', target: {...own, scopes: [scope]}})] : []),
			];
		},
	],
];

const plain: Form[] = [
	...marks,
	on(
		'(click|tap|press|hit|push|choose|click on|tap on|press on|click onto|click at|hit on|push on|click in|click into|click inside) {thing}',
		'click',
	),
	on('follow {thing}', 'click'),
	on('(activate|trigger|fire) {thing}', 'click'),
	// A click does more than to focus: only in a box for text it is the same.
	on(
		'(focus|focus on|place the cursor in|put the cursor in|set focus to|set the focus to|set the focus on|put the focus on|put the focus in|put focus on|move the focus to|move focus to) {thing}',
		'click',
		({role, phrase}) =>
			role === null
				? !/\b(?:button|link|tab|icon)\b/i.test(phrase)
				: role === 'field' && !/^(?:next|previous)$/i.test(phrase),
	),
	[
		pattern('toggle {thing}'),
		({thing}) =>
			withPurpose(thing!)
				.filter(isNamed)
				.map(target => one({op: target.role === null ? 'pick' : 'click', target})),
	],
	on('(click|press|tap) [on] {thing} (once|one time)', 'click'),
	on('(switch|change|move) [over|back] to {thing}', 'click', ({role, phrase}) => role === 'tab' && phrase !== ''),
];

/** "click, tap, press, double-click, press and hold, hover, clear, check, download". */
export const click: Family = tokens => {
	const times = tokens.at(-1)?.lower === 'twice' ? 2 : tokens.at(-1)?.lower === 'times' ? countOf(tokens.at(-2)) : null;
	if (times === null || times < 2 || times > 10) {
		const drafts = byForms(plain, tokens);
		return drafts.length > 0 ? drafts : namedAlone(tokens);
	}
	return byForms(plain, tokens.slice(0, times === 2 && tokens.at(-1)!.lower === 'twice' ? -1 : -2)).map(draft =>
		'parts' in draft ? {...draft, parts: Array.from({length: times}, () => draft.parts[0]!)} : draft,
	);
};
/** `Redeem`: a control by its name, where a step is nothing but its caption. */
const namedAlone = (tokens: readonly Token[]): Draft[] =>
	tokens.length === 1 && tokens[0]!.kind === 'word' && isCapital(tokens[0]) && isCaption(tokens[0]!)
		? targetsOf(tokens)
				.filter(({role}) => role === null)
				.map(target => one({op: 'click', target}))
		: [];
const isCaption = ({lower}: Token) =>
	/^(?:apply|redeem|submit|send|next|continue|proceed|checkout|finish|done|ok|yes|no|search|go|register|subscribe|follow|share|print|retry|preview|update|upload|import)$/.test(
		lower,
	);

export const pointer: Family = tokens => byForms(special, tokens);
export const toggle: Family = tokens => byForms(toggles, tokens);

/** `Save to finish`: a purpose after `to` tells equals apart. A name that holds `to` is kept whole (`Add to cart`). */
function withPurpose(all: readonly Token[]): Target[] {
	// `again to sort descending`: a click is one, however often it was done before.
	const tokens = all.filter(({text}, at) => text !== 'again' || all[at + 1]?.text !== 'to');
	const at = tokens.findIndex(
		({lower}, index) =>
			lower === 'to' && index > 0 && isVerb(tokens[index + 1]) && tokens[index + 1]!.text === tokens[index + 1]!.lower,
	);
	const inOrder = tokens.findIndex(
		({lower}, index) => index > 0 && lower === 'in' && tokens[index + 1]?.lower === 'order',
	);
	const cut = inOrder > 0 ? inOrder : at;
	if (cut <= 0) return targetsOf(tokens);
	const purpose = textOf(tokens.slice(inOrder > 0 ? cut + 3 : cut + 1));
	const purposed = targetsOf(tokens.slice(0, cut)).map(target => ({
		...target,
		// `at the top right to add one`: where it stands comes first.
		purpose: target.purpose === undefined ? purpose : `${target.purpose}, ${purpose}`,
	}));
	// `Back to search` may be a name.
	return tokens.length - cut > 2 || roleAtEnd(tokens.slice(0, cut)) !== null
		? purposed
		: [...targetsOf(tokens), ...purposed];
}
