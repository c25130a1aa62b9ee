import {describe, expect, it} from 'vitest';
import {count, filesToRepeat, testsToRepeat} from './verdict.mjs';

type Status = 'passed' | 'failed' | 'skipped';
const file = (name: string, tests: Record<string, Status>, status: Status = 'passed') => ({
	name,
	status: Object.values(tests).includes('failed') ? 'failed' : status,
	assertionResults: Object.entries(tests).map(([fullName, state]) => ({fullName, status: state})),
});
const steady = file('a', {one: 'passed', two: 'passed'});
const red = file('b', {three: 'failed', four: 'passed'});

describe('the verdict of the suite', () => {
	it('counts passes and failures, and a file that cannot be loaded as a failure', () => {
		const files = [steady, red, file('c', {}, 'failed')];
		expect(count({passed: false, files})).toMatchObject({passed: 3, failed: 2, unsteady: []});
	});

	it('repeats a few failed files, not a suite that is broken', () => {
		expect(filesToRepeat([steady, red])).toEqual(['b']);
		expect(filesToRepeat(['b', 'c', 'd', 'e'].map(name => file(name, {x: 'failed'})))).toEqual([]);
		expect(filesToRepeat(undefined)).toEqual([]);
	});

	it('names what failed only the first time, and fails what failed twice', () => {
		const first = {passed: false, files: [steady, red]};
		expect(count(first, {passed: true, files: [file('b', {three: 'passed', four: 'passed'})]})).toMatchObject({
			passed: 4,
			failed: 0,
			unsteady: ['three'],
		});
		expect(count(first, {passed: false, files: [file('b', {three: 'failed', four: 'passed'})]})).toMatchObject({
			passed: 3,
			failed: 1,
			unsteady: [],
		});
	});

	it('repeats of a file only what failed, and counts the rest as it was', () => {
		const odd = file('e', {'of a list (a|b): what?': 'failed', other: 'passed'});
		const pattern = new RegExp(testsToRepeat([steady, red, odd], ['b', 'e'])!);
		expect(
			['of a list (a|b): what?', 'three', 'other', 'four', 'three more'].filter(name => pattern.test(name)),
		).toEqual(['of a list (a|b): what?', 'three']);
		expect(testsToRepeat([red, file('c', {}, 'failed')], ['b', 'c'])).toBe(null);
		const first = {passed: false, files: [steady, red]};
		const again = (three: Status) => [file('b', {three, four: 'skipped'})];
		expect(count(first, {passed: true, files: again('passed')})).toMatchObject({
			passed: 4,
			failed: 0,
			unsteady: ['three'],
		});
		expect(count(first, {passed: false, files: again('failed')})).toMatchObject({passed: 3, failed: 1, unsteady: []});
		expect(count(first, {passed: true, files: again('skipped')})).toMatchObject({passed: 3, failed: 1, unsteady: []});
	});

	it('tells each failure by file and test with the first line of its message', () => {
		const told = {fullName: 'three', status: 'failed', failureMessages: ['expected 1 to be 2\n at line 3']};
		const files = [
			steady,
			{name: '/here/b', status: 'failed', assertionResults: [told]},
			{name: '/here/c', status: 'failed', message: 'no such module', assertionResults: []},
		];
		expect(count({passed: false, files}, undefined, '/here/').failures).toEqual([
			'b: three (expected 1 to be 2)',
			'c: could not be loaded (no such module)',
		]);
		expect(count({passed: false, files: [steady]}).failures).toHaveLength(1);
		expect(count({passed: true, files: [steady]}).failures).toEqual([]);
		expect(
			count({passed: false, files: [red]}, {passed: true, files: [file('b', {three: 'passed'})]}).failures,
		).toEqual([]);
	});

	it('is red when a run ended red without a failed test, and without a report', () => {
		expect(count({passed: false, files: [steady]}).failed).toBe(1);
		expect(count({passed: false, files: undefined}).failed).toBe(1);
		expect(count({passed: false, files: [red]}, {passed: false, files: undefined}).failed).toBe(1);
	});
});
