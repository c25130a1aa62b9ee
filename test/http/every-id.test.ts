import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import * as z from 'zod/mini';
import type {Route} from '../../contract/route.ts';
import {routes} from '../../contract/routes/index.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {thingsOfFields, withMeantIds} from '../../service/http/meant-ids.ts';
import {namedThings, type Thing} from '../../service/store/projects/named-things.ts';
import {startHttp} from './start-http.ts';

/** Fields that end like an id and are none that a person could write shorter, with the reason. */
const otherIds: Record<string, string> = {
	chainId: 'follows from the last test of the chain, and is that of a test',
	clientId: 'belongs to a login of somebody else',
	edgeId: 'an endpoint and the place of a value in it',
};

/** Fields of a route's path, query and body, in their outermost level, that hold ids. */
function idFields(route: Route): string[] {
	const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!);
	const inParts = [route.query, route.body].flatMap(schema => {
		if (!schema) return [];
		const {properties = {}} = z.toJSONSchema(schema, {unrepresentable: 'any', io: 'input'});
		return Object.keys(properties);
	});
	return [...inPath, ...inParts].filter(name => /Ids?$/.test(name));
}

const fields = [...new Set(Object.values(routes as Record<string, Route>).flatMap(idFields))].sort();

const ulid = '01arz3ndektsv4rrffq69g5fav';

/** One thing of each kind, stored as it would be as far as being named goes. */
async function startWorld() {
	const http = await startHttp();
	const body = {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:1'} as const;
	const projectId = (await http.call(createProject, {body})).body.id;
	const code = 'import requests\nassert requests.get(BASE_URL).ok\n';
	const test = {projectId, type: 'backend', name: 'pays', code} as const;
	const testId = (await http.call(createTest, {body: test})).body.testId;
	const accountId = (await sql<{id: string}>`select id from accounts`.execute(http.database)).rows[0]!.id;
	const ids = new Map<Thing, string>([
		['project', projectId],
		['test', testId],
	]);
	for (const [thing, {table, prefix}] of Object.entries(namedThings) as Array<[Thing, (typeof namedThings)[Thing]]>) {
		if (ids.has(thing)) continue;
		const id = `${prefix}_${ulid}`;
		const known: Record<string, unknown> = {
			id,
			account_id: accountId,
			project_id: projectId,
			test_id: testId,
			resource_id: `res_${ulid}`,
		};
		const described = (await http.database.introspection.getTables()).find(({name}) => name === table);
		const columns = (described?.columns ?? []).filter(({name, isNullable}) => !isNullable || name in known);
		const values = columns.map(
			({name, dataType}) => known[name] ?? (/int|real|float/i.test(dataType) ? 0 : `a ${name}`),
		);
		await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({name}) => sql.ref(name)))})
			values (${sql.join(values)})`.execute(http.database);
		ids.set(thing, id);
	}
	return {http, accountId, projectId, ids};
}

describe('every id of every route', () => {
	it('stands for a thing that has a name or a beginning, or says why not', () => {
		expect(fields.length).toBeGreaterThan(20);
		const unknown = fields.filter(name => !Object.hasOwn(thingsOfFields, name) && !Object.hasOwn(otherIds, name));
		expect(unknown.filter(name => name !== 'targetId')).toEqual([]);
		expect(Object.keys(thingsOfFields).filter(name => !fields.includes(name))).toEqual([]);
	});

	it('may be written as its beginning, and as the name of one thing alone', async () => {
		const {http, accountId, projectId, ids} = await startWorld();
		const meant = async (given: Record<string, unknown>) => withMeantIds(http.database, {accountId, projectId}, given);
		for (const [field, thing] of Object.entries(thingsOfFields)) {
			const id = ids.get(thing)!;
			const many = field.endsWith('s');
			const of = (text: string) => ({[field]: many ? [text] : text});
			expect(await meant(of(id.slice(0, -4)))).toEqual(of(id));
			const {table, name} = namedThings[thing];
			if (name === null) continue;
			const {rows} = await sql<{name: string}>`
				select ${sql.raw(name)} as name from ${sql.table(table)} where id = ${id}`.execute(http.database);
			expect(await meant(of(rows[0]!.name)), field).toEqual(of(id));
		}
	});

	it('within a schedule and the environments of a list', async () => {
		const {http, accountId, projectId, ids} = await startWorld();
		const list = ids.get('test_list')!;
		const meant = (given: Record<string, unknown>) => withMeantIds(http.database, {accountId}, given);
		expect(await meant({targetType: 'project', targetId: 'Shop'})).toMatchObject({targetId: projectId});
		expect(await meant({targetType: 'testList', targetId: list.slice(0, 9)})).toMatchObject({targetId: list});
		const environments = [{projectId: 'Shop', environmentName: 'staging'}];
		expect(await meant({projectEnvironments: environments})).toEqual({
			projectEnvironments: [{projectId, environmentName: 'staging'}],
		});
	});
});
