import {expect, it} from 'vitest';
import type {ApiOperation} from '../../../../service/inference/api-operation.ts';
import {restForms} from '../../../../service/inference/verb-style/rest-form.ts';

const object = (...names: string[]) => ({
	type: 'object',
	properties: Object.fromEntries(
		names.map(name => [name, name.endsWith('s') ? {type: 'array', items: {type: 'integer'}} : {type: 'string'}]),
	),
});
const query = (...names: string[]) => names.map(name => ({name, required: true, schema: {type: 'integer'}}));

/** `POST /x {a b}`, `GET /x?a` as operations. */
function operationOf(line: string): ApiOperation {
	const [, method = '', path = '', asked, body] = /^(\w+) ([^\s?]+)(?:\?(\S+))?(?: \{(.*)\})?$/.exec(line) ?? [];
	return {
		method,
		path,
		requestShape: {
			query: asked === undefined ? [] : query(...asked.split('&')),
			body: body === undefined ? null : object(...body.split(' ')),
		},
	};
}

/** The forms of an API by its lines; what keeps its own is left out. */
function formsOf(lines: readonly string[]): Record<string, string> {
	const operations = lines.map(line => ({line, ...operationOf(line)}));
	return Object.fromEntries(
		[...restForms(operations)].map(([{line}, {method, path, named, isAskedInBody}]) => [
			line,
			[
				`${method} ${path}`,
				...(named ? [`${named.in}:${named.name}${named.isList ? '[]' : ''}`] : []),
				...(isAskedInBody ? ['asked in its body'] : []),
			].join(' '),
		]),
	);
}

it.each<[string, Record<string, string>]>([
	[
		'a back office',
		{
			'POST /api/customer/create {name}': 'POST /api/customer',
			'POST /api/customer/update {id name}': 'PUT /api/customer/{id} body:id',
			'GET /api/customer/detail?id': 'GET /api/customer/{id} query:id',
			'GET /api/customer/page?pageNo&pageSize': 'GET /api/customer',
			'POST /api/customer/remove {ids}': 'DELETE /api/customer/{id} body:ids[]',
		},
	],
	[
		'calls with a dot, everything in the body',
		{
			'POST /rpc/inventory.addItem {name}': 'POST /rpc/inventory/item',
			'POST /rpc/inventory.getItem {item_id}': 'GET /rpc/inventory/item/{item_id} body:item_id asked in its body',
			'POST /rpc/inventory.listItems {limit cursor}': 'GET /rpc/inventory/item asked in its body',
			'POST /rpc/inventory.updateItem {item_id name}': 'PUT /rpc/inventory/item/{item_id} body:item_id',
			'POST /rpc/inventory.deleteItem {item_id}': 'DELETE /rpc/inventory/item/{item_id} body:item_id',
		},
	],
	[
		'words and names in one',
		{
			'POST /addUser {name}': 'POST /user',
			'GET /getUserById?userId': 'GET /user/{userId} query:userId',
			'GET /listUsers': 'GET /user',
			'GET /deleteUser?userId': 'DELETE /user/{userId} query:userId',
		},
	],
	[
		'the record behind the word',
		{
			'POST /order/save {total}': 'POST /order',
			'GET /order/info/{id}': 'GET /order/{id} path:id',
			'POST /order/edit/{id} {total}': 'PUT /order/{id} path:id',
			'DELETE /order/del/{id}': 'DELETE /order/{id} path:id',
		},
	],
	[
		'the word behind the record',
		{
			'POST /projects/new {name}': 'POST /projects',
			'POST /projects/{id}/delete': 'DELETE /projects/{id} path:id',
		},
	],
])('%s has the form of REST', (_, forms) => {
	expect(formsOf(Object.keys(forms))).toEqual(forms);
});

it.each<[string, string[]]>([
	[
		'REST',
		[
			'POST /users {name}',
			'GET /users',
			'GET /users/{id}',
			'DELETE /users/{id}',
			'GET /users/search?name',
			'POST /login {a b}',
		],
	],
	['a search beside a collection', ['POST /users {name}', 'GET /users', 'POST /users/search {query}']],
	['a collection in which nothing is named', ['POST /mail/create {text}', 'GET /mail/list']],
	['actions alone', ['POST /cache/delete {key}', 'POST /report/create']],
	['what is done in the middle of a name', ['POST /add {x}', 'POST /user/createWithList {names}', 'GET /v1/info']],
])('%s stays as it is', (_, lines) => {
	expect(formsOf(lines)).toEqual({});
});

it('a form that an operation has already is given to no other', () => {
	const lines = ['POST /users {name}', 'GET /users/{id}', 'GET /users/detail?id', 'POST /users/remove {ids}'];
	expect(formsOf(lines)).toEqual({'POST /users/remove {ids}': 'DELETE /users/{id} body:ids[]'});
});
