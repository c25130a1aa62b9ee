import {stateNames} from '../../inference/record-state.ts';
import {wordsOf} from '../../inference/word-form.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf, isSameRecord} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {nameAt} from '../model/pointer.ts';
import type {Assert, Body, Call, Value} from '../recipe.ts';
import {hard, isVolatile, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {echoes, handlePointer, sentRecord} from './expect-record.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import {inState, notYet, type StateAfter, stateAfter, takenBackBy, takesBackAnother} from './state-after.ts';
import {summaryOf} from './operation-words.ts';

/** What is known of a record on which an operation acts: the state that it comes to, and that it stays itself. */
export type ActedOn = {
	/** Of the answer of the operation, then of the read after it. */
	answered: Assert[];
	read: Assert[];
	/** The state in a sentence, for the docstring; empty: nothing is known of it. */
	said: string;
};

/**
 * Sees to it that the record is not yet what the operation makes of it, and gives what is expected after it. The state is
 * looked for in the answer of the creator, or in a read of its own before the operation.
 *
 * @param ask the request of another operation on the record
 */
export function actedOn(
	draft: RecipeDraft,
	{api}: PlanContext,
	operation: PlanOperation,
	own: OwnRecord,
	ask: (operation: PlanOperation) => Call,
): ActedOn {
	const {kind} = own;
	const {reader, creator} = kind;
	const state = reader && stateAfter(api, operation, reader);
	const undone = takesBackAnother(operation) ? takenBackBy(api, operation) : undefined;
	if (!state && undone) doBefore(draft, undone, ask(undone));
	const after = summaryOf(operation);
	if (reader && state) {
		own.step.call = {...own.step.call, body: withOther(api, creator!, own.step.call.body, state)};
		const first = takenBackBy(api, operation);
		const made = first ? [] : notYet(api, creator!, state);
		if (first) doBefore(draft, first, ask(first), notYet(api, first, state));
		else if (made.length > 0) own.step.asserts.push(...made);
		else
			draft.step({
				id: 'read_before',
				title: `read the ${kind.noun} before`,
				role: 'setup',
				call: ask(reader),
				asserts: notYet(api, reader, state),
			});
	}
	return {
		answered: [...sameHandle(api, operation, own), ...inState(api, operation, state, after)],
		read: reader ? inState(api, reader, state, after) : [],
		said: state ? ` Its ${state.name} is ${state.values.map(one => JSON.stringify(one)).join(' or ')} then.` : '',
	};
}

/** Deeds that are about the texts of a record themselves. */
const rewrites =
	/^(?:anonymi[sz]e|redact|mask|clear|reset|update|edit|change|rename|replace|merge|import|sync|apply|normali[sz]e|enrich|translate|rewrite|revert|rollback|restore|refresh|regenerate)$/;

/**
 * A deed on a record and nothing else: what names or describes it stays as its creator has sent it, and a record that the
 * deed names is the one that it shows afterwards: `move {columnId}`.
 *
 * @param call the request of the deed
 */
export function nothingElse(api: ApiModel, reader: PlanOperation, {kind, step}: OwnRecord, call: Call): Assert[] {
	const {creator} = kind;
	const form = formOf(api.schemas, reader);
	const verb = wordsOf(call.operation.path.split('/').at(-1) ?? '')[0] ?? '';
	if (!creator || form.form !== 'record' || rewrites.test(verb)) return [];
	const sent = sentRecord(call.body).fields;
	const isText = (name: string): boolean => {
		const {types, enum: options, words} = api.schemas.view(form.view.properties.get(name));
		return types.has('string') && options === null && words['format'] === undefined && !isVolatile(name);
	};
	const kept = Object.entries(sentRecord(step.call.body).fields).flatMap(([name, {is}]) =>
		(is === 'literal' || is === 'unique') &&
		!(name in sent) &&
		isText(name) &&
		!stateNames.test(name) &&
		name !== 'stage'
			? [name]
			: [],
	);
	// What the record itself is known by says in the request of a deed which other one is meant: `{data: {type, id}}`.
	const handle = handlePointer(api, reader, kind);
	const named = Object.entries(sent).flatMap(([name, {is}]) =>
		(is === 'variable' || is === 'step') && (handle === null || nameAt(handle) !== name) ? [name] : [],
	);
	return [
		...echoes(api, reader, {sender: creator, body: step.call.body, only: kept}, 'kept'),
		...echoes(api, reader, {sender: creator, body: call.body, only: named}, 'stored'),
	];
}

/** Does what an operation takes back. */
export function doBefore(draft: RecipeDraft, first: PlanOperation, call: Call, asserts: readonly Assert[] = []): void {
	draft.step({
		id: 'do_before',
		title: summaryOf(first),
		role: 'setup',
		call,
		asserts: [succeeds(first), ...asserts],
	});
}

/** The record that is answered is the one that was acted on; nothing where the answer is another kind of record. */
function sameHandle(api: PlanContext['api'], operation: PlanOperation, {kind, handle}: OwnRecord): Assert[] {
	const isSame = kind.reader
		? isSameRecord(api.schemas, operation, kind.reader)
		: kind.record !== null && kind.record.name !== null && kind.record.name === nameOf(api, operation);
	const pointer = isSame ? handlePointer(api, operation, kind) : null;
	if (pointer === null) return [];
	return [
		hard(
			`handle:${pointer}`,
			'asked for {expected}, got {actual}',
			{type: 'equals', pointer, value: handle, as: 'number'},
			'the record that was acted on is answered',
		),
	];
}

const nameOf = ({schemas}: PlanContext['api'], operation: PlanOperation): string | null => {
	const form = formOf(schemas, operation);
	return form.form === 'record' ? form.view.name : null;
};

/** A record is made in the other state where its maker says in which. */
function withOther(
	{schemas}: PlanContext['api'],
	creator: PlanOperation,
	body: Body | null,
	{name, values}: StateAfter,
): Body | null {
	const [value] = values;
	const {pointer, fields} = sentRecord(body);
	if (body === null || !('value' in body) || pointer !== '$' || typeof value !== 'boolean') return body;
	const own = schemas.view(schemas.view(creator.endpoint.body?.schema).properties.get(name));
	const isTaken = own.types.has('boolean') && own.words['readOnly'] !== true;
	if (!(name in fields) && !(isTaken && own.words['default'] === value)) return body;
	const other: Value = {is: 'literal', value: !value};
	return {...body, value: {is: 'object', fields: {...fields, [name]: other}}};
}
