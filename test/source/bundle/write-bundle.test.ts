import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {isOwned} from '../../../source/bundle/bundle-files.ts';
import {type BundleRequest, writeBundle} from '../../../source/bundle/write-bundle.ts';
import {type Connections, openConnections} from '../../../source/client/dispatcher.ts';
import type {FailureContext} from '../../../contract/result.ts';

let home: string;
let server: Server;
let base: string;
let answers: Map<string, (count: number) => {status: number; body: string} | 'drop'>;
let asked: string[];
const opened: Connections[] = [];

beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), 'svc-bundle-'));
	answers = new Map([
		['/shot.png', () => ({status: 200, body: 'PNG'})],
		['/page.html', () => ({status: 200, body: '<h1>Cart</h1><button disabled>Pay</button><p hidden>no</p>'})],
		['/net.json', () => ({status: 200, body: '{}'})],
	]);
	asked = [];
	server = createServer((request, response) => {
		const path = request.url ?? '';
		asked.push(path);
		expect(request.headers['x-api-key']).toBeUndefined();
		const answer = answers.get(path)?.(asked.filter(other => other === path).length);
		if (answer === undefined || answer === 'drop') return void request.socket.destroy();
		response.writeHead(answer.status, {location: '/net.json'});
		response.end(answer.body);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
	await Promise.all(opened.splice(0).map(connections => connections.close()));
	server.closeAllConnections();
	await new Promise(resolve => server.close(resolve));
	rmSync(home, {recursive: true, force: true});
});

function context(change: (context: FailureContext) => void = () => {}): FailureContext {
	const step = (stepIndex: number, media: boolean) => ({
		testId: 'tst_1',
		stepIndex,
		action: 'click',
		description: `step ${stepIndex}`,
		status: stepIndex === 3 ? ('failed' as const) : ('passed' as const),
		screenshotUrl: media ? `${base}/shot.png` : null,
		htmlSnapshotUrl: media ? `${base}/page.html` : null,
		runIdIfAvailable: 'run_1',
		codeVersion: 'v2',
		capturedAt: null,
		updatedAt: '2026-01-01T00:00:00.000Z',
	});
	const made: FailureContext = {
		snapshotId: 'snp_1',
		testId: 'tst_1',
		projectId: 'prj_1',
		result: {
			testId: 'tst_1',
			snapshotId: 'snp_1',
			status: 'failed',
			verdict: 'failed',
			executionStatus: 'completed',
			summary: 'Step 3 failed.',
			startedAt: '2026-01-01T00:00:00.000Z',
			finishedAt: '2026-01-01T00:00:05.000Z',
			videoUrl: null,
			failureAnalysisUrl: null,
			runIdIfAvailable: 'run_1',
			codeVersion: 'v2',
			targetUrl: 'https://shop.example',
			failedStepIndex: 3,
			failureKind: 'assertion',
		},
		steps: [step(1, false), step(2, false), step(3, true), step(4, false), step(5, false)],
		code: {testId: 'tst_1', language: 'python', framework: 'pytest', code: 'assert False\n', codeVersion: 'v2'},
		failure: {
			rootCauseHypothesis: null,
			recommendedFixTarget: null,
			evidence: [
				{kind: 'screenshot', stepIndex: 3, url: `${base}/shot.png`, summary: 'the page'},
				{kind: 'network', stepIndex: 3, url: `${base}/net.json`, summary: 'a call'},
			],
		},
	};
	change(made);
	return made;
}

const write = (changes: Partial<BundleRequest> = {}) =>
	writeBundle({
		context: context(),
		directory: join(home, 'bundle'),
		makeParents: false,
		failedOnly: false,
		requestedRunId: 'run_1',
		requestId: 'req_1',
		now: () => Date.parse('2026-01-02T00:00:00.000Z'),
		endpointUrl: base,
		timeoutMs: 5000,
		sleep: async () => {},
		async connect(origin) {
			const connections = await openConnections(origin, {});
			opened.push(connections);
			return connections;
		},
		...changes,
	});
const read = (name: string) => readFileSync(join(home, 'bundle', name), 'utf8');
const names = () => readdirSync(join(home, 'bundle'), {recursive: true}).map(String).sort();

