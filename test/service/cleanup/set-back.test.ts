import {expect, it} from 'vitest';
import {numbersSetBack} from '../../../service/cleanup/set-back.ts';

const api = 'http://api.test';
const said = 'The product is in stock: set its stock to 0 first';

it.each<[why: string, url: string, sent: unknown, body: unknown]>([
	['below the record', '/products/7/stock', {quantity: 5, note: 'a'}, {quantity: 0, note: 'a'}],
	['by the name of the field', '/products/7/levels', {stock: 5, minimum: 2}, {stock: 0, minimum: 2}],
	['not where it is zero', '/products/7/stock', {quantity: 0}, null],
	['not where several could be meant', '/products/7/stock', {quantity: 5, minimum: 2}, null],
	['not what the refusal does not name', '/products/7/price', {cents: 5}, null],
	['not of another record', '/products/8/stock', {quantity: 5}, null],
	['not the record itself', '/products/7', {stock: 5}, null],
	['not where a number may name another one', '/shelves/7/stock', {quantity: 5}, null],
])('a number is set back %s', (_, path, sent, body) => {
	const done = [{url: api + path, requestBody: JSON.stringify(sent), contentType: null}];
	const found = numbersSetBack(`${api}/products/7`, said, done);
	expect(found.map(one => JSON.parse(one.body) as unknown)).toEqual(body === null ? [] : [body]);
});

it('a number is set back at another place that names the record, once', () => {
	const url = `${api}/warehouses/w-1/stock/p-4f9a01bc`;
	const done = [5, 7].map(quantity => ({url, requestBody: JSON.stringify({quantity}), contentType: null}));
	expect(numbersSetBack(`${api}/products/p-4f9a01bc`, said, done)).toEqual([
		{url, body: '{"quantity":0}', contentType: null},
	]);
});
