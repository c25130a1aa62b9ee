import {describe, expect, test} from 'vitest';
import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import type {MadePlan} from '../../../service/plans/plan-rows.ts';
import {documentOf, planOf, rowOf} from './shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const answer = (schema: object) => ({description: 'it', ...json(schema)});
const id = {parameters: [{name: 'id', in: 'path', required: true, schema: text}]};
const record = (properties: object = {}) => ({type: 'object', required: ['id'], properties: {id: text, ...properties}});
const state = (...values: string[]) => record({name: text, status: {type: 'string', enum: values}});
const creator = (schema: object, needs: Record<string, object> = {}, more: object = {}) => ({
	post: {
		requestBody: {
			required: true,
			...json({type: 'object', required: ['name', ...Object.keys(needs)], properties: {name: text, ...needs}}),
		},
		responses: {201: answer(schema), 422: {description: 'no'}},
		...more,
	},
});
const done = (schema: object, said: object = {}) => ({...id, post: {responses: {200: answer(schema)}, ...said}});
const gone = {delete: {responses: {204: {description: 'gone'}}}};

type Words = {order?: string; publish?: string; refund?: string};

/** A ticket is of an event, and an order of a ticket; nothing but `isLasting` can be deleted. */
function document({order = '', publish = '', refund = ''}: Words, isLasting = true) {
	const event = state('draft', 'published', 'closed');
	const sale = state('pending', 'paid', 'refunded');
	const end = isLasting ? {} : gone;
	const ofEvent = record({name: text, eventId: text});
	return documentOf({
		'/events': creator(event),
		'/events/{id}': {...id, get: {responses: {200: answer(event)}}, ...end},
		'/events/{id}/publish': done(event, {summary: 'Publish a draft', description: publish}),
		'/events/{id}/close': done(event),
		'/events/{id}/sessions': {...id, ...creator(record({name: text}))},
		'/tickets': creator(ofEvent, {eventId: text}),
		'/tickets/{id}': {...id, get: {responses: {200: answer(ofEvent)}}, ...end},
		'/orders': creator(sale, {ticketId: text}, {description: order}),
		'/orders/{id}': {...id, get: {responses: {200: answer(sale)}}, ...end},
		'/orders/{id}/pay': done(sale, {summary: 'Pay a pending order'}),
		'/orders/{id}/refund': done(sale, {summary: refund}),
	});
}

const beforeOf = (words: Words, key: string) =>
	analyseApi(document(words)).operations.find(one => one.key === key)!.endpoint.before;
const stepsOf = (plan: MadePlan, key: string) =>
	rowOf(plan, key).recipe.steps.map(({call}) => `${call.operation.method} ${call.operation.path}`);

