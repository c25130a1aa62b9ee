import {spawn} from 'node:child_process';
import {createServer} from 'node:http';
import {performance} from 'node:perf_hooks';
import process from 'node:process';
import {cpuOf, median, row, timeCommands} from './measure.mjs';
import {cli} from './sandbox.mjs';

/** Bars of the command line itself: local commands, long waits, the trigger throttle, large files. */
export async function measureCommands(sandbox) {
	return [
		...localCommands(sandbox),
		...(await longWait(sandbox)),
		...lintOfLargeFile(sandbox),
		...(await triggerRate(sandbox)),
	];
}

const plan = (name, text = 'look at the page', actions = 1) =>
	JSON.stringify({
		projectId: 'prj_1',
		type: 'frontend',
		name,
		planSteps: [
			...Array.from({length: actions}, () => ({type: 'action', description: text})),
			{type: 'assertion', description: 'the page is there'},
		],
	});

/** "Purely local commands": CPU against an empty Node, pairs in turn. */
function localCommands(sandbox) {
	const node = process.execPath;
	const env = {SVC_HOME: sandbox.home};
	const file = sandbox.writeFile('plan.json', plan('one'));
	const lines = {
		'test scaffold': ['test', 'scaffold'],
		'test lint': ['test', 'lint', '--plan-from', file],
		'agent list': ['agent', 'list'],
		'agent status': ['agent', 'status', '--dir', sandbox.home],
		'agent install': ['agent', 'install', '--dir', sandbox.home],
		completion: ['completion', 'bash'],
		'ci init github': [
			'ci',
			'init',
			'github',
			'--project',
			'prj_1',
			'--force',
			'--out',
			`${sandbox.home}/workflow.yml`,
		],
		help: ['help'],
		'test run --help': ['test', 'run', '--help'],
		'--version': ['--version'],
	};
	const timed = timeCommands(
		[
			{name: 'node', argv: [node, '-e', '0']},
			...Object.entries(lines).map(([name, argv]) => ({name, argv: [node, cli, ...argv], env})),
		],
		{rounds: 9, warmup: 1},
	);
	return Object.keys(lines).map(name => {
		const {cpu, exit} = timed[name];
		const ratio = median(cpu.map((value, turn) => value / timed.node.cpu[turn]));
		const failed = exit.filter(code => code !== 0).length;
		const detail = failed > 0 ? `exit ${exit[0]}` : `${(median(cpu) * 1000).toFixed(0)} ms CPU`;
		return row(`svc ${name}, CPU against node -e 0`, ratio, '×', 2, detail);
	});
}

const waited = 200;
const holdMs = 20_000;

