import {describe, expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {callsOf, type Line} from './observed-lines.ts';

const lost = {isUnanswered: true};

function found(lines: readonly Line[]) {
	const {records, calls} = findRecords({calls: callsOf(lines), endpoints: [], base: []});
	return [
		...records.map(({family, handle, reason, note}) => [family, handle, reason, note]),
		...calls.map(({reason}) => reason),
	];
}

describe('a call that was sent and never answered', () => {
	it('is listed with its request and its time', () => {
		expect(found([['POST /users/7/orders', lost]])).toEqual([
			[
				'/orders',
				null,
				'unknown_outcome',
				'POST /users/7/orders was sent at 2026-01-31T09:30:00.000Z and never answered',
			],
		]);
	});

	it('is listed with the name that it chose', () => {
		expect(found([['PUT /tags/blue', lost]])).toMatchObject([['/tags', 'blue', 'unknown_outcome', expect.any(String)]]);
	});

	it('is listed no more once a test has deleted what it chose', () => {
		expect(found([['PUT /tags/blue', lost], ['DELETE /tags/blue']])).toEqual([]);
	});

	it.each(['PATCH', 'DELETE', 'GET'])('makes nothing when it is a %s', method => {
		expect(found([[`${method} /tags/blue`, lost]])).toEqual([]);
	});

	it('is not one that found nobody to send it to', () => {
		expect(found([['POST /users', {status: null}]])).toEqual([]);
	});
});
