import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {acceptFinding, failFinding, reopenFinding} from '../../../../contract/routes/findings.ts';
import {generatePlan, getPlan} from '../../../../contract/routes/plans.ts';
import {listTests, putTestCode} from '../../../../contract/routes/tests.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from './learning-world.ts';

const python = pythonOfFile();

/** Boxes and shelves. All of it refuses what is not there with 403 instead of 404, and a DELETE of a box answers 200 instead of 204. */
async function startStore() {
	const as = {unknown: 403, deletedBox: 200};
	const records = new Map<string, {id: string; name: string}>();
	let latest = 0;
	const server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8').on('data', part => {
			text += part;
		});
		request.on('end', () => {
			const say = (status: number, body?: unknown) => {
				response.writeHead(status, body === undefined ? {} : {'content-type': 'application/json'});
				response.end(body === undefined ? undefined : JSON.stringify(body));
			};
			const [, kind = '', id] = new URL(request.url ?? '/', 'http://store').pathname.split('/');
			let given: {name?: unknown} = {};
			try {
				given = text === '' ? {} : JSON.parse(text);
			} catch {
				return say(400, {error: 'no JSON'});
			}
			const isJson = request.headers['content-type'] === 'application/json';
			const isNamed = typeof given?.name === 'string' && isJson;
			const isSending = request.method === 'POST' || request.method === 'PATCH';
			if (id !== undefined && !records.has(`${kind}/${id}`)) return say(as.unknown, {error: 'not there'});
			if (isSending && !isNamed) return say(400, {error: 'name is missing or no text'});
			if (request.method === 'POST') {
				const made = {id: `r-${++latest}`, name: String(given.name)};
				records.set(`${kind}/${made.id}`, made);
				return say(201, made);
			}
			const record = records.get(`${kind}/${id}`)!;
			if (request.method === 'DELETE') {
				records.delete(`${kind}/${id}`);
				return kind === 'boxes' && as.deletedBox === 200 ? say(200, {}) : say(204);
			}
			if (request.method === 'PATCH') record.name = String(given.name);
			return say(200, record);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, as, records};
}

const content = (schema: object) => ({content: {'application/json': {schema}}});
const text = {type: 'string'};
const record = {type: 'object', required: ['id', 'name'], properties: {id: {...text, readOnly: true}, name: text}};
const refused = {description: 'Refused', ...content({type: 'object', required: ['error'], properties: {error: text}})};
const input = {required: true, ...content({type: 'object', required: ['name'], properties: {name: text}})};
const made = (description: string) => ({description, ...content(record)});
const pathsOf = (kind: string) => ({
	[`/${kind}`]: {post: {requestBody: input, responses: {201: made('Made'), 400: refused}}},
	[`/${kind}/{id}`]: {
		parameters: [{name: 'id', in: 'path', required: true, schema: text}],
		get: {responses: {200: made('It'), 404: refused}},
		patch: {requestBody: input, responses: {200: made('Changed'), 400: refused, 404: refused}},
		delete: {responses: {204: {description: 'Gone'}, 404: refused}},
	},
});
const storeDocument = {
	openapi: '3.0.3',
	info: {title: 'Store', version: '1'},
	paths: {...pathsOf('boxes'), ...pathsOf('shelves')},
};

async function withTwoFindings() {
	const store = await startStore();
	const world = await startLearning(python(), store.url, storeDocument);
	const {http, params} = world;
	const stateOf = async () =>
		Object.fromEntries(
			(await world.findings()).map(({title, state}) => [title.replace(/:? \d+ endpoints$/, ''), state]),
		);
	const decide = async (decision: 'accept' | 'fail' | 'reopen', title: string) => {
		const {findingId} = (await world.findings()).find(one => one.title.startsWith(title))!;
		const at = {params: {...params, findingId}};
		if (decision === 'accept') await http.call(acceptFinding, at);
		else if (decision === 'fail') await http.call(failFinding, at);
		else await http.call(reopenFinding, at);
	};
	const plan = async () => {
		await http.call(generatePlan, {params});
		for (let since = 0; ; ) {
			const {body} = await http.call(getPlan, {params, query: {since, waitSeconds: 5}});
			if (body.status !== 'generating') return body.status;
			since = body.version;
		}
	};
	return {...world, store, stateOf, decide, plan};
}

const [box, unknown] = ['DELETE /boxes/{id}: 204 documented, 200 answered', '404 documented, 403 answered'] as const;

describe('two lies of one document', () => {
	it.each([['as they were made'], ['under a plan that is not generated yet'], ['learned already']])(
		'are decided one by one and taken back, in tests %s',
		async how => {
			const {run, codes, learned, stateOf, decide, plan} = await withTwoFindings();
			expect(redOf(await run())).toEqual([]);
			expect(await stateOf()).toEqual({[box]: 'open', [unknown]: 'open'});
			if (how.startsWith('under')) expect(await plan()).toBe('draft');
			if (how.startsWith('learned')) {
				await run();
				await learned();
				expect(redOf(await run())).toEqual([]);
			}
			const before = await codes();

			await decide('fail', box);
			await decide('accept', unknown);
			const red = redOf(await run());
			expect(red.length).toBeGreaterThan(0);
			expect(red.filter(line => !/204.*\b200\b/.test(line))).toEqual([]);
			expect(await stateOf()).toEqual({[box]: 'failing', [unknown]: 'accepted'});

			await decide('reopen', box);
			expect(redOf(await run())).toEqual([]);
			await decide('reopen', unknown);
			expect(await codes()).toEqual(before);
			expect(redOf(await run())).toEqual([]);
			expect(await stateOf()).toEqual({[box]: 'open', [unknown]: 'open'});
		},
	);

	it('are decided the other way round', async () => {
		const {store, run, decide} = await withTwoFindings();
		await run();
		await decide('fail', unknown);
		await decide('accept', box);
		const other = redOf(await run());
		expect(other.length).toBeGreaterThan(0);
		expect(other.filter(line => !/404.*\b403\b/.test(line))).toEqual([]);
		store.as.unknown = 404;
		expect(redOf(await run())).toEqual([]);
	});

	it('leave a test that somebody has edited as it is, and say so', async () => {
		const {http, params, run, codes, decide} = await withTwoFindings();
		await run();
		const {body: tests} = await http.call(listTests, {query: {...params, pageSize: 100}});
		const own = tests.items.find(({name}) => name.startsWith('DELETE /boxes/{id} deletes'))!;
		const mine = '"""Mine."""\nassert True\n';
		await http.call(putTestCode, {params: {testId: own.id}, body: {code: mine}, headers: {'if-match': '*'}});
		await decide('fail', box);
		expect((await codes()).get(own.name)).toBe(mine);
		const red = redOf(await run());
		expect(red.some(line => line.startsWith(own.name))).toBe(false);
		expect(red.length).toBeGreaterThan(0);
		await decide('reopen', box);
		expect((await codes()).get(own.name)).toBe(mine);
	});
});
