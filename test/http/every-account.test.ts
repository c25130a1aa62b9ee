import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {basePath} from '../../contract/route.ts';
import {sampleRecipe} from '../../contract/samples/plans.ts';
import {thingsOfFields} from '../../service/http/meant-ids.ts';
import {namedThings, type Thing} from '../../service/store/projects/named-things.ts';
import {operationsOf} from '../trials/malformed/requests.mjs';
import {sampleOf} from '../trials/malformed/values.mjs';
import {nameThings} from './named-world.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';

type Operation = {method: string; path: string; params: string[]; query: string[]; body: object | undefined};
type Ids = Record<string, string>;

const url = 'http://127.0.0.1:9/';
const recipe = sampleRecipe;
/** Bodies of requests that are right, where one that follows from the schema alone is not. Fields that are ids are put in. */
const bodies: Record<string, object> = {
	'POST /keys': {name: 'x', scopes: ['read:me'], memberId: 'x'},
	'POST /members': {name: 'x', role: 'viewer'},
	'PATCH /members/{memberId}': {role: 'viewer'},
	'POST /projects': {type: 'backend', name: 'x'},
	'PATCH /projects/{projectId}': {name: 'x'},
	'POST /tests': {projectId: 'x', type: 'backend', name: 'x', code: 'assert 1'},
	'POST /tests/batch': {tests: [{projectId: 'x', type: 'backend', name: 'x', code: 'assert 1'}]},
	'POST /tests/{testId}/runs': {source: 'cli'},
	'POST /tests/batch/rerun': {testIds: ['x'], projectId: 'x'},
	'POST /tests/batch/run': {projectId: 'x', testIds: ['x']},
	'PUT /projects/{projectId}/credential': {authType: 'Bearer token', credential: 'x', endpointId: 'x'},
	'PUT /projects/{projectId}/auto-auth': {enabled: false},
	'POST /projects/{projectId}/auto-auth/test-login': {
		method: 'password',
		inject: 'bearer',
		loginUrl: url,
		loginBody: '{}',
		tokenPath: 'token',
		username: 'x',
		password: 'x',
	},
	'POST /projects/{projectId}/credential-sets': {name: 'x', mode: 'none', endpointIds: ['x']},
	'PATCH /projects/{projectId}/credential-sets/{setId}': {endpointIds: ['x']},
	'POST /projects/{projectId}/env': {name: 'x', url, authMode: 'public'},
	'PATCH /projects/{projectId}/env/{name}': {url},
	'POST /projects/{projectId}/endpoints': {method: 'GET', path: '/x'},
	'PATCH /projects/{projectId}/endpoints/{endpointId}': {summary: 'x'},
	'PUT /projects/{projectId}/edges/{edgeId}': {state: 'cut'},
	'POST /projects/{projectId}/endpoints/discover': {baseUrl: url, documentIds: ['x']},
	'POST /projects/{projectId}/site-discovery': {startPath: '/'},
	'PATCH /projects/{projectId}/plans/rows': {selected: true, rowIds: ['x']},
	'POST /projects/{projectId}/plans/rows/{rowId}/move': {before: 'x'},
	'PUT /projects/{projectId}/plans/rows/{rowId}/recipe': recipe,
	'PUT /tests/{testId}/recipe': recipe,
	'PATCH /projects/{projectId}/cleanup-settings': {mode: 'off'},
	'POST /schedules': {name: 'x', targetType: 'project', targetId: 'x', cadence: {kind: 'hourly', every: 1, minute: 0}},
	'PATCH /schedules/{scheduleId}': {enabled: false},
};

const nameOf = ({method, path}: Operation) => `${method} ${path.replace(basePath, '')}`;

/** The same value with an id of the account in each field that names one. */
function withIds(value: unknown, ids: Ids, key = ''): unknown {
	if (Array.isArray(value)) return key in ids ? [ids[key]] : value.map(one => withIds(one, ids));
	if (typeof value !== 'object' || value === null) return key in ids ? ids[key] : value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner, ids, name)]));
}

/** Ids of an account by the fields that name them. */
function idsOf(things: ReadonlyMap<Thing, string>, accountId: string): Ids {
	const ids = Object.fromEntries(Object.entries(thingsOfFields).map(([field, thing]) => [field, things.get(thing)!]));
	const test = things.get('test')!;
	return {
		...ids,
		accountId,
		targetId: things.get('project')!,
		name: 'default',
		before: things.get('plan_row')!,
		chainId: test.replace('tst_', 'chn_'),
		objectId: test,
		actor: things.get('member')!,
		discoveryId: things.get('document')!.replace('doc_', 'dsc_'),
	};
}

