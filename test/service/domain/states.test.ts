import {describe, expect, it} from 'vitest';
import {runStatuses, type TerminalRunStatus} from '../../../contract/enums.ts';
import {
	batchStatusOf,
	cleanupStateAfter,
	type MemberCounts,
	moveBatch,
	noMembers,
	outcomeOf,
	waveStatusOf,
} from '../../../service/domain/batch-state.ts';
import {toCredits} from '../../../service/domain/credit-costs.ts';
import {nearMiss} from '../../../service/domain/variable-links.ts';
import {firstLine, type SummarisedRun, summaryOf} from '../../../service/domain/result-summary.ts';
import {labelOf, moveRun, type RunTrigger} from '../../../service/domain/run-state.ts';
import {executionStatusOf, type Move, type TestStanding, testAfter} from '../../../service/domain/test-state.ts';

describe('a run', () => {
	const allowed: Array<[string, RunTrigger, string]> = [
		['queued', 'claim', 'running'],
		['queued', 'block', 'blocked'],
		['queued', 'cancel', 'cancelled'],
		['running', 'cancel', 'cancelled'],
		['running', 'pass', 'passed'],
		['running', 'fail', 'failed'],
		['running', 'refuse', 'blocked'],
		['running', 'lose', 'queued'],
		['running', 'lose_again', 'failed'],
		['cancelled', 'cancel', 'cancelled'],
	];
	const triggers: RunTrigger[] = ['claim', 'block', 'cancel', 'pass', 'fail', 'refuse', 'lose', 'lose_again'];

	it('moves exactly as the table of states says', () => {
		const moves = runStatuses.flatMap(from =>
			triggers.flatMap(trigger => {
				const to = moveRun(from, trigger);
				return to === null ? [] : [[from, trigger, to]];
			}),
		);
		expect(moves.sort()).toEqual(allowed.sort());
	});

	it.each([
		['queued', 'Pending'],
		['running', 'Running'],
		['passed', 'Pass'],
		['failed', 'Failed'],
		['blocked', 'Blocked'],
		['cancelled', 'Cancelled'],
	] as const)('%s is shown as %s', (status, label) => {
		expect(labelOf(status, false)).toBe(label);
	});

	it('of a teardown test without a record is shown as Skipped', () => {
		expect(labelOf('blocked', true)).toBe('Skipped');
	});
});

describe('a test', () => {
	const standing = (more: Partial<TestStanding>): TestStanding => ({
		status: 'running',
		verdict: 'passed',
		newest: true,
		newerVerdict: false,
		...more,
	});

	it.each<[string, Partial<TestStanding>, Move, {status: string; verdict: string | null}]>([
		['follows its newest run', {}, 'failed', {status: 'failed', verdict: 'failed'}],
		['follows a start', {status: 'queued'}, 'running', {status: 'running', verdict: 'passed'}],
		['keeps its last verdict after a cancel', {}, 'cancelled', {status: 'passed', verdict: 'passed'}],
		['is cancelled when it never had a verdict', {verdict: null}, 'cancelled', {status: 'cancelled', verdict: null}],
		['keeps its last verdict when there was nothing to remove', {}, 'skipped', {status: 'passed', verdict: 'passed'}],
		['is ready when there never was anything', {verdict: null}, 'skipped', {status: 'ready', verdict: null}],
		['waits again when its run was lost', {}, 'queued', {status: 'queued', verdict: 'passed'}],
		['learns the verdict of an older run', {newest: false}, 'failed', {status: 'running', verdict: 'failed'}],
		[
			'shows the verdict of an older run when the newest was cancelled',
			{newest: false, status: 'cancelled', verdict: null},
			'failed',
			{status: 'failed', verdict: 'failed'},
		],
		[
			'ignores an older run when a newer one has a verdict',
			{newest: false, newerVerdict: true, status: 'blocked', verdict: 'blocked'},
			'passed',
			{status: 'blocked', verdict: 'blocked'},
		],
		[
			'ignores the start of an older run',
			{newest: false, status: 'queued'},
			'running',
			{status: 'queued', verdict: 'passed'},
		],
	])('%s', (_, test, run, after) => {
		expect(testAfter(standing(test), run)).toEqual(after);
	});

	it.each([
		['queued', 'queued'],
		['running', 'running'],
		['passed', 'completed'],
		['failed', 'completed'],
		['blocked', 'completed'],
		['cancelled', 'cancelled'],
	] as const)('whose run is %s has the execution status %s', (status, executionStatus) => {
		expect(executionStatusOf(status)).toBe(executionStatus);
	});
});