describe('a failure bundle', () => {
	it('holds result, steps, failure, code, media as text too, evidence and the identity card, and no staging', async () => {
		const {files, meta} = await write();
		expect(files).toEqual([
			'code.py',
			'failure.json',
			'meta.json',
			'result.json',
			'steps.json',
			'steps/03-evidence.json',
			'steps/03-network-0.json',
			'steps/03-screenshot.png',
			'steps/03-snapshot.html',
			'steps/03-snapshot.txt',
		]);
		expect(names()).toEqual(['steps', ...files].sort());
		expect(JSON.parse(read('meta.json'))).toEqual(meta);
		expect(meta).toMatchObject({schemaVersion: 'cli-v1', snapshotId: 'snp_1', runId: 'run_1', failedStepIndex: 3});
		expect(read('steps/03-snapshot.txt')).toBe('heading 1: Cart\nbutton (disabled): Pay\n');
		expect(JSON.parse(read('steps/03-evidence.json')).map((item: {path: string}) => item.path)).toEqual([
			'steps/03-screenshot.png',
			'steps/03-network-0.json',
		]);
	});

	it('keeps only the failing step and its neighbours with --failed-only', async () => {
		await write({failedOnly: true});
		expect(JSON.parse(read('steps.json')).map((step: {stepIndex: number}) => step.stepIndex)).toEqual([2, 3, 4]);
	});

	it('written again replaces its own stale files and leaves all others alone', async () => {
		await write();
		writeFileSync(join(home, 'bundle', 'notes.md'), 'mine');
		writeFileSync(join(home, 'bundle', 'steps', 'mine.png'), 'mine');
		writeFileSync(join(home, 'bundle', 'steps', '09-screenshot.png'), 'stale');
		await write();
		expect(names()).toContain('notes.md');
		expect(names()).toContain('steps/mine.png');
		expect(names()).not.toContain('steps/09-screenshot.png');
	});

	it('tries a dropped download three times and then leaves .partial and no identity card', async () => {
		answers.set('/net.json', () => 'drop');
		await expect(write()).rejects.toMatchObject({code: 'UNAVAILABLE', exitCode: 10});
		expect(asked.filter(path => path === '/net.json')).toHaveLength(3);
		expect(names()).toEqual(['.partial']);
		expect(JSON.parse(read('.partial'))).toMatchObject({
			snapshotId: 'snp_1',
			requestId: 'req_1',
			error: {code: 'UNAVAILABLE'},
		});
	});

	it('recovers when the third try arrives, and removes .partial', async () => {
		mkdirSync(join(home, 'bundle'));
		writeFileSync(join(home, 'bundle', '.partial'), '{}');
		answers.set('/net.json', count => (count < 3 ? 'drop' : {status: 200, body: '{"late":true}'}));
		await write();
		expect(read('steps/03-network-0.json')).toBe('{"late":true}');
		expect(names()).not.toContain('.partial');
	});

	it.each([404, 302])('does not try an answer of %i again and follows no redirect', async status => {
		answers.set('/shot.png', () => ({status, body: 'no'}));
		await expect(write()).rejects.toMatchObject({code: 'UNAVAILABLE', details: {status, url: `${base}/shot.png`}});
		expect(asked).toEqual(['/shot.png']);
	});

	it('keeps the previous complete bundle readable when a later download fails', async () => {
		await write();
		answers.set('/net.json', () => 'drop');
		await expect(write()).rejects.toMatchObject({code: 'UNAVAILABLE'});
		expect(names()).toContain('meta.json');
		expect(names()).toContain('.partial');
	});

	it('refuses plain http when the service is not on loopback', async () => {
		await expect(write({endpointUrl: 'https://svc.example'})).rejects.toMatchObject({code: 'UNAVAILABLE'});
		expect(asked).toEqual([]);
	});

	it('is not written while a live process writes it, and takes over from a dead one', async () => {
		mkdirSync(join(home, 'bundle', '.tmp'), {recursive: true});
		writeFileSync(join(home, 'bundle', '.tmp', 'owner.json'), JSON.stringify({pid: process.ppid}));
		await expect(write()).rejects.toMatchObject({code: 'CONFLICT', details: {reason: 'locked'}});
		writeFileSync(join(home, 'bundle', '.tmp', 'owner.json'), JSON.stringify({pid: 2 ** 30}));
		await expect(write()).resolves.toBeDefined();
	});

	it('goes nowhere through a symbolic link', async () => {
		mkdirSync(join(home, 'elsewhere'));
		symlinkSync(join(home, 'elsewhere'), join(home, 'bundle'));
		await expect(write()).rejects.toMatchObject({code: 'VALIDATION_ERROR'});
		rmSync(join(home, 'bundle'));
		mkdirSync(join(home, 'bundle'));
		symlinkSync(join(home, 'elsewhere'), join(home, 'bundle', 'steps'));
		await expect(write()).rejects.toMatchObject({code: 'VALIDATION_ERROR'});
		expect(readdirSync(join(home, 'elsewhere'))).toEqual([]);
	});

	it('needs an existing parent for --out, makes the parents of the default place', async () => {
		const directory = join(home, 'a', 'b');
		await expect(write({directory})).rejects.toMatchObject({code: 'VALIDATION_ERROR', details: {field: 'out'}});
		await write({directory, makeParents: true});
		expect(existsSync(join(directory, 'meta.json'))).toBe(true);
	});
});

describe('the integrity rules', () => {
	const cases: Array<[string, (made: FailureContext) => void]> = [
		['snapshot_id_mismatch', made => Object.assign(made.result, {snapshotId: 'snp_2'})],
		['test_id_mismatch', made => Object.assign(made.code, {testId: 'tst_2'})],
		['test_id_mismatch', made => Object.assign(made.steps[2] ?? {}, {testId: 'tst_2'})],
		['code_version_mismatch', made => Object.assign(made.code, {codeVersion: 'v3'})],
		['code_version_mismatch', made => Object.assign(made.steps[0] ?? {}, {codeVersion: 'v1'})],
		['run_id_mismatch', made => Object.assign(made.steps[0] ?? {}, {runIdIfAvailable: 'run_2'})],
		['run_id_mismatch', made => Object.assign(made.result, {runIdIfAvailable: 'run_2'})],
		['run_id_missing', made => Object.assign(made.result, {runIdIfAvailable: null})],
		['evidence_missing_failed_step', made => Object.assign(made.result, {failedStepIndex: 4})],
		['unsafe_name', made => Object.assign(made.steps[0] ?? {}, {stepIndex: -1})],
		['unsafe_name', made => Object.assign(made.failure.evidence[0] ?? {}, {kind: '../../etc'})],
	];
	it.each(cases)('refuse %s before anything is written', async (reason, change) => {
		await expect(write({context: context(change)})).rejects.toMatchObject({
			code: 'VALIDATION_ERROR',
			requestId: 'req_1',
			details: {reason},
		});
		expect(existsSync(join(home, 'bundle'))).toBe(false);
	});

	it('own only the names of the format', () => {
		expect(['meta.json', 'code.ts', 'steps/100-log-3.txt'].every(isOwned)).toBe(true);
		expect(['notes.md', 'steps/readme.md', '../meta.json', 'steps/1-log-0.txt'].some(isOwned)).toBe(false);
	});
});
