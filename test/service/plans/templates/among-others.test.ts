import {expect, it} from 'vitest';
import type {Value} from '../../../../service/plans/recipe.ts';
import {sentRecord} from '../../../../service/plans/templates/expect-record.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const object = (properties: object) => ({type: 'object', required: Object.keys(properties), properties});
const content = (schema: object) => ({content: {'application/json': {schema}}});
const id = [{name: 'id', in: 'path', required: true, schema: text}];

const records = (path: string, fields: object) => {
	const it = {description: 'it', ...content(object({id: text, ...fields}))};
	return {
		[path]: {post: {requestBody: {required: true, ...content(object(fields))}, responses: {201: it}}},
		[`${path}/{id}`]: {
			parameters: id,
			get: {responses: {200: it}},
			delete: {responses: {204: {description: 'gone'}}},
		},
	};
};
const seats = (most?: number) => ({type: 'integer', minimum: 1, ...(most === undefined ? {} : {maximum: most})});
const sent = (paths: object, key: string): Record<string, Value> => {
	const [step] = rowOf(planOf(documentOf(paths)), key).recipe.steps;
	return sentRecord(step!.call.body).fields as Record<string, Value>;
};
const numberOf = (value: Value | undefined): number => (value?.is === 'literal' ? Number(value.value) : Number.NaN);

it('there is enough of a record that others take of, within what the document allows', () => {
	const events = (most?: number) => ({
		...records('/events', {title: text, seats: seats(most)}),
		...records('/bookings', {eventId: text, seats: seats()}),
	});
	expect(numberOf(sent(events(), 'POST /events create')['seats'])).toBeGreaterThanOrEqual(40);
	expect(numberOf(sent(events(12), 'POST /events create')['seats'])).toBe(12);
	expect(numberOf(sent(events(), 'POST /bookings create')['seats'])).toBeLessThanOrEqual(3);
});

it('of a record that nobody refers to there is a usual number', () => {
	expect(numberOf(sent(records('/rooms', {title: text, seats: seats()}), 'POST /rooms create')['seats'])).toBeLessThan(
		4,
	);
});

it('a record in which others have room for others has much more of it: a venue, its ticket types, their tickets', () => {
	const paths = {
		...records('/venues', {title: text, capacity: seats(200_000)}),
		...records('/events', {title: text, venueId: text}),
		...records('/ticket-types', {title: text, eventId: text, stock: seats()}),
		...records('/orders', {note: text, ticketTypeId: text, quantity: seats()}),
	};
	const stock = numberOf(sent(paths, 'POST /ticket-types create')['stock']);
	expect(stock).toBeGreaterThanOrEqual(40);
	expect(numberOf(sent(paths, 'POST /venues create')['capacity'])).toBeGreaterThanOrEqual(20 * stock);
	expect(numberOf(sent(paths, 'POST /orders create')['quantity'])).toBeLessThanOrEqual(3);
});

it.each(['limit', 'wip_limit', 'max_members', 'quota'])('what is put into a record finds room in it: %s', name => {
	const paths = (most: number) => ({
		...records('/columns', {title: text, [name]: seats(most)}),
		...records('/cards', {title: text, columnId: text}),
	});
	expect(numberOf(sent(paths(100), 'POST /columns create')[name])).toBe(100);
	expect(numberOf(sent(paths(5000), 'POST /columns create')[name])).toBeGreaterThanOrEqual(40);
});