/** `test wait` on 200 runs that last: how many requests are held, and what the client costs meanwhile. */
async function longWait(sandbox) {
	let requests = 0;
	let held = 0;
	let most = 0;
	const run = runId => ({
		runId,
		testId: 'tst_1',
		projectId: 'prj_1',
		userId: 'usr_1',
		status: 'passed',
		source: 'cli',
		createdAt: '2026-01-31T09:30:00.000Z',
		startedAt: '2026-01-31T09:30:00.000Z',
		finishedAt: '2026-01-31T09:31:00.000Z',
		codeVersion: 'v1',
		targetUrl: 'http://127.0.0.1',
		createdFrom: 'cli',
		failedStepIndex: null,
		failureKind: null,
		error: null,
		videoUrl: null,
		stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
		batchPhase: 'done',
	});
	const server = createServer((request, response) => {
		requests++;
		most = Math.max(most, ++held);
		setTimeout(() => {
			held--;
			response.writeHead(200, {'content-type': 'application/json'});
			response.end(JSON.stringify(run(new URL(request.url, 'http://x').pathname.split('/').at(-1))));
		}, holdMs);
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	const ids = Array.from({length: waited}, (_, n) => `run_${n}`);
	const startedAt = performance.now();
	const waiting = spawn(
		process.execPath,
		[cli, '--output', 'json', 'test', 'wait', ...ids, '--max-concurrency', '100', '--timeout', '600'],
		{
			env: {...sandbox.env, SVC_API_URL: `http://127.0.0.1:${server.address().port}`, SVC_API_KEY: 'sk-user-bench'},
			stdio: 'ignore',
		},
	);
	// The start of the process and its first requests are not part of the wait.
	let before = 0;
	const warm = setTimeout(() => (before = cpuOf(waiting.pid)), holdMs / 2);
	let cpu = 0;
	const sampling = setInterval(() => (cpu = cpuOf(waiting.pid) || cpu), 200);
	const exit = await new Promise(resolve => waiting.once('exit', resolve));
	clearTimeout(warm);
	clearInterval(sampling);
	server.closeAllConnections();
	server.close();
	const seconds = (performance.now() - startedAt - holdMs / 2) / 1000;
	return [
		row(`held requests of test wait on ${waited} runs`, requests, 'n', waited, `exit ${exit}, at most ${most} at once`),
		row(`CPU of test wait on ${waited} runs`, ((cpu - before) / seconds) * 100, '%', 3),
	];
}

/** `lint` of a 5 MB JSONL. */
function lintOfLargeFile(sandbox) {
	const size = 5 * 1024 * 1024;
	const actions = 190;
	const text = 'x'.repeat(Math.floor(size / 50 / actions) - 40);
	const file = sandbox.writeFile(
		'large.jsonl',
		Array.from({length: 50}, (_, n) => plan(`plan ${n}`, text, actions)).join('\n'),
	);
	const {lint} = timeCommands(
		[{name: 'lint', argv: [process.execPath, cli, 'test', 'lint', '--plans', file], env: {SVC_HOME: sandbox.home}}],
		{rounds: 5, warmup: 1},
	);
	const detail = `exit ${lint.exit[0]}`;
	return [
		row('lint of a 5 MB JSONL, wall', median(lint.wall), 's', 1, detail),
		row('lint of a 5 MB JSONL, memory', median(lint.maxrss_kb) / 1024, 'MB', 150, detail),
	];
}

/**
 * `create-batch --run` of 50 specs, the most that one line may have: the most triggers in any minute, counted at a
 * server. It refuses the first try of every third test, so that there are more tries than a minute may have.
 */
async function triggerRate(sandbox) {
	const triggers = [];
	const tries = new Map();
	const server = createServer((request, response) => {
		const pieces = [];
		request.on('data', piece => pieces.push(piece));
		request.on('end', () => {
			const body = pieces.length > 0 ? JSON.parse(Buffer.concat(pieces).toString()) : {};
			const answer = request.url.endsWith('/tests/batch') ? created(body) : ticket(request.url);
			const testId = /\/tests\/([^/]+)\/runs/.exec(request.url)?.[1];
			if (testId === undefined) return json(response, 200, answer);
			triggers.push(performance.now());
			tries.set(testId, (tries.get(testId) ?? 0) + 1);
			if (tries.get(testId) === 1 && Number(testId.split('_')[1]) % 3 === 0) return json(response, 429, refused, 1);
			json(response, 200, answer);
		});
	});
	const json = (response, status, value, retryAfter) =>
		response
			.writeHead(status, {'content-type': 'application/json', ...(retryAfter ? {'retry-after': retryAfter} : {})})
			.end(JSON.stringify(value));
	const refused = {
		error: {code: 'RATE_LIMITED', message: 'Too many.', nextAction: '', requestId: 'req_1', details: {}},
	};
	const created = body => {
		const specs = body.specs ?? body.tests ?? body.plans ?? [];
		const results = specs.map((_, specIndex) => ({specIndex, status: 'created', testId: `tst_${specIndex}`}));
		return {results, summary: {total: results.length, created: results.length, failed: 0}};
	};
	const ticket = url => ({
		runId: `run_${url.split('/').at(-2)}`,
		status: 'queued',
		enqueuedAt: '2026-01-31T09:30:00.000Z',
		codeVersion: 'v1',
		targetUrl: 'http://127.0.0.1',
		batchId: 'bat_1',
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	const file = sandbox.writeFile('fifty.jsonl', Array.from({length: 50}, (_, n) => plan(`plan ${n}`)).join('\n'));
	const child = spawn(process.execPath, [cli, '--output', 'json', 'test', 'create-batch', '--plans', file, '--run'], {
		env: {...sandbox.env, SVC_API_URL: `http://127.0.0.1:${server.address().port}`, SVC_API_KEY: 'sk-user-bench'},
		stdio: 'ignore',
	});
	const exit = await new Promise(resolve => child.once('exit', resolve));
	server.closeAllConnections();
	server.close();
	const most = Math.max(
		0,
		...triggers.map(time => triggers.filter(other => other >= time && other < time + 60_000).length),
	);
	const missing = tries.size === 50 ? '' : `, only ${tries.size} tests`;
	const detail = `exit ${exit}, ${triggers.length} tries${missing}`;
	return [row('triggers a minute of create-batch --run, 50 specs', most, 'n', 50, detail)];
}
