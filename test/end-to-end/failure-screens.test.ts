import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {describe, expect, it, onTestFinished} from 'vitest';
import {saveRunBundle} from '../../source/bundle/run-files.ts';
import {sleep} from '../../source/client/clock.ts';
import {createHttpClient} from '../../source/client/http-client.ts';
import {noFiles} from '../helpers/store-context.ts';
import {openScreen} from '../helpers/terminal-screen.tsx';
import {createDataDirectory, startRealService} from './real-service.ts';
import {startTarget} from './target.ts';

const cliPath = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

const creates = `import json, urllib.request

def test_item():
    request = urllib.request.Request(f"{BASE_URL}/items", method="POST", data=b'{"name": "lamp"}')
    item = json.load(urllib.request.urlopen(request, timeout=10))
    assert item["id"] == 15, f"the id came back as {item['id']!r}"
    produce("item_id", item["id"])

test_item()
`;
const needs = 'print(variables["item_id"])\n';

async function redBatch() {
	const data = createDataDirectory();
	const target = await startTarget();
	const work = mkdtempSync(join(tmpdir(), 'svc-failure-screens-'));
	const service = await startRealService(data);
	const client = createHttpClient({
		now: Date.now,
		elapsed: () => performance.now(),
		sleep,
		random: Math.random,
		endpoint: service.url,
		apiKey: data.key,
		version: '0.1.0',
		requestTimeoutMs: 30_000,
		env: {},
	});
	onTestFinished(async () => {
		await client.close();
		await service.kill('SIGKILL');
		await target.close();
		rmSync(work, {recursive: true, force: true});
		data.remove();
	});
	const {projectId} = await service.project(target.url, [
		{name: 'Create an item', code: creates, produces: ['item_id']},
		{name: 'Read an item', code: needs, consumes: ['item_id']},
	]);
	const batch = await service.batchEnd(await service.runAll(projectId));
	return {service, client, batch, work, data};
}

describe('a red batch of the real service', () => {
	it('shows failing line, request, response and hypothesis after two keys, and saves what the command saves', async () => {
		const {service, client, batch, work, data} = await redBatch();
		const failed = batch.members.find(({status}) => status === 'failed');
		const screen = openScreen(client, {
			screen: 'batch',
			id: batch.batchId,
			rows: 40,
			files: {
				...noFiles,
				async saveBundle(failure, runId, requestId) {
					const wish = {failure, runId, requestId, directory: undefined, failedOnly: false, requestedRunId: runId};
					const options = {cwd: work, env: {}, endpoint: service.url, timeoutMs: 30_000, now: Date.now, sleep};
					const {directory, files} = await saveRunBundle(wish, options);
					return {directory, files: files.length};
				},
				readSnapshot: () => Promise.reject(new Error('A backend test has no page.')),
				readPart: () => Promise.reject(new Error('A backend test has no pictures.')),
			},
		});
		onTestFinished(() => screen.close());
		const {terminal} = screen;
		await terminal.shows('Wave 1');
		terminal.type('4');
		await terminal.shows('1 blocked');
		terminal.type('\r');
		const text = await terminal.shows('{"id":1}');
		expect(text).toMatch(/POST \/items answered 201/);
		expect(text).toMatch(/❯ 6 {6}assert item\["id"\] == 15/);
		expect(text).toMatch(/POST http:\/\/127\.0\.0\.1:\d+\/items/);
		expect(text).toContain('{"name": "lamp"}');
		expect(text).toContain('1 of 2: 1 failed, 1 blocked');

		terminal.type('s');
		await terminal.shows('Saved');
		const saved = join(work, '.svc', 'runs', failed?.runId ?? '');
		const env = {PATH: process.env['PATH'], SVC_HOME: data.path, SVC_API_URL: service.url, SVC_API_KEY: data.key};
		const copy = join(work, 'copy');
		await promisify(execFile)(
			process.execPath,
			[cliPath, 'test', 'artifact', 'get', failed?.runId ?? '', '--out', copy],
			{cwd: work, env},
		);
		const files = (directory: string) => readdirSync(directory, {recursive: true}).map(String).sort();
		expect(files(saved)).toEqual(files(copy));
		for (const name of ['result.json', 'steps.json', 'code.py'])
			expect(readFileSync(join(saved, name))).toEqual(readFileSync(join(copy, name)));

		terminal.type('n');
		expect(await terminal.shows('2 of 2: 1 failed, 1 blocked')).toContain('Read an item');
		terminal.type('b');
		await terminal.shows('› Create an item');
	});
});
