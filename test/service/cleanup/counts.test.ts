import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {getBatch} from '../../../contract/routes/batches.ts';
import {listBatchCalls} from '../../../contract/routes/calls.ts';
import {createCleanupRule, dismissCleanup, getCleanup} from '../../../contract/routes/cleanup.ts';
import {listBatchVariables} from '../../../contract/routes/variables.ts';
import {MemorySystem} from '../../helpers/memory-system.ts';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {createWorld} from '../../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../../helpers/terminal-screen.tsx';
import type {WireWorld} from '../../helpers/wire-world.ts';
import {type ApiProject, startProject} from './clean-up.ts';
import type {Asked, Told} from './start-api.ts';

const python = pythonOfFile();
let screen: OpenScreen | undefined;
afterEach(() => screen?.close());

/** Users go, seals are for ever, and nobody knows how letters are deleted. */
function api() {
	const records = new Set<string>();
	return ({method, path}: Asked): Told => {
		if (method === 'POST') {
			const id = `${path.slice(1)}-${records.size + 1}`;
			records.add(`${path}/${id}`);
			return [201, {id}];
		}
		if (method === 'DELETE' && path.startsWith('/seals/')) return 403;
		if (method === 'DELETE') return records.delete(path) ? 204 : 404;
		return records.has(path) ? [200, {id: path.split('/').at(-1)}] : 404;
	};
}

async function runEverything(): Promise<{project: ApiProject; batchId: string}> {
	const project = await startProject(python(), api(), ['/users/{id}', '/seals/{id}', '/gifts/{id}']);
	const {projectId} = project;
	await project.call(createCleanupRule, {params: {projectId}, body: {instruction: 'keep records of POST /gifts'}});
	await project.add(
		'makes records',
		[
			"user_id = post('/users', {'name': 'Ada'})[1]['id']",
			"for path in ('/users', '/users', '/seals', '/letters', '/letters', '/gifts'): post(path, {'name': 'x'})",
			"produce('user_id', user_id)",
		],
		{produces: ['user_id']},
	);
	await project.add('deletes a user', ["delete('/users/' + variables['user_id'])"], {
		consumes: ['user_id'],
		category: 'teardown',
	});
	const batchId = await project.begin();
	const {orphaned} = await project.cleaned(batchId);
	const letter = orphaned.find(({family}) => family === '/letters')!.resourceId;
	await project.call(dismissCleanup, {params: {batchId}, body: {resourceIds: [letter]}});
	return {project, batchId};
}

/** A screen of the dashboard that shows what the service has answered. */
async function frame(world: WireWorld, place: {screen: 'cleanup' | 'run'; id: string}, words: string): Promise<string> {
	screen = openScreen(world, {...place, columns: 160, rows: 60});
	const text = await screen.terminal.shows(words);
	screen.close();
	screen = undefined;
	return text;
}

it('the counts of a cleanup are the same wherever they are told', async () => {
	const {project, batchId} = await runEverything();
	const params = {batchId};
	const {body: view} = await project.call(getCleanup, {params});
	expect(view.progress).toEqual({captured: 7, cleaned: 3, orphaned: 1, failed: 1, pending: 0, kept: 1, dismissed: 1});
	// Elsewhere what was refused counts as orphaned: it is still there.
	const counts = {state: view.state, captured: 7, cleaned: 3, orphaned: 2, pending: 0, kept: 1, dismissed: 1};

	// The view itself: its cards, one by one.
	const outcomes = [...view.orphaned, ...view.cleanedUp, ...view.pending].map(({outcome}) => outcome).sort();
	expect(outcomes).toEqual(['auto', 'auto', 'dismissed', 'failed', 'kept', 'orphaned', 'test']);

	const {body: batch} = await project.call(getBatch, {params});
	expect(batch.cleanup).toMatchObject(counts);

	const {body: calls} = await project.call(listBatchCalls, {params, query: {}});
	const deletes = calls.items.flatMap(({other}) => other.items.filter(({kind}) => kind === 'cleanup'));
	expect([deletes.length, calls.summary.cleanupDeletes]).toEqual([view.totals.deleteCalls, view.totals.deleteCalls]);
	expect(view.totals.deletedRecords).toBe(3);

	const {body: variables} = await project.call(listBatchVariables, {params, query: {}});
	expect(variables.items.map(({name, cleanupOutcome}) => `${name} ${cleanupOutcome}`)).toEqual(['user_id test']);

	const memory = new MemorySystem(
		[
			...['--output', 'json', 'batch', 'watch', batchId, '--gh-output'],
			...['--report', 'junit', '--report-file', 'junit.xml', '--summary-file', 'summary.json'],
		],
		{env: {SVC_API_URL: project.url, SVC_API_KEY: project.key, GITHUB_OUTPUT: 'output'}},
	);
	const read = (name: string) => readFileSync(join(memory.system.cwd, name), 'utf8');
	writeFileSync(join(memory.system.cwd, 'output'), '');
	await memory.run();
	expect(JSON.parse(memory.stdout.text)).toMatchObject({cleanup: counts});
	expect((JSON.parse(read('summary.json')) as {cleanup: object}).cleanup).toEqual(counts);
	const properties = [...read('junit.xml').matchAll(/<property name="cleanup\.(\w+)" value="(\w+)"\/>/g)];
	expect(Object.fromEntries(properties.map(([, name, value]) => [name, value]))).toEqual(
		Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, String(value)])),
	);
	for (const [name, value] of Object.entries(counts)) expect(read('output')).toContain(`cleanup_${name}=${value}\n`);

	const world = createWorld({count: 2});
	world.answers['getCleanup'] = ({query}) => (query['since'] === undefined ? view : new Promise(() => undefined));
	world.batches.set(batchId, batch);
	const cleanup = await frame(world, {screen: 'cleanup', id: batchId}, 'Cleaned up');
	expect(cleanup).toContain('3/5 cleaned up');
	for (const words of ['1 might be orphaned', '1 failed', '1 kept', '1 dismissed']) expect(cleanup).toContain(words);
	const run = await frame(world, {screen: 'run', id: batchId}, '3 of 5 cleaned up');
	for (const words of ['2 might be orphaned', '1 kept', '1 dismissed']) expect(run).toContain(words);
});
