import {setImmediate as nextTurn} from 'node:timers/promises';
import {type Expression, sql, type Updateable} from 'kysely';
import type {Discovery} from '../../../contract/discovery.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import type {TravelledValue} from '../../domain/endpoint-detail.ts';
import type {Requirement} from '../../domain/requirement.ts';
import type {Database} from '../database.ts';
import {updateDiscovery} from './discoveries.ts';
import type {NewId} from '../ids.ts';
import {regroupFindings} from '../findings/regroup-findings.ts';
import type {DiscoveryNoteTable, DiscoveryTable} from './document-tables.ts';
import {portable} from '../dialect/portable.ts';

/** What a discovery has read besides endpoints. */
export type DiscoveryNotes = {requirements: Requirement[]; travelled: TravelledValue[]};

export type DiscoveryEnd = {
	columns: Updateable<DiscoveryTable>;
	notes: DiscoveryNotes;
	/** False: the API was not called, and what earlier probes have found stays. */
	hasProbed: boolean;
	newId: NewId;
	/** Stores what probes have seen of the endpoints, once these have their ids; in the same transaction. */
	report?: (transaction: Database) => Promise<void>;
	now: number;
};

/** Columns of an endpoint that a discovery renews unless a person has changed them. */
const renewed = [
	'path',
	'base_path',
	'family',
	'summary',
	'confirmed',
	'unconfirmed_reason',
	'request_shape',
	'response_shape',
	'auth',
] as const;

const inserted = sql.raw(
	[
		...['id', 'project_id', 'method', 'path', 'base_path', 'family', 'summary', 'origin', 'confirmed'],
		...['unconfirmed_reason', 'request_shape', 'response_shape', 'auth', 'edited', 'path_key', 'call_prefix', 'place'],
		...['detail', 'observed', 'created_at', 'updated_at'],
	].join(', '),
);

const ownShape = sql.ref('endpoints.request_shape');

/** The shape of a request with the sample of another one. */
const withSampleOf = (shape: Expression<unknown>, other: Expression<unknown>) =>
	portable(({withField, jsonAt}) => withField(shape, 'sample', jsonAt(other, 'sample')));

const withoutSources = (column: string) => portable(({withoutField}) => withoutField(sql.ref(column), 'sources'));

/** Names of one kind of change that are kept. */
const mostNames = 100;

type Change = {name: string};

/**
 * Ends a discovery: its endpoints take the place of those that were discovered before, in one transaction. Two are the
 * same when method and path are, whatever their parameters are called; the same endpoint keeps its id. Manual ones and
 * every field that a person changed stay; a document fills in what somebody who added an endpoint by hand has not said.
 * Each statement goes over all endpoints, so others get their turn between them.
 * False: it has ended or is gone, and nothing was changed. What it found is left for `dropFoundEndpoints`.
 */
export function finishDiscovery(
	database: Database,
	{id, project_id}: Pick<DiscoveryTable, 'id' | 'project_id'>,
	{columns, notes, hasProbed, newId, report, now}: DiscoveryEnd,
): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		if (!(await updateDiscovery(transaction, id, {}))) return false;
		const same = sql`found.discovery_id = ${id} and found.path_key = endpoints.path_key and found.method = endpoints.method`;
		const origins = hasProbed ? sql`('document', 'probe')` : sql`('document')`;
		const isKept = (column: string) => portable(({contains}) => contains(sql.ref('endpoints.edited'), `"${column}"`));
		const discovered = sql`endpoints.project_id = ${project_id} and endpoints.origin in ('document', 'probe')`;

		// An endpoint whose method or path a person has changed is theirs by now.
		const isGone = sql`endpoints.project_id = ${project_id} and endpoints.origin in ${origins}
			and not ${isKept('method')} and not ${isKept('path')}
			and not exists (select 1 from found_endpoints as found where ${same})`;
		await keepSettled(transaction, {id, project_id});
		await nextTurn();
		const removed = await sql<Change>`
			select method || ' ' || path as name from endpoints where ${isGone} order by place
		`.execute(transaction);
		await nextTurn();
		await sql`delete from endpoints where ${isGone}`.execute(transaction);
		await nextTurn();

		const renewedValue = (column: string) => {
			const own = sql.ref(`endpoints.${column}`);
			const found = sql.ref(`found.${column}`);
			// Only the sample of a request can be edited: the rest of its shape follows the document.
			const kept = column === 'request_shape' ? withSampleOf(found, own) : own;
			return sql`case when ${isKept(column)} then ${kept} else ${found} end`;
		};
		const isChanged = sql`${discovered} and ${same} and (${sql.join(
			renewed.map(column => sql`${sql.ref(`endpoints.${column}`)} is distinct from ${renewedValue(column)}`),
			sql` or `,
		)} or ${withoutSources('endpoints.detail')} is distinct from ${withoutSources('found.detail')})`;
		const changed = await sql<Change>`
			select endpoints.method || ' ' || found.path as name from endpoints, found_endpoints as found
			where ${isChanged} order by found.place
		`.execute(transaction);
		await nextTurn();
		await sql`
			update endpoints set ${sql.join(renewed.map(column => sql`${sql.ref(column)} = ${renewedValue(column)}`))},
				origin = found.origin, detail = found.detail, updated_at = ${now}
			from found_endpoints as found where ${isChanged}
		`.execute(transaction);
		await nextTurn();
		await sql`
			update endpoints set
				base_path = found.base_path, response_shape = found.response_shape,
				summary = coalesce(endpoints.summary, found.summary),
				auth = case when ${portable(({jsonAt}) => jsonAt(sql.ref('endpoints.auth'), 'required'))} = 'null' then found.auth else endpoints.auth end,
				request_shape = case when ${portable(({textAt}) => textAt(ownShape, 'sample'))} is null then found.request_shape
					else ${withSampleOf(sql.ref('found.request_shape'), ownShape)} end
			from found_endpoints as found
			where endpoints.project_id = ${project_id} and endpoints.origin = 'manual' and ${same}
		`.execute(transaction);
		await nextTurn();
		// Which document it was read in, where it stands there and how it is called are no changes of the endpoint.
		await sql`
			update endpoints set place = found.place, call_prefix = found.call_prefix, detail = found.detail,
				observed = case when found.observed = '[]' then endpoints.observed else found.observed end
			from found_endpoints as found where endpoints.project_id = ${project_id} and ${same}
		`.execute(transaction);
		await nextTurn();

		const isNew = sql`found.discovery_id = ${id} and not exists (
			select 1 from endpoints where endpoints.project_id = ${project_id}
				and endpoints.path_key = found.path_key and endpoints.method = found.method)`;
		const added = await sql<Change>`
			select method || ' ' || path as name from found_endpoints as found where ${isNew} order by place
		`.execute(transaction);
		await nextTurn();
		await sql`
			insert into endpoints (${inserted}) select ${inserted} from found_endpoints as found where ${isNew}
			on conflict do nothing
		`.execute(transaction);
		await nextTurn();

		await saveNotes(transaction, project_id, notes);
		await nextTurn();
		await dropUnusedShapes(transaction, project_id);
		await nextTurn();
		await regroupFindings(transaction, project_id, newId);
		await nextTurn();
		await report?.(transaction);
		const counts = await transaction
			.selectFrom('endpoints')
			.select(({fn}) => [
				fn.countAll<number>().as('endpoints'),
				fn.count<number>('family').distinct().as('families'),
				sql<number>`coalesce(sum(1 - confirmed), 0)`.as('unconfirmed'),
			])
			.where('project_id', '=', project_id)
			.executeTakeFirstOrThrow();
		const names = ({rows}: {rows: Change[]}) => rows.slice(0, mostNames).map(({name}) => name);
		const changeList: Discovery['changeList'] = {
			added: names(added),
			changed: names(changed),
			removed: names(removed),
		};
		return updateDiscovery(transaction, id, {
			...columns,
			endpoints: Number(counts.endpoints),
			families: Number(counts.families),
			unconfirmed: Number(counts.unconfirmed),
			added: added.rows.length,
			changed: changed.rows.length,
			removed: removed.rows.length,
			sentences: notes.requirements.length,
			change_list: JSON.stringify(changeList),
		});
	});
}