describe('a batch', () => {
	const counts = (more: Partial<MemberCounts>): MemberCounts => ({...noMembers, ...more});

	it.each<[Partial<MemberCounts>, boolean, TerminalRunStatus]>([
		[{}, false, 'passed'],
		[{passed: 3}, false, 'passed'],
		[{passed: 3, cancelled: 1}, false, 'cancelled'],
		[{passed: 3, cancelled: 1, blocked: 1}, false, 'blocked'],
		[{passed: 3, cancelled: 1, blocked: 1, failed: 1}, false, 'failed'],
		[{passed: 3, failed: 1}, true, 'cancelled'],
	])('with %o, cancelled %s, has the outcome %s', (members, cancelled, outcome) => {
		expect(outcomeOf(counts(members), cancelled)).toBe(outcome);
	});

	it.each([
		['queued', null, 'queued'],
		['tests', null, 'running'],
		['cleanup', 'failed', 'running'],
		['done', 'failed', 'failed'],
	] as const)('in phase %s with outcome %s is %s', (phase, outcome, status) => {
		expect(batchStatusOf(phase, outcome)).toBe(status);
	});

	it('goes to cleanup only when there is something to clean', () => {
		expect(moveBatch('tests', 'tests_ended', true)).toBe('cleanup');
		expect(moveBatch('tests', 'tests_ended', false)).toBe('done');
		expect(moveBatch('queued', 'tests_ended', false)).toBe('done');
		expect(moveBatch('cleanup', 'cleanup_ended')).toBe('done');
		expect(moveBatch('queued', 'member_left_queue')).toBe('tests');
		expect(moveBatch('done', 'member_left_queue')).toBe('done');
	});

	it('whose cleanup test failed has a failed cleanup', () => {
		expect(cleanupStateAfter(0, 0)).toBe('done');
		expect(cleanupStateAfter(0, 1)).toBe('failed');
		expect(cleanupStateAfter(1, 0)).toBe('failed');
	});

	it.each<[Partial<MemberCounts>, number, string]>([
		[{queued: 2}, 2, 'pending'],
		[{queued: 1, running: 1}, 2, 'running'],
		[{queued: 1, passed: 1}, 2, 'running'],
		[{passed: 1, skipped: 1}, 2, 'done'],
	])('shows a wave with %o of %i members as %s', (members, total, status) => {
		expect(waveStatusOf(counts(members), total)).toBe(status);
	});
});

describe('a name that was probably meant', () => {
	it.each<[string, string[], string | null]>([
		['user_id', ['userId'], 'userId'],
		['userId', ['user_id', 'other'], 'user_id'],
		['TOKEN', ['token'], 'token'],
		['user_id', ['user_ids', 'userid2'], null],
		['user_id', ['user_id'], null],
		['user_id', [], null],
		['user_id', ['USERID', 'userId', 'User_id'], 'User_id'],
	])('instead of %s among %o is %s', (wanted, names, meant) => {
		expect(nearMiss(wanted, names)).toBe(meant);
	});
});

describe('the summary of a run', () => {
	const run = (more: Partial<SummarisedRun>): SummarisedRun => ({
		status: 'passed',
		skipped: false,
		failureKind: null,
		error: null,
		durationMs: 1234,
		...more,
	});

	it.each<[Partial<SummarisedRun>, string]>([
		[{}, 'The test passed after 1.2 s.'],
		[
			{status: 'failed', failureKind: 'assertion', error: 'AssertionError: expected 201, got 500\nmore'},
			'The test failed after 1.2 s (assertion): AssertionError: expected 201, got 500.',
		],
		[{status: 'failed'}, 'The test failed after 1.2 s.'],
		[{status: 'queued', durationMs: null}, 'The test waits for the values it needs or for a free slot.'],
		[{status: 'running', durationMs: null}, 'The test is running.'],
		[{status: 'cancelled'}, 'The run was cancelled; the last verdict of the test stands.'],
		[
			{status: 'blocked', error: 'Blocked: no value.'},
			'The test was blocked and made no verdict about the API: Blocked: no value.',
		],
		[{status: 'blocked', skipped: true, error: 'Skipped: no record.'}, 'Skipped: no record.'],
	])('of %o is one sentence', (given, sentence) => {
		expect(summaryOf(run(given))).toBe(sentence);
	});

	it('shortens a long first line', () => {
		expect(firstLine(`${'x'.repeat(300)}\ny`)).toHaveLength(200);
		expect(firstLine('\n\n')).toBeNull();
		expect(firstLine(null)).toBeNull();
		expect(firstLine('  first\nsecond')).toBe('first');
	});
});

describe('credits', () => {
	it('travel in whole units with two decimals', () => {
		expect(toCredits(20)).toBe(0.2);
		expect(toCredits(150)).toBe(1.5);
	});
});
