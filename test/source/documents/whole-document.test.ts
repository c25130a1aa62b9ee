import {mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createDocumentFolder, entriesOf} from '../../../source/system/document-folder.ts';
import {wholeDocument} from '../../../source/documents/whole-document.ts';
import {read} from '../../service/discovery/documents.ts';

const maxBytes = 1_048_576;

/** A folder with files; gone when the test ends. */
function folderWith(files: Record<string, string>): string {
	const folder = mkdtempSync(join(tmpdir(), 'svc-parts-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), {recursive: true});
		writeFileSync(join(folder, name), text);
	}
	return folder;
}

const whole = (folder: string, name = 'openapi.yaml', limit = maxBytes) =>
	wholeDocument({name, bytes: readFileSync(join(folder, name))}, createDocumentFolder(folder, maxBytes), limit);

const post = (schema: object) => ({
	post: {
		parameters: [{$ref: '../parts/parameters.yml#/trace'}],
		requestBody: {content: {'application/json': {schema}}},
		responses: {201: {$ref: '../parts/parameters.yml#/created'}},
	},
});

const shared = [
	'trace: {name: X-Trace, in: header, required: true, schema: {type: string}}',
	'created: {description: made, content: {application/json: {schema: {$ref: "../schemas/user.json#/User"}}}}',
].join('\n');

describe('a document of several files', () => {
	it.each([
		['openapi: 3.0.3\npaths:\n  /users: {$ref: "paths/users.json"}\n'],
		['openapi: 3.1.0\npaths: {$ref: "paths/all.yaml"}\n'],
	])('is read as if it were one: %j', async text => {
		const folder = folderWith({
			'openapi.yaml': text,
			'paths/all.yaml': '/users: {$ref: users.json}\n',
			'paths/users.json': JSON.stringify(post({$ref: '../schemas/user.json#/User'})),
			'parts/parameters.yml': shared,
			'schemas/user.json': JSON.stringify({
				User: {type: 'object', properties: {name: {type: 'string'}, boss: {$ref: '#/User'}}},
			}),
		});
		const {bytes, refused} = await whole(folder);
		expect(refused).toEqual([]);
		const {endpoints, leftovers, failed} = read(bytes);
		expect({failed, said: leftovers?.said}).toEqual({failed: null, said: []});
		expect(endpoints.map(({method, path}) => `${method} ${path}`)).toEqual(['POST /users']);
		expect(endpoints[0]?.requestShape.body).toEqual({
			title: 'User',
			type: 'object',
			properties: {name: {type: 'string'}, boss: {$ref: '#/x-parts/schemas~1user.json/User'}},
		});
		expect(endpoints[0]?.requestShape.headers).toMatchObject([{name: 'X-Trace', required: true}]);
		expect(endpoints[0]?.responseShape.body).toMatchObject({properties: {name: {type: 'string'}}});
	});

	it('may be Swagger 2.0', async () => {
		const folder = folderWith({
			'swagger.yaml': 'swagger: "2.0"\nbasePath: /v1\npaths:\n  /users: {$ref: users.yaml}\n',
			'users.yaml': [
				'post:',
				'  parameters:',
				'  - {name: body, in: body, schema: {$ref: "defs.yaml#/definitions/User"}}',
				'  responses: {201: {$ref: "defs.yaml#/responses/made"}}',
			].join('\n'),
			'defs.yaml': [
				'definitions: {User: {type: object, properties: {name: {type: string}}}}',
				'responses: {made: {description: x, schema: {$ref: "#/definitions/User"}}}',
			].join('\n'),
		});
		const {bytes, refused} = await whole(folder, 'swagger.yaml');
		const {endpoints, leftovers} = read(bytes);
		expect({refused, said: leftovers?.said}).toEqual({refused: [], said: []});
		const body = {type: 'object', properties: {name: {type: 'string'}}};
		expect(endpoints[0]).toMatchObject({basePath: '/v1', requestShape: {body}, responseShape: {statuses: [201], body}});
	});

	it('brings along nothing from outside of its folder, and says what is not read and why', async () => {
		const outside = folderWith({'secret.yaml': 'password: hunter2\n'});
		const folder = folderWith({
			'openapi.yaml': [
				'openapi: 3.0.3',
				'paths:',
				'  /a: {$ref: linked.yaml}',
				`  /b: {$ref: "${outside}/secret.yaml"}`,
				'  /c: {$ref: "../secret.yaml"}',
				'  /d: {$ref: below/secret.yaml}',
				'  /e: {$ref: gone.yaml}',
				'  /f: {$ref: broken.yaml}',
				'  /g: {$ref: "http://127.0.0.1:1/x.yaml"}',
				'  /h: {get: {responses: {200: {description: fine}}}}',
			].join('\n'),
			'broken.yaml': 'a: [\n',
		});
		symlinkSync(join(outside, 'secret.yaml'), join(folder, 'linked.yaml'));
		symlinkSync(outside, join(folder, 'below'));
		const {bytes, parts, refused} = await whole(folder);
		expect(parts).toBe(0);
		expect(Buffer.from(bytes).toString()).not.toContain('hunter2');
		expect(refused.map(text => text.replace(outside, ''))).toEqual([
			'openapi.yaml #/paths/~1b: /secret.yaml is not read: it lies outside of the folder of the document',
			'openapi.yaml #/paths/~1c: ../secret.yaml is not read: it lies outside of the folder of the document',
			'openapi.yaml #/paths/~1g: http://127.0.0.1:1/x.yaml is not read: it is an address; only files beside the document are read',
			'openapi.yaml #/paths/~1a: linked.yaml is not read: a symbolic link leads out of the folder of the document',
			'openapi.yaml #/paths/~1d: below/secret.yaml is not read: a symbolic link leads out of the folder of the document',
			'openapi.yaml #/paths/~1e: gone.yaml is not read: no such file',
			expect.stringMatching(/^openapi\.yaml #\/paths\/~1f: broken\.yaml: .*not valid YAML: line/),
		]);
		expect(read(bytes).endpoints.map(({path}) => path)).toEqual(['/h']);
	});

	it('ends: after so many files, and when they are too large together', async () => {
		const files = Object.fromEntries(
			Array.from({length: 30}, (_, index) => [`f${index}.yaml`, `next: {$ref: f${index + 1}.yaml}\n`]),
		);
		const folder = folderWith({...files, 'openapi.yaml': 'openapi: 3.0.3\nx: {$ref: f0.yaml}\n'});
		const chain = await whole(folder);
		expect([chain.parts, chain.refused]).toEqual([
			20,
			[expect.stringContaining('f20.yaml is not read: it is 20 files')],
		]);
		const small = await whole(folder, 'openapi.yaml', 100);
		expect(small.refused).toEqual([expect.stringMatching(/is not read: the files are larger than/)]);
		const many = Array.from({length: 202}, (_, index) => `p${index}: {$ref: f${index}.yaml}`);
		for (let index = 30; index < 202; index++) writeFileSync(join(folder, `f${index}.yaml`), 'x: 1\n');
		writeFileSync(join(folder, 'openapi.yaml'), ['openapi: 3.0.3', ...many].join('\n'));
		const wide = await whole(folder);
		expect([wide.parts, wide.refused.length]).toEqual([200, 2]);
	});

	it.each<[string, Record<string, string>, string[]]>([
		[
			'its OpenAPI file',
			{'a.yaml': 'openapi: 3.0.0\n', 'b.yaml': 'x: 1\n', 'c/openapi.yaml': 'openapi: 3\n'},
			['a.yaml'],
		],
		[
			'the one with a usual name',
			{'x.json': '{"openapi":"3.0.0"}', 'openapi.json': '{\n "swagger": "2.0"}'},
			['openapi.json'],
		],
		['nothing', {'a.yaml': 'x: 1\n', 'notes.md': 'openapi: 3\n'}, []],
		['several', {'a.yaml': 'openapi: 3.0.0\n', 'b.yml': '"swagger": "2.0"\n'}, ['a.yaml', 'b.yml']],
	])('as a folder is %s', (_, files, expected) => {
		expect(entriesOf(folderWith(files))).toEqual(expected);
	});
});
