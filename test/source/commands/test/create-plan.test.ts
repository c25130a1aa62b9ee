import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import {scaffoldPlan} from '../../../../source/plan-files/scaffold.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const plan = {
	projectId: 'p',
	type: 'frontend',
	name: 'Sign in',
	priority: 'p1',
	planSteps: [
		{type: 'action', description: 'Open the page', target: '/'},
		{type: 'assertion', description: '"Welcome" is visible'},
	],
};
const created = {testId: 't1', type: 'frontend', codeVersion: 'v1', createdAt: '2026-01-31T09:00:00.000Z'};
const noSameName: Stub = {request: 'GET /tests?projectId=p&pageSize=100', answer: {items: [], nextToken: null}};
const create: Stub = {request: 'POST /tests', status: 201, body: plan, answer: created};
const line = ['test', 'create', '--plan-from', 'plan.json'];

/** Runs a line in a directory that holds plan.json. */
async function run(content: unknown, flags: readonly string[], env: Record<string, string>) {
	const memory = new MemorySystem([...line, ...flags], {env});
	const text = typeof content === 'string' ? content : JSON.stringify(content);
	writeFileSync(join(memory.system.cwd, 'plan.json'), text);
	const exitCode = await memory.run();
	return {exitCode, stdout: memory.stdout.text, stderr: memory.stderr.text};
}