describe('what the document says has to come first', () => {
	test.each([
		['Reserves it. The event has to be published.'],
		['The event must already be published'],
		['Only for published events.'],
		['Possible once the event is published.'],
		['Requires a published event'],
	])('is read of the records that a request names, and of what these lie below: %s', order => {
		expect(beforeOf({order}, 'POST /orders')).toEqual(['POST /events/{id}/publish']);
	});

	test.each([
		['Refund a paid order'],
		['Only paid orders can be refunded.'],
		['The order has to be paid.'],
		['Possible while the order is paid.'],
	])('is read of the record that an action acts on: %s', refund => {
		expect(beforeOf({refund}, 'POST /orders/{id}/refund')).toEqual(['POST /orders/{id}/pay']);
	});

	test('is read of an action by the state that it is said to lead to', () => {
		const vehicle = state('registered', 'in_service', 'retired');
		const {operations} = analyseApi(
			documentOf({
				'/vehicles': creator(vehicle),
				'/vehicles/{id}': {...id, get: {responses: {200: answer(vehicle)}}, ...gone},
				'/vehicles/{id}/commission': done(vehicle, {summary: 'Put a registered vehicle into service'}),
				'/vehicles/{id}/retire': done(vehicle, {summary: 'Retire a vehicle'}),
				'/trips': creator(record({name: text}), {vehicleId: text}, {description: 'For a vehicle in service.'}),
			}),
		);
		const trip = operations.find(({key}) => key === 'POST /trips')!;
		expect(trip.endpoint.before).toEqual(['POST /vehicles/{id}/commission']);
	});

	test.each([
		[{order: 'Publishes nothing; the event stays as it is.'}, 'POST /orders'],
		[{order: 'The order will be paid later.'}, 'POST /orders'],
		[{order: 'The event must not be closed.'}, 'POST /orders'],
		// A record is made in that state.
		[{refund: 'Refund a pending order'}, 'POST /orders/{id}/refund'],
		[{}, 'POST /orders/{id}/pay'],
	])('is not read where nothing asks for it: %j', (words, key) => {
		expect(beforeOf(words, key)).toEqual([]);
	});

	test('an own event is published before an order of a ticket for it, with what publishing asks for', () => {
		const words = {order: 'The event has to be published.', publish: 'Requires at least one session.'};
		expect(stepsOf(planOf(document(words, false)), 'POST /orders invalid-body').slice(0, 5)).toEqual([
			'POST /events',
			'POST /tickets',
			'POST /events/{id}/sessions',
			'POST /events/{id}/publish',
			'POST /orders',
		]);
		expect(stepsOf(planOf(document({...words, publish: ''}, false)), 'POST /orders create').slice(0, 4)).toEqual([
			'POST /events',
			'POST /tickets',
			'POST /events/{id}/publish',
			'POST /orders',
		]);
	});

	test('a record that only one test relates is brought there as well', () => {
		const paths = {
			'/seats': creator(state('new', 'active')),
			'/seats/{id}': {...id, get: {responses: {200: answer(state('new', 'active'))}}, ...gone},
			'/seats/{id}/activate': done(state('new', 'active')),
			'/people': creator(record({name: text})),
			'/people/{id}': {...id, get: {responses: {200: answer(record({name: text}))}}, ...gone},
			'/stays': {
				post: {
					description: 'For an active seat.',
					requestBody: {
						required: true,
						...json({
							type: 'object',
							required: ['seatId', 'personId'],
							properties: {seatId: text, personId: text},
						}),
					},
					responses: {201: answer(record({seatId: text, personId: text})), 409: {description: 'no'}},
				},
			},
			'/stays/{id}': {...id, get: {responses: {200: answer(record({seatId: text, personId: text}))}}, ...gone},
		};
		const plan = planOf(documentOf(paths));
		const steps = rowOf(plan, 'DELETE /stays/{id} delete').recipe.steps;
		const [activated] = steps.filter(({call}) => call.operation.path === '/seats/{id}/activate');
		const stay = steps.find(({call}) => call.operation.path === '/stays')!;
		const sent = stay.call.body && 'value' in stay.call.body ? stay.call.body.value : null;
		expect(sent?.is === 'object' && sent.fields['seatId']).toEqual(activated!.call.path['id']);
		const count = (path: string) => steps.filter(({call}) => call.operation.path === path).length;
		expect(count('/seats')).toBe(count('/seats/{id}/activate'));
	});

	test('an event that stays for ever is the one of all, which others may have published', () => {
		const plan = planOf(document({order: 'The event has to be published.', refund: 'Refund a paid order'}));
		const {recipe} = rowOf(plan, 'POST /orders create');
		expect(recipe.steps.map(({call}) => call.operation.path).slice(0, 2)).toEqual(['/events/{id}/publish', '/orders']);
		expect(recipe.steps[0]!.asserts[0]!.check).toEqual({type: 'status', oneOf: [200, 400, 409, 422]});
		// It waits for the session that others make below the event.
		expect(recipe.consumes).toEqual(expect.arrayContaining(['event_id', 'ticket_id', 'session_id']));
		expect(stepsOf(plan, 'chain flow POST /orders/{id}/refund').slice(0, 6)).toEqual([
			'POST /events',
			'POST /tickets',
			'POST /events/{id}/publish',
			'POST /orders',
			'POST /orders/{id}/pay',
			'POST /orders/{id}/refund',
		]);
	});
});

test('a record is moved to another stage than it was made in', () => {
	const stage = {type: 'string', enum: ['lead', 'won', 'lost']};
	const deal = record({name: text, stage});
	const body = {required: true, ...json({type: 'object', required: ['stage'], properties: {stage}})};
	const plan = planOf(
		documentOf({
			'/deals': creator(deal),
			'/deals/{id}': {...id, get: {responses: {200: answer(deal)}}, ...gone},
			'/deals/{id}/stage': {...id, post: {requestBody: body, responses: {200: answer(deal), 409: {description: 'no'}}}},
		}),
	);
	const {call} = rowOf(plan, 'POST /deals/{id}/stage action').recipe.steps.find(({role}) => role === 'act')!;
	expect(call.body).toMatchObject({value: {fields: {stage: {is: 'literal', value: 'won'}}}});
});
