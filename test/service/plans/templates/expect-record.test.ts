import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf, shop} from '../shop-plan.ts';

const code = renderTest({...rowOf(planOf(shop()), 'POST /orders create').recipe, id: 'rcp_1'} as Recipe);

/** Last line of a run of the test against a server whose orders have these entries. */
function verdictFor(items: object[]): string {
	const fake = [
		'import json, sys, types',
		'class Answer:',
		'    def __init__(self, status, found):',
		'        self.status_code, self.text = status, json.dumps(found)',
		'        self.headers = {"Content-Type": "application/json", "Location": "/orders/ord_1"}',
		'    def json(self):',
		'        return json.loads(self.text)',
		'code, items = sys.argv[1], json.loads(sys.argv[2])',
		'order = {"id": "ord_1", "userId": "usr_1", "cartId": None, "status": "pending", "items": items,',
		'         "discountCents": 0, "totalCents": 3, "createdAt": "2026-01-01T00:00:00Z"}',
		'library = types.ModuleType("requests")',
		'library.post = lambda url, **options: Answer(201, order)',
		'library.get = lambda url, **options: Answer(200, order)',
		'sys.modules["requests"] = library',
		'exec(code, {"BASE_URL": "", "RUN_TAG": "0a1b2c3d", "__AUTH_HEADERS__": {}, "leaks": lambda *a: "",',
		'            "variables": {"user_id": "usr_1", "product_id": "prd_1"}, "produce": lambda name, value: None})',
		'print("passed")',
	].join('\n');
	const {stdout, stderr} = spawnSync('python3', ['-c', fake, code, JSON.stringify(items)], {encoding: 'utf8'});
	return (stdout + stderr).trim().split('\n').at(-1) ?? '';
}

test.each([
	[[{productId: 'prd_1', quantity: 3, priceCents: 1}], /^passed$/],
	[[], /items has no entry/],
	[[{productId: 'prd_2', quantity: 3}], /items\[0\]\.productId: sent 'prd_1', got back 'prd_2'/],
	[[{productId: 'prd_1', quantity: 1}], /items\[0\]\.quantity: sent 3, got back 1/],
])('an entry that was sent comes back with what it names and how many: %j', (items, verdict) => {
	expect(verdictFor(items)).toMatch(verdict);
});

test('a record inside is compared without the fields that are never shown', () => {
	const text = {type: 'string'};
	const json = (schema: object) => ({content: {'application/json': {schema}}});
	const box = (properties: object) => ({
		type: 'object',
		properties: {id: text, colour: text, box: {type: 'object', properties}},
	});
	const document = documentOf({
		'/boxes': {
			post: {
				requestBody: json(box({shape: text, combination: text})),
				responses: {201: {description: 'made', ...json(box({shape: text, colour: text}))}},
			},
		},
	});
	const [made] = rowOf(planOf(document), 'POST /boxes create').recipe.steps;
	expect(made!.asserts.flatMap(({check}) => (check.type === 'equals' ? [check.pointer] : []))).toEqual([
		'$.colour',
		'$.box.shape',
	]);
});

test('a secret that its creator shows is not looked for in what is read later', () => {
	const text = {type: 'string'};
	const json = (schema: object) => ({content: {'application/json': {schema}}});
	const hook = {type: 'object', required: ['id'], properties: {id: text, url: text, secret: text, apiKey: text}};
	const one = (status: number) => ({responses: {[status]: {description: 'it', ...json(hook)}}});
	const document = documentOf({
		'/hooks': {post: {requestBody: json({type: 'object', properties: {url: text}}), ...one(201)}},
		'/hooks/{id}': {
			parameters: [{name: 'id', in: 'path', required: true, schema: text}],
			get: one(200),
			delete: {responses: {204: {description: 'gone'}}},
		},
	});
	const plan = planOf(document);
	for (const row of ['POST /hooks create', 'GET /hooks/{id} read', 'chain life hook']) {
		const same = rowOf(plan, row).recipe.steps.flatMap(({asserts}) =>
			asserts.flatMap(({check}) => (check.type === 'sameAs' ? [check] : [])),
		);
		expect(same.length, row).toBeGreaterThan(0);
		for (const {except} of same) expect(except).toEqual(expect.arrayContaining(['secret', 'apiKey']));
		for (const {except} of same) expect(except).not.toContain('url');
	}
});
