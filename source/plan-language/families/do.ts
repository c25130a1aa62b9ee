import {type Draft, type Family, one, parts, type Form} from '../draft.ts';
import {emptyTarget, isPhrase} from '../names.ts';
import {byForms, form} from '../pattern.ts';
import type {Target} from '../reading.ts';
import {placeScopes} from '../scopes.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {articles, countOf, recordNouns, verbOf} from '../words.ts';

/** Verbs that controls carry in their names; others would make of any sentence something to click. */
const verbs = new Set(
	'add delete remove accept decline reject allow place close confirm dismiss cancel submit create edit view start stop finish complete expand collapse show hide save discard approve rename copy duplicate archive restore publish send share open buy purchase order pay book reply post like star pin run execute connect disconnect deny import export print play pause install deploy sort filter join invite assign reset retry skip undo redo subscribe unsubscribe minimize maximize toggle mark update continue proceed refresh reload clear empty verify enable disable activate deactivate withdraw renew reserve release block unblock lock unlock freeze merge snooze follow unfollow bookmark unpin revoke generate unassign respond upgrade downgrade reveal upvote downvote favourite favorite unlike ban unban suspend resume promote demote escalate apply'.split(
		' ',
	),
);

const withPlace: Form[] = [
	form('(add|put|place) {object} (to|in|into) [the|your|my] {place}', ({object, place}) => [
		...act('add', object!, place!),
		...several(object!, rest => act('add', rest, place!)),
	]),
	form('remove {object} from [the|your|my] {place}', ({object, place}) => act('remove', object!, place!)),
];

/** Most times that one step adds a thing; more is a number to be typed. */
const mostTimes = 10;

/** `add 2 x Tea pot`, `add three of the cups`: what adds one is done as often. Whatever is called `2 …` is added once. */
function several(object: readonly Token[], adding: (rest: readonly Token[]) => Draft[]): Draft[] {
	const [first, ...rest] = object;
	const joined = /^(\d{1,2})[x×]$/.exec(first?.lower ?? '')?.[1];
	const times = joined === undefined ? countOf(first) : Number(joined);
	const sign = /^(?:[x×]|times|of|pieces|units)$/;
	let named = rest;
	while (named.length > 1 && sign.test(named[0]!.lower)) named = named.slice(1);
	const isNamed = named.length > 0 && !sign.test(named[0]!.lower);
	if (first?.kind === 'quoted' || times === null || times < 2 || times > mostTimes || !isNamed) return [];
	return adding(named).flatMap((draft): Draft[] =>
		'parts' in draft
			? [{parts: Array.from({length: times}, () => draft.parts).flat(), note: `done ${times} times`}]
			: [],
	);
}

/** The containers whose name the control carries as well: `Add to cart`. */
const containers =
	/^(?:(?:shopping )?(?:cart|basket|bag)|wish ?list|favou?rites|watchlist|compare(?: list)?|bookmarks)$/i;

