import {execFileSync} from 'node:child_process';
import {describe, expect, it} from 'vitest';
import {curlLine, curlVariables} from '../../../source/view-model/curl-line.ts';

/** The words that a shell would hand to curl. */
const words = (line: string): string[] =>
	execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; ${line}`], {encoding: 'utf8'})
		.split('\0')
		.slice(0, -1);

describe('a request as a curl line', () => {
	it.each([
		['plain', 'GET', 'http://127.0.0.1:3010/orders/7', null],
		['a query', 'DELETE', 'http://h/orders?a=1&b=2', null],
		['quotes and dollars', 'POST', "http://h/it's/$HOME", '{"a":"`id` $(id) \'x\'"}'],
		['line breaks and tabs', 'PUT', 'http://h/x', 'one\n\ttwo\\three\'four"'],
	])('with %s reaches curl as it was', (_, method, url, body) => {
		const expected = [...(method === 'GET' ? [] : ['-X', method]), url, ...(body ? ['--data-binary', body] : [])];
		expect(words(curlLine({method, url, body}))).toEqual(expected);
	});

	it('keeps headers that say something and leaves out those of the connection', () => {
		const headers = {'Content-Type': 'application/json', Host: 'h', 'User-Agent': 'python', Authorization: '•••'};
		expect(words(curlLine({method: 'GET', url: 'http://h/', headers}))).toEqual([
			'http://h/',
			'-H',
			'Content-Type: application/json',
			'-H',
			'Authorization: ',
		]);
	});

	it('says that a variable stands for the whole of a header, not for its token alone', () => {
		const whole = {method: 'GET', url: 'http://h/', headers: {Authorization: '•••'}};
		expect(curlVariables(whole)).toEqual(['AUTHORIZATION']);
		expect(words(`AUTHORIZATION='Bearer t'; ${curlLine(whole)}`)).toContain('Authorization: Bearer t');
		expect(curlVariables({...whole, headers: {Authorization: 'Bearer •••'}})).toEqual(['TOKEN']);
	});

	it('has variables in place of what is masked, which a shell puts in', () => {
		const headers = {authorization: 'Bearer •••', 'x-api-key': '•••', cookie: '•••'};
		const request = {method: 'POST', url: 'http://h/?key=•••&a=$HOME', headers, body: '{"password":"•••","n":1}'};
		expect(curlVariables(request)).toEqual(['KEY', 'TOKEN', 'X_API_KEY', 'COOKIE', 'PASSWORD']);
		const set = 'KEY=k TOKEN="t\'t" X_API_KEY=x COOKIE=c PASSWORD=p; ';
		expect(words(set + curlLine(request))).toEqual([
			'-X',
			'POST',
			'http://h/?key=k&a=$HOME',
			'-H',
			"authorization: Bearer t't",
			'-H',
			'x-api-key: x',
			'-H',
			'cookie: c',
			'--data-binary',
			'{"password":"p","n":1}',
		]);
	});

	it('holds no control character, so that pasting it cannot run what a foreign text says', () => {
		const line = curlLine({method: 'POST', url: 'http://h/\u001b[2J', body: 'a\u0007b\r\nrm -rf x\n'});
		expect([...line].filter(character => character < ' ')).toEqual([]);
	});
});
