import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {basePath, successStatus} from '../../../contract/route.ts';
import {routes} from '../../../contract/routes/index.ts';
import {sampleAnswer} from '../../../contract/samples/index.ts';
import {sampleIds} from '../../../contract/samples/ids.ts';
import {type EndingSignal, signalExitCodes} from '../../../source/command-line/exit-codes.ts';
import {sendJson, startServer} from '../client/start-server.ts';
import {knownCommands} from '../../fuzz/known-commands.ts';
import {envelopeOf, MemorySystem} from '../../helpers/memory-system.ts';

/** What the samples, which tell of an end, say while it has not come yet. */
const unfinished: Record<string, (answer: Record<string, unknown>) => object> = {
	getRun: run => ({...run, status: 'running', label: 'Running', batchPhase: 'tests', finishedAt: null}),
	getBatch: batch => ({
		...batch,
		phase: 'tests',
		status: 'running',
		members: (batch['members'] as object[]).map(member => ({...member, status: 'running', label: 'Running'})),
	}),
	getCleanup: view => ({...view, state: 'running'}),
	getDiscovery: discovery => ({...discovery, status: 'reading'}),
	getGeneration: generation => ({...generation, status: 'generating'}),
	getPlan: plan => ({
		...plan,
		status: 'generating',
		generation: {...(plan['generation'] as object), status: 'proposing'},
	}),
	refinePlan: set => ({...set, status: 'drafting'}),
	getChangeSet: set => ({...set, status: 'drafting'}),
	refineTest: refinement => ({...refinement, status: 'drafting'}),
	getRefinement: refinement => ({...refinement, status: 'drafting'}),
};

