import {expect, it} from 'vitest';
import {countVerdicts} from '../../demo/team-demo.ts';
import {parseOptions} from '../../demo/options.ts';
import type {BatchMember} from '../../contract/batch.ts';

const member = (number: number, status: string) =>
	({testId: `tst_${number}`, runId: `run_${number}`, status}) as unknown as BatchMember;

it('nothing is lost when every test has one run with a verdict', () => {
	const members = [member(1, 'passed'), member(2, 'blocked')];
	expect(countVerdicts({members}, 2)).toEqual({
		isWhole: true,
		line: '✓ nothing was lost and nothing counted twice: 2 tests, 2 runs, 2 verdicts',
	});
});

it.each([
	['a test without a verdict', [member(1, 'passed'), member(2, 'running')], 2],
	['a test without a run', [member(1, 'passed')], 2],
	['a test that counts twice', [member(1, 'passed'), {...member(2, 'passed'), testId: 'tst_1'} as BatchMember], 2],
])('%s is something lost', (_, members, tests) => {
	expect(countVerdicts({members}, tests)).toMatchObject({isWhole: false, line: expect.stringContaining('✗')});
});

it('--team stands alone', () => {
	expect(parseOptions(['--team'])).toEqual({team: true, keep: false, stop: false, help: false});
	expect(() => parseOptions(['--team', '--keep'])).toThrow('--team clears up after itself');
});
