import {describe, expect, it} from 'vitest';
import {saysError} from '../../../service/inference/answered-error.ts';

describe('an answer with status 200', () => {
	it.each<[unknown]>([
		[{success: false}],
		[{ok: false, description: 'no'}],
		[{error: 'name exists'}],
		[{error: {message: 'no'}}],
		[{errors: [{message: 'no'}]}],
		[{status: 'error', message: 'no'}],
		[{status: 404, title: 'Not Found'}],
		[{code: 1, message: 'padID does already exist', data: null}],
		[{code: 'INVALID', message: 'no'}],
		[{code: 4001, message: 'name is missing', data: {id: 51}}],
		[{errcode: 40013, errmsg: 'invalid appid'}],
		[{error_code: 7, error_message: 'no such part', data: null}],
		[{status: {code: 'bad-request', message: 'no'}, response: {}}],
	])('%j says that the request failed', body => {
		expect(saysError(body)).toBe(true);
	});

	it.each<[unknown]>([
		[undefined],
		[null],
		['ok'],
		[[]],
		[{}],
		[{id: 7, status: 'failed', error: 'of an earlier try'}],
		[{success: true}],
		[{error: null, errors: [], data: {id: 1}}],
		[{error: false, message: 'fine'}],
		[{code: 0, message: 'ok', data: null}],
		[{code: 200, message: 'deleted'}],
		[{errcode: 0, errmsg: 'ok', data: null}],
		[{code: 'ok', message: 'deleted'}],
		[{status: {code: 'ok', message: 'OK'}, response: {}}],
		[{status: 'expired'}],
		[{code: 4001, message: 'a code of its own', lines: [{text: 'hello'}]}],
		[{code: 5, name: 'a coupon with a code'}],
		[{code: 12, message: 'a greeting', lines: [{text: 'hello'}]}],
	])('%j does not', body => {
		expect(saysError(body)).toBe(false);
	});
});
