import {singular, wordsOf} from '../../inference/word-form.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import type {PlannedEdge} from '../kinds/candidate.ts';
import type {Kind} from '../kinds/kind.ts';
import {withArticle} from '../kinds/names.ts';
import {valueSentAt} from '../code/references.ts';
import {firstsOf, type PlanOperation} from '../model/operation.ts';
import type {Assert, Call, Step, Value, Values} from '../recipe.ts';
import {learned, succeeds} from './asserts.ts';
import {childrenOf} from './children.ts';
import {briefOf} from './operation-words.ts';
import type {PlanContext} from './context.ts';
import type {OwnRecord} from './own-record.ts';
import type {OwnRecordOptions, RequestOptions, StepOptions} from './recipe-options.ts';

/** The row that needs them. */
type Drafted = {
	readonly context: PlanContext;
	readonly steps: readonly Step[];
	isFirst(record: Value, action: PlanOperation): boolean;
	readonly consumes: Set<string>;
	withOwn<T>(own: ReadonlyMap<string, Value>, request: () => T): T;
	ownRecord(kind: Kind, options: OwnRecordOptions): OwnRecord | null;
	recordOf(kind: Kind, step: Step): OwnRecord | null;
	request(operation: PlanOperation, options: RequestOptions): Call;
	step(options: StepOptions): Step;
};

/** What a creator asks of a record that is there already: a device that is active, for a reading of it. */
type Need = {
	value: Value;
	kind: Kind;
	firsts: PlanOperation[];
	/** From the request to the record: the ticket type of an order, and the event of a ticket type. */
	route: PlannedEdge[];
};

/**
 * Brings what a new record refers to into the state in which its creator takes it, by the actions that settling has seen to
 * help, or that the document names: `POST /devices/{id}/activate` before `POST /devices/{id}/readings`. A shared record stays
 * as it is where the row can make one of its own.
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
	const {context} = draft;
	for (const {value, kind, firsts, route} of needsOf(draft, operation, call)) {
		const {variable} = route.at(-1)!;
		const isShared = value.is === 'variable' && value.name === variable;
		const made = isShared && !(keeps && isBelow(context.api, operation, kind)) ? ownAlong(draft, route) : null;
		for (const [name, handle] of made ?? []) own.set(name, handle);
		const record = made?.get(variable);
		const named = record ?? value;
		if (isShared && !record) draft.consumes.add(variable);
		for (const first of firsts) {
			if (!draft.isFirst(named, first)) continue;
			const [name = 'id'] = parametersOf(first).slice(-1);
			const path = {...call.path, [name]: named};
			prepare(draft, operation, {first, kind, path, isShared: isShared && !record});
			draft.step({
				id: `ready_${draft.steps.length}`,
				title: briefOf(first),
				role: 'setup',
				call: draft.request(first, {path}),
				asserts: [isShared && !record ? succeedsOrIsSo(first) : succeeds(first)],
			});
		}
	}
	return own.size > 0 ? own : null;
}

/**
 * What an action asks for below its record: "Requires at least one session". A shared record has what others make below it,
 * once they have done so.
 */
function prepare(
	draft: Drafted,
	operation: PlanOperation,
	{first, kind, path, isShared}: {first: PlanOperation; kind: Kind; path: Values; isShared: boolean},
): void {
	const said = wordsOf(`${first.endpoint.summary ?? ''} ${first.endpoint.description ?? ''}`).map(singular);
	for (const {child, creator} of childrenOf(draft.context, kind, first)) {
		if (creator === operation) continue;
		if (isShared) {
			draft.consumes.add(child.variable);
			continue;
		}
		const [name = 'id'] = parametersOf(creator).slice(-1);
		const isThere = draft.steps.some(
			({call}) =>
				call.operation.path === creator.path &&
				JSON.stringify(call.path[name]) === JSON.stringify(Object.values(path).at(-1)),
		);
		if (isThere || !child.noun.split(' ').every(word => said.includes(word))) continue;
		const handle = Object.values(path).at(-1)!;
		draft.step({
			id: `add_${child.name}_${draft.steps.length}`,
			title: `add ${withArticle(child.noun)}`,
			role: 'setup',
			call: draft.request(creator, {path: {...path, [name]: handle}, variant: 'child'}),
			asserts: [succeeds(creator)],
		});
	}
}

/** How far away a record may be whose state is asked for. */
const furthest = 3;

/** The records that a creator names, or that these lie below, and that have to be brought into a state first. */
function needsOf(draft: Drafted, operation: PlanOperation, call: Call): Need[] {
	const {api} = draft.context;
	const made = api.kindMadeBy(operation);
	const firsts = firstsOf(api, operation);
	if (!made || made.origin === 'action' || firsts.length === 0) return [];
	return recordsNamed(api, operation, call, draft.steps).flatMap(record => {
		const own = firsts.filter(first => kindActedOn(api, first) === record.kind);
		return own.length > 0 ? [{...record, firsts: own}] : [];
	});
}

/** A record that a request names, or that one of these lies below or refers to. */
export type NamedRecord = Omit<Need, 'firsts'>;

/**
 * The records behind a request, the nearest of each kind first.
 *
 * @param steps those before it, which may have made some of them
 */
export function recordsNamed(
	api: ApiModel,
	operation: PlanOperation,
	call: Call,
	steps: readonly Step[],
): NamedRecord[] {
	const found: NamedRecord[] = [];
	let near: Array<{asked: PlanOperation; its: Call | null; front: readonly PlannedEdge[]}> = [
		{asked: operation, its: call, front: []},
	];
	for (let depth = 0; depth < furthest; depth++) {
		const next: typeof near = [];
		for (const {asked, its, front} of near)
			for (const edge of api.edgesOf(asked)) {
				const {place, producer, variable, required} = edge;
				const kind = producer?.borrowed === false ? producer.kind : null;
				// What a shared record lies below is shared, too.
				const value: Value | null = its ? valueAtPlace(its, place) : required ? {is: 'variable', name: variable} : null;
				if (!kind || (value?.is !== 'variable' && value?.is !== 'step') || found.some(one => one.kind === kind))
					continue;
				const route = [...front, edge];
				found.push({value, kind, route});
				const step = value.is === 'step' ? steps.find(({id}) => id === value.step) : undefined;
				if (kind.creator && kind.creator !== asked && (value.is === 'variable' || step))
					next.push({asked: kind.creator, its: step?.call ?? null, front: route});
			}
		near = next;
	}
	return found;
}

/**
 * Records of the row's own in the place of shared ones, from the one that has to be in a state to the one that the request
 * names, by their variables; null: they cannot be made.
 */
function ownAlong(draft: Drafted, route: readonly PlannedEdge[]): ReadonlyMap<string, Value> | null {
	const kinds = route.flatMap(({producer}) => producer?.kind ?? []);
	// Without a DELETE only the kind's one producer may create.
	if (kinds.some(({deleter}) => deleter === null)) return null;
	const made = new Map<string, Value>();
	for (const {producer, variable} of [...route].reverse()) {
		const own = draft.withOwn(made, () => ownOf(draft, producer!.kind!));
		if (!own) return null;
		made.set(variable, own.handle);
	}
	return made;
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
	const oneOf = [...(check.type === 'status' ? check.oneOf : []), 400, 409, 422];
	return learned('status', message, {type: 'status', oneOf}, 'settled: another test may have done it to this record');
}
