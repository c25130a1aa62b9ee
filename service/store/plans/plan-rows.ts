import {sql, type Updateable} from 'kysely';
import type {Category} from '../../../contract/enums.ts';
import type {EndpointId, PlanRowId, ProjectId} from '../../../contract/ids.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {jsonList} from '../columns.ts';
import type {PlanRowTable, PlanTable} from './plan-tables.ts';
import {portable} from '../dialect/portable.ts';
import type {PlanRowQuery} from '../../domain/plans.ts';

/** Columns of a row without its recipe, which is asked for alone. */
const shown = [
	...(['id', 'project_id', 'plan_id', 'key', 'endpoint_id', 'method', 'path', 'feature', 'type', 'template'] as const),
	...(['kind', 'category', 'title', 'description', 'expected', 'priority', 'selected', 'phase', 'place'] as const),
	...(['captures', 'consumes', 'steps', 'shape_source', 'edited', 'test_id', 'removed', 'rev'] as const),
] as const;
export type ShownPlanRow = Pick<PlanRowTable, (typeof shown)[number]>;

const rowsOf = (database: Database, projectId: ProjectId) =>
	database.selectFrom('plan_rows').where('project_id', '=', projectId);

/** Rows of a project that match, by order; removed ones are left out. */
export async function listPlanRows(
	database: Database,
	projectId: ProjectId,
	{category, endpointId, selected, priority, q}: PlanRowQuery,
	page?: {pageSize: number; after: {place: number; id: string} | null},
): Promise<{rows: ShownPlanRow[]; hasMore: boolean}> {
	const rows = await rowsOf(database, projectId)
		.select(shown)
		.where('removed', 'is', null)
		.$if(category !== undefined, query => query.where('category', '=', category!))
		.$if(endpointId !== undefined, query => query.where('endpoint_id', '=', endpointId!))
		.$if(selected !== undefined, query => query.where('selected', '=', selected ? 1 : 0))
		.$if(priority !== undefined, query => query.where('priority', '=', priority!))
		.$if(q !== undefined, query =>
			query.where(
				portable(({contains}) =>
					contains(sql`lower(coalesce(method, '') || ' ' || coalesce(path, '') || ' ' || title)`, q!.toLowerCase()),
				),
			),
		)
		.$if(page?.after != null, query =>
			query.where(sql<boolean>`(place, id) > (${page!.after!.place}, ${page!.after!.id})`),
		)
		.orderBy('place')
		.orderBy('id')
		.$if(page !== undefined, query => query.limit(page!.pageSize + 1))
		.execute();
	const kept = page ? rows.slice(0, page.pageSize) : rows;
	return {rows: kept, hasMore: rows.length > kept.length};
}

/** Rows that changed after a version, removed ones too. */
export const changedPlanRows = (database: Database, projectId: ProjectId, since: number): Promise<ShownPlanRow[]> =>
	rowsOf(database, projectId).select(shown).where('rev', '>', since).orderBy('place').orderBy('id').execute();

export async function findPlanRow(
	database: Database,
	projectId: ProjectId,
	rowId: PlanRowId,
): Promise<PlanRowTable | null> {
	const row = await rowsOf(database, projectId)
		.selectAll()
		.where('id', '=', rowId)
		.where('removed', 'is', null)
		.executeTakeFirst();
	return row ?? null;
}

export type RowCount = Pick<PlanRowTable, 'category' | 'endpoint_id' | 'kind'> & {rows: number; selected: number};

/** How many rows there are, and how many are ticked, by category, endpoint and kind. */
export const countPlanRows = (database: Database, projectId: ProjectId): Promise<RowCount[]> =>
	rowsOf(database, projectId)
		.select(({fn}) => [
			'category',
			'endpoint_id',
			'kind',
			fn.countAll<number>().as('rows'),
			fn.sum<number>('selected').as('selected'),
		])
		.where('removed', 'is', null)
		.groupBy(['category', 'endpoint_id', 'kind'])
		.execute();

/**
 * Changes rows of a project's latest plan inside one transaction: `change` gets the plan with its new version, and what
 * it throws changes nothing.
 *
 * @param check refuses a plan that may not be changed
 */
export function changePlan<Result>(
	database: Database,
	projectId: ProjectId,
	check: (plan: PlanTable | null) => PlanTable,
	change: (transaction: StoreTransaction, plan: PlanTable) => Promise<Result>,
): Promise<Result> {
	return database.transaction().execute(async transaction => {
		const latest = await transaction
			.selectFrom('plans')
			.selectAll()
			.where('project_id', '=', projectId)
			.orderBy('id', 'desc')
			.executeTakeFirst();
		const plan = check(latest ?? null);
		const version = plan.version + 1;
		await transaction.updateTable('plans').set({version}).where('id', '=', plan.id).execute();
		return change(transaction, {...plan, version});
	});
}

export async function updatePlanRow(
	transaction: StoreTransaction,
	rowId: PlanRowId,
	columns: Updateable<PlanRowTable>,
): Promise<void> {
	await transaction.updateTable('plan_rows').set(columns).where('id', '=', rowId).execute();
}

export async function insertPlanRow(transaction: StoreTransaction, row: PlanRowTable): Promise<void> {
	await transaction.insertInto('plan_rows').values(row).execute();
}

