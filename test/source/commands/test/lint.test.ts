import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {lintReport} from '../../../../contract/lint-report.ts';
import {scaffoldPlan} from '../../../../source/plan-files/scaffold.ts';
import {svc as memorySvc} from '../../../helpers/memory-system.ts';
import {setUpWorkplace} from '../run-local.ts';

const place = setUpWorkplace();
const {svc} = place;
const write = (path: string, content: unknown) =>
	writeFileSync(join(place.cwd, path), typeof content === 'string' ? content : JSON.stringify(content));
const plan = (change: object = {}) => ({...scaffoldPlan('prj_1'), ...change});

describe('svc test lint', () => {
	it('lists every problem of every plan and exits 5', async () => {
		mkdirSync(join(place.cwd, 'plans'));
		write('plans/a.json', plan());
		write('plans/b.json', plan({name: '', priority: 'high'}));
		const {exitCode, stdout, stderr} = await svc('test', 'lint', '--plan-from-dir', 'plans');
		expect(exitCode).toBe(5);
		expect(stdout).toBe(
			[
				`${join('plans', 'b.json')}: name: must not be blank`,
				`${join('plans', 'b.json')}: priority: must be one of p0, p1, p2, p3`,
				'1/2 valid, 2 problem(s)',
				'',
			].join('\n'),
		);
		expect(stderr).toBe(
			'Error: Invalid request.\nFound 2 problem(s), 1 of 2 valid: correct them and run test lint again.\n',
		);
	});

	it.each([
		['--plan-from', plan()],
		['--plans', plan()],
		['--steps', plan().planSteps],
	])('reads what %s - names from stdin', async (flag, content) => {
		const {exitCode, stdout} = await memorySvc(['test', 'lint', flag, '-'], {stdin: JSON.stringify(content)});
		expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: '1/1 valid, 0 problem(s)\n'});
	});

	it('says where an array belongs: several plans, or steps alone', async () => {
		write('plans.json', [plan(), plan()]);
		write('steps.json', plan().planSteps);
		const reasonOf = async (file: string) => (await svc('test', 'lint', '--plan-from', file)).stdout;
		expect(await reasonOf('plans.json')).toContain('several plans go into a JSON Lines file, one per line: --plans');
		expect(await reasonOf('steps.json')).toContain('a file of steps alone is for --steps');
	});

	it('prints the report as JSON, warnings included, and the envelope on stderr', async () => {
		write('plans.jsonl', `${JSON.stringify(plan({projectId: '<x>'}))}\nnot json\n`);
		const {exitCode, stdout, stderr} = await svc('--output', 'json', 'test', 'lint', '--plans', 'plans.jsonl');
		expect(exitCode).toBe(5);
		expect(lintReport.parse(JSON.parse(stdout))).toEqual({
			checked: 2,
			valid: 1,
			issues: [
				{
					file: 'plans.jsonl:2',
					field: 'specs[1].file',
					reason: 'is not valid JSON at line 2, column 1: a value is expected',
				},
			],
			warnings: [{file: 'plans.jsonl:1', field: 'specs[0].projectId', reason: expect.stringContaining('placeholder')}],
		});
		expect(JSON.parse(stderr).error).toMatchObject({code: 'VALIDATION_ERROR', details: {issues: 1}});
	});

	it('exits 0 for valid steps', async () => {
		write('steps.json', plan().planSteps);
		expect(await svc('test', 'lint', '--steps', 'steps.json')).toEqual({
			exitCode: 0,
			stdout: '1/1 valid, 0 problem(s)\n',
			stderr: '',
		});
	});

	it('tells how each step is read, and warns about the one that is not', async () => {
		const planSteps = [
			{type: 'action', description: 'Wait 3 seconds'},
			{type: 'action', description: 'Enter valid username'},
			{type: 'assertion', description: 'The total is 46.50 €'},
		];
		write('plan.json', plan({planSteps}));
		const {exitCode, stdout, stderr} = await svc('test', 'lint', '--plan-from', 'plan.json', '--explain');
		expect({exitCode, lines: stdout.split('\n')}).toEqual({
			exitCode: 0,
			lines: [
				'plan.json: planSteps[0]: Wait 3 seconds',
				'  wait until the page is quiet, at most 3 s (no step sleeps: until the page is quiet, at most 3 s)',
				'plan.json: planSteps[1]: Enter valid username',
				expect.stringMatching(/^ {2}needs a value: was read as: fill the "username", but there is no value; .* · /),
				'plan.json: planSteps[2]: The total is 46.50 €',
				'  the value of the "total" is "46.50 €"',
				'  or the text beside the "total" is "46.50 €"',
				'1/1 valid, 0 problem(s)',
				'',
			],
		});
		expect(stderr).toMatch(/^\[warn\] plan\.json: planSteps\[1\]\.description: needs a value: .*\n$/);
		const json = await svc('--output', 'json', 'test', 'lint', '--plan-from', 'plan.json', '--explain');
		expect(lintReport.parse(JSON.parse(json.stdout)).readings).toMatchObject([
			{field: 'planSteps[0]', type: 'action', readings: [{operations: ['wait']}], refusal: null},
			{field: 'planSteps[1]', readings: [], refusal: expect.stringContaining('needs a value')},
			{field: 'planSteps[2]', readings: [{operations: ['value']}, {operations: ['labelled_text']}], refusal: null},
		]);
	});

	it.each([
		['no flag', []],
		['two flags', ['--plans', 'a.jsonl', '--steps', 'a.json']],
		['a file that is not there', ['--plan-from', 'nowhere.json']],
		['a directory as file', ['--plan-from', '.']],
		['a directory without plans', ['--plan-from-dir', '.']],
		['a blank path', ['--steps', ' ']],
	])('exits 5 without a report for %s', async (_, flags) => {
		const {exitCode, stdout, stderr} = await svc('--output', 'json', 'test', 'lint', ...flags);
		expect([exitCode, stdout]).toEqual([5, '']);
		expect(JSON.parse(stderr).error.code).toBe('VALIDATION_ERROR');
	});

	it('replaces control sequences of foreign text', async () => {
		write('plan\u001B[2J.json', plan({name: ''}));
		const {stdout} = await svc('test', 'lint', '--plan-from', 'plan\u001B[2J.json');
		expect(stdout).toMatch(/^plan\?\[2J\.json: name: /);
	});

	it('does not open a pipe, which would block until somebody writes into it', async () => {
		expect(spawnSync('mkfifo', [join(place.cwd, 'pipe.json')]).status).toBe(0);
		for (const [flag, path] of [
			['--plan-from', 'pipe.json'],
			['--plans', 'pipe.json'],
			['--steps', 'pipe.json'],
			['--plan-from-dir', '.'],
		] as const) {
			const {exitCode, stderr} = await svc('test', 'lint', flag, path);
			expect(exitCode).toBe(5);
			expect(stderr).toContain('pipe.json cannot be read: it is not a regular file');
		}
	});

	it('reads no file under --dry-run', async () => {
		expect(await svc('--dry-run', 'test', 'lint', '--plan-from', 'nowhere.json')).toMatchObject({
			exitCode: 0,
			stdout: '1/1 valid, 0 problem(s)\n',
		});
		expect((await svc('--dry-run', 'test', 'lint')).exitCode).toBe(5);
	});

	it('reads a Python test: what Python cannot read is a problem, what is not declared a warning', async () => {
		write('order.py', 'import requests\nr = requests.get(TARGET_URL + variables["user_id"])\nassert r.ok\n');
		const good = await svc('test', 'lint', '--code-file', 'order.py', '--produces', 'order_id');
		expect(good).toMatchObject({exitCode: 0, stdout: '1/1 valid, 0 problem(s)\n'});
		expect(good.stderr.split('\n')).toEqual([
			'[warn] order.py: file: order_id is declared as produced, but nothing produces it: call produce("order_id", value), or assign it at the top level',
			'[warn] order.py: line 2: variables["user_id"] is read, but the test does not declare that it needs user_id: --needs user_id',
			'',
		]);
		write('broken.py', 'assert (1\n');
		const broken = await svc('test', 'lint', '--code-file', 'broken.py');
		expect(broken.exitCode).toBe(5);
		expect(broken.stdout).toMatch(/^broken\.py: line 1: Python cannot read this: /);
		write('unfinished.py', 'def x(:\n\tpassword = "hunter2hunter2"\n');
		const unfinished = await svc('test', 'lint', '--code-file', 'unfinished.py');
		expect(unfinished.stderr).not.toContain('checks nothing');
		expect(unfinished.stderr).toContain('literal value for password');
	});

	it('refuses declarations without a Python test', async () => {
		write('steps.json', plan().planSteps);
		const {exitCode, stderr} = await svc('test', 'lint', '--steps', 'steps.json', '--needs', 'user_id');
		expect(exitCode).toBe(5);
		expect(stderr).toContain('`--needs` is only allowed with --code-file');
	});

	it('warns of a module beside a Python test, and of a package that Python does not have', async () => {
		write('helpers.py', 'def help(): pass\n');
		write(
			'imports.py',
			'import json\nimport helpers\nimport zzz_unheard_of\ntry:\n    import zzz_optional\nexcept ImportError:\n    pass\nassert json and helpers\n',
		);
		const {exitCode, stderr} = await svc('test', 'lint', '--code-file', 'imports.py');
		expect(exitCode).toBe(0);
		expect(stderr).toContain('line 2: imports helpers: a test is one file');
		expect(stderr).toMatch(/line 3: imports zzz_unheard_of, which \S+ does not have: a package is installed/);
		expect(stderr).not.toContain('zzz_optional');
	});

	it('gives the command for a package that is known, as the Python at hand takes it', async () => {
		write('numbers_test.py', 'import pymysql\nimport psycopg2\nassert pymysql and psycopg2\n');
		const {stderr} = await svc('test', 'lint', '--code-file', 'numbers_test.py');
		expect(stderr).toMatch(
			/line 1: imports pymysql, .*install it with: (?:(?:sudo )?apt-get install -y python3-pymysql|\S+ -m pip install pymysql)$/m,
		);
	});
});
