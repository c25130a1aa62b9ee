import {withDocumented} from '../model/seen-schema.ts';
import {compileOperations, type PlanOperation} from '../model/operation.ts';
import {withPatchedRecords} from '../model/patched-records.ts';
import type {PlanEndpoint} from '../model/plan-endpoint.ts';
import {withRestForms} from '../model/spoken-endpoints.ts';
import type {SpokenOperations} from '../spoken-recipe.ts';
import {createSchemas, type Lookup, type Schemas} from '../model/schema.ts';
import {captureHints} from './capture-hints.ts';
import type {Correction, EdgeHint, PlannedEdge} from './candidate.ts';
import {edgeKey, findEdges, isHandleOf} from './find-edges.ts';
import {documentedOrder} from './documented-order.ts';
import {findKinds} from './find-kinds.ts';
import type {Kind} from './kind.ts';
import {linkHints} from './link-hints.ts';
import type {Outcome} from '../../../contract/outcome.ts';
import {pushTo} from '../../domain/push-to.ts';

/** What planning knows of an API before any call. */
export type ApiModel = {
	operations: readonly PlanOperation[];
	kinds: readonly Kind[];
	edges: readonly PlannedEdge[];
	schemas: Schemas;
	/** How its answers say how a call went; undefined: by their status. */
	outcome: Outcome | undefined;
	/** Endpoints of an API in verb style by their form in REST. */
	spoken: SpokenOperations;
	/** Edge of a place; undefined: the place needs no value of another operation. */
	edgeOf(operation: PlanOperation, place: string): PlannedEdge | undefined;
	edgesOf(operation: PlanOperation): readonly PlannedEdge[];
	/** The kind that an operation makes. */
	kindMadeBy(operation: PlanOperation): Kind | undefined;
	/** The kind whose own path an operation has: `GET /users/{userId}`, `GET /users`. */
	kindAt(operation: PlanOperation): Kind | undefined;
};

/** A handle that every consumer calls by another name is published under that name. */
function followNames(kinds: readonly Kind[], edges: readonly PlannedEdge[]): void {
	for (const kind of kinds) {
		const names = new Set(
			edges.flatMap(({producer, variable}) =>
				producer?.kind === kind && !producer.borrowed && isHandleOf(kind, producer.pointer) ? [variable] : [],
			),
		);
		const [only] = names;
		if (names.size === 1 && only !== undefined) kind.variable = only;
	}
}

export type ApiInput = {
	endpoints: readonly PlanEndpoint[];
	lookup?: Lookup;
	hints?: readonly EdgeHint[];
	corrections?: ReadonlyMap<string, Correction>;
	renames?: ReadonlyMap<string, string>;
};

/** Kinds, their operations, and where every request takes its values from. Makes no call. */
export function analyseApi({endpoints, lookup = () => null, hints = [], corrections, renames}: ApiInput): ApiModel {
	const schemas = createSchemas(lookup);
	const operations = compileOperations(
		withPatchedRecords(
			withRestForms(
				withDocumented(
					endpoints.filter(({protocol}) => protocol === 'rest'),
					schemas,
				),
				schemas,
			),
			schemas,
		),
	);
	const kinds = findKinds(operations, schemas);
	const edges = findEdges({
		operations,
		kinds,
		schemas,
		hints: [...linkHints(operations), ...captureHints(operations, schemas), ...hints],
		...(corrections ? {corrections} : {}),
		...(renames ? {renames} : {}),
	});
	if (renames) followNames(kinds, edges);
	const byPlace = new Map(edges.map(edge => [edgeKey(edge.consumer, edge.place), edge]));
	const byConsumer = new Map<PlanOperation, PlannedEdge[]>();
	for (const edge of edges) pushTo(byConsumer, edge.consumer, edge);
	const edgesOf = (operation: PlanOperation) => byConsumer.get(operation) ?? [];
	const edgeOf = (operation: PlanOperation, place: string) => byPlace.get(edgeKey(operation, place));
	for (const [operation, before] of documentedOrder({operations, schemas, edgesOf, edgeOf}))
		operation.endpoint = {...operation.endpoint, before};
	const makers = new Map<PlanOperation, Kind>();
	const owners = new Map<PlanOperation, Kind>();
	for (const kind of kinds) {
		if (kind.creator && !makers.has(kind.creator)) makers.set(kind.creator, kind);
		for (const one of [kind.reader, kind.list, kind.deleter, ...kind.updaters])
			if (one && !owners.has(one)) owners.set(one, kind);
	}
	return {
		operations,
		kinds,
		edges,
		schemas,
		spoken: new Map(
			operations.flatMap(({method, path, endpoint}) =>
				endpoint.spoken ? [[`${method} ${path}`, endpoint.spoken] as const] : [],
			),
		),
		// One envelope is around every answer of an API.
		outcome: endpoints.find(one => one.outcome !== undefined)?.outcome,
		edgeOf,
		edgesOf,
		kindMadeBy: operation => makers.get(operation),
		kindAt: operation => owners.get(operation),
	};
}