describe('test create --plan-from', () => {
	it('sends the plan without what it does not know', async () => {
		const {env, received} = await startStrictService([noSameName, create]);
		expect(await run({...plan, author: 'me', planSteps: plan.planSteps}, [], env)).toEqual({
			exitCode: 0,
			stdout: 'testId      t1\ntype        frontend\ncodeVersion v1\ncreatedAt   2026-01-31T09:00:00.000Z\n',
			stderr: '',
		});
		expect(received[1]?.headers['idempotency-key']).toMatch(/^cli-create-plan-0000/);
	});

	it('reads a plan from stdin', async () => {
		const {env} = await startStrictService([noSameName, create]);
		const stdin = `\uFEFF${JSON.stringify(plan)}`;
		expect((await svc(['test', 'create', '--plan-from', '-'], {env, stdin})).exitCode).toBe(0);
	});

	it('limits a step', async () => {
		const {env} = await startStrictService([noSameName, {...create, body: {...plan, stepTimeoutMs: 500}}]);
		expect((await run(plan, ['--step-timeout', '500'], env)).exitCode).toBe(0);
	});

	it('ignores what the plan itself says, and names it', async () => {
		const {env} = await startStrictService([noSameName, create]);
		const flags = ['--project', 'other', '--type', 'backend', '--name', 'x', '--description', 'y', '--priority', 'p3'];
		const {exitCode, stderr} = await run(plan, flags, env);
		expect({exitCode, stderr}).toEqual({
			exitCode: 0,
			stderr: '[warn] --project, --type, --name, --description, --priority ignored: the plan says what the test is\n',
		});
	});

	it('advises about texts that were not filled in, and sends the viewport', async () => {
		const draft = {...plan, name: 'Sign in {{user}}', viewport: '390x844'};
		const {env} = await startStrictService([noSameName, {...create, body: draft}]);
		expect((await run(draft, [], env)).stderr).toBe(
			'[advisory] name still holds {{…}}; nothing fills it in before the test runs\n',
		);
	});

	it('sends the time of a step that the file names, unless the flag says another', async () => {
		const timed = {...plan, stepTimeoutMs: 5000};
		const ofFile = await startStrictService([noSameName, {...create, body: timed}]);
		expect((await run(timed, [], ofFile.env)).exitCode).toBe(0);
		const ofFlag = await startStrictService([noSameName, {...create, body: {...plan, stepTimeoutMs: 700}}]);
		expect((await run(timed, ['--step-timeout', '700'], ofFlag.env)).exitCode).toBe(0);
	});

	it('advises about steps that could not be carried out as they are written', async () => {
		const draft = {...plan, planSteps: [{type: 'action', description: 'Enter valid username'}, plan.planSteps[1]]};
		const {env} = await startStrictService([noSameName, {...create, body: draft}]);
		expect((await run(draft, [], env)).stderr).toBe(
			'[advisory] planSteps[0].description needs a value: was read as: fill the "username", but there is no value; write it in quotes. Nearest forms: Enter "…" in the username field · Fill username with VAR_USERNAME · Type "…" into "username"\n',
		);
	});

	it('advises when the project has a test of that name', async () => {
		const items = [{...samples.getTest({}), id: 't0', name: 'SIGN IN'}];
		const {env} = await startStrictService([{...noSameName, answer: {items, nextToken: null}}, create]);
		expect((await run(plan, [], env)).stderr).toBe('[advisory] the project has a test of that name already: t0\n');
	});

	it.each([
		[{...plan, type: 'backend'}, 'Field `type` is invalid: must be frontend; a backend test is a Python file'],
		[{...plan, name: ' '}, 'Field `name` is invalid: must not be blank.'],
		[plan.planSteps, 'a file of steps alone is for --steps'],
		['{', 'Field `file` is not valid JSON'],
	])('stops at the first problem of %j', async (content, text) => {
		const {env, received} = await startStrictService([]);
		const {exitCode, stderr} = await run(content, [], env);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
		expect(received).toEqual([]);
	});

	it('refuses a plan of more than 256 KB', async () => {
		const {env} = await startStrictService([]);
		const {exitCode, stderr} = await run(' '.repeat(262_145), ['--output', 'json'], env);
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr)).toMatchObject({code: 'PAYLOAD_TOO_LARGE', details: {maxBytes: 262_144}});
	});

	it.each([
		[
			[],
			'Flags `--code-file` (or --plan-from for a frontend plan), `--type`, `--name` and `--project` (or SVC_PROJECT_ID, or .svc/config.json) are required.',
		],
		[['--plan-from', 'a', '--code-file', 'a.py'], 'Flag `--plan-from` cannot be combined with --code-file.'],
		[['--plan-from', 'a', '--produces', 'x'], 'Flag `--produces` is not allowed with --plan-from.'],
		[['--plan-from', 'a', '--needs', 'x'], 'Flag `--needs` is not allowed with --plan-from.'],
		[['--plan-from', 'a', '--category', 'cleanup'], 'Flag `--category` is not allowed with --plan-from.'],
		[['--plan-from', 'a', '--test-timeout', '5'], 'Flag `--test-timeout` is not allowed with --plan-from.'],
		[['--plan-from', 'a', '--wait'], 'Flag `--wait` is only allowed with --run.'],
		[['--code-file', 'a.py', '--name', 'x'], 'Flags `--type` (with --code-file) and `--project` ('],
		[['--code-file', 'a.py', '--type', 'backend'], 'Flags `--name` (with --code-file) and `--project` ('],
		[
			['--code-file', 'a.py', '--type', 'backend', '--name', 'x', '--step-timeout', '5'],
			'Flag `--step-timeout` is only for frontend tests',
		],
		[['--plan-from', 'none.json'], 'none.json cannot be read'],
	])('with %j exits 5: %s', async (flags, text) => {
		const {exitCode, stderr} = await svc(['test', 'create', ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});

	it('prints the created test when its run cannot be started', async () => {
		const refused = errorAnswer('UNSUPPORTED', {feature: 'frontend_runner'});
		const {env, received} = await startStrictService([
			noSameName,
			create,
			{request: 'POST /tests/t1/runs', status: 501, answer: refused},
		]);
		const flags = ['--run', '--wait', '--output', 'json', '--idempotency-key', 'k'];
		const {exitCode, stdout, stderr} = await run(plan, flags, env);
		expect(exitCode).toBe(7);
		expect(JSON.parse(stdout)).toEqual(created);
		expect(envelopeOf(stderr)).toMatchObject({code: 'UNSUPPORTED', details: {feature: 'frontend_runner'}});
		expect(received.slice(1).map(({headers}) => headers['idempotency-key'])).toEqual(['k', 'k:run']);
	});

	it('in a dry run reads no file', async () => {
		const {exitCode, stdout} = await svc(['--dry-run', '--output', 'json', ...line, '--run', '--wait']);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({type: 'frontend', run: {status: 'passed'}});
	});
});

describe('test create --plan-template', () => {
	it('prints what test scaffold prints, without key or network', async () => {
		const template = await svc(['test', 'create', '--plan-template'], {env: {SVC_PROJECT_ID: 'prj_1'}});
		const scaffold = await svc(['test', 'scaffold', '--type', 'frontend'], {env: {SVC_PROJECT_ID: 'prj_1'}});
		expect(template).toEqual(scaffold);
		expect(JSON.parse(template.stdout)).toEqual(scaffoldPlan('prj_1'));
	});

	it.each([
		[['--name', 'x'], '--name'],
		[['--run'], '--run'],
		[['--produces', 'x'], '--produces'],
		[['--plan-from', 'x'], '--plan-from'],
		[['--idempotency-key', 'x'], '--idempotency-key'],
	])('beside %j exits 5', async (flags, name) => {
		const {exitCode, stderr} = await svc(['test', 'create', '--plan-template', ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(`Flag \`${name}\` cannot be combined with --plan-template.`);
	});
});
