import {describe, expect, it} from 'vitest';
import {findRecords} from '../../../service/cleanup/find-records.ts';
import {callsOf, type Line, origin} from './observed-lines.ts';
import {endpointsOf, deletions} from './deletions-of-lines.ts';

describe('an address that ends with a slash', () => {
	const made: Line = ['POST /api/books/', {status: 201, answer: {id: 7}}];

	it('is that of the DELETE where the document says so', () => {
		expect(deletions(['DELETE /api/books/{id}/'], [made])).toEqual(['/api/books/7/']);
		expect(deletions(['DELETE /api/books/{id}'], [made])).toEqual(['/api/books/7']);
	});

	it('is that of the DELETE where another one was answered so', () => {
		const other: Line[] = [
			['POST /api/books/', {status: 201, answer: {id: 6}}],
			['DELETE /api/books/6/', {status: 204}],
		];
		expect(deletions([], [...other, made])).toContain('/api/books/7/');
	});

	it('is that of a record that a relative Location names', () => {
		const located: Line = ['POST /api/books/', {status: 201, sent: {title: 'a'}, location: '7/'}];
		expect(deletions(['DELETE /api/books/{id}/'], [located])).toEqual(['/api/books/7/']);
	});
});

describe('the handle of a record', () => {
	it.each<[string, string, Line, string[]]>([
		['an id', 'DELETE /users/{userId}', ['POST /users', {status: 201, answer: {id: 7}}], ['/users/7']],
		['an id that is answered 200', 'DELETE /flow/{id}', ['POST /flow', {answer: {id: 'a.b'}}], ['/flow/a.b']],
		['a named id', 'DELETE /users/{id}', ['POST /users', {status: 201, answer: {user_id: 'u1'}}], ['/users/u1']],
		[
			'an integer of 64 bits, digit by digit',
			'DELETE /posts/{id}',
			['POST /posts', {status: 201, text: '{"id":1234567890123456789}'}],
			['/posts/1234567890123456789'],
		],
		['an id in `data`', 'DELETE /roles/{id}', ['POST /roles', {answer: {data: {id: 'r1'}}}], ['/roles/r1']],
		[
			'a slug in an envelope of its kind',
			'DELETE /articles/{slug}',
			[
				'POST /articles',
				{status: 201, sent: {article: {title: 'A'}}, answer: {article: {slug: 'a-1', author: {id: 3}}}},
			],
			['/articles/a-1'],
		],
		[
			'a `tid` beside a status',
			'DELETE /topics/{tid}',
			['POST /topics', {answer: {status: {code: 'ok'}, response: {tid: 12, uid: 1}}}],
			['/topics/12'],
		],
		['a secret', 'DELETE /links/{secret}', ['POST /links', {answer: {secret: 'k9', owner_id: 4}}], ['/links/k9']],
		[
			'every element of an array',
			'DELETE /items/{id}',
			['POST /items', {sent: [{a: 1}, {a: 2}], answer: {data: [{id: 1}, {id: 2}]}}],
			['/items/1', '/items/2'],
		],
		[
			'the name that was sent, when nothing is answered',
			'DELETE /queues/{name}',
			['POST /queues', {status: 204, sent: {name: 'mail box'}}],
			['/queues/mail%20box'],
		],
		[
			'the name that was sent, for a parameter called by the kind',
			'DELETE /queues/{queue}',
			['POST /queues', {status: 204, sent: {name: 'mails'}}],
			['/queues/mails'],
		],
		[
			'type and value that were sent',
			'DELETE /rules/{type}/{value}',
			['POST /rules', {status: 204, sent: {type: 'ip', value: '1.2.3.4'}}],
			['/rules/ip/1.2.3.4'],
		],
		[
			'a record called by its kind',
			'DELETE /collections/{id}',
			['POST /collections', {answer: {data: {collection: 'books', meta: {group: 1}}}}],
			['/collections/books'],
		],
		[
			'where the answer says it is',
			'DELETE /users/{userId}',
			['POST /signup', {status: 201, location: '/users/u5', answer: {}}],
			['/users/u5'],
		],
		['a path given in a query', 'DELETE /notes?id={id}', ['POST /notes', {answer: {id: 'n&1'}}], ['/notes?id=n%261']],
	])('is %s', (_what, endpoint, line, wanted) => {
		expect(deletions([endpoint], [line])).toEqual(wanted);
	});

	it('is what the test has captured under the name of its kind, however deep the answer holds it', () => {
		const calls = callsOf([['POST /orders', {status: 201, answer: {data: {attributes: {ref: 'o-1', buyer: 'c-1'}}}}]]);
		const found = (captures: Array<[name: string, value: unknown]>, endpoints: string[]) =>
			findRecords({
				calls,
				endpoints: endpointsOf(endpoints),
				base: [],
				captures: captures.map(([name, value]) => ({run_id: 'run_1', name, value: JSON.stringify(value)})),
			}).records.map(({handle, deletion}) => deletion?.url.slice(origin.length) ?? handle);
		const endpoints = ['DELETE /orders/{id}'];
		expect(found([['order_id', 'o-1']], endpoints)).toEqual(['/orders/o-1']);
		expect(found([['order_id', 'o-1']], [])).toEqual(['o-1']);
		// A name of another kind, and a value that the answer does not hold, say nothing.
		expect(found([['buyer_id', 'c-1']], endpoints)).toEqual([null]);
		expect(found([['order_id', 'o-2']], endpoints)).toEqual([null]);
	});

	it('is never that of another record', () => {
		const line: Line = ['POST /orders', {status: 201, sent: {userId: 'u1'}, answer: {userId: 'u1', productId: 'p1'}}];
		expect(deletions(['DELETE /orders/{orderId}', 'DELETE /users/{userId}'], [line])).toEqual(['handle_missing null']);
	});

	it('is not guessed from a name when the address wants an id', () => {
		const line: Line = ['POST /queues', {status: 204, sent: {name: 'mails'}}];
		expect(deletions(['DELETE /queues/{id}'], [line])).toEqual(['handle_missing null']);
	});

	it('is the name for an id when a later call addressed the record by it', () => {
		const lines: Line[] = [['POST /queues', {status: 204, sent: {name: 'mails'}}], ['GET /queues/mails']];
		expect(deletions(['DELETE /queues/{id}'], lines)).toEqual(['/queues/mails']);
	});

	it('is read from a later list when its creator did not tell it', () => {
		const lines: Line[] = [
			['POST /hooks', {status: 204, sent: {url: 'http://x.test/1', event: 'push'}}],
			[
				'GET /hooks',
				{
					answer: [
						{id: 1, url: 'http://x.test/0', event: 'push'},
						{id: 2, url: 'http://x.test/1', event: 'push'},
					],
				},
			],
		];
		expect(deletions(['DELETE /hooks/{id}'], lines)).toEqual(['/hooks/2']);
	});

	it('is read from the list of its collection when a call beside it created the record', () => {
		const invite: Line = ['POST /users/invite', {status: 204, sent: {email: 'ada@example.com', role: 'r1'}}];
		const list: Line = ['GET /users', {answer: {data: [{id: 'u1', email: 'ada@example.com', role: 'r1'}]}}];
		expect(deletions(['DELETE /users/{id}'], [invite, list])).toEqual(['/users/u1']);
		// It was there before: somebody was told something, and nobody was made.
		expect(deletions(['DELETE /users/{id}'], [list, invite, list])).toEqual([]);
	});

	it('is missing when an answer repeats the request and tells no identifier', () => {
		const sent = {collection: 'articles', field: 'author', related: 'authors'};
		const line: Line = ['POST /relations', {sent, answer: {data: {...sent, meta: {id: 3}}}}];
		expect(deletions(['DELETE /relations/{id}'], [line])).toEqual(['handle_missing null']);
	});

	it('is not taken from a masked value', () => {
		const line: Line = ['POST /links', {status: 201, answer: {secret: '•••'}}];
		expect(deletions(['DELETE /links/{secret}'], [line])).toEqual(['handle_missing null']);
	});
});
