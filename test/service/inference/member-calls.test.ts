import {describe, expect, it} from 'vitest';
import {type AnsweredCall, MemberCalls} from '../../../service/inference/member-calls.ts';

const template = {segments: ['items', '{id}'], query: []};
const got = (id: string, response: unknown, method = 'GET'): AnsweredCall => ({
	method,
	segments: ['items', id],
	status: 200,
	response,
});

describe('MemberCalls', () => {
	it('tells which values were opened after a call, and what the last read of a record has shown', () => {
		const last = got('a', {id: 'a', name: 'later'});
		const calls = [got('a', {id: 'a'}), got('b', {id: 'b'}), last, got('a', {id: 'a'}, 'PUT')];
		const members = new MemberCalls(calls);
		expect(members.isOpened(template, 'id', 'a', 2)).toBe(true);
		expect(members.isOpened(template, 'id', 'a', 3)).toBe(false);
		expect(members.isOpened(template, 'id', 'b', 1)).toBe(false);
		expect(members.isOpened(template, 'id', 'c', -1)).toBe(false);
		expect(members.lastRead(template, 'id', 'a')).toBe(last);
		expect(members.lastRead(template, 'id', 'c')).toBeNull();
	});

	it('looks at each answer once, however many records ask by which fields they are named', () => {
		let looks = 0;
		const calls = Array.from({length: 50}, (_, number) => {
			const call = got(`k${number}`, null);
			return Object.defineProperty(call, 'response', {
				get() {
					looks++;
					return {secret: `k${number}`, size: number};
				},
			});
		});
		const members = new MemberCalls(calls);
		for (const _ of calls) expect([...members.keyFields(template, 'id')]).toEqual(['secret']);
		expect(looks).toBe(50);
	});
});
