import {describe, expect, it} from 'vitest';
import {annotations, stepOutputs, stepSummary} from '../../../source/reports/github.ts';
import {junitXml} from '../../../source/reports/junit.ts';
import {isCut, type Report, type ReportCase, wholeError} from '../../../source/reports/report.ts';
import {summaryOf} from '../../../source/reports/summary.ts';

const made = (testId: string, status: string, changes: Partial<ReportCase> = {}): ReportCase => ({
	testId,
	runId: `run_${testId}`,
	projectId: 'prj_1',
	name: `Test ${testId}`,
	status,
	failureKind: null,
	error: null,
	trace: null,
	durationMs: 1250,
	dashboardUrl: null,
	...changes,
});

const report: Report = {
	projectId: 'prj_1',
	batchId: 'bat_1',
	startedAt: '2026-01-01T00:00:00.000Z',
	durationMs: 4000,
	errorCode: 'NEGATIVE_RESULT',
	cleanup: {state: 'failed', captured: 5, cleaned: 2, orphaned: 1, pending: 1, kept: 1, dismissed: 0},
	cases: [
		made('a', 'passed', {dashboardUrl: 'https://svc.example/a'}),
		made('b', 'failed', {
			failureKind: 'assertion',
			error: 'expected <201> & "ok"\nsecond line, 100%',
			trace: 'Traceback \u0000\u001b[31m]]>',
		}),
		made('c', 'blocked', {error: 'variable "x" was not captured'}),
		made('d', 'timeout'),
		made('e', 'error:UNAVAILABLE', {error: 'no answer'}),
		made('f', 'skipped', {runId: null}),
	],
};

describe('the JUnit report', () => {
	const xml = junitXml(report, 'svc:prj_1');

	it('counts failures, errors and skipped apart and names the suite', () => {
		expect(xml).toContain('<?xml version="1.0" encoding="UTF-8"?>');
		expect(xml).toMatch(
			/<testsuite name="svc:prj_1" tests="6" failures="1" errors="3" skipped="1" time="4.000" timestamp="2026-01-01T00:00:00.000Z">/,
		);
		expect(xml).toContain('<testsuites name="svc:prj_1" tests="6" failures="1" errors="3" time="4.000">');
	});

	it('names a class where the project of a run is not known', () => {
		const early = junitXml({...report, cases: [made('a', 'skipped', {projectId: ''})]}, 'nightly');
		expect(early).toContain('<testcase classname="nightly" name="Test a"');
	});

	it('tells what became of the records as properties of the suite', () => {
		expect(xml).toMatch(/<property name="cleanup.state" value="failed"\/>/);
		expect(xml).toContain('<property name="cleanup.orphaned" value="1"/>');
		expect(junitXml({...report, cleanup: null}, 's')).not.toContain('cleanup.');
	});

	it('carries kind, message, body, run id and link, with what XML cannot hold dropped or escaped', () => {
		expect(xml).toContain('<failure type="assertion" message="expected &lt;201&gt; &amp; &quot;ok&quot;">');
		expect(xml).toContain('second line, 100%');
		expect(xml).not.toMatch(/[\u0000\u001b]/);
		expect(xml).not.toContain(']]>');
		expect(xml).toContain('<error type="blocked"');
		expect(xml).toContain('<error type="timeout"');
		expect(xml).toContain('<error type="UNAVAILABLE"');
		expect(xml).toContain('<skipped/>');
		expect(xml).toContain('run: run_a\nhttps://svc.example/a');
		expect(xml).toContain('time="1.250"');
	});
});