/** "add the Tea pot to the cart, delete the task Call the bank, place the order". */
export const doVerb: Family = tokens => {
	const placed = byForms(withPlace, tokens);
	if (placed.length > 0) return placed;
	const verb = verbOf(tokens[0]);
	// `… and apply it`: what it is stands before.
	if (
		verb &&
		tokens.length === 2 &&
		/^(?:it|them|this|that)$/.test(tokens[1]!.lower) &&
		(verbs.has(verb) || verb === 'apply')
	)
		return [one({op: 'click', target: {...emptyTarget(), phrase: capital(verb)}})];
	if (!verb || !verbs.has(verb)) return [];
	const many =
		verb === 'add' ? several(tokens.slice(1), rest => objects(rest).map(object => one({op: 'do', verb, object}))) : [];
	const stepped = counted(verb, tokens.slice(1));
	const answered = verb === 'reply' || verb === 'respond' ? replied(tokens.slice(1)) : [];
	if (answered.length > 0) return answered;
	const rest = tokens.slice(/^(?:reply|respond|upgrade|downgrade)$/.test(verb) && tokens[1]?.lower === 'to' ? 2 : 1);
	if (rest.length === 0) return [one({op: 'do', verb, object: null})];
	// `… and cancel in the dialog`: what is called by the verb there.
	if (/^(?:in|inside|on)$/.test(rest[0]!.lower) && rest.length > 1)
		return placeScopes(rest[0]!.lower, rest.slice(1))
			.filter(scopes => scopes.every(scope => scope.kind === 'area' && scope.role !== null))
			.map(scopes => one({op: 'do', verb, object: {...emptyTarget(), scopes}}));
	if (/^(?:subscribe|unsubscribe)$/.test(verb) && /^(?:to|from)$/.test(rest[0]!.lower) && rest.length > 1)
		return objects(rest.slice(1)).flatMap(object => [
			one({op: 'do', verb, object}),
			one({op: verb === 'subscribe' ? 'check' : 'uncheck', target: {...object, role: 'checkbox'}}),
		]);
	// `the order to "Cedar Lettings"`, `the appointment with Dr. Karl Winter`: which one it is.
	const to = rest.findIndex(({text}) => text === 'to' || text === 'with');
	const name = rest.slice(to + 1);
	const isWhose =
		to > 0 &&
		to <= 3 &&
		recordNouns.has(rest[to - 1]!.lower) &&
		name.length > 0 &&
		(name[0]!.kind === 'quoted' ? name.length === 1 : name.length <= 4 && name.every(token => isCapital(token)));
	if (isWhose && !/^(?:add|move|assign|send|save|create|update|share|reply)$/.test(verb))
		return objects(name).map(object => one({op: 'do', verb, object: {...object, role: 'item'}}));
	const isWhole = /^(?:cart|basket|order)$/.test(rest[0]!.lower) && rest.length === 1;
	if (rest.some(({lower}) => lower === 'to' || lower === 'with' || lower === 'as' || lower === 'into') && !isWhole)
		return [];
	const state = opening.test(verb) ? {opens: true} : closing.test(verb) ? {opens: false} : {};
	const all = objects(rest).map(object => ({...unsaid(verb, object), ...state}));
	const acts = all.map(object => one({op: 'do', verb, object}));
	// What folds is mostly called by what it folds, and not by what is done to it.
	const folds = /^(?:expand|collapse)$/.test(verb)
		? all
				.filter(({phrase, ordinal}) => phrase !== '' && ordinal === null)
				.map(object => one({op: 'click', target: {...object, role: object.role === 'section' ? null : object.role}}))
		: [];
	// Terms are accepted by a tick as often as by a button.
	const ticks = /^(?:accept|agree|acknowledge|add|complete|finish)$/.test(verb)
		? all
				.filter(
					({phrase, ordinal, role}) =>
						phrase !== '' &&
						ordinal === null &&
						(role === null || role === 'checkbox' || (role === 'item' && /^(?:complete|finish)$/.test(verb))),
				)
				.map(object => one({op: 'check', target: {...object, role: 'checkbox'}}))
		: [];
	// `show all tickets`: the control may be called by what it shows.
	const shows = /^(?:show|view|hide)$/.test(verb)
		? all
				.filter(({phrase, ordinal, role}) => phrase !== '' && ordinal === null && role === null)
				.map(object => one({op: 'click', target: {...object, role: 'button'}}))
		: [];
	// A menu is opened by the button that is called like it.
	const opens =
		verb === 'open'
			? all
					.filter(({phrase, role}) => phrase !== '' && (role === 'menu' || role === 'form' || role === 'dialog'))
					.map(object => one({op: 'click', target: {...object, role: 'button'}}))
			: [];
	// `show all tickets`: all of them may be what a list offers.
	const whole = textOf(rest).replace(/^a/, 'A');
	const offers =
		/^(?:show|view)$/.test(verb) && rest[0]!.lower === 'all' && rest.length > 1 && rest.length <= 3
			? [one({op: 'select' as const, target: null, values: [{text: whole, isQuoted: false}]})]
			: [];
	// `save the new episode`: it is new, and the control need not say so.
	const fresh = /^(?:save|submit|publish|post|send)$/.test(verb)
		? all
				.filter(({phrase}) => /^new \p{Ll}/u.test(phrase))
				.map(object => one({op: 'do', verb, object: {...object, phrase: object.phrase.slice(4)}}))
		: [];
	// `delete the selected rows`: what is done to them is done by one control beside them.
	const picked = /^(?:the )?(?:all )?(?:the )?(?:selected|checked|ticked) \p{Ll}+$/u.test(textOf(rest))
		? [one({op: 'click', target: {...emptyTarget('button'), phrase: capital(verb)}})]
		: [];
	return [
		...acts,
		...byMenu(verb, all),
		...folds,
		...ticks,
		...shows,
		...offers,
		...fresh,
		...picked,
		...opens,
		...many,
		...stepped,
		...typedNew(verb, rest),
	];
};

/** Deeds of a record that its own menu may offer. */
const ofMenus = new Set(
	'delete remove archive duplicate copy rename edit share restore publish deactivate pin star'.split(' '),
);

/** `Delete INV-1024`, where nothing in its row says so but the menu that opens there. */
const byMenu = (verb: string, objects: readonly Target[]): Draft[] =>
	objects
		.filter(
			({phrase, role, scopes, ordinal, isQuoted}) =>
				ofMenus.has(verb) &&
				(role === null || role === 'item' || role === 'row') &&
				scopes.length === 0 &&
				ordinal === null &&
				(isQuoted || /\d|\p{Lu}/u.test(phrase)),
		)
		.map(({phrase}) =>
			parts(
				{
					op: 'click',
					target: {...emptyTarget('menu'), scopes: [{kind: 'row', conditions: [{column: null, text: phrase}]}]},
				},
				{op: 'click', target: {...emptyTarget('menu item'), phrase: capital(verb)}},
			),
		);

const opening = /^(?:expand|show|view|open)$/;
const closing = /^(?:collapse|hide)$/;

