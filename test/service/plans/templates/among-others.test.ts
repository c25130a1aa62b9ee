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
