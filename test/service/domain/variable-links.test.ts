import {describe, expect, it} from 'vitest';
import type {LinkedCall} from '../../../service/domain/value-place.ts';
import {linkVariables} from '../../../service/domain/variable-links.ts';

const call = (answer: unknown, more: Partial<LinkedCall> = {}): LinkedCall => ({
	method: 'POST',
	url: 'http://shop.test/orders',
	status: 201,
	requestHeaders: {},
	requestBody: null,
	responseHeaders: {},
	responseBody: typeof answer === 'string' ? answer : JSON.stringify(answer),
	...more,
});

describe('where a captured value was taken from', () => {
	const located: Array<[string, string, unknown, LinkedCall[], object]> = [
		['a field of the answer', 'order_id', 17, [call({id: 17})], {call: 0, location: 'body', path: '$.id'}],
		['a nested field', 'order_id', 17, [call({data: {id: 17}})], {location: 'body', path: '$.data.id'}],
		['an element of an array', 'sku', 'b-2', [call({items: [{sku: 'a-1'}, {sku: 'b-2'}]})], {path: '$.items[1].sku'}],
		['a root array', 'first_id', 4, [call([{id: 4}, {id: 5}])], {path: '$[0].id'}],
		[
			'the field named like it, not the first equal one',
			'order_id',
			1,
			[call({user_id: 1, order_id: 1})],
			{path: '$.order_id'},
		],
		['the record named like it', 'order_id', 1, [call({user: {id: 1}, order: {id: 1}})], {path: '$.order.id'}],
		['a name in another case', 'order_id', 9, [call({a: 9, orderId: 9})], {path: '$.orderId'}],
		['a name that needs quotes', 'key', 'k-123', [call({'the key': 'k-123'})], {path: '$["the key"]'}],
		[
			'the end of a Location header',
			'order_id',
			'77',
			[call('', {responseHeaders: {Location: '/orders/77'}})],
			{location: 'header', path: 'location'},
		],
		[
			'another header',
			'etag',
			'abc-12345',
			[call({}, {responseHeaders: {ETag: 'abc-12345'}})],
			{location: 'header', path: 'etag'},
		],
		['a whole text', 'token', 'plain-token', [call('plain-token')], {location: 'body', path: '$'}],
		['an object', 'order', {id: 1, a: [2]}, [call({order: {id: 1, a: [2]}})], {path: '$.order'}],
		['a number captured as text', 'order_id', '17', [call({id: 17})], {path: '$.id'}],
		[
			'the creating call, not one that repeats it',
			'order_id',
			17,
			[call({id: 17}, {method: 'GET', status: 200}), call({id: 17})],
			{call: 1, path: '$.id'},
		],
		[
			'an answer, not an error that repeats it',
			'name',
			'Ada Lovelace',
			[call({name: 'Ada Lovelace'}, {status: 422}), call({who: 'Ada Lovelace'})],
			{call: 1, path: '$.who'},
		],
		['false only under its own name', 'is_paid', false, [call({other: false, isPaid: false})], {path: '$.isPaid'}],
	];
	it.each(located)('is %s', (_, name, value, calls, place) => {
		expect(linkVariables(calls, [{name, value}], [])).toMatchObject([{name, role: 'produces', ...place}]);
	});

	const made: Array<[string, unknown, LinkedCall[], number | null]> = [
		['stands in no answer', 'x@y.test', [call({id: 1}), call({id: 2})], 1],
		['was made without any call', 'x@y.test', [], null],
		['is null in a field of another name', null, [call({note: null})], 0],
		['stands in a text that is no JSON', 'needle', [call('<p>needle</p>')], 0],
	];
	it.each(made)('is the code when the value %s', (_, value, calls, place) => {
		expect(linkVariables(calls, [{name: 'email', value}], [])).toEqual([
			{name: 'email', role: 'produces', call: place, location: 'code', path: 'email'},
		]);
	});
});

describe('the calls that use a value', () => {
	const get = (url: string, more: Partial<LinkedCall> = {}) => call({}, {method: 'GET', url, ...more});
	const uses: Array<[string, unknown, LinkedCall[], number[]]> = [
		['name it in the path', 17, [get('http://a/orders/17'), get('http://a/orders/170')], [0]],
		['name it in the query', 17, [get('http://a/orders?page=1'), get('http://a/orders?id=17')], [1]],
		[
			'carry it in a header',
			'T0k3n-value',
			[get('http://a/', {requestHeaders: {'x-session': 'T0k3n-value'}}), get('http://a/b')],
			[0],
		],
		[
			'carry it behind a scheme',
			'abc',
			[get('http://a/b'), get('http://a/', {requestHeaders: {authorization: 'Bearer abc'}})],
			[1],
		],
		['send it in a body', 17, [get('http://a/x'), get('http://a/y', {requestBody: '{"order":{"id":17}}'})], [1]],
		['send it in a form', 17, [get('http://a/x'), get('http://a/y', {requestBody: 'order=17&n=1'})], [1]],
		['name it percent-encoded', 'a b', [get('http://a/x'), get('http://a/users/a%20b')], [1]],
		['are several', 17, [get('http://a/orders/17'), get('http://a/orders/17/items')], [0, 1]],
		['do not show it: the first is told', 'secret', [get('http://a/x'), get('http://a/y')], [0]],
		['send an object', {a: 1}, [get('http://a/x'), get('http://a/y', {requestBody: '{"of":{"a":1}}'})], [1]],
	];
	it.each(uses)('%s', (_, value, calls, places) => {
		expect(linkVariables(calls, [], [{name: 'v', value}]).map(({call: place}) => place)).toEqual(places);
	});

	it('are none when the test made no call', () => {
		expect(linkVariables([], [], [{name: 'v', value: 1}])).toEqual([
			{name: 'v', role: 'uses', call: null, location: null, path: null},
		]);
	});
});
