import type {PlanOperation} from '../model/operation.ts';
import type {Schemas} from '../model/schema.ts';
import {breakCycles} from './break-cycles.ts';
import {type Candidate, type Correction, type EdgeHint, type PlannedEdge, usable} from './candidate.ts';
import {isNumberOfPerson} from './name-proposals.ts';
import {ownNames} from './own-name.ts';
import {findCandidates} from './find-candidates.ts';
import {type Kind, locationOf} from './kind.ts';
import {indexKinds} from './kind-index.ts';
import {environmentKeyOf, referenceName, snake} from './names.ts';
import {type NeedPlace, placesOf, placeText} from './places.ts';
import {findSources} from './sources.ts';
import {pushTo} from '../../domain/push-to.ts';

/** Candidates this near to the best one make an edge ambiguous. */
const near = 0.1;

export type EdgeInput = {
	operations: readonly PlanOperation[];
	kinds: readonly Kind[];
	schemas: Schemas;
	hints?: readonly EdgeHint[];
	/** `METHOD /path place` → what a person has decided. */
	corrections?: ReadonlyMap<string, Correction>;
	/** Old name of a variable → new name; `METHOD /path place` → name for one place. */
	renames?: ReadonlyMap<string, string>;
};

export const edgeKey = (operation: PlanOperation, place: string): string => `${operation.key} ${place}`;

/** Where every request takes its values from. Cycles are broken at their weakest edge. */
export function findEdges({operations, kinds, schemas, hints = [], corrections, renames}: EdgeInput): PlannedEdge[] {
	const known = {index: indexKinds(kinds), sources: findSources(operations, schemas), schemas};
	const byKey = new Map(operations.map(one => [one.key, one]));
	const hintsOf = groupHints(hints);
	const edges: PlannedEdge[] = [];
	const tenants = changedTenants(operations);
	const own = ownNames(kinds);
	for (const operation of operations)
		for (const place of placesOf(operation, schemas)) {
			const text = placeText(place);
			const key = edgeKey(operation, text);
			if (place.in === 'path' && own.get(operation) === place.name && !corrections?.has(key)) continue;
			const found = findCandidates(operation, place, known);
			for (const hint of hintsOf.get(key) ?? []) addHint(found, hint, byKey, kinds);
			const edge = chosen(operation, place, found, tenants);
			const correction = corrections?.get(key);
			const made = correction ? corrected(edge, correction, byKey, kinds) : edge;
			if (made.producer || made.alternatives.length > 0 || made.environmentKey !== null || made.state !== 'inferred')
				edges.push(made);
		}
	breakCycles(edges);
	for (const edge of edges) {
		const own = renames?.get(edgeKey(edge.consumer, edge.place));
		if (own !== undefined) edge.renamed = true;
		edge.variable = own ?? renames?.get(edge.variable) ?? edge.variable;
	}
	return edges;
}

function groupHints(hints: readonly EdgeHint[]): Map<string, EdgeHint[]> {
	const groups = new Map<string, EdgeHint[]>();
	for (const hint of hints) {
		const key = `${hint.consumer} ${hint.place}`;
		pushTo(groups, key, hint);
	}
	return groups;
}

function addHint(
	found: Candidate[],
	hint: EdgeHint,
	byKey: ReadonlyMap<string, PlanOperation>,
	kinds: readonly Kind[],
) {
	const operation = byKey.get(hint.producer);
	if (!operation || hint.producer === hint.consumer) return;
	const same = found.findIndex(one => one.operation === operation);
	const known = same < 0 ? null : found.splice(same, 1)[0]!;
	found.push({
		...candidateFor(operation, hint.pointer ?? known?.pointer ?? null, kinds),
		score: hint.score,
		reason: hint.reason,
	});
}

function candidateFor(operation: PlanOperation, pointer: string | null, kinds: readonly Kind[]) {
	const kind = kinds.find(one => one.creator === operation) ?? null;
	const handle = kind?.handle;
	const own =
		handle?.from === 'body'
			? handle.pointer
			: handle?.from === 'location'
				? `header:${locationOf(handle)}`
				: `sent:${handle?.pointer}`;
	const isHandle = handle && (pointer === null || pointer === own);
	return {
		operation,
		kind: isHandle ? kind : null,
		pointer: pointer ?? (handle ? own : '$.id'),
		borrowed: operation.method === 'GET' && kind === null,
	};
}

function chosen(
	operation: PlanOperation,
	place: NeedPlace,
	found: Candidate[],
	tenants: ReadonlySet<string>,
): PlannedEdge {
	found.sort((a, b) => b.score - a.score || compareNear(operation, a, b));
	const [top] = found;
	const rivals = top ? found.filter(one => top.score - one.score <= near + 1e-9 && one.score >= usable) : [];
	rivals.sort((a, b) => compareNear(operation, a, b) || b.score - a.score);
	// A better tier wins over a nearer path: among equals the nearer one is taken.
	const best = top && rivals.find(one => top.score - one.score < 0.05 + 1e-9);
	const isUsable = best !== undefined && best.score >= usable;
	const producer = isUsable && !(best.borrowed && isChosenByCaller(place, tenants)) ? best : null;
	return {
		consumer: operation,
		place: placeText(place),
		required: place.required,
		producer,
		variable: variableOf(place, producer ?? top ?? null),
		state: 'inferred',
		ambiguous: isUsable && rivals.length > 1,
		confirmed: false,
		reason:
			producer?.reason ??
			(best?.borrowed && isUsable
				? 'which one is yours to say: tests change what is in it'
				: top
					? `${top.operation.key} is too uncertain`
					: 'no endpoint gives it'),
		alternatives: found.filter(one => one !== producer),
		environmentKey: producer === null && needsValue(place) ? keyFor(operation, place) : null,
	};
}

