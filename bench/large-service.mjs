// Answers the contract like a service whose one project has N tests and whose one batch has M members and C calls:
// `node large-service.mjs N [--members M] [--calls C] [--running]`. Prints its address, then one line `asked <n>` for every
// line `asked` on stdin: how many requests came so far. A line `change` ends one member of the batch, or takes it up again.
// The embedded service holds at most 10,000 tests a project; the dashboard has to stay quick beyond that.
import {createServer} from 'node:http';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {parseArgs} from 'node:util';

const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {members: {type: 'string'}, calls: {type: 'string'}, running: {type: 'boolean'}},
});
const count = Number(positionals[0]);
const memberCount = Number(values.members ?? 0);
const callCount = Number(values.calls ?? 0);
const at = '2026-01-31T09:30:00.000Z';
const statuses = ['passed', 'passed', 'passed', 'failed', 'blocked', 'ready'];
const batchId = memberCount > 0 ? 'bat_1' : null;
const project = {
	id: 'prj_1',
	projectId: 'prj_1',
	name: 'large',
	type: 'backend',
	createdFrom: 'cli',
	createdAt: at,
	updatedAt: at,
	targetUrl: 'http://127.0.0.1:9',
	lastBatchId: batchId,
};
const testIdOf = n => `tst_${String(n).padStart(8, '0')}`;
const nameOf = n => `Test ${n} of the order service does what its document says`;
const test = n => ({
	id: testIdOf(n),
	projectId: 'prj_1',
	name: nameOf(n),
	type: 'backend',
	createdFrom: 'cli',
	status: statuses[n % statuses.length],
	createdAt: at,
	updatedAt: at,
	priority: `p${n % 4}`,
	produces: n % 5 === 0 ? [`order_${n}`] : [],
	consumes: n % 5 === 1 ? [`order_${n - 1}`] : [],
	category: null,
	kind: 'endpoint',
});
const empty = {items: [], nextToken: null};
const noSteps = {total: 0, completed: 0, passedCount: 0, failedCount: 0};

/** The batch: members by their numbers, and its version, which every change moves on. */
let version = 1;
const startedAt = new Date().toISOString();
const members = Array.from({length: memberCount}, (_, n) => ({
	testId: testIdOf(n),
	runId: `run_${n}`,
	projectId: 'prj_1',
	name: nameOf(n),
	type: 'backend',
	kind: 'endpoint',
	priority: 'p1',
	role: 'selected',
	wave: 1 + (n % 4),
	status: values.running ? (n < 8 ? 'running' : 'queued') : 'passed',
	label: values.running ? (n < 8 ? 'Running' : 'Pending') : 'Pass',
	note: null,
	startedAt,
	finishedAt: null,
	durationMs: values.running ? null : 120,
	failureKind: null,
	error: null,
	blockedBy: null,
	waitingFor: [],
	produces: [],
	consumes: [],
	stepSummary: noSteps,
	previousRunId: null,
	previousStatus: null,
	rev: 1,
}));
const waiting = new Set();

/** Members end one after the other; the last but one begin again, so that the batch never does. */
let next = 0;
function change() {
	const member = members[next % Math.max(1, memberCount - 8)];
	next++;
	version++;
	const isOver = member.status === 'passed';
	Object.assign(member, {
		status: isOver ? 'running' : 'passed',
		label: isOver ? 'Running' : 'Pass',
		durationMs: isOver ? null : 100 + (next % 900),
		rev: version,
	});
	for (const look of waiting) look();
	waiting.clear();
}

function batch(since) {
	const of = status => members.filter(member => member.status === status).length;
	const counts = {running: of('running'), queued: of('queued'), passed: of('passed')};
	const isDone = counts.running + counts.queued === 0;
	const waves = [1, 2, 3, 4].map(wave => {
		const own = members.filter(member => member.wave === wave);
		const finished = own.filter(({status}) => status === 'passed').length;
		return {
			wave,
			kind: 'tests',
			status: finished === own.length ? 'done' : 'running',
			total: own.length,
			finished,
			rev: version,
		};
	});
	return {
		batchId,
		projectId: 'prj_1',
		projectIds: ['prj_1'],
		trigger: 'run_all',
		source: 'cli',
		phase: isDone ? 'done' : 'tests',
		status: isDone ? 'passed' : 'running',
		outcome: isDone ? 'passed' : null,
		skipDependencies: false,
		environment: null,
		targetUrl: null,
		scheduleId: null,
		testListId: null,
		previousBatchId: null,
		summary: {total: memberCount, ...counts, failed: 0, blocked: 0, cancelled: 0, skipped: 0},
		credits: {held: 0, charged: 0},
		createdAt: startedAt,
		startedAt,
		finishedAt: isDone ? startedAt : null,
		version,
		delta: since > 0,
		waves,
		currentWave: 1,
		members: members.filter(({rev}) => rev > since),
		cleanup: {
			state: 'none',
			captured: 0,
			cleaned: 0,
			orphaned: 0,
			kept: 0,
			dismissed: 0,
			pending: 0,
			startedAt: null,
			finishedAt: null,
		},
		auth: null,
		advisories: [],
	};
}

