import {describe, expect, it} from 'vitest';
import {groupCalls} from '../../../service/views/call-groups.ts';

const endpoint = (id: string, name: string) => {
	const [method = '', path = ''] = name.split(' ');
	return {id, method, path, family: `/${path.split('/')[1]}`};
};
const call = (name: string, place: number) => {
	const [method = '', path = ''] = name.split(' ');
	return {id: `cal_${place}`, method, url: `http://shop.test${path}`};
};

describe('the group of a call', () => {
	const cases: Array<[why: string, call: string, endpoints: string[], values: string[], key: string]> = [
		['the endpoint of the project', 'GET /orders/17', ['GET /orders/{id}'], [], 'GET /orders/{id}'],
		[
			'the endpoint without a parameter before the one with',
			'GET /orders/new',
			['GET /orders/{id}', 'GET /orders/new'],
			[],
			'GET /orders/new',
		],
		['the endpoint below a base path', 'GET /api/v3/pets/7', ['GET /pets/{petId}'], [], 'GET /pets/{petId}'],
		['never one of another method', 'POST /orders/17', ['GET /orders/{id}'], [], 'POST /orders/{orderId}'],
		[
			'the observed template without an endpoint',
			'GET /orders/17/items/3?page=2',
			[],
			[],
			'GET /orders/{orderId}/items/{itemId}',
		],
		['a parameter where a captured value stands', 'GET /users/ada', [], ['ada'], 'GET /users/{userId}'],
		['the path as it is', 'GET /health', [], [], 'GET /health'],
		['the root', 'GET ', [], [], 'GET /'],
	];
	it.each(cases)('is %s', (_, name, endpoints, values, key) => {
		const known = endpoints.map((one, place) => endpoint(`ep_${place}`, one));
		const [group] = groupCalls([call(name, 0)], known, values);
		expect(group).toMatchObject({groupKey: key});
		expect(group!.endpointId !== null).toBe(known.some(({method, path}) => `${method} ${path}` === key));
	});

	it('comes in the order of its first call and holds every call in order', () => {
		const calls = ['POST /b', 'GET /a/1', 'post /b', 'GET /a/2'].map(call);
		expect(groupCalls(calls, [], []).map(({groupKey, calls: own}) => [groupKey, own.map(({id}) => id)])).toEqual([
			['POST /b', ['cal_0', 'cal_2']],
			['GET /a/{aId}', ['cal_1', 'cal_3']],
		]);
	});
});
