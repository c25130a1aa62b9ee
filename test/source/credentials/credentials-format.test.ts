import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {formatCredentials, parseCredentials} from '../../../source/credentials/credentials-format.ts';

const plain = (text: string) =>
	Object.fromEntries([...parseCredentials(text)].map(([name, section]) => [name, Object.fromEntries(section)]));

describe('parsing', () => {
	it.each([
		['', {}],
		['\n \n', {}],
		['api_key = lost\n[default]\napi_key = a', {default: {api_key: 'a'}}],
		['[default]\napi_key=a=b==\n  api_url  =  local  ', {default: {api_key: 'a=b==', api_url: 'local'}}],
		['# c\n[ team ]\n; api_key = x\n# api_key = y\napi_key = z', {team: {api_key: 'z'}}],
		['[a]\nk = 1\n[b]\nk = 2\n[a]\nk = 3\nm = 4', {a: {k: '3', m: '4'}, b: {k: '2'}}],
		['[default]\r\napi_key = a\r\n\r\n[b]\r\nk = v', {default: {api_key: 'a'}, b: {k: 'v'}}],
		['\uFEFF[default]\napi_key = a', {default: {api_key: 'a'}}],
		['[default]\nno equals sign\n= no key\napi_key =', {default: {api_key: ''}}],
		['[__proto__]\nconstructor = x', {['__proto__']: {constructor: 'x'}}],
	])('%j', (text, expected) => {
		expect(plain(text)).toEqual(expected);
	});
});

describe('formatting', () => {
	it('puts default first, the others in alphabetical order, one blank line between, one newline at the end', () => {
		const profiles = parseCredentials('[b]\nk = 1\n[default]\nunknown = kept\napi_key = a\n[a]\nk = 2');
		expect(formatCredentials(profiles)).toBe('[default]\nunknown = kept\napi_key = a\n\n[a]\nk = 2\n\n[b]\nk = 1\n');
	});

	it('leaves empty values out', () => {
		expect(formatCredentials(new Map([['default', new Map([['api_key', '']])]]))).toBe('[default]\n');
	});

	it('of nothing is an empty file', () => {
		expect(formatCredentials(new Map())).toBe('');
	});

	it('reads back what it wrote, whatever the values', () => {
		const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/);
		const key = fc.stringMatching(/^[a-z_]{1,12}$/);
		const value = fc.stringMatching(/^[\x21-\x7e]([\x20-\x7e]{0,20}[\x21-\x7e])?$/);
		fc.assert(
			fc.property(fc.dictionary(name, fc.dictionary(key, value)), content => {
				const profiles = new Map(
					Object.entries(content).map(([profile, section]) => [profile, new Map(Object.entries(section))]),
				);
				const text = formatCredentials(profiles);
				expect(parseCredentials(text)).toEqual(profiles);
				expect(formatCredentials(parseCredentials(text))).toBe(text);
			}),
		);
	});
});