/** Words for those to whom everything else in an API belongs. */
const tenantWords = new Set([
	...['tenant', 'owner', 'org', 'organization', 'organisation', 'account', 'workspace', 'enterprise'],
]);
const isTenant = (name: string): boolean => referenceName(name).words.some(word => tenantWords.has(word));

/** Parameters that name whose records they are in operations that change some. */
const changedTenants = (operations: readonly PlanOperation[]): ReadonlySet<string> =>
	new Set(
		operations.flatMap(({method, pathParameters}) =>
			method === 'GET' ? [] : pathParameters.flatMap(({name}) => (isTenant(name) ? [name] : [])),
		),
	);

/** The first organisation of a list is nobody's choice: in whose name records are made and changed a person says. */
const isChosenByCaller = ({in: where, name}: NeedPlace, tenants: ReadonlySet<string>): boolean =>
	where === 'path' && tenants.has(name);

/** `X-Org`, `Tenant-Id`: a header without which nobody is served, and that names whose records they are. */
const isTenantHeader = ({in: where, required, name}: NeedPlace): boolean =>
	where === 'header' && required && isTenant(name);

/** A header that says again what the path says has its value: `X-Org` of `/orgs/{org}/projects`. */
function keyFor({pathParameters}: PlanOperation, place: NeedPlace): string {
	if (!isTenantHeader(place)) return environmentKeyOf(place.name);
	const name = place.name.replace(/^x[-_]/i, '');
	const wordsOf = (one: string) => referenceName(one).words.join(' ');
	return environmentKeyOf(pathParameters.find(one => wordsOf(one.name) === wordsOf(name))?.name ?? name);
}

/** A path cannot be called without its parameters, a request not without what it requires by name of a record. */
function needsValue(place: NeedPlace): boolean {
	const {in: where, required, view, name} = place;
	if (view.enum !== null && view.enum.length > 0) return false;
	if (where === 'path') return true;
	if (isTenantHeader(place)) return place.example === undefined;
	if (required && isNumberOfPerson(place)) return true;
	return where !== 'header' && required && referenceName(name).handle === 'id' && referenceName(name).words.length > 0;
}

/** Same prefix, then the shorter path, then the first of the document. */
function compareNear(operation: PlanOperation, a: Candidate, b: Candidate): number {
	const [first] = operation.segments;
	const [one, other] = [a.operation, b.operation];
	return (
		Number(other.segments[0] === first) - Number(one.segments[0] === first) ||
		one.segments.length - other.segments.length ||
		one.index - other.index
	);
}

/** Name under which a value travels: that of its kind, or the place's own. */
function variableOf(place: NeedPlace, producer: Candidate | null): string {
	const kind = producer?.kind;
	const isHandle = kind && (producer.borrowed || isHandleOf(kind, producer.pointer));
	if (isHandle) return kind.variable;
	if (kind && !producer.borrowed)
		return `${kind.name}_${snake(producer.pointer.slice(producer.pointer.lastIndexOf('.') + 1))}`;
	return snake(place.name) || 'value';
}

export function isHandleOf({handle}: Kind, pointer: string): boolean {
	if (handle === null) return false;
	if (handle.from === 'body') return handle.pointer === pointer;
	return pointer === (handle.from === 'location' ? `header:${locationOf(handle)}` : `sent:${handle.pointer}`);
}

function corrected(
	edge: PlannedEdge,
	correction: Correction,
	byKey: ReadonlyMap<string, PlanOperation>,
	kinds: readonly Kind[],
): PlannedEdge {
	const others = [...(edge.producer ? [edge.producer] : []), ...edge.alternatives];
	if (correction.state === 'cut') {
		const isGiven = 'value' in correction && correction.value !== undefined;
		return {
			...edge,
			producer: null,
			state: 'cut',
			ambiguous: false,
			reason: isGiven ? 'cut: the given value is sent' : 'cut',
			alternatives: others,
			environmentKey: isGiven || !edge.place.startsWith('path:') ? null : environmentKeyOf(edge.place.slice(5)),
			...(isGiven ? {value: correction.value} : {}),
		};
	}
	const operation = byKey.get(correction.producer);
	// The endpoint is gone: what was inferred holds again.
	if (!operation) return edge;
	const known = others.find(one => one.operation === operation);
	const pointer = correction.pointer ?? known?.pointer ?? null;
	const producer = {...candidateFor(operation, pointer, kinds), score: 1, reason: 'pinned by you'};
	return {
		...edge,
		producer,
		state: 'pinned',
		ambiguous: false,
		variable: producer.kind ? producer.kind.variable : pinnedName(operation, producer.pointer, kinds),
		reason: producer.reason,
		alternatives: others.filter(one => one !== known),
		environmentKey: null,
	};
}

/** A field of another record has a name of its own: `cart_user_id` is not the `user_id` of a user. */
function pinnedName({segments}: PlanOperation, pointer: string, kinds: readonly Kind[]): string {
	const own = kinds.find(({creator, reader, list}) =>
		[creator, reader, list].some(one => one?.segments === segments),
	)?.name;
	const base = own ?? snake(segments.findLast(one => !one.startsWith('{')) ?? 'value');
	return `${base}_${snake(pointer.slice(pointer.lastIndexOf('.') + 1).replace('header:', '')) || 'value'}`.slice(0, 64);
}
