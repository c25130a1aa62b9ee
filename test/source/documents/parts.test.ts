import {describe, expect, it} from 'vitest';
import {joinedParts, mayReferOutward, outwardReferences} from '../../../source/documents/outward-references.ts';
import {resolveInFolder, resolveInOrigin} from '../../../source/documents/resolve-part.ts';

describe('the files that a document refers to', () => {
	it('are found once each, with their first place, and not inside data', () => {
		const value = {
			paths: {'/a b%': {$ref: 'paths/a.yaml'}},
			components: {
				schemas: {
					A: {$ref: 'schemas.yaml#/A', example: {$ref: 'no.yaml'}},
					B: {properties: {example: {$ref: 'yes.yaml'}, other: {$ref: 'schemas.yaml#/B'}}},
					C: {$ref: '#/components/schemas/A'},
				},
			},
		};
		expect(outwardReferences(value)).toEqual([
			{file: 'paths/a.yaml', at: '#/paths/~1a b%25'},
			{file: 'schemas.yaml', at: '#/components/schemas/A'},
			{file: 'yes.yaml', at: '#/components/schemas/B/properties/example'},
		]);
	});

	it('are found below a hundred thousand levels', () => {
		let value: unknown = {$ref: 'deep.yaml'};
		for (let depth = 0; depth < 100_000; depth++) value = [value];
		expect(outwardReferences(value).map(({file}) => file)).toEqual(['deep.yaml']);
	});

	it.each([
		[`{"$ref": "a.json"}`, true],
		[`$ref: './a.yaml#/x'`, true],
		[`$ref: "#/a"`, false],
		[`$ref: '#/a'`, false],
		[`ref: a.yaml`, false],
	])('%s may leave the document: %s', (text, expected) => {
		expect(mayReferOutward(text)).toBe(expected);
	});

	it.each([
		['openapi.yaml', 'schemas/./user.yaml', 'schemas/user.yaml'],
		['schemas/a.yaml', '../paths/b%20c.yml', 'paths/b c.yml'],
		['schemas/a.yaml', '../../b.yaml', null],
		['openapi.yaml', '%2e%2e/b.yaml', null],
		['openapi.yaml', '/etc/passwd.yaml', null],
		['openapi.yaml', 'file:///etc/x.yaml', null],
		['openapi.yaml', '//127.0.0.1/x.yaml', null],
		['openapi.yaml', 'c:\\x.yaml', null],
		['openapi.yaml', 'a\\..\\..\\x.yaml', null],
		['openapi.yaml', '.ssh/config.yaml', null],
		['openapi.yaml', 'notes.txt', null],
		['openapi.yaml', '%', null],
	])('from %s, %s is the file %s of the folder', (from, file, expected) => {
		const found = resolveInFolder(from, file);
		expect('name' in found ? found.name : null).toBe(expected);
	});

	it.each([
		['../b.yaml?v=1', '/b.yaml?v=1'],
		['http://a.test/c.yaml', '/c.yaml'],
		['http://a.test:81/c.yaml', null],
		['http://169.254.169.254/latest', null],
		['file:///etc/passwd', null],
		['//b.test/x', null],
		['http://', null],
	])('at an address, %s is %s of its origin', (file, expected) => {
		const found = resolveInOrigin('http://a.test')('/docs/openapi.yaml', file);
		expect('name' in found ? found.name : null).toBe(expected);
	});
});

describe('one document out of several files', () => {
	const joined = (root: object, parts: Record<string, unknown>) =>
		joinedParts({openapi: '3.0.0', ...root}, 'openapi.yaml', new Map(Object.entries(parts)), resolveInFolder);

	it('refers to itself only, also where files refer to each other in circles and back to the document', () => {
		const a = {A: {properties: {b: {$ref: 'b.yaml#/B'}, own: {$ref: '#/A'}}}};
		const b = {B: {properties: {a: {$ref: './a.yaml#/A'}, up: {$ref: '../openapi.yaml#/components/x'}}}};
		const root = {paths: {'/x': {$ref: 's/a.yaml#/A'}, '/y': {$ref: 'gone.yaml'}, '/z': {$ref: 's/a.yaml'}}};
		expect(joined(root, {'s/a.yaml': a, 's/b.yaml': b})).toEqual({
			openapi: '3.0.0',
			paths: {'/x': {$ref: '#/x-parts/s~1a.yaml/A'}, '/y': {$ref: 'gone.yaml'}, '/z': {$ref: '#/x-parts/s~1a.yaml'}},
			'x-parts': {
				's/a.yaml': {A: {properties: {b: {$ref: '#/x-parts/s~1b.yaml/B'}, own: {$ref: '#/x-parts/s~1a.yaml/A'}}}},
				's/b.yaml': {B: {properties: {a: {$ref: '#/x-parts/s~1a.yaml/A'}, up: {$ref: '#/components/x'}}}},
			},
		});
		expect(root.paths['/x']).toEqual({$ref: 's/a.yaml#/A'});
	});

	it('keeps what a YAML anchor shares, without leading twice', () => {
		const shared = {$ref: '#/X'};
		const {'x-parts': parts} = joined({a: {$ref: 'p.yaml'}}, {'p.yaml': {one: shared, two: shared, X: {}}});
		expect(parts).toEqual({
			'p.yaml': {one: {$ref: '#/x-parts/p.yaml/X'}, two: {$ref: '#/x-parts/p.yaml/X'}, X: {}},
		});
	});
});
