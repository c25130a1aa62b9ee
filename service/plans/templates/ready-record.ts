import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import {withArticle} from '../kinds/names.ts';
import {valueSentAt} from '../code/references.ts';
import {firstsOf, type PlanOperation} from '../model/operation.ts';
import type {Assert, Call, Step, Value} from '../recipe.ts';
import {learned, succeeds} from './asserts.ts';
import {briefOf} from './operation-words.ts';
import type {PlanContext} from './context.ts';
import type {OwnRecord} from './own-record.ts';
import type {OwnRecordOptions, RequestOptions, StepOptions} from './recipe-options.ts';

/** The row that needs them. */
type Drafted = {
	readonly context: PlanContext;
	readonly steps: readonly Step[];
	isFirst(record: Value, action: PlanOperation): boolean;
	ownRecord(kind: Kind, options: OwnRecordOptions): OwnRecord | null;
	recordOf(kind: Kind, step: Step): OwnRecord | null;
	request(operation: PlanOperation, options: RequestOptions): Call;
	requestOn(operation: PlanOperation, record: OwnRecord): Call;
	step(options: StepOptions): Step;
};

/** What a creator asks of a record that is there already: a device that is active, for a reading of it. */
type Need = {variable: string; value: Value; kind: Kind; firsts: PlanOperation[]};

/**
 * Brings what a new record refers to into the state in which its creator takes it, by the actions that settling has seen to
 * help: `POST /devices/{id}/activate` before `POST /devices/{id}/readings`. A shared record stays as it is where the row can
 * make one of its own.
 *
 * @param call the request of the creator
 * @param keeps the row hands on what it makes, below the record that all share
 * @returns own records by the variables in whose place they are named; null: the request names the right ones already
 */
export function readyRecords(
	draft: Drafted,
	operation: PlanOperation,
	call: Call,
	keeps: boolean,
): ReadonlyMap<string, Value> | null {
	const own = new Map<string, Value>();
	for (const {variable, value, kind, firsts} of needsOf(draft.context.api, operation, call)) {
		const isShared = value.is === 'variable' && value.name === variable;
		const made = isShared && !(keeps && isBelow(draft.context.api, operation, kind)) ? ownOf(draft, kind) : null;
		if (made) own.set(variable, made.handle);
		const named = made?.handle ?? value;
		for (const first of firsts) {
			if (!draft.isFirst(named, first)) continue;
			const [name = 'id'] = parametersOf(first).slice(-1);
			const ask = made ? draft.requestOn(first, made) : draft.request(first, {path: {...call.path, [name]: named}});
			draft.step({
				id: `ready_${draft.steps.length}`,
				title: briefOf(first),
				role: 'setup',
				call: ask,
				asserts: [isShared && !made ? succeedsOrIsSo(first) : succeeds(first)],
			});
		}
	}
	return own.size > 0 ? own : null;
}

/** The records that a creator names and that have to be brought into a state first. */
function needsOf(api: ApiModel, operation: PlanOperation, call: Call): Need[] {
	const made = api.kindMadeBy(operation);
	if (!made || made.origin === 'action') return [];
	const firsts = firstsOf(api, operation);
	return api.edgesOf(operation).flatMap(({place, producer, variable}) => {
		const kind = producer?.borrowed === false ? producer.kind : null;
		const own = kind ? firsts.filter(first => kindActedOn(api, first) === kind) : [];
		const value = valueAtPlace(call, place);
		if (!kind || own.length === 0 || (value?.is !== 'variable' && value?.is !== 'step')) return [];
		return [{variable, value, kind, firsts: own}];
	});
}

/** The value that a request has at the place of an edge; null: it has none. */
export function valueAtPlace(call: Call, place: string): Value | null {
	const [, where = '', name = ''] = /^(path|query|body):(.*)$/.exec(place) ?? [];
	if (where === 'body') return valueSentAt(call.body, name);
	return (where === 'path' ? call.path : call.query)[name] ?? null;
}

const parametersOf = ({pathParameters}: PlanOperation): string[] => pathParameters.map(({name}) => name);

/** The kind of record that an action acts on: the last that its path names. */
export function kindActedOn(api: ApiModel, action: PlanOperation): Kind | null {
	const [name] = parametersOf(action).slice(-1);
	return (name !== undefined && api.edgeOf(action, `path:${name}`)?.producer?.kind) || null;
}

/** What the creator makes is found below the record: whoever asks for it names both. */
function isBelow(api: ApiModel, operation: PlanOperation, kind: Kind): boolean {
	const made = api.kindMadeBy(operation);
	return [made?.reader, made?.deleter, made?.list, ...(made?.updaters ?? [])].some(
		one => one && kindsInPath(api, one).includes(kind),
	);
}

const kindsInPath = (api: ApiModel, operation: PlanOperation) =>
	parametersOf(operation).map(name => api.edgeOf(operation, `path:${name}`)?.producer?.kind ?? null);

/** A record of the row's own, one of a kind. */
function ownOf(draft: Drafted, kind: Kind) {
	const id = `ready_${kind.name}`;
	const known = draft.steps.find(step => step.id === id);
	if (known) return draft.recordOf(kind, known);
	return draft.ownRecord(kind, {id, variant: id, title: `make ${withArticle(kind.noun)} for it`});
}

/** A record that others share may have been brought there by one of them. */
function succeedsOrIsSo(first: PlanOperation): Assert {
	const {check, message} = succeeds(first);
	const oneOf = check.type === 'status' ? [...check.oneOf, 409] : [409];
	return learned('status', message, {type: 'status', oneOf}, 'settled: another test may have done it to this record');
}
