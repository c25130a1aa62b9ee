import type {EdgeInput} from '../../contract/edge.ts';
import type {EdgeId, EndpointId, ProjectId} from '../../contract/ids.ts';
import type {Plans} from '../domain/plans.ts';
import {invalid, notFound} from '../domain/service-error.ts';
import type {Database} from '../store/database.ts';
import {forgetEdgeChoice, listEdgeChoices, saveEdgeChoice} from '../store/plans/edge-choices.ts';
import type {EdgeChoiceTable} from '../store/plans/plan-tables.ts';
import type {StoredEdgeChange} from '../store/plans/change-set-tables.ts';
import {edgeIdOf, edgeView} from './edge-view.ts';
import type {PlannedEdge} from './kinds/candidate.ts';
import {placesOf, placeText} from './kinds/places.ts';
import type {ApiModel} from './kinds/analyse-api.ts';
import type {LoadedApi} from './load-api.ts';

export type EdgeParts = {
	database: Database;
	load(projectId: ProjectId): Promise<LoadedApi>;
	now(): number;
	/** A choice was stored: rows of a plan that is no test yet are made again, tests of a locked one are changed. */
	chosen(projectId: ProjectId, edge: StoredEdgeChange): Promise<void>;
};

/** Where the requests of a project take their values from, and what a person decides about it. */
export function createEdges({database, load, now, chosen}: EdgeParts): Pick<Plans, 'edges' | 'setEdge'> {
	return {
		async edges(projectId, {endpointId, state, ambiguous}) {
			const {api} = await load(projectId);
			const bares =
				endpointId === undefined || state !== undefined || ambiguous !== undefined ? [] : barePlaces(api, endpointId);
			return [...api.edges, ...bares]
				.filter(({consumer, state: own, ambiguous: isAmbiguous}) => {
					if (endpointId !== undefined && consumer.endpoint.endpointId !== endpointId) return false;
					return (state === undefined || own === state) && (ambiguous === undefined || isAmbiguous === ambiguous);
				})
				.map(edgeView);
		},

		async setEdge(projectId, edgeId, input) {
			const {api} = await load(projectId);
			const found = findPlace(api, edgeId);
			if (!found) throw notFound('edge', edgeId);
			const {endpointId, place} = found;
			const choices = await listEdgeChoices(database, projectId);
			const before = choices.find(one => one.endpoint_id === endpointId && one.place === place) ?? null;
			checkProducer(api, endpointId, input);
			const next = choiceOf(input, before, {projectId, endpointId, place, at: now()});
			if (next.state === null && next.variable === null) await forgetEdgeChoice(database, projectId, endpointId, place);
			else await saveEdgeChoice(database, next);
			await chosen(projectId, {endpointId, place, before, after: next});
			const after = (await load(projectId)).api;
			const edge = after.edges.find(one => one.consumer.endpoint.endpointId === endpointId && one.place === place);
			return edgeView(edge ?? bare(after, endpointId, place));
		},
	};
}

/** The place behind an id: of an edge, or of any place that a person may feed. */
function findPlace(api: ApiModel, edgeId: EdgeId): {endpointId: EndpointId; place: string} | null {
	for (const {consumer, place} of api.edges)
		if (edgeIdOf(consumer.endpoint.endpointId, place) === edgeId)
			return {endpointId: consumer.endpoint.endpointId, place};
	for (const operation of api.operations)
		for (const one of placesOf(operation, api.schemas)) {
			const place = placeText(one);
			if (edgeIdOf(operation.endpoint.endpointId, place) === edgeId)
				return {endpointId: operation.endpoint.endpointId, place};
		}
	return null;
}

function checkProducer({operations}: ApiModel, endpointId: EndpointId, {producerEndpointId}: EdgeInput): void {
	if (producerEndpointId === undefined) return;
	if (producerEndpointId === endpointId)
		throw invalid('producerEndpointId', 'same_endpoint', 'A request cannot take a value of its own answer.');
	if (!operations.some(({endpoint}) => endpoint.endpointId === producerEndpointId))
		throw notFound('endpoint', producerEndpointId);
}

type At = {projectId: ProjectId; endpointId: EndpointId; place: string; at: number};

function choiceOf(
	input: EdgeInput,
	before: EdgeChoiceTable | null,
	{projectId, endpointId, place, at}: At,
): EdgeChoiceTable {
	const variable = input.variable ?? before?.variable ?? null;
	const key = {project_id: projectId, endpoint_id: endpointId, place, variable, updated_at: at};
	if (input.state === undefined)
		return {...(before ?? {state: null, producer_id: null, pointer: null, value: null}), ...key};
	if (input.state === 'pinned')
		return {
			...key,
			state: 'pinned',
			producer_id: input.producerEndpointId ?? null,
			pointer: input.pointer ?? null,
			value: null,
		};
	const none = {producer_id: null, pointer: null, value: null};
	if (input.state === 'cut')
		return {...key, ...none, state: 'cut', value: input.value === undefined ? null : JSON.stringify(input.value)};
	return {...key, ...none, state: null, variable: input.variable ?? null};
}

/** Places of an operation that are plain data so far: each of them can be pinned. */
const barePlaces = (api: ApiModel, endpointId: EndpointId): PlannedEdge[] =>
	api.operations
		.filter(({endpoint}) => endpoint.endpointId === endpointId)
		.flatMap(operation =>
			placesOf(operation, api.schemas)
				.map(placeText)
				.filter(place => api.edgeOf(operation, place) === undefined)
				.map(place => bare(api, endpointId, place)),
		);

/** A place that nobody feeds: plain data. */
function bare(api: ApiModel, endpointId: EndpointId, place: string): PlannedEdge {
	return {
		consumer: api.operations.find(({endpoint}) => endpoint.endpointId === endpointId)!,
		place,
		required: false,
		producer: null,
		variable: '',
		state: 'inferred',
		ambiguous: false,
		confirmed: false,
		reason: 'plain data: no endpoint gives it',
		alternatives: [],
		environmentKey: null,
	};
}
