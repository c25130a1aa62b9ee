import type {Endpoint} from '../../../contract/endpoint.ts';
import type {FindingState} from '../../../contract/finding.ts';
import type {ChangeSetId, EndpointId} from '../../../contract/ids.ts';
import {keyOfApi} from '../../domain/group-deviations.ts';
import type {EndpointTable} from '../cleanup/cleanup-tables.ts';
import type {Database} from '../database.ts';
import type {DeviationFacts, FindingTable} from './finding-tables.ts';

/**
 * Puts a finding into the state that somebody has chosen. Accepting makes what was observed the shape of the endpoints
 * concerned, until it is taken back; a later discovery leaves that shape alone. Null: the finding is gone meanwhile.
 *
 * @param changeSetId what the decision has changed in tests; absent: it stays what it was
 */
export function decideFinding(
	database: Database,
	finding: Pick<FindingTable, 'id' | 'project_id'>,
	state: Exclude<FindingState, 'gone'>,
	now: number,
	changeSetId?: ChangeSetId | null,
): Promise<FindingTable | null> {
	return database.transaction().execute(async transaction => {
		const before = await transaction
			.selectFrom('findings')
			.selectAll()
			.where('id', '=', finding.id)
			.where('state', '!=', 'gone')
			.executeTakeFirst();
		if (!before) return null;
		if (before.state === state) return before;
		if (state === 'accepted' || before.state === 'accepted') await shapeEndpoints(transaction, before, state, now);
		const columns = {state, ...(changeSetId === undefined ? {} : {change_set_id: changeSetId})};
		await transaction.updateTable('findings').set(columns).where('id', '=', before.id).execute();
		return {...before, ...columns};
	});
}

/** What accepting a finding needs to know of its differences: an endpoint may show others of that kind, which are findings of their own. */
export async function factsOfFinding(
	database: Database,
	{project_id, kind, key, endpoint_ids}: Pick<FindingTable, 'project_id' | 'key' | 'endpoint_ids'> & {kind: string},
): Promise<Array<{endpointId: EndpointId; facts: DeviationFacts}>> {
	const ids = JSON.parse(endpoint_ids) as string[];
	if (ids.length === 0) return [];
	const ofApi = await database
		.selectFrom('findings')
		.select('key')
		.where('project_id', '=', project_id)
		.where('scope', '=', 'api')
		.where('state', '!=', 'gone')
		.execute();
	const keys = new Set(ofApi.map(one => one.key));
	const rows = await database
		.selectFrom('deviations')
		.select(['endpoint_id', 'kind', 'difference', 'facts'])
		.where('project_id', '=', project_id)
		.where('kind', '=', kind as FindingTable['kind'])
		.where('endpoint_id', 'in', ids)
		.execute();
	return rows
		.filter(row => (keys.has(keyOfApi(row)) ? keyOfApi(row) === key : !keys.has(key)))
		.map(({endpoint_id, facts}) => ({endpointId: endpoint_id, facts: JSON.parse(facts) as DeviationFacts}));
}

/** Whether accepting changes an endpoint: the others change what tests expect, and need a plan. */
export const shapesEndpoint = ({answer, authRequired}: DeviationFacts): boolean =>
	answer !== undefined || authRequired !== undefined;

async function shapeEndpoints(
	transaction: Database,
	finding: FindingTable,
	state: FindingState,
	now: number,
): Promise<void> {
	for (const {endpointId, facts} of await factsOfFinding(transaction, finding)) {
		if (!shapesEndpoint(facts)) continue;
		const row = await transaction.selectFrom('endpoints').selectAll().where('id', '=', endpointId).executeTakeFirst();
		if (!row) continue;
		const columns = state === 'accepted' ? acceptedColumns(row, facts) : documentColumns(row, facts);
		await transaction
			.updateTable('endpoints')
			.set({...columns, updated_at: now})
			.where('id', '=', endpointId)
			.execute();
	}
}

type Shaped = Pick<EndpointTable, 'response_shape' | 'auth' | 'edited'>;

function acceptedColumns(row: EndpointTable, {answer, insteadOf, authRequired}: DeviationFacts): Shaped {
	const shape = JSON.parse(row.response_shape) as Endpoint['responseShape'];
	const auth = JSON.parse(row.auth) as Endpoint['auth'];
	const edited = new Set(JSON.parse(row.edited) as string[]);
	if (answer) edited.add('response_shape');
	if (authRequired !== undefined) edited.add('auth');
	const statuses = answer
		? [...new Set([...shape.statuses.filter(status => String(status) !== insteadOf), Number(answer.status)])].sort(
				(one, other) => one - other,
			)
		: shape.statuses;
	const isSuccess = answer?.status.startsWith('2') === true;
	return {
		response_shape: JSON.stringify({
			...shape,
			statuses,
			...(isSuccess ? {body: answer.schema ?? null, observed: true} : {}),
		}),
		auth: JSON.stringify(authRequired === undefined ? auth : {...auth, required: authRequired}),
		edited: JSON.stringify([...edited]),
	};
}

/** Takes accepting back: the document's word counts again from now on. */
function documentColumns(row: EndpointTable, {answer, insteadOf, authRequired}: DeviationFacts): Shaped {
	const shape = JSON.parse(row.response_shape) as Endpoint['responseShape'];
	const detail = JSON.parse(row.detail) as {answers?: Array<{status: string}>};
	const edited = (JSON.parse(row.edited) as string[]).filter(
		field => !(field === 'response_shape' && answer) && !(field === 'auth' && authRequired !== undefined),
	);
	const documented = (detail.answers ?? []).flatMap(({status}) => (/^\d+$/.test(status) ? [Number(status)] : []));
	const auth = JSON.parse(row.auth) as Endpoint['auth'];
	return {
		response_shape: JSON.stringify(
			answer === undefined
				? shape
				: {
						...shape,
						statuses: documented.length > 0 ? documented : insteadOf ? [Number(insteadOf)] : shape.statuses,
						observed: false,
					},
		),
		auth: JSON.stringify(authRequired === undefined ? auth : {...auth, required: !authRequired}),
		edited: JSON.stringify(edited),
	};
}
