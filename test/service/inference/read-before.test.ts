import {describe, expect, it} from 'vitest';
import type {ApiOperation} from '../../../service/inference/api-operation.ts';
import {chosenHandles} from '../../../service/inference/read-before.ts';

const text = {type: 'string'};
const body = (...names: string[]) => ({
	type: 'object',
	properties: Object.fromEntries(names.map(name => [name, text])),
});
const post = (path: string, sent: string[], answered: string[]): ApiOperation => ({
	method: 'POST',
	path,
	requestShape: {body: body(...sent)},
	responseShape: {statuses: [201], body: body(...answered)},
});
const member = (path: string): ApiOperation[] => [
	{method: 'GET', path},
	{method: 'DELETE', path},
];

describe('the names that tests choose', () => {
	it('are those in the request that open the path of the record', () => {
		expect(chosenHandles([post('/tags', ['name', 'color'], ['name', 'color']), ...member('/tags/{name}')])).toEqual([
			{path: '/tags', basePath: '', member: '/tags/{}', steps: ['name']},
		]);
	});

	it('stand below the parents of the creating path, whatever their parameters are called', () => {
		const operations = [post('/groups/{id}/tags', ['name'], []), ...member('/groups/{groupId}/tags/{name}')];
		expect(chosenHandles(operations)).toMatchObject([{member: '/groups/{id}/tags/{}', steps: ['name']}]);
	});

	it('are not what the server chooses, and not what nobody can read', () => {
		expect(chosenHandles([post('/users', ['name'], ['id', 'name']), ...member('/users/{id}')])).toEqual([]);
		expect(chosenHandles([post('/tags', ['name'], ['name']), {method: 'DELETE', path: '/tags/{name}'}])).toEqual([]);
		expect(chosenHandles([post('/tags', ['name'], ['name']), {method: 'GET', path: '/tags/{name}'}])).toEqual([]);
	});

	it('are looked for under the name of the parameter where nobody describes the request', () => {
		const operations: ApiOperation[] = [{method: 'POST', path: '/tags'}, ...member('/tags/{slug}')];
		expect(chosenHandles(operations)).toMatchObject([{member: '/tags/{}', steps: ['slug']}]);
	});

	it('are what a person says', () => {
		const operations = [post('/pads', ['title', 'slot'], ['id']), ...member('/pads/{id}')];
		expect(chosenHandles(operations)).toEqual([]);
		expect(chosenHandles(operations, [{method: 'POST', path: '/pads', pointer: '$request.slot'}])).toMatchObject([
			{member: '/pads/{}', steps: ['slot']},
		]);
	});
});
