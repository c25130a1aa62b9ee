import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import * as z from 'zod/mini';
import type {Route} from '../../contract/route.ts';
import {routes} from '../../contract/routes/index.ts';
import {thingsOfFields, withMeantIds} from '../../service/http/meant-ids.ts';
import {namedThings} from '../../service/store/projects/named-things.ts';
import {resourcesWithNames} from '../../service/domain/service-error.ts';
import {nameThings} from './named-world.ts';
import {startHttp} from './start-http.ts';

/** Fields that end like an id and are none that a person could write shorter, with the reason. */
const otherIds: Record<string, string> = {
	accountId: 'belongs to the operator of the service, who sees accounts alone',
	objectId: 'of anything, also of what is not there any more',
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

/** One thing of each kind. */
async function startWorld() {
	const http = await startHttp();
	const ids = await nameThings(http, http);
	return {http, accountId: http.accountId, projectId: ids.get('project')!, ids};
}

describe('every id of every route', () => {
	it('stands for a thing that has a name or a beginning, or says why not', () => {
		expect(fields.length).toBeGreaterThan(20);
		const unknown = fields.filter(name => !Object.hasOwn(thingsOfFields, name) && !Object.hasOwn(otherIds, name));
		expect(unknown.filter(name => name !== 'targetId')).toEqual([]);
		expect(Object.keys(thingsOfFields).filter(name => !fields.includes(name))).toEqual([]);
	});

	it('that may be a name is told as one where it is not found', () => {
		const others: Record<string, string> = {cleanup_record: 'cleanup_resource', repair: 'heal'};
		const named = Object.entries(namedThings).filter(([, {name}]) => name !== null);
		expect(named.map(([thing]) => others[thing] ?? thing).sort()).toEqual([...resourcesWithNames].sort());
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
