import {describe, expect, it} from 'vitest';
import {groupFailures, selectFailureRows} from '../../../source/stores/failure-rows.ts';
import type {FailureDigest} from '../../../source/stores/failures.ts';
import {sampleMember} from '../../helpers/wire-samples.ts';

const failed = (id: string, error: string, overrides = {}) =>
	sampleMember({testId: `tst_${id}`, runId: `run_${id}`, name: id, status: 'failed', error, ...overrides});
const blocked = (id: string, by: string | null, reason = 'producer_failed') =>
	sampleMember({
		testId: `tst_${id}`,
		runId: `run_${id}`,
		name: id,
		status: 'blocked',
		blockedBy: {
			variable: 'value',
			reason,
			producer: by === null ? null : {testId: `tst_${by}`, title: by},
			didYouMean: null,
		},
	});
const digest = (signature: string | null, badges: string[] = []): FailureDigest => ({
	signature,
	badges,
	hypothesis: null,
	fixTarget: null,
});
const shape = (members: Parameters<typeof groupFailures>[0], digests = new Map<string, FailureDigest>()) =>
	groupFailures(members, digests).map(({signature, failed: roots, blocked: others}) => [
		signature,
		roots.map(({member, under}) => [member.name, ...under.map(({name}) => name)].join(' > ')),
		others.map(({name}) => name),
	]);

describe('kinds of failure', () => {
	it('are those the service tells; until then, errors without their numbers', () => {
		const members = [failed('a', 'expected 1'), failed('b', 'expected 2'), failed('c', 'expected 3')];
		expect(shape(members)).toEqual([['failed: expected <n>', ['a', 'b', 'c'], []]]);
		const digests = new Map([
			['run_a', digest('GET /x 500')],
			['run_b', digest('GET /y 500')],
			['run_c', digest('GET /x 500')],
		]);
		expect(shape(members, digests)).toEqual([
			['GET /x 500', ['a', 'c'], []],
			['GET /y 500', ['b'], []],
		]);
	});

	it('have blocked tests under their root producer, and come first when they hit most', () => {
		const members = [failed('a', 'one'), failed('b', 'two'), blocked('c', 'b'), blocked('d', 'b')];
		expect(shape(members)).toEqual([
			['failed: two', ['b > c > d'], []],
			['failed: one', ['a'], []],
		]);
	});

	it('begin with what needs the help of a person, whatever hit more tests', () => {
		const neededHelp = {endpoint: 'POST /a', said: '422', command: 'svc endpoint edit "POST /a"'};
		const members = [failed('a', 'one'), failed('b', 'one'), failed('c', 'refused', {neededHelp}), blocked('d', 'c')];
		expect(shape(members)).toEqual([
			['needs your help', ['c > d'], []],
			['failed: one', ['a', 'b'], []],
		]);
	});

	it('take blocked tests without a failed producer for kinds of their own', () => {
		const members = [blocked('a', null, 'no_producer'), blocked('b', 'gone'), blocked('c', 'gone')];
		expect(shape(members)).toEqual([
			[null, [], ['b', 'c']],
			[null, [], ['a']],
		]);
	});

	it('leave out what passed, and cleanup that had nothing to do', () => {
		const skipped = sampleMember({runId: 'run_s', status: 'blocked', label: 'Skipped'});
		expect(shape([sampleMember({status: 'passed'}), skipped])).toEqual([]);
	});
});

describe('lines of the list', () => {
	const members = [failed('a', 'one'), blocked('b', 'a'), failed('c', 'two')];
	const digests = new Map([['run_c', digest('two', ['flaky'])]]);
	const select = selectFailureRows();
	const ids = (filter: string, only: string | null, folded: string[] = []) =>
		select(members, digests, filter, only, folded).map(({id}) => id);

	it('are the same array while nothing changed', () => {
		const folded: string[] = [];
		expect(select(members, digests, '', null, folded)).toBe(select(members, digests, '', null, folded));
	});

	it('keep the head of a kind whose tests match, and leave the others out', () => {
		expect(ids('', 'flaky')).toEqual(['kind two', 'run_c']);
		expect(ids('', 'blocked')).toEqual(['kind failed: one', 'run_b']);
		expect(ids('two', null)).toEqual(['kind two', 'run_c']);
		expect(ids('nothing like it', null)).toEqual([]);
	});

	it('fold to the head of their kind', () => {
		expect(ids('', null, ['kind failed: one'])).toEqual(['kind failed: one', 'kind two', 'run_c']);
	});
});
