import {mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {maxPlanFileBytes} from '../../../contract/plan-file.ts';
import {plansInDirectory, plansInLines, planIn} from '../../../source/plan-files/find-plans.ts';
import {lint} from '../../../source/plan-files/lint.ts';
import {loadPlan, loadPlans, loadSteps} from '../../../source/plan-files/load-plan.ts';
import {scaffoldPlan} from '../../../source/plan-files/scaffold.ts';

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'svc-plans-'));
});
afterEach(() => rmSync(directory, {recursive: true, force: true}));

const plan = (change: object = {}) => ({...scaffoldPlan('prj_1'), ...change});
const write = (name: string, content: string | Buffer | object) => {
	const path = join(directory, name);
	writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
	return path;
};
const lintFile = (path: string) => lint([planIn(path, 'plan-from')], 'plan');
const lintLines = (path: string) => lint(plansInLines(path, 'plans'), 'plan');
const lintDirectory = (path = directory) => lint(plansInDirectory(path, 'plan-from-dir'), 'plan');

describe('lint of one file', () => {
	it('passes what scaffold writes and warns about the project id that is missing in it', () => {
		const report = lintFile(write('plan.json', scaffoldPlan(undefined)));
		expect(report).toMatchObject({checked: 1, valid: 1, issues: []});
		expect(report.warnings.map(({field}) => field)).toEqual(['projectId']);
		expect(lintFile(write('known.json', scaffoldPlan('prj_1'))).warnings).toEqual([]);
	});

	it('names the file and the field path of each problem', () => {
		const path = write('plan.json', plan({name: '', planSteps: [{type: 'x', description: 'a'}]}));
		expect(lintFile(path)).toMatchObject({
			checked: 1,
			valid: 0,
			issues: [
				{file: path, field: 'name', reason: 'must not be blank'},
				{file: path, field: 'planSteps[0].type', reason: 'must be one of action, assertion'},
			],
		});
	});

	it.each([
		['{\n  "name": "é",\n}', 'is not valid JSON at line 3, column 1: a key in double quotes is expected'],
		['', 'is not valid JSON at line 1, column 1: the text ends where a value is expected'],
		[
			'\uFEFF{"name": "\u{1F680}" x',
			'is not valid JSON at line 1, column 14: a comma or the closing bracket is expected',
		],
	])('tells line and column of a JSON error in %j', (text, reason) => {
		expect(lintFile(write('plan.json', text)).issues).toEqual([
			{file: join(directory, 'plan.json'), field: 'file', reason},
		]);
	});

	it('tells line and column of bytes that are not UTF-8', () => {
		const latin1 = Buffer.from('{\n "name": "caf\u00e9"}', 'latin1');
		expect(lintFile(write('plan.json', latin1)).issues[0]?.reason).toBe('is not valid UTF-8 at line 2, column 14');
		const cut = Buffer.concat([Buffer.from('"\u00e9'), Buffer.from([0xf0, 0x9f])]);
		expect(lintFile(write('cut.json', cut)).issues[0]?.reason).toBe('is not valid UTF-8 at line 1, column 3');
	});

	it('ignores a byte order mark', () => {
		expect(lintFile(write('plan.json', `\uFEFF${JSON.stringify(plan())}`)).valid).toBe(1);
	});

	it('takes 256 KB and refuses one byte more', () => {
		const padded = (bytes: number) => JSON.stringify(plan()).padEnd(bytes);
		expect(lintFile(write('most.json', padded(maxPlanFileBytes))).valid).toBe(1);
		expect(lintFile(write('more.json', padded(maxPlanFileBytes + 1))).issues).toEqual([
			{file: join(directory, 'more.json'), field: 'file', reason: 'has 262145 bytes; at most 262144 are allowed'},
		]);
	});

	it('stops without a report when there is no file, or a directory', () => {
		expect(() => lintFile(join(directory, 'none.json'))).toThrow(
			expect.objectContaining({
				code: 'VALIDATION_ERROR',
				nextAction: `Flag \`--plan-from\` is invalid: ${join(directory, 'none.json')} cannot be read: no such file.`,
			}),
		);
		expect(() => lintFile(directory)).toThrow(expect.objectContaining({code: 'VALIDATION_ERROR'}));
	});

	it('checks a steps file in both forms', () => {
		const {planSteps} = plan();
		for (const content of [planSteps, {planSteps}])
			expect(lint([planIn(write('steps.json', content), 'steps')], 'steps')).toMatchObject({checked: 1, valid: 1});
	});
});

