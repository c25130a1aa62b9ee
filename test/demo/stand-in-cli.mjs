// Stands in for the built client in the tests of the demo's orchestration: it answers the commands the demo is allowed
// to use, notes each one beside itself in calls.jsonl, and refuses every other one. scenario.json beside it says what
// the run finds. It knows nothing of a service; the shop it is pointed at must answer.
import {appendFileSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const file = name => join(folder, name);
const args = process.argv.slice(2).filter((arg, index, all) => arg !== '--output' && all[index - 1] !== '--output');
const scenario = JSON.parse(readFileSync(file('scenario.json'), 'utf8'));
const foreign = Object.keys(process.env)
	.filter(name => name.startsWith('SVC_') && name !== 'SVC_PYTHON')
	.sort();
appendFileSync(
	file('calls.jsonl'),
	`${JSON.stringify({pid: process.pid, args, home: process.env.SVC_HOME, foreign})}\n`,
);

const flag = name =>
	args.find(arg => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? args[args.indexOf(`--${name}`) + 1];
const flags = name => args.filter((_arg, index) => args[index - 1] === `--${name}`);
const answer = body => process.stdout.write(`${JSON.stringify(body, null, 2)}\n`);
const testsFile = file('created.json');
const created = () => (existsSync(testsFile) ? JSON.parse(readFileSync(testsFile, 'utf8')) : []);
const plans = () => created().filter(({url}) => url !== undefined);

function refuse(exitCode, code, message, nextAction) {
	const error = {code, message, nextAction, requestId: 'local', details: {}};
	process.stderr.write(`[info] before the envelope\n${JSON.stringify({error}, null, 2)}\n`);
	process.exitCode = exitCode;
}

function members() {
	const found = Object.entries(scenario.statuses).map(([name, status]) => ({name, status}));
	return created().map(({testId, name, produces, consumes}, index) => {
		const status = found.find(entry => entry.name === name)?.status ?? 'passed';
		const root = created().find(test => scenario.statuses[test.name] === 'failed');
		return {
			...{testId, runId: `run_${index}`, projectId: 'prj_1', name, type: 'backend', kind: null, priority: null},
			...{role: 'selected', wave: 1, status, label: status, note: null, startedAt: null, finishedAt: null},
			...{durationMs: null, failureKind: status === 'failed' ? 'assertion' : null, error: null, waitingFor: []},
			blockedBy:
				status === 'blocked'
					? {
							...{variable: 'coupon_code', reason: 'producer_failed', didYouMean: null},
							producer: {testId: root.testId, title: root.name},
						}
					: null,
			...{produces, consumes, previousRunId: null, previousStatus: null, rev: 1},
			stepSummary: {total: 0, completed: 0, passedCount: 0, failedCount: 0},
		};
	});
}

const batch = () => ({
	...{batchId: 'bat_1', projectId: 'prj_1', projectIds: ['prj_1'], trigger: 'run_all', source: 'cli', phase: 'done'},
	...{status: 'failed', outcome: 'failed', skipDependencies: false, environment: null, targetUrl: null},
	...{scheduleId: null, testListId: null, previousBatchId: null, credits: {held: 0, charged: 0}},
	summary: {total: 0, queued: 0, running: 0, passed: 0, failed: 0, blocked: 0, cancelled: 0, skipped: 0},
	...{createdAt: '2030-05-01T08:00:00.000Z', startedAt: null, finishedAt: null, version: 1, delta: false},
	...{waves: [], currentWave: 1, members: members(), auth: null, advisories: []},
	cleanup: {
		...{state: 'none', captured: 0, cleaned: 0, orphaned: 0, kept: 0, dismissed: 0, pending: 0},
		...{startedAt: null, finishedAt: null},
	},
});

const card = path => ({
	...{resourceId: 'res_1', label: 'x', createdBy: {testId: 'tst_1', title: 'x', runId: 'run_1'}, capturedId: 'x_1'},
	...{sourceEndpoint: {method: 'POST', path}, family: null, parentResourceId: null, outcome: 'orphaned', badge: null},
	...{cleanupTest: null, reason: 'no_delete_endpoint', fromBatchId: null, rev: 1},
	...{proof: null, deletion: null, considered: [], note: null},
});
const cleanup = () => ({
	...{batchId: 'bat_1', version: 1, delta: false, state: 'done', totals: {deleteCalls: 0, deletedRecords: 0}},
	progress: {captured: 5, cleaned: 4, orphaned: 1, failed: 0, pending: 0, kept: 0, dismissed: 0},
	...{cleanedUp: [], pending: [], tests: [], calls: []},
});

const commands = {
	'setup --local': () => {
		process.stderr.write('[info] starting the local service\n');
		answer({status: 'initialized'});
	},
	'service status': () => answer({state: 'running', url: 'http://127.0.0.1:7420'}),
	'service stop': () => answer({state: 'stopped'}),
	'project create': async () => {
		const {ok} = await get(`${flag('url')}/health`);
		if (!ok) return refuse(5, 'VALIDATION_ERROR', 'The shop does not answer.', '');
		if (flag('type') === 'frontend') writeFileSync(file('website'), flag('url'));
		answer({id: 'prj_1'});
	},
	'project credential': () => {
		if (readFileSync(flag('credential-file'), 'utf8') === '') return refuse(5, 'VALIDATION_ERROR', 'no token', '');
		answer({projectId: 'prj_1', authType: 'Bearer token', rewroteCount: 0});
	},
	'project docs': () => {
		const {paths} = JSON.parse(readFileSync(process.argv.find(one => one.endsWith('.json')) ?? '', 'utf8'));
		if (paths['/products'] === undefined) return refuse(5, 'VALIDATION_ERROR', 'not the document of the shop', '');
		answer({resourceId: 'doc_1', processStatus: 'ready'});
	},
	'endpoint discover': () => answer({discoveryId: 'dsc_1', status: 'done', endpoints: 24}),
	'auth status': () => answer({service: {runners: {frontend: scenario.browser ?? false, backend: true}}}),
	doctor: () =>
		answer({checks: [{name: 'Chromium', status: 'warn', detail: 'no browser: apt-get install x\u001b[2J'}]}),
	'project update': () => {
		if (readFileSync(flag('password-file'), 'utf8') === '') return refuse(5, 'VALIDATION_ERROR', 'no password', '');
		answer({id: 'prj_1'});
	},
	'test rerun': async () => {
		const {page} = await get(`${created().at(-1).url}/`);
		if (!page.includes('Add to basket')) return refuse(5, 'VALIDATION_ERROR', 'The old release is online.', '');
		answer({accepted: plans().map(({testId}) => ({testId, status: 'passed'}))});
	},
	'test heal': () => {
		const element = name => ({
			locator: {by: 'role', role: 'button', value: name, exact: true, within: []},
			role: 'button',
			name,
		});
		const heal = {
			...{healId: 'hea_1', testId: args[3], runId: 'run_1', stepIndex: 3, status: 'proposed', score: 0.85, margin: 0.5},
			...{evidence: [], from: element('Add to cart'), to: element('Add to basket'), beforeUrl: null, afterUrl: null},
			...{createdAt: '2030-05-01T08:00:00.000Z', decidedAt: null},
		};
		answer({items: args[3] === plans()[0].testId ? [heal] : [], nextToken: null});
	},
	'test create': () => {
		if (args.includes('--plan-from')) {
			const {name} = JSON.parse(readFileSync(flag('plan-from'), 'utf8'));
			const test = {testId: `tst_${created().length + 1}`, name, url: readFileSync(file('website'), 'utf8')};
			writeFileSync(testsFile, JSON.stringify([...created(), test]));
			return answer({testId: test.testId, type: 'frontend', codeVersion: 'v1'});
		}
		if (!readFileSync(flag('code-file'), 'utf8').startsWith('"""')) return refuse(5, 'VALIDATION_ERROR', 'no code', '');
		const tests = created();
		const test = {
			testId: `tst_${tests.length + 1}`,
			name: flag('name'),
			produces: flags('produces'),
			consumes: flags('needs'),
		};
		writeFileSync(testsFile, JSON.stringify([...tests, test]));
		answer({testId: test.testId, type: 'backend', codeVersion: 'v1'});
	},
	'test run': () => {
		if (args.includes('--wait')) return answer({accepted: plans().map(({testId}) => ({testId, status: 'passed'}))});
		if (scenario.refuseRun)
			return refuse(12, 'INSUFFICIENT_CREDITS', 'Not enough\u001b[2J credits.', 'See `svc usage`.');
		answer({batchId: 'bat_1'});
	},
	'batch watch': async () => {
		process.stderr.write('2030-05-01T08:00:00Z  wave 1  Log in  queued -> running\n');
		if (scenario.watchForever) {
			const alive = setInterval(() => {}, 1000);
			await new Promise(resolve => process.once('SIGTERM', resolve));
			clearInterval(alive);
			process.stderr.write('[hint] still running: svc test wait run_1\n');
		}
		process.stdout.write('batchId: bat_1\n');
		process.exitCode = 1;
	},
	'ui batch': () => {
		const isScreen = process.stdin.isTTY && process.stdout.isTTY;
		process.stdout.write(isScreen ? 'the run screen\r\n' : 'no terminal\n');
	},
	'batch get': () => answer(batch()),
	'batch cleanup': () =>
		scenario.orphans === undefined
			? refuse(7, 'UNSUPPORTED', 'This service does not clean up.', '')
			: answer({...cleanup(), orphaned: scenario.orphans.map(card)}),
};

/** Whether a page was answered, and its text. A connection that is kept would keep this process for as long. */
async function get(url) {
	const answer = await fetch(url, {headers: {connection: 'close'}});
	return {ok: answer.ok, page: await answer.text()};
}

commands['try'] = async () => {
	const {ok} = await get(args[1]);
	if (!ok) return refuse(4, 'NOT_FOUND', 'The shop has no document.', '');
	process.stderr.write('[info] discover  39 endpoints\n');
	const red = scenario.documentFailures ?? ['POST /coupons'];
	answer({
		...{endpoints: 39, tests: 26, run: {passed: 24, failed: red.length, blocked: 1}, firstPassSeconds: 1.6},
		failures: red.map(endpoint => ({endpoint, error: 'sent percentOff 15, got back 0.15', rows: 1})),
		cleanup: {deleted: 15, orphaned: [{label: 'newsletter_subscription_id'}], orphanedTotal: 1},
	});
	process.exitCode = red.length > 0 ? 1 : 0;
};

const command = commands[`${args[0]} ${args[1]}`] ?? commands[args[0]];
if (command === undefined) refuse(5, 'VALIDATION_ERROR', `The demo used \`${args.join(' ')}\`.`, '');
else await command();
