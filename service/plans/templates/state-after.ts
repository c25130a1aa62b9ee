import {stateNames} from '../../inference/record-state.ts';
import {wordsOf} from '../../inference/word-form.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {kindred, participles, verbOf} from '../model/participles.ts';
import {below} from '../model/pointer.ts';
import type {SchemaView} from '../model/schema.ts';
import type {Assert, Json} from '../recipe.ts';
import {decided, hard} from './asserts.ts';

/** A field of a record, and the values one of which an operation leaves in it. */
export type StateAfter = {name: string; values: Json[]};

/** Verbs that take back what another one has done, beside those that begin with un- and de-. */
const takesBack: Record<string, string> = {
	disable: 'enable',
	close: 'open',
	reopen: 'close',
	open: 'close',
	resume: 'pause',
	restore: 'archive',
	remove: 'add',
	detach: 'attach',
	disconnect: 'connect',
	leave: 'join',
	revoke: 'grant',
};

/** Verbs of which one cannot be done to a record that is new, whatever is known of its state: nobody has followed it yet. */
const onlyAfter = /^(?:un(?!it)[a-z]{3,}|reopen|resume|restore|detach|disconnect|leave|revoke|remove)$/;

/** Whether an operation does nothing but take back what another one does. */
export const takesBackAnother = (operation: PlanOperation): boolean =>
	operation.method === 'DELETE' || onlyAfter.test(verbOf(operation)?.split(' ')[0] ?? '');

/** The verb that is taken back; null: it does something of its own. */
const basis = (verb: string): string | null => takesBack[verb] ?? /^(?:un|de)([a-z]{3,})$/.exec(verb)?.[1] ?? null;

/**
 * What a doing operation leaves in the record that it acts on, where the document lets one know it: a boolean field or a
 * value of a state named like its verb. Null: the document says nothing of it.
 */
export function stateAfter({schemas}: ApiModel, operation: PlanOperation, reader: PlanOperation): StateAfter | null {
	const verb = verbOf(operation);
	const form = formOf(schemas, reader);
	// A job is done later.
	const isJob = operation.statuses.includes(202);
	if (verb === null || form.form !== 'record' || isJob) return null;
	const isTakenBack = operation.method === 'DELETE';
	const before = isTakenBack ? verb : basis(verb);
	const done = isTakenBack ? [] : [...participles(verb), ...(before === 'activate' ? ['inactive'] : [])];
	const undone = before === null ? [] : participles(before);
	const further = isTakenBack ? [] : (kindred[verb] ?? []);
	for (const words of [done, further])
		for (const [name, schema] of form.view.properties) {
			const state = stateIn(name, schemas.view(schema), words, words === done ? undone : []);
			if (state) return state;
		}
	return null;
}

function stateIn(
	name: string,
	view: SchemaView,
	done: readonly string[],
	undone: readonly string[],
): StateAfter | null {
	if (view.types.size === 1 && view.types.has('boolean')) {
		const word = wordsOf(name)
			.filter(one => !/^(?:is|has|was|been)$/.test(one))
			.join(' ');
		if (done.includes(word)) return {name, values: [true]};
		return undone.includes(word) ? {name, values: [false]} : null;
	}
	if (!stateNames.test(name)) return null;
	const values = (view.enum ?? []).filter(one => typeof one === 'string' && done.includes(wordsOf(one).join(' ')));
	return values.length > 0 && values.length < view.enum!.length ? {name, values} : null;
}

/** The operation whose effect another one takes back: `activate` of `deactivate`, PUT of DELETE; undefined: there is none. */
export function takenBackBy({operations}: ApiModel, operation: PlanOperation): PlanOperation | undefined {
	const verb = verbOf(operation);
	const isDelete = operation.method === 'DELETE';
	const wanted = verb === null || isDelete ? verb : basis(verb);
	if (wanted === null) return undefined;
	const front = (one: PlanOperation) => one.shape.slice(0, one.shape.length - (verbOf(one)?.length ?? 0));
	return operations.find(
		one =>
			one !== operation &&
			/^(?:POST|PUT)$/.test(one.method) &&
			verbOf(one) === wanted &&
			front(one) === front(operation) &&
			(isDelete || one.method === operation.method),
	);
}

/** The state in the answer of an operation, where its record has it. */
export function inState(
	{schemas}: ApiModel,
	operation: PlanOperation,
	state: StateAfter | null,
	after: string,
): Assert[] {
	const form = formOf(schemas, operation);
	if (state === null || form.form !== 'record' || !form.view.properties.has(state.name)) return [];
	const pointer = below(form.pointer, state.name);
	const [only, ...more] = state.values;
	return [
		decided(
			`state:${pointer}`,
			`{field} after "${after}": expected {expected}, got {actual}`,
			more.length > 0
				? {type: 'shape', pointer, schema: {enum: state.values}, closed: false}
				: {type: 'equals', pointer, value: {is: 'literal', value: only!}, as: 'exact'},
			`the field is named like "${after}"`,
		),
	];
}

/** How the expectations begin that are about a record before the operation. */
const ofBefore = 'before:';

/** It is not yet in the state: else the operation shows nothing. */
export function notYet({schemas}: ApiModel, operation: PlanOperation, state: StateAfter | null): Assert[] {
	const form = formOf(schemas, operation);
	if (state === null || form.form !== 'record' || !form.view.properties.has(state.name)) return [];
	const [only, ...more] = state.values;
	const schema = more.length > 0 ? {enum: state.values} : {properties: {[state.name]: {const: only!}}};
	return [
		hard(
			ofBefore + below(form.pointer, state.name),
			'{field} is {actual} before it',
			{
				type: 'shape',
				pointer: more.length > 0 ? below(form.pointer, state.name) : form.pointer,
				schema: {not: schema},
				closed: false,
			},
			'an operation changes something',
		),
	];
}

/** Where a record is seen not to be in a state yet, and the values that would say that it is; null: another expectation. */
export function notYetAt({id, check}: Assert): {pointer: string; values: Json[]} | null {
	if (!id.startsWith(ofBefore) || check.type !== 'shape') return null;
	const {not} = check.schema as {not?: {enum?: Json[]; properties?: Record<string, {const: Json}>}};
	return {
		pointer: id.slice(ofBefore.length),
		values: not?.enum ?? Object.values(not?.properties ?? {}).map(one => one.const),
	};
}