/** A service on which nothing ends: a look that it may hold is held for good. */
async function startEndlessService(onHeld: () => void): Promise<Record<string, string>> {
	const {url} = await startServer((request, response) => {
		const {pathname, searchParams} = new URL(request.url, 'http://service');
		if (searchParams.has('waitSeconds')) return onHeld();
		const route = Object.values(routes).find(
			({method, path}) =>
				method === request.method && new RegExp(`^${basePath}${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
		);
		if (!route) throw new Error(`no route for ${request.method} ${pathname}`);
		const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
		const values = new RegExp(`^${basePath}${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)!.slice(1);
		const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
		const body = request.body === '' ? undefined : JSON.parse(request.body);
		const answer = sampleAnswer(route, {params, body} as Parameters<typeof sampleAnswer>[1]);
		return sendJson(response, unfinished[route.name]?.(answer as Record<string, unknown>) ?? answer, {
			status: successStatus(route),
		});
	});
	return {SVC_API_URL: url, SVC_API_KEY: 'sk-user-test', SVC_TARGET_POLICY: 'private', SVC_NO_SKILL_WARNING: '1'};
}

const {run, batch, test, project, discovery, chain} = sampleIds;
const plan = {
	projectId: project,
	name: 'sign in',
	type: 'frontend',
	planSteps: [{type: 'action', description: 'open the page'}],
};
const [watchRun, watchBatch] = [`svc test wait ${run}`, `svc batch watch ${batch}`];

/** Every way to wait: the line, an id that must not get lost, and the command that comes back. */
const waits: [line: string, known: string, resume: string][] = [
	['test wait run_9', 'run_9', 'svc test wait run_9'],
	['test wait run_8 run_9', 'run_9', 'svc test wait run_8 run_9'],
	[`test run ${test} --wait`, run, watchRun],
	[`test run ${test} tst_2 --wait`, run, watchBatch],
	[`test run --all --project ${project} --wait`, run, watchBatch],
	[`test rerun ${test} --wait`, run, watchBatch],
	[`test rerun ${test} tst_2 --wait`, run, watchBatch],
	[`test flaky ${test}`, run, watchRun],
	['test create --plan-from plan.json --run --wait', run, watchRun],
	['test create-batch --plans plans.jsonl --run --wait', run, watchRun],
	['testlist run lst_1 --wait', run, watchBatch],
	[`batch watch ${batch}`, run, watchBatch],
	[`batch watch ${batch} --report junit --report-file report.xml`, run, watchBatch],
	[`batch chains ${batch} --rerun --wait`, run, watchBatch],
	[`batch chains ${batch} --chain ${chain} --rerun --wait`, run, watchBatch],
	[`batch cleanup ${batch} --retry --wait`, batch, watchBatch],
	[`endpoint discover --project ${project} --no-probe --wait`, discovery, `svc endpoint list --project ${project}`],
	[`test plan generate --project ${project} --wait`, sampleIds.plan, `svc plan list --project ${project}`],
	[`plan generate --project ${project} --wait`, sampleIds.generation, `svc test list --project ${project}`],
	...['add', 'refine'].map((command): [string, string, string] => [
		`plan ${command} --text duplicate --project ${project} --wait`,
		sampleIds.changeSet,
		`svc plan changes ${sampleIds.changeSet} --project ${project}`,
	]),
	[`test refine ${test} --text anew --wait`, sampleIds.refinement, `svc test refine ${test} --history`],
];

/** Runs the line until the service holds a look, then raises the signal. */
async function interrupt(line: string, signal: EndingSignal, flags: string[] = []) {
	let memory: MemorySystem | undefined;
	let isRaised = false;
	const env = await startEndlessService(() => {
		if (!isRaised) memory?.raise(signal);
		isRaised = true;
	});
	memory = new MemorySystem([...flags, ...line.split(' ')], {env});
	writeFileSync(join(memory.system.cwd, 'plan.json'), JSON.stringify(plan));
	writeFileSync(join(memory.system.cwd, 'plans.jsonl'), `${JSON.stringify(plan)}\n`);
	const exitCode = await memory.run();
	return {exitCode, stdout: memory.stdout.text, stderr: memory.stderr.text, cwd: memory.system.cwd};
}

const signals = Object.entries(signalExitCodes) as [EndingSignal, number][];

describe.each(waits)('svc %s, interrupted', (line, known, resume) => {
	it.each(signals)('by %s prints what is known as JSON and how to come back', async (signal, expected) => {
		const {exitCode, stdout, stderr} = await interrupt(line, signal, ['--output', 'json']);
		expect(exitCode).toBe(expected);
		const [shown, {code, nextAction, details}] = [JSON.parse(stdout), envelopeOf(stderr)];
		expect(JSON.stringify([shown, details])).toContain(known);
		expect([code, details['signal']]).toEqual(['INTERRUPTED', signal]);
		expect(nextAction).toContain(resume);
		if (known.startsWith('run')) expect(details['runIds']).toContain(known);
	});

	it('says in text how to come back, and does not call it an error', async () => {
		const {exitCode, stdout, stderr} = await interrupt(line, 'SIGINT');
		expect([exitCode, stdout]).toEqual([130, '']);
		expect(stderr).toMatch(
			new RegExp(
				`^\\[hint\\] (still running|The discovery goes on|The plan goes on being made|The tests are still being made|It is still being worked out): ${resume}$`,
				'm',
			),
		);
		expect(stderr).not.toContain('Error:');
	});
});

it('a stream that is interrupted ends after a whole line, with the envelope on stderr', async () => {
	const {exitCode, stdout, stderr} = await interrupt(`batch watch ${batch} --stream`, 'SIGTERM', ['--output', 'json']);
	expect(exitCode).toBe(143);
	const lines = stdout.trimEnd().split('\n');
	expect(lines.map(line => JSON.parse(line).members.length)).toEqual([3]);
	expect(envelopeOf(stderr)).toMatchObject({code: 'INTERRUPTED', nextAction: watchBatch});
});

it('no command that waits is missing here', async () => {
	const waiting = (await knownCommands())
		.filter(({command}) => 'wait' in command.flags)
		.map(({path}) => path.join(' '));
	expect(waiting.filter(path => !waits.some(([line]) => line.startsWith(`${path} `)))).toEqual([]);
});

/** The same line, cut off while its trigger has not been answered. */
const triggers: [line: string, look: string][] = [
	[`test run ${test}`, `svc test result ${test}`],
	[`test run --all --project ${project} --wait`, `svc batch list --project ${project}`],
	[`test rerun ${test}`, `svc test result ${test}`],
	[`test rerun ${test} tst_2`, `svc test result ${test}`],
	['testlist run lst_1', 'svc testlist get lst_1'],
];

it.each(triggers)(
	'%s that is cut off before its answer says that it may go on, and where to look',
	async (line, look) => {
		for (const flags of [[], ['--output', 'json']]) {
			let memory: MemorySystem | undefined;
			const {url} = await startServer((request, response) => {
				const {pathname} = new URL(request.url, 'http://service');
				const route = Object.values(routes).find(
					({method, path}) =>
						method === request.method && new RegExp(`^${basePath}${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
				)!;
				if (/^(?:triggerRun|runBatch|rerunTest|rerunBatch|runTestList)$/.test(route.name))
					return memory?.raise('SIGINT');
				return sendJson(response, sampleAnswer(route, {} as never), {status: successStatus(route)});
			});
			const env = {
				SVC_API_URL: url,
				SVC_API_KEY: 'sk-user-test',
				SVC_TARGET_POLICY: 'private',
				SVC_NO_SKILL_WARNING: '1',
			};
			memory = new MemorySystem([...flags, ...line.split(' ')], {env});
			expect(await memory.run()).toBe(130);
			const {text} = memory.stderr;
			if (flags.length === 0) expect(text).toContain(`may go on.\n[hint] ${look}\n`);
			else expect(envelopeOf(text)).toMatchObject({code: 'INTERRUPTED', nextAction: look});
		}
	},
);
