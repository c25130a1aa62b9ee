import {execFile} from 'node:child_process';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {promisify} from 'node:util';
import {describe, expect, onTestFinished, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Assert, JsonSchema, Recipe} from '../../../../service/plans/recipe.ts';
import {check, equals, fields, json, literal, recipe, status, step} from './recipes.ts';

const errorBody = {
	type: 'object',
	required: ['error'],
	properties: {
		error: {
			type: 'object',
			required: ['code', 'hint', 'level', 'at'],
			properties: {
				code: {type: 'string'},
				hint: {type: 'string', pattern: '^[a-z]+$'},
				level: {type: 'integer', minimum: 1},
				at: {type: 'string', format: 'date-time'},
			},
		},
	},
};
const details: JsonSchema = {
	type: 'object',
	required: ['details'],
	properties: {
		details: {
			type: 'array',
			items: {type: 'object', required: ['field'], properties: {field: {type: 'string'}}},
		},
	},
};

const shape = (schema: JsonSchema): Assert => check('shape', {type: 'shape', pointer: '$', schema, closed: false});

const refusing = (...asserts: Assert[]): Recipe =>
	recipe('invalid-body', 'POST /products', {
		title: 'refuses a product with an invalid name or price',
		steps: [
			step('refuse', 'POST /products', {
				call: {body: json(fields({name: literal('Copper Linden'), price: literal(1290)}))},
				cases: [
					{name: 'too short', patch: [{at: {in: 'body', pointer: '$.name'}, value: literal('')}]},
					{name: 'below 1', patch: [{at: {in: 'body', pointer: '$.price'}, value: literal(0)}]},
				],
				asserts: [status(400), ...asserts],
			}),
		],
	});

/** Runs a test against an API that refuses everything, once for each body that it answers. @returns how each run ended */
async function runAgainst(code: string, bodies: readonly string[]): Promise<string[]> {
	const server = createServer((request, response) => {
		request.resume();
		const number = Number(request.url!.split('/')[1]);
		response.writeHead(400, {'content-type': 'application/json'}).end(bodies[number]);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const {port} = server.address() as AddressInfo;
	const {stdout} = await run('python3', ['-c', runs, code, `http://127.0.0.1:${port}`, String(bodies.length)]);
	return JSON.parse(stdout) as string[];
}

const run = promisify(execFile);
const runs = `
import json, sys

def read_json(response):
    try:
        return response.json()
    except ValueError:
        return None

ends = []
for number in range(int(sys.argv[3])):
    injected = {"BASE_URL": f"{sys.argv[2]}/{number}", "__AUTH_HEADERS__": {}, "RUN_TAG": "a1", "leaks": lambda *_: [], "read_json": read_json}
    try:
        exec(sys.argv[1], injected)
        ends.append("passed")
    except Exception as error:
        ends.append(f"{type(error).__name__}: {error}")
print(json.dumps(ends))
`;

describe('a test of several cases tells about every one of them, whatever is answered', () => {
	const bodies = [
		'{"error": "no"}',
		'{"error": null}',
		'{"error": []}',
		'{"error": {"hint": 7, "level": "x", "at": 3}}',
		'{"problem": true}',
		'{"details": "no"}',
		'{"details": ["no"]}',
		'["no"]',
		'"no"',
		'null',
		'[]',
		'{"details": []}',
		'{"details": [{"field": 7}]}',
		'{"error": {"meta": 7}}',
		'not JSON',
		'',
	];
	const tests = {
		'a shape': refusing(shape(errorBody)),
		'a shape with a list': refusing(shape(details)),
		'a value in a record': refusing(equals('$.error.field', literal('{field}'))),
		'a record in a record': refusing(equals('$.error.meta.kind', literal('field'))),
		'a value in an entry': refusing(equals('$.details[0].field', literal('name'))),
		'an entry of a list': refusing(
			check('listed', {type: 'contains', list: '$.details', handle: literal('x'), present: true, locate: 'filter'}),
		),
		'a list': refusing(shape({type: 'array', items: errorBody})),
	};
	/** An empty list fits whatever is said of entries. */
	const fitting: Record<string, string> = {'a shape with a list': '{"details": []}', 'a list': '[]'};
	test.each(Object.entries(tests))('%s', async (name, one) => {
		const ends = await runAgainst(renderTest(one), bodies);
		for (const [place, end] of ends.entries()) {
			if (fitting[name] === bodies[place]) {
				expect(end).toBe('passed');
				continue;
			}
			expect(end, bodies[place]).toMatch(/^AssertionError: name too short: /);
			expect(end, bodies[place]).toContain('\nprice below 1: ');
		}
	});
});
