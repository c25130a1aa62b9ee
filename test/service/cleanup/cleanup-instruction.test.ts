import {describe, expect, it} from 'vitest';
import {instructionForms, instructionInWords, readInstruction} from '../../../service/cleanup/cleanup-instruction.ts';

describe('an instruction about cleanup', () => {
	it.each([
		['keep records of POST /users', {kind: 'skip_endpoint', method: 'POST', path: '/users'}],
		['Keep the records of /users.', {kind: 'skip_endpoint', method: null, path: '/users'}],
		[
			'keep all records created by POST /carts/{cartId}/items',
			{kind: 'skip_endpoint', method: 'POST', path: '/carts/{cartId}/items'},
		],
		["don't delete users", {kind: 'skip_endpoint', method: null, path: '/users'}],
		['do not delete anything created by /users', {kind: 'skip_endpoint', method: null, path: '/users'}],
		['skip DELETE /users/{id}', {kind: 'skip_endpoint', method: 'DELETE', path: '/users/{id}'}],
		['keep the record with email ada@example.com', {kind: 'skip_records', field: 'email', equals: 'ada@example.com'}],
		['keep the user with id 7', {kind: 'skip_records', field: 'id', equals: 7}],
		['never delete records where name = "Ada Marsh"', {kind: 'skip_records', field: 'name', equals: 'Ada Marsh'}],
		['keep records whose permanent is true', {kind: 'skip_records', field: 'permanent', equals: true}],
		['keep records with status=gold', {kind: 'skip_records', field: 'status', equals: 'gold'}],
		['delete serially', {kind: 'serial', path: null}],
		['delete everything one by one', {kind: 'serial', path: null}],
		['delete /items one at a time', {kind: 'serial', path: '/items'}],
		['delete items, carts and users in that order', {kind: 'order', families: ['/items', '/carts', '/users']}],
		['delete /items before /carts', {kind: 'order', families: ['/items', '/carts']}],
		['delete orders after items', {kind: 'order', families: ['/items', '/orders']}],
		['delete records of the same type one after another', {kind: 'serial', path: null}],
		['delete items first', null],
		['please be careful', null],
		['keep it', null],
	])('%s', (text, wanted) => {
		expect(readInstruction(text)).toEqual(wanted);
	});

	it('is understood in every form that is told to people, and told back in words', () => {
		for (const form of instructionForms) {
			const instruction = readInstruction(form);
			expect(instruction, form).not.toBeNull();
			expect(instructionInWords(instruction!)).toMatch(/^(Records|All records) .+\.$/);
		}
	});
});
