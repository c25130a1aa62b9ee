import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {performance} from 'node:perf_hooks';
import {pathToFileURL} from 'node:url';
import Libsql from 'libsql';
import pg from 'pg';
import {startService, untilDone} from '../test/trials/killed-service.mjs';
import {openBundles} from './bundle.mjs';
import {copyStatements} from './copies.mjs';
import {median, row} from './measure.mjs';
import {cli} from './sandbox.mjs';

/** Tests of one batch, which all others are copies of. */
const ofBatch = 20;
/** "1,000 tests", of as many projects as a page shows. */
const small = {projects: 5, copiesOfProject: 200 / ofBatch};
/** "1,000,000 tests": a project holds 10,000 at most. */
const large = {
	projects: Math.round(Number(process.env.SVC_BENCH_LIST_TESTS ?? 1_000_000) / 10_000),
	copiesOfProject: 10_000 / ofBatch,
};
const rounds = 41;

/** One page of each list that the client and the dashboard show, of a project in the middle of its store. */
const lists = ({projectId, testId, batchId}) => ({
	projects: '/projects?',
	tests: `/tests?projectId=${projectId}`,
	'tests that passed': `/tests?projectId=${projectId}&status=passed`,
	'tests that failed': `/tests?projectId=${projectId}&status=failed`,
	'tests that run (none)': `/tests?projectId=${projectId}&status=queued,running`,
	'tests of a kind': `/tests?projectId=${projectId}&kind=integration`,
	'tests of a type': `/tests?projectId=${projectId}&type=frontend`,
	'tests made by hand': `/tests?projectId=${projectId}&createdFrom=portal`,
	'tests with a word in their name': `/tests?projectId=${projectId}&q=order+1`,
	'tests with a word that no name has': `/tests?projectId=${projectId}&q=nowhere`,
	batches: `/projects/${projectId}/batches?`,
	'batches that failed': `/projects/${projectId}/batches?status=failed`,
	'batches by a source that has none': `/projects/${projectId}/batches?source=mcp`,
	'runs of a test': `/tests/${testId}/runs?`,
	'a batch': `/batches/${batchId}?`,
	'its calls': `/batches/${batchId}/calls?`,
	'its chains': `/batches/${batchId}/chains?`,
	schedules: '/schedules?',
	'test lists': '/testlist?',
	ledger: '/usage/ledger?',
	'audit log': '/audit?',
	keys: '/keys?',
	endpoints: `/projects/${projectId}/endpoints?`,
	edges: `/projects/${projectId}/edges?`,
	findings: `/projects/${projectId}/findings?`,
});

/** One test in ten fails, and one makes a call. */
const test = n => ({
	name: `order ${n} is made, paid and sent`,
	code:
		n % 10 === 0
			? 'assert False'
			: n % 10 === 1
				? 'import requests\nrequests.get(f"{BASE_URL}/orders", timeout=5)'
				: `assert ${n} >= 0`,
});

/** Files and databases in which a statement is done, and which tell the columns of a table. */
const sqlite = {
	async open(home) {
		const file = new Libsql(join(home, 'service', 'store', 'svc.db'));
		return {
			run: async statement => void file.exec(statement),
			columnsOf: async table =>
				file
					.prepare(`select name from pragma_table_info('${table}')`)
					.all()
					.map(({name}) => name),
			// What a service does not do by itself either.
			settle: async () => {},
			close: async () => void file.close(),
		};
	},
};
const postgres = {
	async open(_, url) {
		const client = new pg.Client({connectionString: url});
		await client.connect();
		return {
			run: async statement => void (await client.query(statement)),
			async columnsOf(table) {
				const {rows} = await client.query('select column_name from information_schema.columns where table_name = $1', [
					table,
				]);
				return rows.map(({column_name: name}) => name);
			},
			// What its server does by itself a minute later.
			settle: async () => void (await client.query('vacuum analyze')),
			close: () => client.end(),
		};
	},
};

/** A service with a store of copies of one project whose tests have run once. */
async function fill(root, name, size, {open}, database) {
	const home = join(root, name);
	mkdirSync(home);
	const state = {};
	const start = () => startService(cli, home, state, database ? {env: {SVC_DATABASE_URL: database}} : {});
	const first = await start();
	const {id: project} = await first.call('POST', '/projects', {
		type: 'backend',
		name: 'shop',
		targetUrl: 'http://127.0.0.1:9',
	});
	for (let n = 0; n < ofBatch; n++)
		await first.call('POST', '/tests', {projectId: project, type: 'backend', ...test(n)});
	const {batchId} = await first.call('POST', '/tests/batch/run', {projectId: project});
	await untilDone(first, batchId);
	await first.stop();
	const store = await open(home, database);
	for (const statement of await copyStatements({project, ...size, columnsOf: store.columnsOf}))
		await store.run(statement);
	await store.settle();
	await store.close();
	const service = await start();
	const {items: projects} = await service.call('GET', '/projects?pageSize=6');
	const {projectId} = projects[1];
	const {items: tests} = await service.call('GET', `/tests?projectId=${projectId}&pageSize=1`);
	const {items: batches} = await service.call('GET', `/projects/${projectId}/batches?pageSize=1`);
	return {service, lists: lists({projectId, testId: tests[0].id, batchId: batches[0].batchId})};
}

/** How long a page of each list takes in a store of a million tests, against one of a thousand, in SQLite and in PostgreSQL. */
export async function measureLists() {
	const bundles = await openBundles();
	const root = mkdtempSync(join(tmpdir(), 'svc-bench-lists-'));
	const stops = [];
	const rows = [];
	try {
		const {startDatabase} = await import(pathToFileURL(await bundles.bundle('demo/postgres-process.ts')).href);
		for (const [kind, place] of Object.entries({SQLite: sqlite, PostgreSQL: postgres})) {
			const stores = [];
			for (const [name, size] of Object.entries({small, large})) {
				const database = kind === 'PostgreSQL' ? await startDatabase(tmpdir(), new AbortController().signal) : null;
				if (database) stops.push(() => database.stop());
				const store = await fill(root, `${kind}-${name}`, size, place, database?.url);
				stops.push(() => store.service.stop());
				stores.push(store);
			}
			for (const what of Object.keys(stores[0].lists)) {
				const times = stores.map(() => []);
				for (let round = 0; round < rounds; round++)
					for (const [at, {service, lists: paths}] of stores.entries()) {
						const from = performance.now();
						await service.call('GET', `${paths[what]}&pageSize=5`);
						times[at].push(performance.now() - from);
					}
				const [few, many] = times.map(median);
				rows.push(
					row(
						`${kind}, a page of ${what}: 1,000,000 tests against 1,000`,
						many / few,
						'×',
						1.5,
						`${many.toFixed(1)} ms and ${few.toFixed(1)} ms, median of ${rounds}`,
					),
				);
			}
			for (const stop of stops.splice(0).reverse()) await stop();
		}
		return rows;
	} finally {
		for (const stop of stops.reverse()) await stop();
		rmSync(root, {recursive: true, force: true});
		await bundles.close();
	}
}
