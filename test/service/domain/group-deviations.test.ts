import {expect, it} from 'vitest';
import {type Deviation, groupDeviations} from '../../../service/domain/group-deviations.ts';

const names = new Map(Array.from({length: 10}, (_, number) => [`ep_${number}`, `GET /things/${number}`]));

const deviation = (number: number, more: Partial<Deviation> = {}): Deviation => ({
	endpointId: `ep_${number}`,
	kind: 'status',
	difference: '401 documented, 403 answered',
	document: '401',
	observed: '403',
	evidence: [{callId: `cal_${number}`, runId: null}],
	firstSeenAt: number,
	lastSeenAt: 100 + number,
	...more,
});
const some = (count: number) => Array.from({length: count}, (_, number) => deviation(number));

it('what five of eight endpoints show is one finding of the API', () => {
	const [finding, ...others] = groupDeviations(some(5), new Map([['status', 8]]), names);
	expect(others).toEqual([]);
	expect(finding).toEqual({
		key: 'api status 401 documented, 403 answered',
		kind: 'status',
		scope: 'api',
		endpointIds: ['ep_0', 'ep_1', 'ep_2', 'ep_3', 'ep_4'],
		count: 5,
		title: '401 documented, 403 answered: 5 endpoints',
		document: '401',
		observed: '403',
		evidence: [0, 1, 2].map(number => ({callId: `cal_${number}`, runId: null})),
		firstSeenAt: 0,
		lastSeenAt: 104,
	});
});

it.each([
	['four endpoints', 4, 4],
	['five of nine', 5, 9],
])('what %s show is one finding each', (_, count, looked) => {
	const findings = groupDeviations(some(count), new Map([['status', looked]]), names);
	expect(findings.map(({scope}) => scope)).toEqual(Array.from({length: count}, () => 'endpoint'));
	expect(findings[0]?.title).toBe('GET /things/0: 401 documented, 403 answered');
});

it('several differences of one endpoint and kind are one finding, and what most show is not told again', () => {
	const shape = deviation(0, {difference: '200 documented, 204 answered', document: '200', observed: '204'});
	const other = deviation(0, {difference: '404 documented, 403 answered', document: '404', observed: '403'});
	const findings = groupDeviations([...some(6), shape, other], new Map([['status', 6]]), names);
	expect(findings.map(({title}) => title)).toEqual([
		'401 documented, 403 answered: 6 endpoints',
		'GET /things/0: 200 documented, 204 answered; 404 documented, 403 answered',
	]);
});

it('what is about no single endpoint is a finding of the API, and an endpoint that is gone has none', () => {
	const down = deviation(0, {endpointId: '', kind: 'target_down', difference: 'stopped answering'});
	expect(groupDeviations([down, deviation(99)], new Map(), names)).toMatchObject([
		{scope: 'api', count: 0, endpointIds: [], title: 'stopped answering'},
	]);
});
