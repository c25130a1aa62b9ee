import type {EndpointId, ProjectId} from '../../../contract/ids.ts';
import {type Deviation, type Evidence, groupDeviations} from '../../domain/group-deviations.ts';
import type {Database} from '../database.ts';
import type {FindingTable} from './finding-tables.ts';
import type {NewId} from '../ids.ts';

/**
 * Makes the findings of a project of its differences anew. One that is there keeps its id and state; one whose
 * difference is no longer seen is `gone`, and comes back in the state it had. Inside a transaction.
 */
export async function regroupFindings(transaction: Database, projectId: ProjectId, newId: NewId): Promise<void> {
	const endpoints = await transaction
		.selectFrom('endpoints')
		.select(['id', 'method', 'path'])
		.where('project_id', '=', projectId)
		.execute();
	const names = new Map(endpoints.map(({id, method, path}) => [id, `${method} ${path}`]));
	const rows = await transaction
		.selectFrom('deviations')
		.selectAll()
		.where('project_id', '=', projectId)
		.orderBy('first_seen_at')
		.orderBy('endpoint_id')
		.orderBy('difference')
		.execute();
	const looks = await transaction
		.selectFrom('deviation_looks')
		.select(['kind', 'endpoint_id'])
		.where('project_id', '=', projectId)
		.execute();
	const lookedAt = new Map<string, number>();
	for (const {kind, endpoint_id} of looks)
		if (names.has(endpoint_id)) lookedAt.set(kind, (lookedAt.get(kind) ?? 0) + 1);
	const groups = groupDeviations(rows.map(deviationOf), lookedAt, names);

	const known = await transaction.selectFrom('findings').selectAll().where('project_id', '=', projectId).execute();
	const byKey = new Map(known.map(finding => [finding.key, finding]));
	for (const group of groups) {
		const before = byKey.get(group.key);
		byKey.delete(group.key);
		const columns = {
			endpoint_ids: JSON.stringify(group.endpointIds),
			count: group.count,
			title: group.title,
			document: group.document,
			observed: group.observed,
			evidence: JSON.stringify(group.evidence),
			last_seen_at: group.lastSeenAt,
		};
		if (!before) {
			await transaction
				.insertInto('findings')
				.values({
					...columns,
					id: newId('fnd'),
					project_id: projectId,
					key: group.key,
					kind: group.kind,
					scope: group.scope,
					state: 'open',
					state_before: null,
					change_set_id: null,
					first_seen_at: group.firstSeenAt,
				})
				.execute();
			continue;
		}
		const back: Partial<FindingTable> =
			before.state === 'gone' ? {state: before.state_before ?? 'open', state_before: null} : {};
		await transaction
			.updateTable('findings')
			.set({...columns, ...back})
			.where('id', '=', before.id)
			.execute();
	}
	for (const {id, state} of byKey.values()) {
		if (state === 'gone') continue;
		await transaction.updateTable('findings').set({state: 'gone', state_before: state}).where('id', '=', id).execute();
	}
}

/** The same for projects of a batch, as far as there is a difference or was one. */
export async function regroupWhereSeen(transaction: Database, projectIds: string, newId: NewId): Promise<void> {
	for (const projectId of JSON.parse(projectIds) as string[]) {
		const any = await transaction
			.selectFrom('deviations')
			.select('project_id')
			.where('project_id', '=', projectId)
			.unionAll(transaction.selectFrom('findings').select('project_id').where('project_id', '=', projectId))
			.limit(1)
			.executeTakeFirst();
		if (any) await regroupFindings(transaction, projectId, newId);
	}
}

type Row = {
	endpoint_id: EndpointId;
	kind: Deviation['kind'];
	difference: string;
	document: string | null;
	observed: string;
	evidence: string;
	first_seen_at: number;
	last_seen_at: number;
};

const deviationOf = (row: Row): Deviation => ({
	endpointId: row.endpoint_id,
	kind: row.kind,
	difference: row.difference,
	document: row.document,
	observed: row.observed,
	evidence: JSON.parse(row.evidence) as Evidence[],
	firstSeenAt: Number(row.first_seen_at),
	lastSeenAt: Number(row.last_seen_at),
});
