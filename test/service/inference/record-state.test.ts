import {expect, it} from 'vitest';
import {endingActions, endingStates, readBefore, beforeKey, statesSent} from '../../../service/inference/lead-up.ts';
import {endingRank, speaksOfState, statesIn} from '../../../service/inference/record-state.ts';

it.each([
	'finish',
	'cancel',
	'cancelled',
	'canceled',
	'checkout',
	'check-in',
	'checked_out',
	'end',
	'ended',
	'closure',
])('%s ends something', name => expect(endingRank(name)).not.toBeNull());

it.each([
	'start',
	'returns',
	'stops',
	'releases',
	'endorse',
	'closest',
	'finalize',
	'pay',
	'ship',
	'archives',
	'active',
])('%s ends nothing', name => expect(endingRank(name)).toBeNull());

it('what costs least is tried first', () => {
	const actions = ['close', 'pay', 'cancel', 'complete'].map(name => ({method: 'POST', path: `/x/{id}/${name}`}));
	const others = [
		{method: 'POST', path: '/y/{id}/cancel'},
		{method: 'POST', path: '/x/{id}/parts/{part}/cancel'},
	];
	expect(endingActions('/x/{id}', [...others, ...actions]).map(({path}) => path)).toEqual([
		'/x/{id}/cancel',
		'/x/{id}/complete',
		'/x/{id}/close',
	]);
	const sent = [{status: 'done', title: 'closed'}, {status: 'active'}, {job_state: 'cancelled'}, {status: 'done'}];
	expect(endingStates(sent.flatMap(statesSent))).toEqual([
		{field: 'job_state', value: 'cancelled'},
		{field: 'status', value: 'done'},
	]);
});

it.each([
	['A running trip cannot be deleted', {status: 'running'}, true],
	['Rental is in_progress', {data: {attributes: {state: 'in progress'}}}, true],
	['{"code":"invalid_state"}', {}, true],
	['The trip is still referenced', {status: 'running'}, false],
	['The author of a draft', {title: 'draft', statuses: ['draft']}, false],
])('%s', (said, record, expected) => expect(speaksOfState(said, statesIn(record))).toBe(expected));

it('a change that comes first keeps its body', () => {
	const key = beforeKey({method: 'PATCH', path: '/x/{id}'}, {status: 'all done'});
	expect(readBefore(key)).toEqual({method: 'PATCH', path: '/x/{id}', body: '{"status":"all done"}'});
	expect(readBefore('POST /x/{id}/end')).toEqual({method: 'POST', path: '/x/{id}/end', body: null});
});
