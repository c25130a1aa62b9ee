import {randomUUID} from 'node:crypto';
import {expect, it} from 'vitest';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {getCleanup, startCleanup, updateCleanupSettings} from '../../../contract/routes/cleanup.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {startHttp} from '../../http/start-http.ts';
import {type Asked, startApi} from './start-api.ts';
import {recordedCall} from './start-cleanup.ts';

type Row = Record<string, unknown>;

/** A collection of the API, the call that was never answered, and what is to become of it. */
type Case = {
	/** What was sent; of a PUT the name that it chose. */
	sent: Row;
	/** What the list shows. */
	rows: Row[];
	put?: string;
	/** Another list than the rows, for each time that it is asked. */
	list?: (asked: Asked, rows: readonly Row[]) => unknown;
	/** Calls of the same test before. */
	before?: Array<Parameters<typeof recordedCall>[1]>;
	/** More lines of the code. */
	code?: string;
	/** Outcome, the names of the records that are left, and a part of what is said. */
	fate: [outcome: string, left: string[], said: RegExp];
};

const ada = {id: 'a1', name: 'Ada', tag: 'x'};

const made = (mine: string) => ({id: 'b7', name: 'Ada', tag: mine});
const sent = (mine: string) => ({name: 'Ada', tag: mine});

/** The cases, each with a value that nobody else has. */
const situations: Record<string, (mine: string) => Case> = {
	made: mine => ({
		sent: sent(mine),
		rows: [ada, made(mine)],
		fate: ['auto', ['a1'], /read back: GET \/made shows one record with the tag/],
	}),
	// Longer than any handle: no filter is asked for it.
	long: mine => ({
		sent: {name: `${'amber '.repeat(1600)}${mine}`},
		rows: [ada, {id: 'b7', name: `${'amber '.repeat(1600)}${mine}`}],
		fate: ['auto', ['a1'], /with the name "amber [amber ]+…" that only/],
	}),
	missing: mine => ({sent: sent(mine), rows: [ada], fate: ['gone', ['a1'], /not found: nothing was created/]}),
	// Nothing of it was drawn: the same request may be somebody else's, of the same second.
	plain: () => ({
		sent: {name: 'Ada', at: Math.floor(Date.now() / 1000)},
		rows: [{id: 'a1', name: 'Ada', at: Math.floor(Date.now() / 1000)}],
		fate: ['orphaned', ['a1'], /made up for it alone/],
	}),
	twins: mine => ({
		sent: sent(mine),
		rows: [made(mine), {...made(mine), id: 'b8'}],
		fate: ['orphaned', ['b7', 'b8'], /shows 2 records/],
	}),
	// A search by part of a word, and a record that only mentions the value.
	parts: mine => ({
		sent: sent(mine),
		rows: [
			{...ada, tag: `${mine}0`},
			{...ada, id: 'a2', note: mine},
		],
		fate: ['gone', ['a1', 'a2'], /nothing/],
	}),
	others: mine => ({
		sent: sent(mine),
		rows: [{...made(mine), name: 'Grace'}],
		fate: ['orphaned', ['b7'], /its name is another one/],
	}),
	older: mine => ({
		sent: sent(mine),
		rows: [{...made(mine), createdAt: '2020-01-01T00:00:00Z'}],
		fate: ['orphaned', ['b7'], /created before, at createdAt/],
	}),
	silent: mine => ({
		sent: sent(mine),
		rows: [{id: 'a1', name: 'Ada'}],
		fate: ['orphaned', ['a1'], /not what it had sent/],
	}),
	paged: mine => ({
		sent: sent(mine),
		rows: [ada, made(mine)],
		list: ({query}, rows) =>
			query.get('page') === '2' ? {items: [rows[1]], next: null} : {items: [rows[0]], next: '/paged?page=2'},
		fate: ['auto', ['a1'], /2 pages/],
	}),
	cut: mine => ({
		sent: sent(mine),
		rows: [ada, made(mine)],
		list: (_, rows) => ({items: [rows[0]], hasMore: true}),
		fate: ['orphaned', ['a1', 'b7'], /not all there are/],
	}),
	shown: mine => ({
		sent: sent(mine),
		rows: [made(mine)],
		before: [['GET /shown', {status: 200, answer: [made(mine)]}]],
		fate: ['orphaned', ['b7'], /made up for it alone/],
	}),
	// The list shows it under an id that stood there before with another value.
	renamed: mine => ({
		sent: sent(mine),
		rows: [made(mine)],
		before: [['GET /renamed', {status: 200, answer: [{...made(mine), tag: 'x'}]}]],
		fate: ['orphaned', ['b7'], /never answered/],
	}),
	literal: mine => ({
		sent: sent(mine),
		rows: [made(mine)],
		code: `tag = "${mine}"`,
		fate: ['orphaned', ['b7'], /made up for it alone/],
	}),
	seeded: mine => ({
		sent: sent(mine),
		rows: [made(mine)],
		code: 'random.seed(7)',
		fate: ['orphaned', ['b7'], /come to the values/],
	}),
	again: mine => ({
		sent: sent(mine),
		rows: [made(mine)],
		before: [['POST /again/drafts', {status: 409, sent: sent(mine)}]],
		fate: ['orphaned', ['b7'], /made up for it alone/],
	}),
	shelves: mine => ({
		put: `shelf-${mine}`,
		sent: {color: 'blue'},
		rows: [{id: `shelf-${mine}`, color: 'blue'}],
		fate: ['auto', [], /read back/],
	}),
	racks: mine => ({
		put: `rack-${mine}`,
		sent: {color: 'blue'},
		rows: [{id: 'r1', color: 'blue'}],
		fate: ['gone', ['r1'], /nothing/],
	}),
	bins: () => ({
		put: 'blue',
		sent: {color: 'blue'},
		rows: [{id: 'blue', color: 'blue'}],
		fate: ['orphaned', ['blue'], /alone/],
	}),
};

