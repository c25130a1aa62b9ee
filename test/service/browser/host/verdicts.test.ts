import {readFileSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import process from 'node:process';
import {expect, it} from 'vitest';
import type {FrontendJob} from '../../../../service/browser/frontend-job.ts';
import {processesBelow} from '../../../helpers/processes.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {type Answer, page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();
const brief: Partial<FrontendJob> = {stepTimeoutMs: 1500};

const status =
	(code: number): Answer =>
	(_, response) => {
		response.writeHead(code, {'content-type': 'text/html'});
		response.end(page(`<h1>${code}</h1>`));
	};

const cases: Array<{
	name: string;
	body?: string;
	lines: string[];
	/** What ends by itself has the time that a busy machine needs. */
	stepTimeoutMs?: number;
	expected: {status: string; failureKind: string | null; failedStepIndex: number; error: RegExp; case: string};
}> = [
	{
		name: 'a page that is not there',
		lines: ['Go to /gone'],
		expected: {
			status: 'failed',
			failureKind: 'routing_404',
			failedStepIndex: 1,
			error: /answered 404/,
			case: 'navigation',
		},
	},
	{
		name: 'a site that refuses at once',
		lines: ['Go to /broken'],
		expected: {
			status: 'blocked',
			failureKind: 'network',
			failedStepIndex: 1,
			error: /answered 500/,
			case: 'navigation',
		},
	},
	{
		name: 'a page that asks for a login of HTTP',
		lines: ['Go to /login-of-http'],
		expected: {status: 'blocked', failureKind: 'network', failedStepIndex: 1, error: /401.*login/, case: 'navigation'},
	},
	{
		name: 'an address that redirects for ever',
		lines: ['Go to /round'],
		stepTimeoutMs: 20_000,
		expected: {
			status: 'failed',
			failureKind: 'network',
			failedStepIndex: 1,
			error: /redirects for ever/,
			case: 'navigation',
		},
	},
	{
		name: 'a page that never loads',
		lines: ['Go to /never'],
		expected: {
			status: 'failed',
			failureKind: 'network_timeout',
			failedStepIndex: 1,
			error: /did not finish loading/,
			case: 'navigation',
		},
	},
	{
		name: 'a file of the machine',
		lines: ['Go to file:///etc/passwd'],
		expected: {
			status: 'blocked',
			failureKind: 'network',
			failedStepIndex: 1,
			error: /file: addresses/,
			case: 'refused_address',
		},
	},
	{
		name: 'a step that cannot be read',
		body: '<h1>Hi</h1>',
		lines: ['Go to /', 'Frobnicate the wug sideways'],
		expected: {
			status: 'blocked',
			failureKind: 'unknown',
			failedStepIndex: 2,
			error: /^step 2: .*not understood|was read as/,
			case: 'not_read',
		},
	},
	{
		name: 'a variable without a value',
		body: '<label>Name <input></label>',
		lines: ['Go to /', 'Type VAR_NAEM into the Name field'],
		expected: {
			status: 'blocked',
			failureKind: 'unknown',
			failedStepIndex: 2,
			error: /no value for VAR_NAEM; there is VAR_NAME/,
			case: 'no_variable',
		},
	},
	{
		name: 'an element that is not there',
		body: '<button>Add</button>',
		lines: ['Go to /', 'Click "Remove the account"'],
		expected: {
			status: 'failed',
			failureKind: 'assertion_blocked',
			failedStepIndex: 2,
			error: /was not found/,
			case: 'not_found',
		},
	},
	{
		name: 'two elements that fit equally',
		body: '<ul><li>One <button>Edit</button><li>Two <button>Edit</button></ul>',
		lines: ['Go to /', 'Click "Edit"'],
		expected: {
			status: 'blocked',
			failureKind: 'unknown',
			failedStepIndex: 2,
			error: /fits 2 elements.*Say which/,
			case: 'ambiguous',
		},
	},
	{
		name: 'an element that is covered',
		body: '<button>Save</button><div role="dialog" aria-label="News" style="position:fixed;inset:0;background:#fff">Read our news</div>',
		lines: ['Go to /', 'Click "Save"'],
		expected: {
			status: 'failed',
			failureKind: 'assertion_blocked',
			failedStepIndex: 2,
			error: /covered by a dialog: "News"/,
			case: 'covered',
		},
	},
	{
		name: 'an element that is disabled',
		body: '<form><label>City <input required></label><button disabled>Save</button></form>',
		lines: ['Go to /', 'Click "Save"'],
		expected: {
			status: 'failed',
			failureKind: 'assertion_blocked',
			failedStepIndex: 2,
			error: /is disabled; City: /,
			case: 'disabled',
		},
	},
	{
		name: 'an assertion that does not hold',
		body: '<p>Total: 46.50 €</p>',
		lines: ['Go to /', '! The total is 50.00 €'],
		expected: {
			status: 'failed',
			failureKind: 'assertion',
			failedStepIndex: 2,
			error: /50\.00 €.*46\.50 €/,
			case: 'assertion',
		},
	},
	{
		name: 'a script that keeps the page busy for ever',
		body: '<button onclick="for(;;);">Go on</button>',
		lines: ['Go to /', 'Click "Go on"', '! "Done" is visible'],
		expected: {status: 'failed', failureKind: 'timeout', failedStepIndex: 2, error: /never answered/, case: 'timeout'},
	},
	{
		name: 'a page that opens dialogs for ever',
		body: '<button onclick="for(;;)alert(1)">Go on</button>',
		lines: ['Go to /', 'Click "Go on"'],
		expected: {status: 'failed', failureKind: 'timeout', failedStepIndex: 2, error: /never answered/, case: 'timeout'},
	},
	{
		name: 'a link to a page that is not there, where a page was named',
		body: '<a href="/gone">Orders</a>',
		lines: ['Go to /', 'Go to the Orders page'],
		expected: {
			status: 'failed',
			failureKind: 'routing_404',
			failedStepIndex: 2,
			error: /answered 404/,
			case: 'navigation',
		},
	},
];

// One host carries all of them out, in random order: each one is also the next test of the one before it.
it.each(cases)('$name', async ({body, lines, stepTimeoutMs, expected}) => {
	const {url} = await serveSite({
		...(body === undefined ? {} : {'/': page(body)}),
		'/broken': status(500),
		'/login-of-http': (_, response) => {
			response.writeHead(401, {'www-authenticate': 'Basic realm="staff"', 'content-type': 'text/html'});
			response.end(page('no'));
		},
		'/round': (_, response) => {
			response.writeHead(302, {location: '/round'});
			response.end();
		},
		'/never': () => {},
	});
	const outcome = await bench.run(url, lines, {
		...brief,
		...(stepTimeoutMs ? {stepTimeoutMs} : {}),
		variables: {NAME: 'Jane'},
	});
	expect(outcome).toMatchObject({
		status: expected.status,
		failureKind: expected.failureKind,
		failedStepIndex: expected.failedStepIndex,
		error: expect.stringMatching(expected.error),
	});
	const failed = outcome.steps[expected.failedStepIndex - 1]!;
	expect(failed.failure?.case).toBe(expected.case);
	expect(outcome.steps.slice(expected.failedStepIndex).every(step => step.status === null)).toBe(true);
});

it('after a page that was left busy the next test runs', async () => {
	const {url} = await serveSite({
		'/': page('<h1>Welcome</h1><button onclick="for(;;)alert(1)">Go on</button>'),
	});
	await bench.run(url, ['Click "Go on"'], brief);
	expect((await bench.run(url, ['! "Welcome" is visible'])).status).toBe('passed');
});

it('a host that refuses the connection blocks the run, and says so', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise(resolve => server.once('listening', resolve));
	const {port} = server.address() as AddressInfo;
	await new Promise(resolve => server.close(resolve));
	const outcome = await bench.run(`http://127.0.0.1:${port}`, ['! "x" is visible'], brief);
	expect(outcome).toMatchObject({
		status: 'blocked',
		failureKind: 'network',
		error: expect.stringContaining('refused the connection'),
	});
});

it('a name without an address blocks the run, and says so', async () => {
	const outcome = await bench.run('http://no-such-host.invalid', ['! "x" is visible'], brief);
	expect(outcome).toMatchObject({
		status: 'blocked',
		failureKind: 'network',
		error: expect.stringContaining('has no address'),
	});
});

it('a renderer that dies once is followed by a fresh start, and twice is the verdict', async () => {
	let deaths = 1;
	const {url} = await serveSite({
		'/': page('<h1>Welcome</h1><button onclick="fetch(\'/die\')">Go on</button><p id="out"></p>'),
		'/die': (_, response) => {
			if (deaths-- > 0)
				for (const pid of processesBelow([process.pid]))
					if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) process.kill(pid, 'SIGKILL');
			response.end('alive');
		},
	});
	const lines = ['Click "Go on"', '! "Welcome" is visible'];
	const first = await bench.run(url, lines);
	expect(first).toMatchObject({status: 'passed', note: expect.stringContaining('started again in a fresh browser')});
	deaths = 2;
	expect(await bench.run(url, lines)).toMatchObject({
		status: 'blocked',
		failureKind: 'browser_crash',
		failedStepIndex: 1,
	});
});
