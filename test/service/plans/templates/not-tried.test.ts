import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {createBackendBench} from '../../../helpers/backend-bench.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({'application/json': {schema}});
const area = {type: 'object', required: ['id'], properties: {id: text, title: text}};
const answer = {description: 'it', content: json(area)};
const id = {name: 'areaId', in: 'path', required: true, schema: text};

/** Areas that nobody can delete, so that a test may not archive one. */
const plan = planOf(
	documentOf({
		'/areas': {
			post: {
				requestBody: {
					required: true,
					content: json({type: 'object', required: ['title'], properties: {title: text}}),
				},
				responses: {201: answer},
			},
		},
		'/areas/{areaId}': {parameters: [id], get: {responses: {200: answer}}},
		'/areas/{areaId}/archive': {parameters: [id], post: {summary: 'Archive it', responses: {200: answer}}},
	}),
);

const bench = createBackendBench();
const server = createServer((request, response) => {
	const path = request.url ?? '';
	const answerWith = (status: number, body: object) => {
		response.writeHead(status, {'Content-Type': 'application/json'}).end(JSON.stringify(body));
	};
	if (path === '/areas/ar1') answerWith(200, {id: 'ar1', title: 'Amber'});
	else if (hasRoute && path.endsWith('/archive')) answerWith(404, {error: 'no such area', path});
	else answerWith(404, {error: 'not found', path, at: new Date(0).toISOString()});
});
let hasRoute = true;
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
	server.close();
	server.closeAllConnections();
});

describe.each(['unknown-id', 'malformed-id'])('a %s of an operation that may not be tried', template => {
	const {recipe} = rowOf(plan, `POST /areas/{areaId}/archive ${template}`);
	const verdict = async () => {
		const {status, error} = await bench.run(renderTest({...recipe, id: 'rcp_1'} as Recipe), {
			targetUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			variables: {area_id: 'ar1'} as never,
		});
		return `${status}: ${error ?? ''}`;
	};

	test('acts on nothing that others use', () => {
		const acted = recipe.steps.filter(({call}) => call.operation.method !== 'GET');
		expect(acted.length).toBeGreaterThan(0);
		expect(JSON.stringify(acted)).not.toContain('area_id');
	});

	test.each([true, false])('is no alarm where the API says the same of every address: %s', async isTold => {
		hasRoute = isTold;
		expect(await verdict()).toBe('passed: ');
	});
});