const neverAnswered = {status: null, isUnanswered: true, latencyMs: null};

/** A project with one test for each collection, and how its last call was answered. */
async function start(wanted: readonly string[], answer: object = neverAnswered) {
	const cases = Object.fromEntries(wanted.map(name => [name, situations[name]!(randomUUID().replaceAll('-', ''))]));
	const rows = new Map(wanted.map(name => [name, [...cases[name]!.rows]]));
	const api = await startApi(asked => {
		const [, name = '', id] = asked.path.split('/');
		const own = rows.get(name) ?? [];
		if (asked.method === 'GET' && id === undefined) return [200, cases[name]?.list?.(asked, own) ?? own];
		const place = own.findIndex(row => row['id'] === id);
		if (place < 0) return [404, {error: 'not found'}];
		if (asked.method === 'DELETE') own.splice(place, 1);
		return asked.method === 'DELETE' ? 204 : [200, own[place]];
	});
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'API', targetUrl: api.url}});
	const {projectId} = project;
	const origin = Date.now();
	for (const [place, name] of wanted.entries()) {
		const {put, sent: body, before = [], code = ''} = cases[name]!;
		for (const [method, path] of [
			['GET', `/${name}`],
			['GET', `/${name}/{id}`],
			['DELETE', `/${name}/{id}`],
		] as const)
			await http.call(createEndpoint, {params: {projectId}, body: {method, path}});
		await http.call(createTest, {
			body: {projectId, type: 'backend', name, code: `# ${name}\n${code}\nassert True`},
		});
		const calls = [...before, [put ? `PUT /${name}/${put}` : `POST /${name}`, {sent: body}] as const].map(
			([request, more], number) => {
				const isLost = number === before.length;
				const call = recordedCall(api.url, [request, more], number + 1);
				return {
					...call,
					...(isLost ? answer : {}),
					startedAt: origin - 60_000 + place * 50 + number * 10,
				};
			},
		);
		http.runner.script(name, {calls});
	}
	const settled = async (batchId: string) => {
		for (let since = 0; ; ) {
			const {body} = await http.call(getBatch, {params: {batchId}, query: {since, waitSeconds: 20}});
			if (body.phase === 'done' && body.cleanup.state !== 'running') break;
			since = body.version;
		}
		return (await http.call(getCleanup, {params: {batchId}})).body;
	};
	const run = async () => (await http.call(runBatch, {body: {projectId}})).body.batchId!;
	return {http, api, cases, rows, projectId, run, settled};
}

