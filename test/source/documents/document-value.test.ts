import {describe, expect, it} from 'vitest';
import {parse} from 'yaml';
import {parsedValue} from '../../../source/documents/document-value.ts';

describe('YAML is read as another reader of YAML 1.2 reads it', () => {
	it.each([
		[
			'numbers and words',
			'a: 0x1F\nb: 0o17\nc: 1_000\nd: 017\ne: 1e3\nf: .inf\ng: ~\nh: yes\ni: on\nj: 2020-01-01\nk: 1.0',
		],
		['keys that are no words', '200: a\ntrue: b\n1.5: c\n"": d'],
		['a key that is there twice', 'a: 1\na: 2'],
		['merged keys', 'base: &base {x: 1, y: 2}\none:\n  <<: *base\n  y: 3\ntwo:\n  <<: [*base, {z: 4}]'],
		['blocks', "a: |\n  one\n  two\nb: >-\n  one\n  two\nc: \"\\u00e9\\n\"\nd: 'it''s'"],
		['tags of a template', 'uri: !Sub arn:aws\nlist: !Join [a, b]\nmap: !Ref {x: 1}\ntext: !!str 12'],
		['a flow mapping', "{a: 1, 'b': [x, y,]}"],
		['marks at the beginning', '%YAML 1.2\n---\na: 1\n...\n'],
	])('%s', (_, text) => {
		expect(parsedValue(text)).toEqual(parse(text, {merge: true, uniqueKeys: false, logLevel: 'silent'}));
	});

	it('a key cannot reach the prototype', () => {
		const value = parsedValue('__proto__:\n  x: 1\nconstructor: 2') as Record<string, unknown>;
		expect(({} as Record<string, unknown>)['x']).toBeUndefined();
		expect(value['constructor']).toBe(2);
	});
});

describe('YAML that cannot be read says where', () => {
	it.each([
		['a: b: c', /line 1, column \d+: /],
		['a:\n\t- 1', /line 2, column \d+: /],
		['a: [1, 2', /line \d, column \d+: /],
		['a: *nowhere', /line 1, column \d+: /],
		['a: 1\n---\nb: 2', /single document/],
		[`a: ${'['.repeat(100_000)}`, /nested too deeply/],
		[`a:\n${Array.from({length: 5000}, (_, n) => `${' '.repeat(n + 1)}b:`).join('\n')}`, /nested too deeply/],
		[`a: &a [1]\nb: [${Array(10_002).fill('*a').join(', ')}]`, /aliases grow/],
		['a: &a [1, *a]', /alias/],
	])('case %#', (text, reason) => {
		expect(() => parsedValue(text)).toThrow(reason);
	});
});