describe('lint of a JSONL file', () => {
	it('names the line of the file and the number of the plan', () => {
		const path = write(
			'plans.jsonl',
			['', JSON.stringify(plan()), '  ', JSON.stringify(plan({name: 5})), '{"a"'].join('\r\n'),
		);
		expect(lintLines(path)).toMatchObject({
			checked: 3,
			valid: 1,
			issues: [
				{file: `${path}:4`, field: 'specs[1].name', reason: 'must be a string'},
				{
					file: `${path}:5`,
					field: 'specs[2].file',
					reason: 'is not valid JSON at line 5, column 5: the text ends where a colon is expected',
				},
			],
		});
	});

	it('takes a byte order mark and a last line without line feed', () => {
		expect(lintLines(write('plans.jsonl', `\uFEFF${JSON.stringify(plan())}`))).toMatchObject({checked: 1, valid: 1});
	});

	it('refuses more than 50 plans', () => {
		const lines = (count: number) => `${JSON.stringify(plan())}\n`.repeat(count);
		expect(lintLines(write('fifty.jsonl', lines(50)))).toMatchObject({checked: 50, valid: 50, issues: []});
		expect(lintLines(write('more.jsonl', lines(51)))).toMatchObject({
			checked: 51,
			valid: 51,
			issues: [{field: 'file', reason: 'holds 51 plans; at most 50 are allowed'}],
		});
	});

	it('refuses a plan of more than 256 KB and goes on after it', () => {
		const long = JSON.stringify(plan({description: 'x'.repeat(300_000)}));
		const path = write('plans.jsonl', `${long}\n${JSON.stringify(plan())}\n`);
		expect(lintLines(path)).toMatchObject({
			checked: 2,
			valid: 1,
			issues: [{file: `${path}:1`, field: 'specs[0].file'}],
		});
	});

	it('refuses more than 5 MB, whatever the lines are', () => {
		const line = `${JSON.stringify(plan())}${' '.repeat(200_000)}\n`;
		const path = write('plans.jsonl', line.repeat(27));
		const report = lintLines(path);
		expect(report.issues).toEqual([
			{file: path, field: 'file', reason: `has ${line.length * 27} bytes; at most 5242880 are allowed`},
		]);
		expect(report.checked).toBe(report.valid);
		expect(lintLines(write('one.jsonl', 'x'.repeat(6_000_000))).issues).toMatchObject([{field: 'file'}]);
	});

	it('refuses a file without a plan', () => {
		expect(lintLines(write('plans.jsonl', '\n \n')).issues).toMatchObject([{field: 'file', reason: 'holds no plan'}]);
	});

	it('checks 5 MB with 150 times the work of parsing them at the most, and in less than 150 MB', async () => {
		const step = {type: 'action', description: 'x'.repeat(480)};
		const line = `${JSON.stringify(plan({planSteps: [...Array(190).fill(step), {type: 'assertion', description: 'y'}]}))}\n`;
		const path = write('plans.jsonl', line.repeat(50));
		const cpuOf = (work: () => void) => {
			const before = process.cpuUsage();
			work();
			const {user, system} = process.cpuUsage(before);
			return user + system;
		};
		const parsed = cpuOf(() => {
			for (const one of readFileSync(path, 'utf8').trimEnd().split('\n')) JSON.parse(one);
		});
		const heapBefore = process.memoryUsage().heapUsed;
		let report = {} as ReturnType<typeof lintLines>;
		const linted = cpuOf(() => {
			report = lintLines(path);
		});
		expect(line.length * 50).toBeGreaterThan(4_900_000);
		expect(report).toMatchObject({checked: 50, valid: 50});
		expect(linted / parsed).toBeLessThan(150);
		expect((process.memoryUsage().heapUsed - heapBefore) / 1e6).toBeLessThan(100);
	});
});

