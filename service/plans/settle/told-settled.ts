import type {ProjectId} from '../../../contract/ids.ts';
import type {Settled} from '../../../contract/settled.ts';
import {helpFor} from '../learning/needed-help.ts';
import type {RefusedRequest} from '../learning/refused-request.ts';
import type {Recipe, Values} from '../recipe.ts';
import type {Led} from './find-lead-ups.ts';
import type {RefusedQuery} from './refused-queries.ts';
import type {StatedChange} from './stated-changes.ts';
import type {TakenValues} from './taken-values.ts';
import type {UnnamedRecord} from './unnamed-records.ts';

/** What a round of settling has found, by what was wrong. */
export type FoundInRound = {
	found: ReadonlyArray<Pick<RefusedRequest, 'operation'> & {fields: Values; tried: readonly string[]}>;
	led: readonly Led[];
	unnamed: readonly UnnamedRecord[];
	stated: readonly StatedChange[];
	queries: readonly RefusedQuery[];
	taken: readonly TakenValues[];
};

/** The same as the client is told it, an operation each. */
export const toldSettled = ({found, led, unnamed, stated, queries, taken}: FoundInRound): Settled[] => [
	...found.map(({operation, fields, tried}) => told(operation, {accepted: Object.keys(fields), tried: [...tried]})),
	...led.map(({operation, tried, after}) => told(operation, {tried: [...tried], after: [...after]})),
	...unnamed.map(({operation, where}) => told(operation, {names: where})),
	...stated.map(({operation}) => told(operation, {header: 'If-Match'})),
	...taken.map(({operation, fields}) => told(operation, {once: [...fields]})),
	...queries.map(({operation, said}) => told(operation, {query: said})),
];

const told = ({method, path}: Recipe['endpoint'], what: Partial<Settled>): Settled => ({
	endpoint: `${method} ${path}`,
	accepted: [],
	tried: [],
	...what,
	neededHelp: null,
});

/** A request that no body was found for. */
export function helplessRequest(refused: RefusedRequest, projectId: ProjectId): Settled {
	const help = helpFor(refused, projectId);
	return {endpoint: help.endpoint, accepted: null, tried: [], neededHelp: help};
}

/** What a person is told of requests whose fields are accepted in other tests. */
export function refusedForValues(left: readonly RefusedRequest[], projectId: ProjectId): string {
	const lines = left.map(one => {
		const {endpoint, said} = helpFor(one, projectId);
		return `${endpoint} answered ${said} in "${one.recipe.title}".`;
	});
	return [
		'No other body was tried: other tests send the same fields and are accepted. The state of the record is in the way, or a value:',
		...lines,
		`What was sent: svc ui failures ${projectId}`,
	].join('\n');
}