const callsPerGroup = 100;
const call = (group, n) => ({
	callId: `cal_${group}_${n}`,
	seq: group * callsPerGroup + n,
	kind: 'test',
	testId: testIdOf(n),
	runId: `run_${n}`,
	chainId: null,
	testTitle: nameOf(n),
	step: null,
	method: 'POST',
	url: `http://127.0.0.1:9/family${group}/items?page=${n}`,
	query: null,
	requestHeaders: {'content-type': 'application/json'},
	requestBody: null,
	requestEncoding: null,
	responseEncoding: null,
	requestBytes: 12,
	responseBytes: 40,
	error: null,
	status: n % 9 === 8 ? 404 : 201,
	statusClass: n % 9 === 8 ? '4xx' : '2xx',
	responseHeaders: {'content-type': 'application/json'},
	responseBody: null,
	truncated: false,
	latencyMs: n,
	startedAt: at,
	passed: true,
	produces: [{name: `item_${group}_${n}`, variableId: `var_${group}_${n}`}],
	uses: [],
});
const noOther = {count: 0, counts: {discovery: 0, auth: 0, cleanup: 0, prerequisite: 0}, items: []};
function calls(from) {
	const groups = Math.ceil(callCount / callsPerGroup);
	const to = Math.min(groups, from + 25);
	return {
		batchId,
		available: true,
		summary: {tests: memberCount, calls: callCount, endpoints: groups, cleanupDeletes: 0},
		items: Array.from({length: to - from}, (_, index) => ({
			groupKey: `POST /family${from + index}/items`,
			endpointId: null,
			method: 'POST',
			path: `/family${from + index}/items`,
			family: `/family${from + index}`,
			calls: callsPerGroup,
			passed: callsPerGroup,
			failed: 0,
			items: Array.from({length: callsPerGroup}, (_, n) => call(from + index, n)),
			other: noOther,
		})),
		edges: [],
		nextToken: to < groups ? String(to) : null,
	};
}

function answer(url) {
	const {pathname, searchParams} = new URL(url, 'http://service');
	const path = pathname.replace('/api/cli/v1', '');
	if (path === '/me')
		return {userId: 'usr_1', keyId: 'key_1', scopes: ['read:me', 'read:projects', 'read:tests'], env: 'bench'};
	if (path === '/projects') return {items: [project], nextToken: null};
	if (path === '/projects/prj_1') return project;
	if (batchId !== null && path === '/batches/bat_1') return batch(Number(searchParams.get('since') ?? 0));
	if (batchId !== null && path === '/batches/bat_1/calls') return calls(Number(searchParams.get('cursor') ?? 0));
	if (path.endsWith('/batches')) return empty;
	if (path.endsWith('/code')) {
		const testId = path.split('/')[2];
		return {testId, language: 'python', framework: 'pytest', code: 'assert True\n', codeVersion: 'v1'};
	}
	if (path.endsWith('/runs')) return {runs: [], nextCursor: null, meta: {}};
	if (path === '/tests') {
		const from = Number(searchParams.get('cursor') ?? 0);
		const to = Math.min(count, from + Number(searchParams.get('pageSize') ?? 25));
		return {
			items: Array.from({length: to - from}, (_, i) => test(from + i)),
			nextToken: to < count ? String(to) : null,
		};
	}
	if (path.endsWith('/result')) return null;
	if (path.startsWith('/tests/')) return {...test(Number(path.slice('/tests/tst_'.length))), planSteps: []};
	return null;
}

/** Resolves at once, or for a long poll that has seen everything with the next change. */
function news(url) {
	const {pathname, searchParams} = new URL(url, 'http://service');
	const isHeld = searchParams.has('waitSeconds') && Number(searchParams.get('since') ?? 0) >= version;
	if (!isHeld || !pathname.endsWith('/batches/bat_1')) return Promise.resolve();
	return new Promise(resolve => {
		const limit = setTimeout(look, Number(searchParams.get('waitSeconds')) * 1000);
		function look() {
			clearTimeout(limit);
			waiting.delete(look);
			resolve();
		}
		waiting.add(look);
	});
}

let asked = 0;
const server = createServer(async (request, response) => {
	asked++;
	await news(request.url);
	const body = answer(request.url);
	response.writeHead(body ? 200 : 404, {'content-type': 'application/json'});
	response.end(
		JSON.stringify(
			body ?? {error: {code: 'NOT_FOUND', message: 'no such route', nextAction: '', requestId: 'req_1', details: {}}},
		),
	);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
createInterface({input: process.stdin}).on('line', line => {
	if (line === 'change') change();
	if (line === 'asked') process.stdout.write(`asked ${asked}\n`);
});