/** Ticks or unticks rows; gives how many were changed. */
export async function selectPlanRows(
	transaction: StoreTransaction,
	projectId: ProjectId,
	rev: number,
	{
		selected,
		rowIds,
		category,
		endpointId,
	}: {
		selected: boolean;
		rowIds?: PlanRowId[] | undefined;
		category?: Category | undefined;
		endpointId?: EndpointId | undefined;
	},
): Promise<number> {
	const to = selected ? 1 : 0;
	const {numUpdatedRows} = await transaction
		.updateTable('plan_rows')
		.set({
			selected: to,
			rev,
			edited: portable<string>(
				({contains, withMember}) =>
					sql`case when ${contains(sql.ref('edited'), '"selected"')} then edited else ${withMember(sql.ref('edited'), 'selected')} end`,
			),
		})
		.where('project_id', '=', projectId)
		.where('removed', 'is', null)
		.where('selected', '!=', to)
		.$if(rowIds !== undefined, query => query.where('id', 'in', jsonList(rowIds!)))
		.$if(category !== undefined, query => query.where('category', '=', category!))
		.$if(endpointId !== undefined, query => query.where('endpoint_id', '=', endpointId!))
		.executeTakeFirst();
	return Number(numUpdatedRows);
}

export async function countSelected(database: Database, projectId: ProjectId): Promise<number> {
	const {count} = await rowsOf(database, projectId)
		.select(({fn}) => fn.countAll<number>().as('count'))
		.where('removed', 'is', null)
		.where('selected', '=', 1)
		.executeTakeFirstOrThrow();
	return count;
}

/** Ids of these rows that the project does not have. */
export async function missingPlanRows(
	database: Database,
	projectId: ProjectId,
	rowIds: readonly PlanRowId[],
): Promise<string[]> {
	const rows = await rowsOf(database, projectId)
		.select('id')
		.where('removed', 'is', null)
		.where('id', 'in', jsonList(rowIds!))
		.execute();
	const known = new Set(rows.map(({id}) => id));
	return rowIds.filter(id => !known.has(id));
}

const partsOfPlace = 2 ** 16;

/**
 * Rows stand at fractions, so that one can be put between two others; PostgreSQL keeps 24 bits of them. What is answered
 * is a whole number in the same sequence: cut to whole places, a moved row would share the number of its neighbour, and a
 * reader of what has changed could not tell that it was moved.
 */
export const shownPlace = (place: number): number => Math.round(Math.fround(place) * partsOfPlace);

/**
 * Place between a row and its neighbour before or after it. Where no whole number is left between what is shown of the
 * two, all rows are numbered anew first.
 */
export async function placeBeside(
	transaction: StoreTransaction,
	projectId: ProjectId,
	beside: {place: number; id: string},
	side: 'before' | 'after',
	moved: {id: string; rev: number},
): Promise<number> {
	const rows = await rowsOf(transaction, projectId)
		.select(['id', 'place'])
		.where('removed', 'is', null)
		.where('id', '!=', moved.id)
		.orderBy('place')
		.orderBy('id')
		.execute();
	const at = rows.findIndex(({id}) => id === beside.id);
	const neighbour = rows[side === 'before' ? at - 1 : at + 1];
	if (!neighbour) return side === 'before' ? beside.place - 1 : beside.place + 1;
	const middle = (beside.place + neighbour.place) / 2;
	if (![beside.place, neighbour.place].map(shownPlace).includes(shownPlace(middle))) return middle;
	for (const [index, {id}] of rows.entries())
		await updatePlanRow(transaction, id as PlanRowId, {place: index + 1, rev: moved.rev});
	return side === 'before' ? at + 0.5 : at + 1.5;
}

export async function lastPlace(transaction: StoreTransaction, projectId: ProjectId): Promise<number> {
	const last = await transaction
		.selectFrom('plan_rows')
		.select(({fn}) => fn.max('place').as('place'))
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return last?.place ?? 0;
}

/** How many rows of the plan each endpoint has. */
export async function countRowsOfEndpoints(
	database: Database,
	endpointIds: readonly EndpointId[],
): Promise<Map<string, number>> {
	if (endpointIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('plan_rows')
		.select(({fn}) => ['endpoint_id', fn.countAll<number>().as('rows')])
		.where('endpoint_id', 'in', endpointIds)
		.where('removed', 'is', null)
		.groupBy('endpoint_id')
		.execute();
	return new Map(rows.map(({endpoint_id, rows: count}) => [endpoint_id ?? '', Number(count)]));
}

/** Takes the rows of an endpoint that is gone out of a plan that is still a draft; gives their number. */
export async function removeRowsOfEndpoint(
	database: Database,
	projectId: ProjectId,
	endpointId: EndpointId,
): Promise<number> {
	const {numDeletedRows} = await rowsOfDraft(database, projectId)
		.where('endpoint_id', '=', endpointId)
		.where('test_id', 'is', null)
		.executeTakeFirst();
	return Number(numDeletedRows);
}

const rowsOfDraft = (database: Database, projectId: ProjectId) =>
	database
		.deleteFrom('plan_rows')
		.where('project_id', '=', projectId)
		.where('plan_id', 'in', query =>
			query.selectFrom('plans').select('plans.id').where('project_id', '=', projectId).where('status', '=', 'draft'),
		);
