import {sql} from 'kysely';
import type {Database} from './database.ts';

/** What a person names in a path or a body: by its id, the beginning of it, or its name. */
const things = {
	project: {table: 'projects', prefix: 'prj', owner: 'account_id', named: true},
	test: {table: 'tests', prefix: 'tst', owner: 'project_id', named: true},
	batch: {table: 'batches', prefix: 'bat', owner: 'account_id', named: false},
	run: {table: 'runs', prefix: 'run', owner: 'account_id', named: false},
	schedule: {table: 'schedules', prefix: 'sch', owner: 'account_id', named: true},
	test_list: {table: 'test_lists', prefix: 'lst', owner: 'account_id', named: true},
	finding: {table: 'findings', prefix: 'fnd', owner: 'project_id', named: false},
	change_set: {table: 'change_sets', prefix: 'chg', owner: 'project_id', named: false},
} as const;
export type Thing = keyof typeof things;

/** What a text may stand for: `how` says whether it begins the ids or is the name. */
export type Candidates = {how: 'id' | 'name'; found: Array<{id: string; name: string | null}>};

/** Fewer characters begin too many ids to be meant. */
const shortestBeginning = 6;

/** Candidates that are read of one text: enough to see that there are several, and to list them. */
const mostCandidates = 10;

const fullId = /^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}$/;

/** Whether a text can only be a whole id. */
export const isFullId = (text: string): boolean => fullId.test(text);

/**
 * Things of an account that a text which is no whole id can stand for: those whose id begins so (from six characters
 * on), and only where there is none those that are called so.
 *
 * @param projectId only tests of it are meant
 */
export async function findNamedThings(
	database: Database,
	thing: Thing,
	{accountId, projectId}: {accountId: string; projectId?: string | undefined},
	text: string,
): Promise<Candidates> {
	const {table, prefix, owner, named} = things[thing];
	const isOwn =
		owner === 'account_id'
			? sql`account_id = ${accountId}`
			: sql`project_id in (select id from projects where account_id = ${accountId}) and (${projectId ?? null} is null or project_id = ${projectId ?? null})`;
	const read = async (condition: ReturnType<typeof sql>) => {
		const name = named ? sql`name` : sql`null`;
		const {rows} = await sql<{id: string; name: string | null}>`
			select id, ${name} as name from ${sql.table(table)} where ${isOwn} and ${condition} order by id limit ${mostCandidates}
		`.execute(database);
		return rows;
	};
	if (text.length >= shortestBeginning && text.startsWith(`${prefix}_`)) {
		const found = await read(sql`id >= ${text} and id < ${`${text}~`}`);
		if (found.length > 0) return {how: 'id', found};
	}
	return {how: 'name', found: named ? await read(sql`name = ${text}`) : []};
}