async function startTwo() {
	const many = 1_000_000;
	const http = await startHttp({settings: {limits: {requests: many, triggers: many, auth: many}}});
	const account = async (number: number) => {
		const one = await http.newAccount();
		const things = await nameThings(http, one, number);
		return {...one, ids: idsOf(things, one.accountId), all: [...things.values(), one.accountId]};
	};
	const document = JSON.parse(await (await fetch(`${http.url}/openapi.json`)).text()) as object;
	return {http, owner: await account(1), stranger: await account(2), operations: operationsOf(document) as Operation[]};
}

async function send(http: HttpUnderTest, operation: Operation, key: string, inPath: Ids, others: Ids) {
	const {method, path, query, body} = operation;
	const written = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? 'x'));
	const asked = new URLSearchParams(
		Object.fromEntries(query.flatMap(name => (name in others ? [[name, others[name]!]] : []))),
	);
	const good = body && (bodies[nameOf(operation)] ?? sampleOf(body));
	const sent = good === undefined ? '' : JSON.stringify(withIds(good, others));
	const response = await fetch(`${http.url}${written}?${asked}`, {
		method,
		headers: {'x-api-key': key, 'content-type': 'application/json', 'if-match': '*'},
		...(sent === '' ? {} : {body: sent}),
	});
	return {status: response.status, text: await response.text(), asked: `${written} ${asked} ${sent}`};
}

/** Every row of every table that names a thing of an account, and nothing of the other. */
async function rowsOf({database}: HttpUnderTest, {all, not}: {all: readonly string[]; not: readonly string[]}) {
	const rows: string[] = [];
	for (const {name} of await database.introspection.getTables()) {
		const found = await sql<object>`select * from ${sql.table(name)}`.execute(database);
		for (const row of found.rows) {
			const text = `${name} ${JSON.stringify(row)}`;
			if (all.some(id => text.includes(id)) && !not.some(id => text.includes(id))) rows.push(text);
		}
	}
	return rows.sort();
}

/** What an answer tells of an account: its ids and its words, but for those that the request has said. */
const told = (answer: string, asked: string, words: readonly string[]) =>
	words.filter(word => answer.includes(word) && !asked.includes(word));

/** Of requests whose path names things of another account: everything else is not found. */
const forbidden = [
	'PATCH /accounts/{accountId}', // needs the scope of the operator
	'DELETE /accounts/{accountId}',
	'GET /assets/{assetId}', // opened by a signature alone
];

/** What this world does not hold as completely as its owner would have to see it. */
const notHeld = [
	'GET /runs/{runId}',
	'GET /tests/{testId}/failure',
	'GET /tests/{testId}/failure/summary',
	'GET /runs/{runId}/failure',
	'GET /projects/{projectId}/plans/rows/{rowId}/recipe',
	'GET /projects/{projectId}/plans/changes/{changeSetId}',
	'GET /tests/{testId}/recipe',
];

it('keeps an account from everything of another one, on every route', {timeout: 120_000}, async () => {
	const {http, owner, stranger, operations} = await startTwo();
	const rows = () => rowsOf(http, {all: owner.all, not: stranger.all});
	const before = await rows();
	expect(before.length).toBeGreaterThan(Object.keys(namedThings).length);
	// Names in this account end so.
	const words = [...owner.all, ...before.flatMap(row => row.match(/"(?:Shop|a \w+)1"/g) ?? [])];
	const wrong: string[] = [];

	for (const operation of operations) {
		const name = nameOf(operation);
		const {status, text, asked} = await send(http, operation, stranger.key, owner.ids, owner.ids);
		if (operation.params.length > 0 && status !== (forbidden.includes(name) ? 403 : 404))
			wrong.push(`${name}: ${status} ${text}`);
		wrong.push(...told(text, asked, words).map(word => `${name} tells ${word}: ${text}`));
		if (status >= 500) wrong.push(`${name}: ${status} ${text}`);
	}
	expect(await rows()).toEqual(before);

	// A thing of one's own in the path, and everything else that can be named belongs to the other.
	for (const operation of operations) {
		const [first = '', ...rest] = operation.params;
		if (operation.method === 'DELETE' && rest.length === 0) continue;
		const path = {...owner.ids, [first]: stranger.ids[first] ?? 'x'};
		const {text, asked} = await send(http, operation, stranger.key, path, owner.ids);
		wrong.push(...told(text, asked, words).map(word => `own ${nameOf(operation)} tells ${word}: ${text}`));
	}
	expect(wrong).toEqual([]);
	expect(await rows()).toEqual(before);

	// The ids are right: to their owner these are no strangers' things.
	const missing: string[] = [];
	for (const operation of operations.filter(({method, params}) => method === 'GET' && params.length > 0)) {
		const {status} = await send(http, operation, owner.key, owner.ids, {});
		if (status === 404) missing.push(nameOf(operation));
	}
	expect(missing).toEqual(notHeld);
});
