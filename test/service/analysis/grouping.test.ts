import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import {badgesOf, type Ending} from '../../../service/analysis/failures.ts';
import {normaliseError} from '../../../service/analysis/signature.ts';
import {call, failure} from './failure.ts';

describe('the signature of a failure', () => {
	const signature = (id: number, got: number) =>
		analyse(
			failure({
				asserted: `expected 200, got ${got}`,
				at: 'assert r.status_code == 200',
				calls: [call({to: `GET /orders/${id}`, status: got, got: {id}})],
			}),
		).signature;

	it('is the same for other records and different for other statuses', () => {
		expect(signature(1, 500)).toBe('GET /orders/{id} 500 AssertionError: expected <n>, got <n>');
		expect(signature(2, 500)).toBe(signature(1, 500));
		expect(signature(1, 403)).not.toBe(signature(1, 500));
	});

	it('of a missing module does not depend on the machine that lacks it', () => {
		const error = "ModuleNotFoundError: No module named 'zeep'";
		const command = '/root/.pyenv/versions/3.11.7/bin/python3 -m pip install zeep';
		const missing = analyse(
			failure({
				error: `${error}; ${command.split(' ')[0]} does not have it; install it with: ${command}`,
				at: 'import zeep',
			}),
		);
		expect(missing.signature).toBe(error);
		expect(missing.recommendedFixTarget?.rationale).toContain(command);
		expect(missing.evidence.map(({summary}) => summary)).toContain(error);
	});

	it.each([
		["KeyError: 'id'", "KeyError: 'id'"],
		['took 7.3 s for run_01h8xgjwbw', 'took <n> s for <id>'],
		['at 2026-01-31T09:30:00.000Z from http://a.example/b?c=1', 'at <time> from <url>'],
		['no user 0191e1a0-7b5c-7cc1-9d7e-3f2a1b0c9d8e at 0xDEADBEEF', 'no user <id> at <id>'],
	])('leaves out ids, numbers, times and addresses of %s', (error, normal) => {
		expect(normaliseError(error)).toBe(normal);
	});
});

describe('badges', () => {
	const ending = (word: string, codeVersion = 'v1'): Ending => ({
		status: ({p: 'passed', f: 'failed', b: 'blocked', c: 'cancelled'} as const)[word as 'p']!,
		codeVersion,
	});
	const badges = (history: string) =>
		badgesOf(
			ending('f'),
			[...history].map(word => ending(word)),
		);

	it.each([
		['', ['new']],
		['p', ['new']],
		['cp', ['new']],
		['f', []],
		['bf', []],
		['ffp', []],
		['pf', ['new', 'flaky']],
		['fpf', ['flaky']],
		['ffffffffpf', []],
	])('of a failure after %j (newest first) are %j', (history, expected) => {
		expect(badges(history)).toEqual(expected);
	});

	it('do not call a test flaky that was edited between its verdicts', () => {
		expect(badgesOf(ending('f', 'v3'), [ending('p', 'v2'), ending('f', 'v1')])).toEqual(['new']);
	});
});