/** What settling has found of a body, and what stays true whatever the document says of the body. */
const ofBody = ['settledFields', 'settledValues', 'settledSchema', 'isRefused'] as const;
const ofOrder = ['settledBefore', 'settledOutcome', 'settledQuery'] as const;
type RequestShape = Record<string, unknown>;

/** What settling has found stays with what was found anew: of a body as long as the document describes the same one. */
async function keepSettled(
	database: Database,
	{id, project_id}: Pick<DiscoveryTable, 'id' | 'project_id'>,
): Promise<void> {
	const rows = await database
		.selectFrom('endpoints')
		.innerJoin('found_endpoints as found', join =>
			join.onRef('found.path_key', '=', 'endpoints.path_key').onRef('found.method', '=', 'endpoints.method'),
		)
		.select(['found.id', 'found.request_shape as found', 'endpoints.request_shape as own'])
		.where('endpoints.project_id', '=', project_id)
		.where('found.discovery_id', '=', id)
		.where(({or, eb}) => or([...ofBody, ...ofOrder].map(name => eb('endpoints.request_shape', 'like', `%"${name}":%`))))
		.execute();
	for (const row of rows) {
		const found = JSON.parse(row.found) as RequestShape;
		const own = JSON.parse(row.own) as RequestShape;
		const isSame = JSON.stringify(found['body']) === JSON.stringify(own['body']);
		const kept: readonly string[] = isSame ? [...ofBody, ...ofOrder] : ofOrder;
		const settled = Object.entries(own).filter(([name]) => kept.includes(name));
		if (settled.length === 0) continue;
		await database
			.updateTable('found_endpoints')
			.set({request_shape: JSON.stringify({...found, ...Object.fromEntries(settled)})})
			.where('id', '=', row.id)
			.execute();
	}
}

/** Rows that are written in one statement. */
const perWrite = 100;

async function saveNotes(database: Database, projectId: ProjectId, notes: DiscoveryNotes): Promise<void> {
	await database.deleteFrom('discovery_notes').where('project_id', '=', projectId).execute();
	const rows: DiscoveryNoteTable[] = [
		...notes.requirements.map((one, place) => ({
			project_id: projectId,
			kind: 'requirement' as const,
			place,
			note: JSON.stringify(one),
		})),
		...notes.travelled.map((one, place) => ({
			project_id: projectId,
			kind: 'travelled' as const,
			place,
			note: JSON.stringify(one),
		})),
	];
	for (let start = 0; start < rows.length; start += perWrite)
		await database
			.insertInto('discovery_notes')
			.values(rows.slice(start, start + perWrite))
			.execute();
}

/** Forgets schemas that no answer of an endpoint names any more. */
async function dropUnusedShapes(database: Database, projectId: ProjectId): Promise<void> {
	const schema = portable(({textAt}) => textAt(sql.ref('answer.value'), 'schema'));
	await sql`
		delete from endpoint_shapes where project_id = ${projectId} and hash not in (
			select ${schema} from endpoints, ${portable(({rowsOfField}) => rowsOfField(sql.ref('endpoints.detail'), 'answers'))}
			where endpoints.project_id = ${projectId} and ${schema} is not null)
	`.execute(database);
}
