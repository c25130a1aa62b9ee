import {describe, expect, it} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';

const bench = createBackendBench();
const get = (path: string) => `import requests\nr = requests.get(f"{TARGET_URL}${path}", timeout=120)\n`;

describe('an assertion that may differ', () => {
	const code = `${get('/status/204')}assert r.status_code == 200, f"got {r.status_code}"\nassert True\n`;
	const lenient = (statuses: number[] | null) => ({lenient: [{line: 3, statuses}]});

	it('is noted with its line, its call and its message, and the test goes on', async () => {
		const outcome = await bench.run(code, lenient([2]));
		expect(outcome).toMatchObject({status: 'passed', error: null});
		expect(outcome.deviations).toEqual([{line: 3, lines: [3], call: 1, message: 'got 204'}]);
	});

	it('fails when the status is of another class', async () => {
		const outcome = await bench.run(code, lenient([4]));
		expect(outcome).toMatchObject({status: 'failed', failedLine: 3, error: expect.stringContaining('got 204')});
		expect(outcome.deviations).toBeUndefined();
	});

	it('is noted when the place it reads is not there', async () => {
		const read = 'body = {}\nassert body["error"]["field"] == "name", f"names {body}"\nassert True\n';
		const outcome = await bench.run(read, {lenient: [{line: 2, statuses: null}]});
		expect([outcome.status, outcome.deviations?.map(({message}) => message)]).toEqual(['passed', ['names {}']]);
	});

	it('is one thing to learn in every entry of a long list, and another one for each field', async () => {
		const loop = [
			'for n in range(500):',
			'    for field in ("name", "note"):',
			'        assert {"name": n, "note": n}[field] is None, f"{field} is {n!r}"',
		];
		const outcome = await bench.run(loop.join('\n'), {lenient: [{line: 3, statuses: null}]});
		expect([outcome.status, outcome.deviations?.map(({message}) => message)]).toEqual([
			'passed',
			['name is 0', 'note is 0'],
		]);
	});

	const missing = (rest: string) => `body = {"errors": {}}\nassert type(body["errors"].get("body")) is list\n${rest}\n`;
	const shape = {lenient: [{line: 2, statuses: null}]};

	it('ends the test where what follows reads the place that is not there', async () => {
		const outcome = await bench.run(missing('for one in body["errors"]["body"]:\n    assert one'), shape);
		expect([outcome.status, outcome.deviations?.length]).toEqual(['passed', 1]);
	});

	it.each([
		['an assertion fails', missing('assert body["errors"] == 1'), shape],
		['a library fails', missing('import json\njson.loads(None)'), shape],
		['nothing was noted', missing('body["other"]').replace('is list', 'is not list'), shape],
		[
			'what was noted is a status',
			missing('body["other"]').replace(/assert .*/, 'assert 204 == 200'),
			{lenient: [{line: 2, statuses: [2]}]},
		],
	])('ends no test in which %s', async (_, code, options) => {
		expect((await bench.run(code, options)).status).toBe('failed');
	});

	it('bears what the line bears that has called its function', async () => {
		const helper = [
			'import requests',
			'def call(path, expected):',
			'    response = requests.get(f"{TARGET_URL}{path}", timeout=9)',
			'    assert response.status_code == expected, path',
			'call("/status/204", 200)',
			'call("/status/404", 410)',
		].join('\n');
		const rules = [
			{line: 4, statuses: []},
			{line: 5, statuses: [2]},
		];
		const outcome = await bench.run(helper, {lenient: rules});
		expect(outcome).toMatchObject({status: 'failed', failedLine: 4});
		expect(outcome.deviations).toEqual([{line: 4, lines: [4, 5], call: 1, message: '/status/204'}]);
	});
});

describe('a case that does not hold', () => {
	const code = [
		'import requests',
		'failures = []',
		'for path, wanted in [("/status/204", 204), ("/status/500", 400), ("/status/201", 404), ("/status/404", 404)]:',
		'    r = requests.get(f"{TARGET_URL}{path}", timeout=9)',
		'    if r.status_code != wanted:',
		'        failures.append(f"{path}: expected {wanted}, got {r.status_code}")',
		'assert not failures, "\\n".join(failures)',
	].join('\n');

	it('is told with all the others, and the first one is what the test has failed about', async () => {
		const outcome = await bench.run(code);
		expect(outcome).toMatchObject({
			status: 'failed',
			failureKind: 'assertion',
			failedLine: 5,
			error: 'AssertionError: /status/500: expected 400, got 500',
		});
		expect(outcome.trace).toContain('/status/500: expected 400, got 500\n/status/201: expected 404, got 201');
		expect(outcome.trace?.split('\n').at(-1)).toBe('expected 400, got 500');
	});

	it('is noted where it may differ, with the call that it is about', async () => {
		const outcome = await bench.run(code, {lenient: [{line: 5, statuses: [2]}]});
		expect(outcome.deviations).toEqual([{line: 5, lines: [5], call: 3, message: '/status/201: expected 404, got 201'}]);
		expect(outcome.trace).not.toContain('/status/201');
	});

	it('is over where what it would look at next is not there, and the next one is tried', async () => {
		const rest = [
			'        continue',
			'    if r.status_code < 400:',
			'        failures.append(f"{path} is no refusal")',
		];
		const lines = code.split('\n');
		const longer = [...lines.slice(0, 6), ...rest, ...lines.slice(6)].join('\n').replace('("/status/204", 204), ', '');
		const rules = [{line: 5, statuses: [2], endsOn: [2]}];
		const outcome = await bench.run(longer, {lenient: rules});
		expect(outcome.deviations?.map(({message}) => message)).toEqual(['/status/201: expected 404, got 201']);
		expect(outcome.error).toBe('AssertionError: /status/500: expected 400, got 500');
		expect(outcome.trace).not.toContain('/status/201');
	});
});
