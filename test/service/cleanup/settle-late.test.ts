import {expect, it} from 'vitest';
import {RecordReader} from '../../../service/cleanup/read-back.ts';
import {settleUnknown} from '../../../service/cleanup/settle-unknown.ts';
import type {SearchedResource} from '../../../service/store/cleanup/sweep-store.ts';

const sentAt = Date.parse('2026-11-23T09:30:00Z');
const mine = '7c9e667974251de944be07fc1f90ae7b';

/** A POST of unknown outcome, as far as settling looks at it. */
const lost = {
	callId: 'cal_1',
	projectId: 'prj_1',
	outcome: 'pending',
	headers: {},
	question: {
		url: 'http://api.test/things',
		isList: true,
		values: [{field: 'tag', text: mine}],
		parameters: [],
		shows: ['tag'],
		sent: {tag: mine},
		isReadable: true,
		sentAt,
		patienceMs: 10_000,
	},
} as unknown as SearchedResource;

/** Settles a call that the API works on until `doneAt`, asked at `askedAt`; answers the outcome and the pauses. */
async function settle(askedAt: number, doneAt: number) {
	let now = askedAt;
	const pauses: number[] = [];
	const settled = await settleUnknown([lost], () => true, {
		reader: new RecordReader(),
		now: () => now,
		async wait(ms) {
			pauses.push(ms);
			now += ms;
		},
		async get() {
			const whole = JSON.stringify(now >= doneAt ? [{id: 7, tag: mine}] : []);
			return {status: 200, latencyMs: 1, detail: {}, body: whole, whole, error: null};
		},
	});
	return [settled.get('cal_1')?.outcome, pauses];
}

it.each([
	['what is there at once is found at once', 1000, 500, ['made', []]],
	['what an API makes after everybody has hung up is found', 1000, 8000, ['made', [9000]]],
	['what is not there when it must have ended was not made', 1000, 60_000, ['nothing', [9000]]],
	['what was sent long ago is not waited for', 20_000, 60_000, ['nothing', []]],
	['a clock that was set back makes nobody wait longer', -3_600_000, 60_000, ['nothing', [10_000]]],
])('%s', async (_, askedAfter, doneAfter, expected) => {
	expect(await settle(sentAt + askedAfter, sentAt + doneAfter)).toEqual(expected);
});