const capital = (verb: string) => `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;

/** `add 2 more adults`, `remove one child`: the number beside it is raised or lowered. */
function counted(verb: string, tokens: readonly Token[]): Draft[] {
	const by = verb === 'add' || verb === 'remove' ? countOf(tokens[0]) : null;
	const start = /^(?:more|extra|further|additional|other)$/.test(tokens[1]?.lower ?? '') ? 2 : 1;
	const things = tokens.slice(start);
	const isPlain = things.length > 0 && things.length <= 2 && things.every(({text}) => /^\p{Ll}+$/u.test(text));
	if (by === null || by < 1 || by > mostTimes || tokens[0]!.kind !== 'word' || !isPlain) return [];
	const direction = verb === 'add' ? 'up' : 'down';
	return targetsOf(things)
		.filter(({phrase, role}) => phrase !== '' && role === null)
		.map(target => one({op: 'step', target, direction, to: null, by}));
}

/** `reply with "x"`: typed where an answer is typed, and sent. */
function replied(tokens: readonly Token[]): Draft[] {
	const [using, ...said] = tokens;
	const value = said.at(-1);
	const isSaid =
		/^(?:with|by|saying)$/.test(using?.lower ?? '') &&
		(value?.kind === 'quoted' || value?.kind === 'variable') &&
		said.length <= 3 &&
		said.slice(0, -1).every(({lower}) => /^(?:the|text|message|writing|saying|typing|words)$/.test(lower));
	return isSaid
		? ['reply', 'comment', 'message'].map(phrase =>
				parts(
					{op: 'fill', target: {...emptyTarget('field'), phrase}, value: {text: value!.text, isQuoted: true}},
					{op: 'do', verb: 'reply', object: null},
				),
			)
		: [];
}

/** `add one Milk jug`: one is what a click adds. */
const withoutOne = (object: readonly Token[]): readonly Token[] =>
	object.length > 1 && /^(?:one|1|1x)$/.test(object[0]!.lower) ? object.slice(1) : object;

/** `Add "milk" to the list`: typed into the field that stands beside the button, where there is no control for it. */
const typedAndAdded = (object: readonly Token[]): Draft[] =>
	object.length === 1 ? typedBeside('Add', object[0]!) : [];

const makes = /^(?:add|send|post)$/;

/** `Add a new task "Write report"`, `Send the message "Hello"`: the same, with the word for what it is. */
function typedNew(verb: string, object: readonly Token[]): Draft[] {
	const [noun, ...others] = object
		.slice(0, -1)
		.filter(({text}) => !/^(?:a|an|the|new|named|called|saying|titled)$/.test(text));
	const isKind = noun?.kind === 'word' && (recordNouns.has(noun.lower) || noun.text === 'message');
	return makes.test(verb) && isKind && others.length === 0 ? typedBeside(capital(verb), object.at(-1)!) : [];
}

function typedBeside(name: string, value: Token): Draft[] {
	if (value.kind !== 'quoted' && value.kind !== 'variable') return [];
	// `Add user` opens a form, and beside it stands what searches.
	const button: Target = {...emptyTarget('button'), phrase: name, isWhole: true};
	const field: Target = {...emptyTarget('field'), scopes: [{kind: 'near', relation: 'next_to', anchors: [button]}]};
	return [
		parts(
			{op: 'fill', target: field, value: {text: value.text, isQuoted: value.kind === 'quoted'}},
			{op: 'click', target: button},
		),
	];
}

function act(verb: 'add' | 'remove', given: readonly Token[], place: readonly Token[]): Draft[] {
	const object = withoutOne(given);
	const name = textOf(place);
	if (articles.has(place[0]!.lower)) return [];
	if (!containers.test(name)) {
		// `add the lounge to the booking`: what it is added to tells equals apart, and no more.
		const isKind =
			verb === 'add' && place.length <= 2 && place.every(({kind, lower, text}) => kind === 'word' && lower === text);
		return isKind
			? [
					...objects(object).map(target => one({op: 'do', verb, object: {...target, purpose: name}})),
					...typedAndAdded(object),
				]
			: [];
	}
	const whole = verb === 'add' ? `add to ${name}` : 'remove';
	return objects(object).map(target => one({op: 'do', verb: whole, object: target}));
}

/** `the order of Alan Turing`: what is called so, with the word for the record dropped. */
function objects(tokens: readonly Token[]) {
	const start = articles.has(tokens[0]!.lower) ? 1 : 0;
	const noun = tokens[start];
	const of = tokens[start + 1]?.lower;
	if (
		noun &&
		recordNouns.has(noun.lower) &&
		(of === 'of' || of === 'for' || of === 'by') &&
		tokens.length > start + 2
	) {
		const name = tokens.slice(start + 2);
		if (isPhrase(name)) return targetsOf(name).map(target => ({...target, role: target.role ?? ('item' as const)}));
	}
	return targetsOf(tokens).filter(({phrase, role, ordinal}) => phrase !== '' || role !== null || ordinal !== null);
}

/** `Send the message` speaks of what somebody has written, and not of a message that the page shows. */
const unsaid = (verb: string, object: Target): Target =>
	/^(?:send|submit|post|publish|save)$/.test(verb) && object.role === 'message' && object.phrase === ''
		? {...object, phrase: 'message', role: null}
		: object;
