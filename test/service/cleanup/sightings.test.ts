import {describe, expect, it} from 'vitest';
import {keysOfPath} from '../../../service/cleanup/record-keys.ts';
import {Sightings} from '../../../service/cleanup/sightings.ts';
import {callsOf} from './observed-lines.ts';

const there = {answer: {name: 'canary'}};

/** A read and a write of one record, all in one millisecond; the writer's test is `run_1`. */
const momentOf = (reader: string, order: 'read first' | 'write first') => {
	const lines = [
		['GET /tags/canary', {...there, run: reader}] as const,
		['PUT /tags/canary', {...there, run: 'run_1'}] as const,
	];
	const calls = callsOf(
		(order === 'read first' ? lines : lines.toReversed()).map(([path, given]) => [path, given]),
	).map(call => ({...call, startedAt: 1000, answeredAt: 1000}));
	const write = calls.find(({method}) => method === 'PUT')!;
	return new Sightings(calls).lastShown(write, keysOfPath(write.segments).slice(0, 1)) !== null;
};

describe('what was shown before a write of the same millisecond', () => {
	it.each([
		['run_1', 'read first', true],
		['run_1', 'write first', false],
		// Of two tests nobody knows which was first: what the read shows may be what the write has made.
		['run_2', 'read first', false],
		['run_2', 'write first', false],
	] as const)('read by %s, %s: %s', (reader, order, isKnown) => {
		expect(momentOf(reader, order)).toBe(isKnown);
	});
});
