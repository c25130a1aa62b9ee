import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {createServer, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import type {FailureContext} from '../../../contract/result.ts';
import {failureSamples} from '../../../contract/samples/failures.ts';
import {bundleProgram} from '../../helpers/bundle.ts';

let program: Awaited<ReturnType<typeof bundleProgram>>;
let home: string;
let server: Server;
let base: string;
/** The next request for an asset is answered by half and then left open; resolves when it has come. */
let stall: ((response: ServerResponse) => void) | null;

beforeAll(async () => {
	program = await bundleProgram('test/source/bundle/bundle-writer.ts');
});
afterAll(() => program.remove());

beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), 'svc-bundle-kill-'));
	stall = null;
	server = createServer((request, response) => {
		if (stall && request.url?.includes('log')) {
			response.writeHead(200, {'content-length': '1000000'});
			response.write('half of it', () => stall?.(response));
		} else response.end(`asset ${request.url}`);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
	server.closeAllConnections();
	await new Promise(resolve => server.close(resolve));
	rmSync(home, {recursive: true, force: true});
});

function failureOf(runId: string): FailureContext {
	const sample = failureSamples.getRunFailure({params: {runId}}) as FailureContext;
	const evidence = sample.failure.evidence.map(item => ({...item, url: `${base}/${runId}/${item.kind}`}));
	return {...sample, failure: {...sample.failure, evidence}};
}

function startWriter(runId: string) {
	const writer = spawn(process.execPath, [program.file, join(home, runId), base], {stdio: ['pipe', 'pipe', 'ignore']});
	writer.stdin.end(JSON.stringify(failureOf(runId)));
	return writer;
}

async function write(runId: string): Promise<number | null> {
	const writer = startWriter(runId);
	writer.stdout.resume();
	const [code] = (await once(writer, 'close')) as [number | null];
	return code;
}

/** Kills a writer while half of a file has arrived. */
async function killWriter(runId: string): Promise<void> {
	const stalled = new Promise<void>(resolve => {
		stall = () => resolve();
	});
	const writer = startWriter(runId);
	await stalled;
	writer.kill('SIGKILL');
	await once(writer, 'close');
	stall = null;
}

const names = (runId: string) => readdirSync(join(home, runId)).sort();
const meta = (runId: string) => JSON.parse(readFileSync(join(home, runId, 'meta.json'), 'utf8')) as {runId: string};

describe('a writer that is killed in the middle', () => {
	it('leaves no bundle that looks complete, and the next one replaces what it left', async () => {
		await killWriter('run_a');
		expect(names('run_a')).toEqual(['.tmp']);
		expect(await write('run_a')).toBe(0);
		expect(names('run_a')).toEqual(['code.py', 'failure.json', 'meta.json', 'result.json', 'steps', 'steps.json']);
		expect(meta('run_a').runId).toBe('run_a');
	});

	it('leaves an earlier complete bundle complete', async () => {
		expect(await write('run_a')).toBe(0);
		const before = readFileSync(join(home, 'run_a', 'meta.json'), 'utf8');
		await killWriter('run_a');
		expect(readFileSync(join(home, 'run_a', 'meta.json'), 'utf8')).toBe(before);
		expect(names('run_a')).not.toContain('.partial');
		expect(readFileSync(join(home, 'run_a', 'steps', '05-log-0.txt'), 'utf8')).toBe('asset /run_a/log');
	});
});

describe('several writers', () => {
	it('of different runs do not touch each other; of one run one writes and the others are told', async () => {
		const codes = await Promise.all(['run_a', 'run_b', 'run_a', 'run_b', 'run_c'].map(write));
		expect(codes.filter(code => code === 0).length).toBeGreaterThanOrEqual(3);
		for (const runId of ['run_a', 'run_b', 'run_c']) {
			expect(meta(runId).runId).toBe(runId);
			expect(names(runId)).not.toContain('.tmp');
			expect(readFileSync(join(home, runId, 'steps', '05-network-0.json'), 'utf8')).toBe(`asset /${runId}/network`);
		}
	});
});