describe('lint of a directory', () => {
	it('checks its *.json files in the order of their names', () => {
		write('b.json', plan({name: ''}));
		write('a.json', plan({type: 'backend'}));
		write('c.txt', 'x');
		mkdirSync(join(directory, 'd.json'));
		const report = lintDirectory();
		expect(report.checked).toBe(2);
		expect(report.issues.map(({file, field}) => [file, field])).toEqual([
			[join(directory, 'a.json'), 'type'],
			[join(directory, 'b.json'), 'name'],
		]);
	});

	it('leaves out JSON files that are no plans, and says so', () => {
		write('package.json', {name: 'shop', version: '1.0.0'});
		write('plan.json', plan());
		expect(lintDirectory()).toEqual({
			checked: 1,
			valid: 1,
			issues: [],
			warnings: [{file: join(directory, 'package.json'), field: 'file', reason: 'is no plan and is not looked at'}],
		});
	});

	it('stops without a report when no plan is left, or it is no directory', () => {
		write('package.json', {name: 'shop'});
		expect(() => lintDirectory()).toThrow(expect.objectContaining({code: 'VALIDATION_ERROR'}));
		expect(() => lintDirectory(join(directory, 'package.json'))).toThrow(
			expect.objectContaining({nextAction: expect.stringContaining('it, or a part of its path, is not a directory')}),
		);
	});

	it('refuses more than 50 plans, and more than 5 MB together', () => {
		for (let index = 0; index < 51; index++) write(`${100 + index}.json`, plan());
		expect(lintDirectory().issues).toMatchObject([
			{file: directory, field: 'file', reason: expect.stringContaining('51 plans')},
		]);
		for (let index = 0; index < 25; index++)
			write(`${100 + index}.json`, JSON.stringify(plan()).padEnd(maxPlanFileBytes));
		expect(lintDirectory().issues).toMatchObject([
			{file: directory, field: 'file', reason: expect.stringContaining('at most 5242880')},
		]);
	});
});

describe('a command that needs plans', () => {
	it('gets what lint calls valid', () => {
		const path = write('plans.jsonl', `${JSON.stringify(plan())}\n${JSON.stringify(plan({name: 'b', x: 1}))}\n`);
		expect(loadPlans(plansInLines(path, 'plans'), () => undefined)).toEqual([plan(), plan({name: 'b'})]);
		expect(loadPlan(planIn(write('plan.json', plan()), 'plan-from'))).toEqual(plan());
		expect(loadSteps(planIn(write('steps.json', plan().planSteps), 'steps'))).toEqual(plan().planSteps);
	});

	it('stops at what lint reports first', () => {
		const path = write('plan.json', plan({name: '', planSteps: [{type: 'x', description: ''}]}));
		expect(() => loadPlan(planIn(path, 'plan-from'))).toThrow(
			expect.objectContaining({nextAction: 'Field `name` is invalid: must not be blank.', exitCode: 5}),
		);
		const lines = write('plans.jsonl', `${JSON.stringify(plan())}\n{"projectId": 1}\n`);
		expect(() => loadPlans(plansInLines(lines, 'plans'), () => undefined)).toThrow(
			expect.objectContaining({
				nextAction: `Field \`specs[1].projectId\` is invalid: must be a string (${lines}:2).`,
				details: {field: 'specs[1].projectId', reason: `must be a string (${lines}:2)`},
			}),
		);
	});

	it('is told of files that are no plans', () => {
		write('package.json', {name: 'shop'});
		write('plan.json', plan());
		const skipped: string[] = [];
		expect(loadPlans(plansInDirectory(directory, 'plan-from-dir'), file => skipped.push(file))).toHaveLength(1);
		expect(skipped).toEqual([join(directory, 'package.json')]);
	});

	it('learns that a file is too large, with both sizes', () => {
		const path = write('plan.json', 'x'.repeat(300_000));
		expect(() => loadPlan(planIn(path, 'plan-from'))).toThrow(
			expect.objectContaining({
				code: 'PAYLOAD_TOO_LARGE',
				exitCode: 5,
				details: {field: 'file', sizeBytes: 300_000, maxBytes: 262_144},
			}),
		);
	});
});
