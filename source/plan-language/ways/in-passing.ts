import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {isCapital, isDataLike} from '../values.ts';
import {recordNouns} from '../words.ts';
import {holding, isRecord, isSureDatum, isThing} from './guards.ts';

const isKind = (tokens: readonly Token[]) =>
	tokens.length <= 2 && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}{3,}$/u.test(text));
const isRecordKind = (tokens: readonly Token[]) => isKind(tokens) && recordNouns.has(tokens.at(-1)!.lower);
/** `INV-1024`, `booking B-5001`. */
const isNamed = (tokens: readonly Token[]) =>
	(isRecord(tokens) || (tokens.length > 1 && isKind(tokens.slice(0, 1)) && isRecord(tokens.slice(1)))) &&
	tokens.some(token => isCapital(token) || isDataLike(token));
const isDeed = (tokens: readonly Token[]) =>
	tokens.length <= 3 && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}{2,}$/u.test(text));
const ownMenu =
	'[actions|action|options|option|context|kebab|overflow|more|three-dot|dots|⋯|⋮|…] [row|record|card|entry] [actions|action|options|context|⋯|⋮] menu';

/** What one does by the way: with the menu of a record, with what was found, with the one field of its kind. */
export const inPassing: Rewording[] = [
	...when(
		'action',
		[
			`(open|click|click on|press|bring up|unfold) [the] row [actions|action|options|context|⋯|⋮] menu (of|for|in|on) {record}`,
		],
		'open the menu of {record}',
		holding({record: isNamed}),
	),
	...when(
		'action',
		[
			`(use|open|take) [the] ${ownMenu} (of|for|in|on) {record} to {verb} (it|that one|this one)`,
			`(use|open|take) [the] ${ownMenu} (of|for|in|on) {record} to {verb}`,
		],
		'open the menu of {record} and choose "{verb}"',
		holding({record: isNamed, verb: isDeed}),
	),
	...when(
		'action',
		[`(use|open|take) [the] ${ownMenu} (of|for|in|on) {record} to mark it as {state}`],
		'open the menu of {record} and choose "mark as {state}"',
		holding({record: isNamed, state: isDeed}),
	),
	...when(
		'action',
		[
			'(open|click|click on|select|choose|view) the [only|one|single] {kind} (that is|that was|that has been|which is|which was) (found|shown|listed|displayed|left|returned)',
			'(open|click|click on|select|choose|view) the [only|one|single] {kind} (found|it found|it finds|you find|that comes up|that turns up)',
		],
		'verify that there is 1 {kind}, then open the first {kind}',
		holding({kind: isRecordKind}),
	),
	...when(
		'action',
		['(add|create) (a|an|one|a new|another) {kind} (named|called) {name} with [the|an|a] {field} {value}'],
		'click "add {kind}", then type {name} into the name field, then type {value} into the {field} field, then submit the form',
		holding({kind: isKind, name: isSureDatum, field: isThing, value: isSureDatum}),
	),
];
