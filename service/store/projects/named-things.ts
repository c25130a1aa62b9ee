import {sql} from 'kysely';
import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';

/** What a person names in a path or a body: by its id, the beginning of it, or its name. */
export const namedThings = {
	project: {table: 'projects', prefix: 'prj', owner: 'account', name: 'name'},
	test: {table: 'tests', prefix: 'tst', owner: 'project', name: 'name'},
	batch: {table: 'batches', prefix: 'bat', owner: 'account', name: null},
	run: {table: 'runs', prefix: 'run', owner: 'account', name: null},
	schedule: {table: 'schedules', prefix: 'sch', owner: 'account', name: 'name'},
	test_list: {table: 'test_lists', prefix: 'lst', owner: 'account', name: 'name'},
	finding: {table: 'findings', prefix: 'fnd', owner: 'project', name: null},
	change_set: {table: 'change_sets', prefix: 'chg', owner: 'project', name: null},
	refinement: {table: 'change_sets', prefix: 'ref', owner: 'project', name: null},
	endpoint: {table: 'endpoints', prefix: 'ep', owner: 'project', name: "method || ' ' || base_path || path"},
	plan_row: {table: 'plan_rows', prefix: 'row', owner: 'project', name: 'title'},
	document: {table: 'documents', prefix: 'doc', owner: 'project', name: 'name'},
	generation: {table: 'generations', prefix: 'gen', owner: 'project', name: null},
	credential_set: {table: 'credential_sets', prefix: 'crd', owner: 'project', name: 'name'},
	cleanup_rule: {table: 'cleanup_rules', prefix: 'crl', owner: 'project', name: 'instruction'},
	cleanup_record: {table: 'cleanup_resources', prefix: 'res', owner: 'project', name: null},
	cleanup_test: {table: 'cleanup_tests', prefix: 'ctn', owner: 'record', name: 'title'},
	repair: {table: 'heals', prefix: 'hea', owner: 'test', name: null},
	key: {table: 'api_keys', prefix: 'key', owner: 'account', name: 'name'},
	member: {table: 'members', prefix: 'mem', owner: 'account', name: 'name'},
	call: {table: 'calls', prefix: 'cal', owner: 'project', name: null},
} as const satisfies Record<
	string,
	{
		table: string;
		prefix: string;
		owner: 'account' | 'project' | 'test' | 'record' /** SQL of its name. */;
		name: string | null;
	}
>;
export type Thing = keyof typeof namedThings;

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
 * @param projectId only things of it are meant, where they belong to a project
 */
export async function findNamedThings(
	database: Database,
	thing: Thing,
	{accountId, projectId}: {accountId: AccountId; projectId?: ProjectId | undefined},
	text: string,
): Promise<Candidates> {
	const {table, prefix, owner, name: nameText} = namedThings[thing];
	const only = projectId === undefined ? sql`` : sql` and project_id = ${projectId}`;
	const inProject = sql`project_id in (select id from projects where account_id = ${accountId})${only}`;
	const isOwn = {
		account: sql`account_id = ${accountId}`,
		project: inProject,
		record: sql`resource_id in (select id from cleanup_resources where ${inProject})`,
		test: sql`test_id in (select id from tests where ${inProject})`,
	}[owner];
	const name = nameText === null ? sql`null` : sql.raw(nameText);
	const read = async (condition: ReturnType<typeof sql>) => {
		const {rows} = await sql<{id: string; name: string | null}>`
			select id, ${name} as name from ${sql.table(table)} where ${isOwn} and ${condition} order by id limit ${mostCandidates}
		`.execute(database);
		return rows;
	};
	if (text.length >= shortestBeginning && text.startsWith(`${prefix}_`)) {
		const found = await read(sql`id >= ${text} and id < ${`${text}~`}`);
		if (found.length > 0) return {how: 'id', found};
	}
	return {how: 'name', found: nameText === null ? [] : await read(sql`${name} = ${text}`)};
}

/**
 * What projects are called, by their ids.
 *
 * @param accountId leaves out projects of other accounts, where an id may have been written by anybody
 */
export async function namesOfProjects(
	database: Database,
	ids: readonly string[],
	accountId?: AccountId,
): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const rows = await database
		.selectFrom('projects')
		.select(['id', 'name'])
		.where('id', 'in', ids)
		.$if(accountId !== undefined, query => query.where('account_id', '=', accountId!))
		.execute();
	return new Map(rows.map(({id, name}) => [id, name]));
}
