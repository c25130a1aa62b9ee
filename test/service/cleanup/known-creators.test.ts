import {describe} from 'vitest';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {type Behaviour, survives} from './behaviours.ts';

const python = pythonOfFile();

const behaviours: Array<[behaviour: string, Behaviour]> = [
	[
		'a creator answers 204 without any id, and the name was sent',
		{
			deletes: ['/queues/{name}'],
			api: () => 204,
			test: ["post('/queues', {'name': 'mails'})"],
			// A name that the test chose may have been there before.
			records: ['/queues mails orphaned may_have_existed'],
			sent: [],
		},
	],
	[
		'a creator answers 204 without any id, and only a list tells it',
		{
			deletes: ['/hooks/{id}'],
			api: ({method}) =>
				method === 'GET'
					? [
							200,
							[
								{id: 5, url: 'http://x.test/a'},
								{id: 6, url: 'http://x.test/b'},
							],
						]
					: 204,
			test: ["post('/hooks', {'url': 'http://x.test/b', 'secret': 'hidden'})", "get('/hooks')"],
			records: ['/hooks 6 orphaned may_have_existed'],
			sent: [],
		},
	],
	[
		'an invitation answers 204, and the list of people tells who came of it',
		{
			deletes: ['/users/{id}'],
			api: ({method}) => (method === 'GET' ? [200, {data: [{id: 'u-9', email: 'ada@example.com'}]}] : 204),
			test: [
				"post('/users/invite', {'email': 'ada@example.com', 'role': 'r1'})",
				"get('/users?email=ada@example.com')",
			],
			records: ['/users u-9 orphaned may_have_existed'],
			sent: [],
		},
	],
	[
		'a creator answers 204 without any id, and nothing tells it: nothing is guessed',
		{
			deletes: ['/hooks/{id}'],
			api: () => 204,
			test: ["post('/hooks', {'title': 'A hook'})"],
			records: ['/hooks (no id) orphaned'],
			sent: [],
		},
	],
	[
		'the handle comes from the request: type and value',
		{
			deletes: ['/rules/{type}/{value}'],
			api: ({method}) => (method === 'POST' ? [200, {response: {}, status: {code: 'ok'}}] : 204),
			test: ["post('/rules', {'type': 'ip', 'value': '10.0.0.1'})"],
			records: ['/rules 10.0.0.1 orphaned may_have_existed'],
			sent: [],
		},
	],
	...['slug', 'secret', 'tid'].map((name): [string, Behaviour] => [
		`the handle is called ${name}`,
		{
			deletes: [`/links/{${name}}`],
			api: ({method}) => (method === 'POST' ? [200, {[name]: 'k9', ownerId: 4, user: {id: 1}}] : 204),
			test: ["post('/links', {'title': 'A link'})"],
			// What opens something is used and never shown.
			records: [name === 'secret' ? '/links ••• auto' : '/links k9 auto'],
			sent: ['DELETE /links/k9 204'],
			...(name === 'secret' && {recorded: ['DELETE /links/••• 204']}),
		},
	]),
	...(
		[
			['{data}', {data: {id: 7, user: {id: 3}}}],
			['{response, status}', {status: {code: 'ok', message: 'OK'}, response: {id: 7, uid: 1}}],
			['{article}', {article: {id: 7, author: {id: 3}}}],
			['an array in {data}', {data: [{id: 7, title: 'A-7f3a9c21', state: 'new'}]}],
		] as const
	).map(([shape, answer]): [string, Behaviour] => [
		`the answer is wrapped: ${shape}`,
		{
			deletes: ['/articles/{id}'],
			api: ({method}) => (method === 'POST' ? [200, answer] : 204),
			// A name with a random part: a fixed one may have been there before a POST that is answered 200.
			test: ["post('/articles', {'title': 'A-7f3a9c21', 'state': 'new'})"],
			records: ['/articles 7 auto'],
			sent: ['DELETE /articles/7 204'],
		},
	]),
	[
		'one request makes several records',
		{
			deletes: ['/articles/{id}'],
			api: ({method}) => (method === 'POST' ? [200, {data: [{id: 7}, {id: 8}]}] : 204),
			test: ["post('/articles', [{'title': 'A'}, {'title': 'B'}])"],
			records: ['/articles 7 auto', '/articles 8 auto'],
			sent: ['DELETE /articles/7 204', 'DELETE /articles/8 204'],
		},
	],
	...(
		[
			['a code and a message', {code: 1, message: 'name exists already', data: null}],
			['an error object', {error: {message: 'name exists already'}}],
			['success: false', {success: false, name: 'mails'}],
		] as const
	).map(([shape, answer]): [string, Behaviour] => [
		`an error comes as HTTP 200 with ${shape} inside: nothing was created, nothing is deleted`,
		{
			deletes: ['/queues/{name}'],
			api: ({method}) => (method === 'POST' ? [200, answer] : 204),
			test: ["post('/queues', {'name': 'mails'})"],
			records: [],
			sent: [],
		},
	]),
];

describe('cleanup survives that', () => survives(python, behaviours));