describe('the other reports', () => {
	it('count each test once, blocked never as failed, and agree in text, summary, JUnit and step outputs', () => {
		const mixed = {
			...report,
			cases: [...report.cases, made('g', 'cancelled', {role: 'producer'}), made('h', 'skipped', {role: 'teardown'})],
		};
		const counts = {
			...{total: 8, selected: 6, closure: 2, passed: 1, failed: 1, blocked: 1, cancelled: 1},
			...{skipped: 2, timedOut: 1, errors: 1},
		};
		expect(summaryOf(mixed)).toMatchObject(counts);
		const outputs = Object.fromEntries(
			stepOutputs(mixed)
				.split('\n')
				.map(line => line.split('=')),
		);
		const properties = new Map(
			[...junitXml(mixed, 's').matchAll(/name="counts\.(\w+)" value="(\d+)"/g)].map(([, name, value]) => [name, value]),
		);
		for (const [name, count] of Object.entries(counts)) {
			expect([name, properties.get(name)]).toEqual([name, String(count)]);
			expect([name, outputs[name === 'timedOut' ? 'timed_out' : name]]).toEqual([name, String(count)]);
		}
		expect(stepSummary(mixed)).toContain(
			'\n1 passed, 1 failed, 1 blocked, 1 cancelled, 1 timed out, 1 errors, 2 skipped of 8 (6 selected, 2 closure)\n',
		);
		expect(summaryOf(report).runs[5]).toEqual({testId: 'f', name: 'Test f', status: 'skipped'});
	});

	it('annotate each test that did not pass on one line', () => {
		expect(annotations(report)).toEqual([
			'::error title=svc Test b failed::expected <201> & "ok"%0Asecond line, 100%25',
			'::error title=svc Test c blocked::variable "x" was not captured',
			'::error title=svc Test d timeout::timeout',
			'::error title=svc Test e error%3AUNAVAILABLE::no answer',
		]);
	});

	it('tell what wants to be looked at although nothing failed', () => {
		const looked = {
			...report,
			cases: [made('a', 'passed', {name: 'Adds|one', warnings: ['GET /x answered 500\n and nobody looked', 'b']})],
		};
		expect(annotations(looked)).toEqual([
			'::warning title=svc Adds|one::GET /x answered 500%0A and nobody looked',
			'::warning title=svc Adds|one::b',
		]);
		expect(stepSummary(looked)).toContain(
			'\n### Warnings: 2\n\n- Adds\\|one: GET /x answered 500  and nobody looked\n',
		);
		expect(junitXml(looked, 's')).toContain('warning: GET /x answered 500');
		expect(summaryOf(looked).runs[0]).toMatchObject({warnings: ['GET /x answered 500\n and nobody looked', 'b']});
		const many = {...report, cases: [made('a', 'passed', {warnings: Array.from({length: 25}, (_, at) => `w${at}`)})]};
		expect(annotations(many)).toHaveLength(20);
		expect(stepSummary(many)).toContain('\n5 more: `svc batch get bat_1`.\n');
	});

	it('tell the step its outputs, and people a table that no name can break', () => {
		expect(stepOutputs(report)).toBe(
			'total=6\nselected=6\nclosure=0\npassed=1\nfailed=1\nblocked=1\ncancelled=0\nskipped=1\nerrors=1\ntimed_out=1\ncleanup_state=failed\ncleanup_captured=5\n' +
				'cleanup_cleaned=2\ncleanup_orphaned=1\ncleanup_pending=1\ncleanup_kept=1\ncleanup_dismissed=0\n' +
				'batch_id=bat_1\nerror_code=NEGATIVE_RESULT\n',
		);
		const hostile = {...report, cases: [made('x', 'failed', {name: 'a|b\n<script>', error: 'p|q\nr'})]};
		expect(stepSummary(hostile)).toContain('| a\\|b &lt;script&gt; | failed | run_x | p\\|q |');
		const marked = made('y', 'failed', {
			name: String.raw`![x](//h/p) *b* _i_ \|`,
			error: '\u001b[31mred \u202ertl `c`',
		});
		expect(stepSummary({...report, cases: [marked]})).toContain(
			String.raw`| !\[x\](//h/p) \*b\* \_i\_ \\\| | failed | run_y | ?\[31mred ?rtl \`c\` |`,
		);
		expect(stepSummary(report)).toContain(
			'\nCleanup done, something is left: 2 of 4 records are gone, 1 might be orphaned, 1 pending, 1 kept\n',
		);
		expect(stepSummary({...report, cleanup: null})).not.toContain('Cleanup');
		expect(stepSummary(report)).toContain('[run_a](https://svc.example/a)');
	});
});

describe('a message that a run keeps the beginning of', () => {
	const whole = `AssertionError: ${'L'.repeat(10_000)}\nthe second line, END`;
	const long = made('l', 'failed', {
		error: `${whole.slice(0, 499)}…`,
		trace: `Traceback (most recent call last):\n  File "a.py", line 1\n${whole}`,
	});
	it('is whole in JUnit and in an annotation, and the job summary says where', () => {
		const only = {...report, cases: [long]};
		expect(junitXml(only, 's')).toContain(whole);
		expect(annotations(only)[0]).toContain(`::${whole.replace('\n', '%0A')}`);
		expect(stepSummary(only)).toContain(`svc test result ${long.testId}`);
		expect(stepSummary(report)).not.toContain('svc test result');
	});

	it('stays as it is where no traceback holds it', () => {
		expect(wholeError({error: 'a…', trace: 'Traceback of another'})).toBe('a…');
		expect(wholeError({error: 'a…', trace: null})).toBe('a…');
		expect(wholeError({error: 'plain', trace: 'b plain c'})).toBe('plain');
		// What was compared stands behind the place where the words were cut.
		const trace = 'Traceback\n  File "t.py"\nAssertionError: begin and end\nexpected 201, got 401';
		const error = 'AssertionError: begin… (expected 201, got 401)';
		expect(wholeError({error, trace})).toBe('AssertionError: begin and end\nexpected 201, got 401');
		expect(['a…', error, 'a… b', 'plain', null].map(isCut)).toEqual([true, true, false, false, false]);
	});
});

describe('what ended a command before its runs did', () => {
	const refusal = {code: 'AUTH_INVALID', message: 'The key is <not> known.', nextAction: 'Store another: svc setup'};
	const refused: Report = {...report, batchId: null, cases: [], cleanup: null, errorCode: refusal.code, refusal};

	it('stands in every report with its next step', () => {
		expect(summaryOf(refused)).toMatchObject({total: 0, error: refusal, runs: []});
		expect(stepSummary(refused)).toContain(
			'**AUTH_INVALID**: The key is &lt;not&gt; known. Store another: svc setup\n\n0 passed',
		);
		expect(annotations(refused)).toEqual([
			'::error title=svc AUTH_INVALID::The key is <not> known. Store another: svc setup',
		]);
		expect(junitXml(refused, 's')).toContain(
			'<system-err>AUTH_INVALID: The key is &lt;not&gt; known. Store another: svc setup</system-err>',
		);
	});

	it('is not said where the runs did', () => {
		expect(summaryOf(report)).not.toHaveProperty('error');
		expect(junitXml(report, 's')).not.toContain('system-err');
	});
});
