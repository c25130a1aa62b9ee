import {sql} from 'kysely';
import {createProject} from '../../contract/routes/projects.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {namedThings, type Thing} from '../../service/store/projects/named-things.ts';
import type {HttpUnderTest} from './start-http.ts';

/** Ids end so, differently for each account. */
const ulid = (account: number) => `01arz3ndektsv4rrffq69g5${String(account).padStart(3, '0')}`;

/** What is read as JSON, whoever lists it. */
const readable: Record<string, string> = {
	scopes: '["read:me"]',
	project_environments: '[]',
	cadence: '{"kind":"hourly","every":1,"minute":0}',
	role: 'runner',
};

/**
 * One thing of each kind in an account, stored as it would be as far as being named goes.
 *
 * @param account number of the account: its things have ids of their own
 */
export async function nameThings(
	http: HttpUnderTest,
	{accountId, key}: {accountId: string; key: string},
	account = 0,
): Promise<Map<Thing, string>> {
	const body = {type: 'backend', name: `Shop${account || ''}`, targetUrl: 'http://127.0.0.1:1'} as const;
	const projectId = (await http.call(createProject, {key, body})).body.id;
	const code = 'import requests\nassert requests.get(BASE_URL).ok\n';
	const test = {projectId, type: 'backend', name: 'pays', code} as const;
	const testId = (await http.call(createTest, {key, body: test})).body.testId;
	const ids = new Map<Thing, string>([
		['project', projectId],
		['test', testId],
	]);
	for (const [thing, {table, prefix}] of Object.entries(namedThings) as Array<[Thing, (typeof namedThings)[Thing]]>) {
		if (ids.has(thing)) continue;
		const id = `${prefix}_${ulid(account)}`;
		const known: Record<string, unknown> = {
			id,
			account_id: accountId,
			project_id: projectId,
			test_id: testId,
			resource_id: `res_${ulid(account)}`,
		};
		const described = (await http.database.introspection.getTables()).find(({name}) => name === table);
		const columns = (described?.columns ?? []).filter(({name, isNullable}) => !isNullable || name in known);
		const values = columns.map(
			({name, dataType}) =>
				known[name] ?? readable[name] ?? (/int|real|float/i.test(dataType) ? 0 : `a ${name}${account || ''}`),
		);
		await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({name}) => sql.ref(name)))})
			values (${sql.join(values)})`.execute(http.database);
		ids.set(thing, id);
	}
	return ids;
}
