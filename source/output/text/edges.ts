import type {Edge} from '../../../contract/edge.ts';
import type {Page} from '../../../contract/fields.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';

const fromOf = ({producer, environmentKey}: Edge) =>
	producer?.endpointPath ?? (environmentKey ? `VAR_${environmentKey}` : null);

const stateOf = ({state, ambiguous, guessed, producer}: Edge): string => {
	if (state !== 'inferred') return state;
	if (ambiguous) return 'ambiguous';
	return guessed ? 'guessed' : producer ? 'inferred' : 'open';
};

const columns: Column<Edge>[] = [
	{key: 'endpoint', head: 'ENDPOINT', cell: edge => edge.consumerEndpointPath},
	{key: 'place', head: 'PLACE', cell: edge => edge.place},
	{key: 'from', head: 'FROM', cell: fromOf},
	{key: 'pointer', head: 'POINTER', cell: edge => edge.producer?.pointer},
	{key: 'variable', head: 'VARIABLE', cell: edge => edge.variable},
	{key: 'score', head: 'SCORE', cell: edge => edge.score.toFixed(2)},
	{key: 'state', head: 'STATE', cell: stateOf},
	{key: 'reason', head: 'REASON', cell: edge => edge.reason},
	{key: 'id', head: 'ID', cell: edge => edge.edgeId, extra: true},
	{
		key: 'alternatives',
		head: 'ALTERNATIVES',
		cell: edge => edge.alternatives.map(({endpointPath, score}) => `${endpointPath} ${score.toFixed(2)}`).join(', '),
		extra: true,
	},
];

export const edges = (page: Page<Edge>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'edges', shape, look});

export const edge = (one: Edge): string =>
	labelBlock([
		['endpoint', one.consumerEndpointPath],
		['place', one.place],
		['from', fromOf(one)],
		['pointer', one.producer?.pointer],
		['variable', one.variable],
		['score', one.score.toFixed(2)],
		['state', stateOf(one)],
		['value', one.value === undefined ? undefined : JSON.stringify(one.value)],
		['reason', one.reason],
	]);
