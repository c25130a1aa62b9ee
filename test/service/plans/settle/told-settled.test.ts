import {expect, it} from 'vitest';
import type {RefusedRequest} from '../../../../service/plans/learning/refused-request.ts';
import {refusedForValues} from '../../../../service/plans/settle/told-settled.ts';

it('of requests whose fields are accepted elsewhere a person is told the answer, the test, and where to look', () => {
	const call = {body: null, query: {}, path: {}, auth: 'project'};
	const refused = {
		operation: {method: 'POST', path: '/bookings'},
		step: {call},
		status: 409,
		words: 'Room taken',
		recipe: {title: 'creates a booking that has only what is required'},
	} as unknown as RefusedRequest;
	const said = refusedForValues([refused], 'prj_1' as never).split('\n');
	expect(said).toHaveLength(3);
	expect(said[1]).toBe(
		'POST /bookings answered 409 "Room taken" in "creates a booking that has only what is required".',
	);
	expect(said[2]).toBe('What was sent: svc ui failures prj_1');
});
