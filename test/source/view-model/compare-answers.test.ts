import {describe, expect, it} from 'vitest';
import type {Call} from '../../../contract/call.ts';
import {compareLines} from '../../../components/failure/compare-lines.ts';
import {compareAnswers} from '../../../source/view-model/compare-answers.ts';

const answer = (body: unknown, url = 'http://a.example/config') =>
	({
		method: 'GET',
		url,
		responseBody: JSON.stringify(body),
		truncated: false,
		responseEncoding: 'utf8',
		status: 200,
		error: null,
		latencyMs: 1,
	}) as Call;

describe('the answers of two runs side by side', () => {
	it('tell each place that says something else, lists by their length, and no ids and times', () => {
		const then = answer({currency: 'EUR', lines: [1, 2], id: 1, served_at: '2026-01-01T10:00:00Z'});
		const now = answer({currency: 'USD', lines: [], id: 2, served_at: '2026-01-02T10:00:00Z'});
		expect(compareAnswers([then], [now])).toEqual([
			{
				call: 'GET /config',
				changes: [
					{path: '$.currency', before: '"EUR"', after: '"USD"'},
					{path: '$.lines', before: '2 entries', after: '0 entries'},
				],
				more: 0,
			},
		]);
	});

	it('are bounded, and say how many more there are', () => {
		const many = (value: number) => answer(Object.fromEntries(Array.from({length: 9}, (_, at) => [`f${at}`, value])));
		const [found] = compareAnswers([many(1)], [many(2)]);
		expect(found?.changes).toHaveLength(6);
		expect(found?.more).toBe(3);
	});

	it('are not compared where another request stands there', () => {
		expect(compareAnswers([answer({a: 1}, 'http://a.example/x')], [answer({a: 2})])).toEqual([null]);
	});

	it('stand below their call in the pane', () => {
		const side = {
			runId: 'r',
			testId: 't',
			status: 'failed',
			failureKind: null,
			failedStepIndex: null,
			codeVersion: 'v1',
		};
		const diff = {
			runA: side,
			runB: side,
			verdictChanged: true,
			failedStepIndexChanged: false,
			failureKindChanged: false,
			codeVersionChanged: false,
			crossTest: false,
			changedSteps: [],
		};
		const [then, now] = [[answer({currency: 'EUR'})], [answer({currency: 'USD'})]];
		const calls = {then, now};
		const lines = compareLines({createdAt: ''} as never, diff as never, calls, {
			glyphs: {arrow: '->', marked: '*'} as never,
			width: 100,
		}).map(line => line.map(({text}) => text).join(''));
		expect(lines.join('\n')).toContain('$.currency: "EUR" -> "USD"');
	});
});