it('a call that was never answered is settled by reading, and only what it alone has made is deleted', async () => {
	const {cases, rows, run, settled, api} = await start(Object.keys(situations));
	const {orphaned, cleanedUp, pending} = await settled(await run());
	const cards = [...orphaned, ...cleanedUp, ...pending];
	expect(cards).toHaveLength(Object.keys(cases).length);
	const fates = Object.keys(cases).map(name => {
		const card = cards.find(({sourceEndpoint}) => sourceEndpoint.path.split('/')[1] === name)!;
		return [name, card.outcome, rows.get(name)?.map(row => row['id'])];
	});
	expect(fates).toEqual(Object.entries(cases).map(([name, {fate}]) => [name, fate[0], fate[1]]));
	for (const [name, {fate}] of Object.entries(cases)) {
		const card = cards.find(({sourceEndpoint}) => sourceEndpoint.path.split('/')[1] === name)!;
		expect(`${name}: ${card.note} ${card.proof?.text}`).toMatch(fate[2]);
		expect([name, card.proof?.kind]).toEqual([name, fate[0] === 'auto' ? 'read_back' : undefined]);
	}
	const deleted = fates.filter(([, outcome]) => outcome === 'auto').map(([name]) => `/${name}/`);
	expect(api.deletes().every(line => deleted.some(path => line.includes(path as string)))).toBe(true);
	expect(api.deletes()).toHaveLength(deleted.length);
});

it('nothing is read for it before somebody says so where cleanup asks first', async () => {
	const {http, api, rows, projectId, run, settled} = await start(['made']);
	await http.call(updateCleanupSettings, {params: {projectId}, body: {mode: 'ask'}});
	const batchId = await run();
	const asking = await settled(batchId);
	expect(asking).toMatchObject({state: 'asking', pending: [{outcome: 'pending', proof: null}]});
	expect(api.seen).toEqual([]);
	await http.call(startCleanup, {params: {batchId}, body: {}});
	const done = await settled(batchId);
	expect(done.cleanedUp).toMatchObject([{outcome: 'auto', proof: {kind: 'read_back'}}]);
	expect(rows.get('made')).toEqual([ada]);
});

it('it is listed where cleanup is off', async () => {
	const {http, api, projectId, run, settled} = await start(['made']);
	await http.call(updateCleanupSettings, {params: {projectId}, body: {mode: 'off'}});
	const {orphaned} = await settled(await run());
	expect(orphaned).toMatchObject([{outcome: 'orphaned', reason: 'unknown_outcome'}]);
	expect(api.seen).toEqual([]);
});

it.each([400, 409, 422])(
	'what was refused with %d and is there all the same is deleted, and of anything else there is no word',
	async status => {
		const {rows, run, settled} = await start(['made', 'missing', 'twins', 'plain'], {status});
		const {orphaned, cleanedUp, pending} = await settled(await run());
		expect([...orphaned, ...pending]).toEqual([]);
		expect(cleanedUp.map(({family, outcome, proof}) => [family, outcome, proof?.text])).toEqual([
			['/made', 'auto', expect.stringContaining(`answered ${status}; read back`)],
		]);
		expect(rows.get('made')).toEqual([ada]);
		expect(rows.get('twins')).toHaveLength(2);
	},
);

it('what another call of the test had sent as well is not told apart, refused or not', async () => {
	const {run, settled, rows} = await start(['again'], {status: 409});
	const {orphaned, cleanedUp, pending} = await settled(await run());
	expect([...orphaned, ...pending, ...cleanedUp]).toEqual([]);
	expect(rows.get('again')).toHaveLength(1);
});

it('a server that broke has made what can be read back, and of anything else there is no word', async () => {
	const {rows, run, settled} = await start(['made', 'long', 'missing', 'twins', 'silent', 'plain', 'shelves'], {
		status: 500,
	});
	const {orphaned, cleanedUp, pending} = await settled(await run());
	expect([...orphaned, ...pending]).toEqual([]);
	expect(cleanedUp.map(({family, outcome, proof}) => [family, outcome, proof?.text])).toEqual([
		['/made', 'auto', expect.stringMatching(/answered 500; read back/)],
		['/long', 'auto', expect.stringMatching(/answered 500; read back/)],
		['/shelves', 'auto', expect.stringMatching(/answered 500; read back/)],
	]);
	expect(rows.get('made')).toEqual([ada]);
	expect(rows.get('twins')).toHaveLength(2);
});
