import {writeFileSync, mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {sampleIds} from '../../contract/samples/ids.ts';
import {envelopeOf, MemorySystem, svc} from '../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../helpers/strict-service.ts';

describe('without a command', () => {
	it('help is printed when there is no terminal', async () => {
		const {exitCode, stdout, stderr} = await svc([]);
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
		expect(stdout).toContain('Usage: svc [global flags] <command>');
	});

	it('the dashboard is opened on a terminal, and says what it needs when that is too small', async () => {
		const {exitCode, stdout, stderr} = await svc([], {
			terminals: {stdin: true, stdout: true},
			size: {columns: 40, rows: 10},
		});
		expect({exitCode, stdout}).toEqual({exitCode: 5, stdout: ''});
		expect(stderr).toContain('40×10');
	});
});

describe('a key in the place of an argument', () => {
	const key = `sk-user-${'a1B2'.repeat(10)}abc`;
	it.each([[[key]], [['test', 'list', key]], [['test', 'list', `--${key}`]], [['--output', 'json', key]]])(
		'is not repeated: line %#',
		async argv => {
			const {exitCode, stdout, stderr} = await svc(argv);
			expect(exitCode).toBe(5);
			expect(stdout + stderr).not.toContain('a1B2');
			expect(stderr).toContain('sk-user-••••••');
		},
	);
});

describe('version and help', () => {
	it.each([[['-V']], [['--version']], [['test', 'list', '-V']], [['--output', 'json', '--version']]])(
		'%j prints the version alone',
		async argv => {
			expect(await svc(argv)).toEqual({exitCode: 0, stdout: '1.2.3\n', stderr: ''});
		},
	);

	it('help of a command checks no other flag', async () => {
		const {exitCode, stdout, stderr} = await svc(['test', 'list', '--nonsense', '--output', 'yaml', '-h']);
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
		expect(stdout).toContain('Usage: svc test list [flags]');
	});

	it('a group alone prints its help', async () => {
		const {exitCode, stdout} = await svc(['test', 'code']);
		expect(exitCode).toBe(0);
		expect(stdout).toContain('Usage: svc test code <command>');
	});

	it('help of help is the page of all commands', async () => {
		expect(await svc(['help', 'help'])).toEqual(await svc(['help']));
	});

	it('help of a command that does not exist is an error', async () => {
		const {exitCode, stderr} = await svc(['help', 'tset']);
		expect(exitCode).toBe(5);
		expect(stderr).toContain('Did you mean `svc test`?');
	});
});

describe('a dry run of several tests', () => {
	it.each([['run'], ['rerun']])('%s names each of them once', async verb => {
		const {exitCode, stdout} = await svc(['test', verb, 't1', 't2', 't3', 't2', '--dry-run']);
		expect(exitCode).toBe(0);
		for (const id of ['t1', 't2', 't3']) expect(stdout.split(`\n${id} (`)).toHaveLength(2);
	});

	it('counts them when it waits', async () => {
		const {stdout} = await svc(['test', 'run', 't1', 't2', 't3', '--dry-run', '--wait']);
		expect(stdout).toContain('5 passed, 0 failed, 0 blocked, 0 cancelled, 0 timed out, 0 skipped of 5 (3 selected');
	});

	it('says which word only the service can know', async () => {
		const {stderr} = await svc(['test', 'run', 't1', 'pays an order', '--dry-run']);
		expect(stderr).toContain('[dry-run] `pays an order` has not the form of an id: the command looks for that name');
		expect(stderr).not.toContain('`t1`');
		const ofProject = await svc(['test', 'run', '--all', '--project', 'my shop', '--dry-run']);
		expect(ofProject.stderr).toContain('[dry-run] `my shop` has not the form of an id');
	});
});

describe('a line that does not follow the grammar', () => {
	it.each([
		[['tset'], 'Unknown command `tset`. Did you mean `svc test`?'],
		[['test', 'lst'], 'Unknown command `lst`. Did you mean `svc test list`?'],
		[['completely'], 'See `svc --help`.'],
		[['members'], 'Unknown command `members`. Did you mean `svc admin member`?'],
		[['schedules'], 'Unknown command `schedules`. Did you mean `svc schedule`?'],
		[['environments'], 'Unknown command `environments`. Did you mean `svc project env`?'],
		[['buses'], 'Unknown command `buses`. See `svc --help`.'],
		[['finding', 'get'], 'Unknown command `get`. Did you mean `svc finding show`?'],
		[['wait', 'run_1'], 'Unknown command `wait`. Did you mean `svc test wait`?'],
		[['run'], 'Did you mean `svc test run`, `svc schedule run` or `svc testlist run`?'],
		[['login'], 'Unknown command `login`. Did you mean `svc setup`?'],
		[['logout'], 'Did you mean `svc auth remove`?'],
		[['auth', 'logout'], 'Did you mean `svc auth remove`?'],
		[['test', 'version'], 'Unknown command `version`. See `svc test --help`.'],
		[['version'], 'Did you mean `svc --version`?'],
		[['test', 'show', 't1'], 'Did you mean `svc test get`?'],
		[['test', 'stop', 'r1'], 'Did you mean `svc test cancel`?'],
		[['auth', 'show'], 'Unknown command `show`. See `svc auth --help`.'],
		[['--json', 'usage'], 'Unknown flag `--json`. Did you mean `--output json`?'],
		[['test', 'run', 't1', '-w'], 'Unknown flag `-w`. Did you mean `--wait`?'],
		[['-v'], 'Unknown flag `-v`. Did you mean `-V`, `--verbose` or `--version`?'],
		[['usage', '-x'], 'Unknown flag `-x`. See `svc usage --help`.'],
		[['list'], 'Did you mean `svc project list`, `svc test list` or `svc batch list`?'],
		[['test', 'chains'], 'Unknown command `chains`. See `svc test --help`.'],
		[['test', 'list', '--projct', 'p'], 'Unknown flag `--projct`. Did you mean `--project`?'],
		[['project', 'create', '--target-url', 'http://x'], 'Unknown flag `--target-url`. Did you mean `--url`?'],
		[['test', 'run', 't1', '--url', 'http://x'], 'Unknown flag `--url`. Did you mean `--target-url`?'],
		[['endpoint', 'discover', '--spec', 'x'], 'Did you mean `--doc`?'],
		[['test', 'list', '--limit', '3'], 'Did you mean `--max-items` or `--page-size`?'],
		[['test', 'create-batch', '--plan', 'x'], 'Did you mean `--plans`?'],
		[['test', 'rerun', 't1', '--no-dependencies'], 'Did you mean `--skip-dependencies`?'],
		[
			['test', 'run', 't1', '--skip-dependencies'],
			'Unknown flag `--skip-dependencies` of `svc test run`; `svc test rerun` has it: `svc test rerun --help`.',
		],
		[['test', 'list', '--code-file', 'a.py'], '`svc test create` or `svc test lint` has it'],
		[['test', 'run', 't1', '--no-wait'], 'Unknown flag `--no-wait`. See `svc test run --help`.'],
		[['schedule', 'create', '--cron-expression', 'x'], 'Did you mean `--cron`?'],
		[['schedule', 'create', '--project', 'x'], 'Did you mean `--target-id`?'],
		[['project', 'get', '--project', 'x'], 'Did you mean the argument `<project-id>`? It is written without a flag'],
		[['try', '--url', 'x'], '`svc try <source>`.'],
		[['test', 'get', '--id', 'x'], '`svc test get <test-id>`.'],
		[['admin', 'member', 'role', 'ada', '--role', 'viewer'], '`svc admin member role <member> <role>`.'],
		[
			['schedule', 'create'],
			'`--target-id` and `--cron` (or --hourly, --daily, --weekly or --monthly) are required. See `svc schedule create --help`.',
		],
		[['project', 'create', '--name', 'x'], 'Flag `--type` is required. See `svc project create --help`.'],
		[['test', 'list', '--project'], 'Flag `--project` needs a value'],
		[['test', 'list'], 'Flag `--project` is required (or set SVC_PROJECT_ID, or projectId in'],
		[['test', 'list'], '; svc project list shows the ids.'],
		[['test', 'get'], 'Argument `<test-id>` is required. See `svc test get --help`.'],
		[['test', 'get', 'a', 'b'], 'Argument `b` is one too many: quote text that has blanks.'],
		[['test', 'delete', 'a', 'b'], 'Argument `b` is one too many: several are deleted with `svc test delete-batch`.'],
		[
			['test', 'lint', 'plan.json'],
			'Argument `plan.json` is one too many: `svc test lint` takes flags only, see `svc test lint --help`.',
		],
		[['endpoint', 'list', 'prj_1'], 'Argument `prj_1` is one too many: the project is named with --project <id>.'],
		[['test', 'get', 'a', '--', '--credential=canary'], 'Argument `--credential=…` is one too many'],
		[['test', 'get', '..'], 'Argument `<test-id>` is invalid: must be an id.'],
		[['test', 'run', 't1', 'tst_!!'], 'Argument `<test-id>` is invalid: `tst_!!` is no id'],
		[['test', 'run', 't1', 'tst_!!', '--dry-run'], 'Argument `<test-id>` is invalid: `tst_!!` is no id'],
		[['test', 'get', ''], 'Argument `<test-id>` is invalid: must be an id.'],
		[['test', 'list', '--project', ' '], 'Flag `--project` is invalid: must not be blank.'],
		[['test', 'list', '--type', 'both'], 'Flag `--type` is invalid: must be one of frontend, backend.'],
		[
			['test', 'update', 't1', '--needs', 'teamId,boardId'],
			'letters, digits and underscores; give the flag once for each value.',
		],
		[['setup', '--agent', 'cursor,codex'], 'windsurf, copilot, codex; give the flag once for each value.'],
		[['setup', '--agent', 'cursor,emacs'], 'windsurf, copilot, codex.\n'],
		[['test', 'update', 't1', '--needs', 'team-id,x'], 'letters, digits and underscores.\n'],
		[['test', 'list', '--page-size', 'ten'], 'Flag `--page-size` is invalid: must be a whole number.'],
		[['test', 'list', '--page-size', '101'], 'Flag `--page-size` is invalid: must be between 1 and 100.'],
		[['test', 'list', '--columns', 'id,color'], 'Flag `--columns` is invalid: must be one of id, name'],
		[['test', 'list', '--request-timeout', '0.5'], 'Flag `--request-timeout` is invalid'],
		[['test', 'list', '--profile', 'a b'], 'Flag `--profile` is invalid'],
		[['test', 'list', '--endpoint-url', 'ftp://x'], 'Flag `--endpoint-url` is invalid'],
	])('%j exits 5: %s', async (argv, text) => {
		const {exitCode, stdout, stderr} = await svc(argv);
		expect({exitCode, stdout}).toEqual({exitCode: 5, stdout: ''});
		expect(stderr).toContain('Error: Invalid request.\n');
		expect(stderr).toContain(text);
	});

	it('is told as an envelope when the line asks for JSON anywhere, even behind what is wrong', async () => {
		const {exitCode, stdout, stderr} = await svc(['test', 'lst', '--output', 'json']);
		expect({exitCode, stdout}).toEqual({exitCode: 5, stdout: ''});
		expect(envelopeOf(stderr)).toEqual({
			code: 'VALIDATION_ERROR',
			message: 'Invalid request.',
			nextAction: 'Unknown command `lst`. Did you mean `svc test list`?',
			requestId: 'local',
			details: {field: 'command', reason: 'unknown', nearest: 'list'},
		});
	});

	it('names the accepted values of an enumeration', async () => {
		const {stderr} = await svc(['--output', 'json', 'project', 'create', '--type', 'both', '--name', 'x']);
		expect(envelopeOf(stderr)).toMatchObject({
			nextAction: 'Flag `--type` is invalid: must be one of frontend, backend.',
			details: {field: 'type', reason: 'enum', accepted: ['frontend', 'backend']},
		});
	});
});

describe('a field that the service refuses', () => {
	const create = ['--output', 'json', 'project', 'create', '--type', 'backend', '--name', 'n'];
	const nextActionFor = async (line: readonly string[], request: string, details: object, nextAction = '') => {
		const answer = {error: {...errorAnswer('VALIDATION_ERROR', {...details}).error, nextAction}};
		const {env} = await startStrictService([{request, status: 400, answer}]);
		const {exitCode, stderr} = await svc([...line], {env});
		expect(exitCode).toBe(5);
		return envelopeOf(stderr).nextAction;
	};

	it.each([
		[{field: 'name', reason: 'required'}, 'Give it with `--name`.'],
		[{field: 'targetUrl', reason: 'invalid'}, 'It comes from `--url`: see `svc project create --help`.'],
		[{field: 'body', reason: 'empty'}, ''],
		[{}, ''],
	])('%j is told with its flag: %s', async (details, step) => {
		expect(await nextActionFor(create, 'POST /projects', details)).toBe(step);
	});

	it('keeps what the service advises', async () => {
		const details = {field: 'consumes', reason: 'invalid'};
		const line = ['--output', 'json', 'test', 'update', 't1', '--needs', 'userId'];
		expect(await nextActionFor(line, 'PUT /tests/t1', details, 'Name it as its producer does.')).toBe(
			'Name it as its producer does.\nIt comes from `--needs`: see `svc test update --help`.',
		);
	});
});

describe('the order of checks', () => {
	// Every line breaks all rules from some step on; the first step decides.
	const rest = ['--request-timeout', '9'];
	it.each([
		['--output', ['--output', 'yaml', 'tset', '--nonsense', '--profile', 'a b']],
		['nonsense', ['test', 'wait', 'r', '--nonsense', '--profile', 'a b', '--timeout', '0']],
		['timeout', ['test', 'wait', 'r', '--profile', 'a b', '--timeout', 'x']],
		['profile', ['test', 'wait', 'r', '--profile', 'a b', '--endpoint-url', 'x', '--timeout', '0']],
		['endpoint-url', ['test', 'wait', 'r', '--endpoint-url', 'x', '--timeout', '0']],
		['timeout', ['test', 'wait', 'r', '--endpoint-url', 'http://127.0.0.1:9', '--timeout', '0']],
	])('finds --%s first in %j', async (field, argv) => {
		const {exitCode, stderr} = await svc([...argv, ...rest]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(field);
	});

	it('reads files before it looks for a key', async () => {
		const line = ['test', 'create', '--project', 'p', '--type', 'backend', '--name', 'n', '--code-file', 'none.py'];
		const {exitCode, stderr} = await svc(line);
		expect(exitCode).toBe(5);
		expect(stderr).toContain('none.py cannot be read (no such file)');
	});

	it('looks for a key before it asks the service', async () => {
		const {exitCode, stderr} = await svc(['usage', '--endpoint-url', 'http://127.0.0.1:9']);
		expect(exitCode).toBe(3);
		expect(stderr).toBe('Error: No API key is configured.\nsvc setup\n');
	});

	it('names the profile that has no key, and how it gets one', async () => {
		const {exitCode, stderr} = await svc(['usage', '--profile', 'nope', '--endpoint-url', 'http://127.0.0.1:9']);
		expect(exitCode).toBe(3);
		expect(stderr).toBe('Error: No API key is configured for the profile nope.\nsvc setup --profile nope\n');
	});
});

describe('the output mode', () => {
	const config = (content: string) => (memory: MemorySystem) => {
		const path = join(memory.system.env['SVC_HOME']!, 'config');
		mkdirSync(dirname(path), {recursive: true});
		writeFileSync(path, content, {mode: 0o600});
	};

	it('comes from the configuration file when the line has none', async () => {
		const memory = new MemorySystem(['usage']);
		config('output = json\n')(memory);
		expect(await memory.run()).toBe(3);
		expect(envelopeOf(memory.stderr.text).code).toBe('AUTH_REQUIRED');
	});

	it('of the line wins over the file', async () => {
		const memory = new MemorySystem(['--output', 'text', 'usage']);
		config('output = json\n')(memory);
		expect(await memory.run()).toBe(3);
		expect(memory.stderr.text).toMatch(/^Error: /);
	});

	it('of a bad file exits 5', async () => {
		const memory = new MemorySystem(['usage']);
		config('output = yaml\n')(memory);
		expect(await memory.run()).toBe(5);
	});
});

describe('a dry run', () => {
	it('says so first, once, and asks for nothing', async () => {
		const {exitCode, stdout, stderr} = await svc(['test', 'get', 'tst_9', '--dry-run']);
		expect(exitCode).toBe(0);
		expect(stderr).toBe('[dry-run] sample data, nothing was sent\n');
		expect(stdout).toContain('id: tst_9\n');
	});

	it('says so before it warns about a setting', async () => {
		const env = {SVC_API_URL: 'http://plain.example', SVC_REQUEST_TIMEOUT_MS: 'soon'};
		const {exitCode, stderr} = await svc(['usage', '--dry-run'], {env});
		expect(exitCode).toBe(0);
		expect(stderr.split('\n').map(line => line.split(' ')[0])).toEqual(['[dry-run]', '[warn]', '[warn]', '']);
	});

	it('still checks flags, endpoint and profile', async () => {
		expect((await svc(['usage', '--dry-run', '--endpoint-url', 'nonsense'])).exitCode).toBe(5);
		expect((await svc(['usage', '--dry-run', '--profile', 'a b'])).exitCode).toBe(5);
		expect((await svc(['test', 'list', '--dry-run'])).exitCode).toBe(5);
	});

	it('logs its calls as such', async () => {
		const {stderr} = await svc(['usage', '--dry-run', '--debug']);
		expect(stderr).toContain('"mode":"dry-run"');
	});

	it('shows its progress whole on a terminal that does not tell its width', async () => {
		const size = {columns: 0, rows: 0};
		const {stderr} = await svc(['test', 'wait', 'run_1', '--dry-run'], {terminals: {stderr: true}, size});
		expect(stderr).toMatch(/\r\S+Z {2}run_1 {2}passed {2}8 steps {2}\d+s\n$/);
	});

	it('shows one object under one id everywhere', async () => {
		const {stdout} = await svc(['test', 'run', sampleIds.test, '--dry-run', '--output', 'json']);
		expect(JSON.parse(stdout)).toMatchObject({runId: sampleIds.run, batchId: sampleIds.batch, status: 'queued'});
	});
});
