import {describe, expect, test} from 'vitest';
import {codeWarnings} from '../../../../source/test-code/code-warnings.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {createGate} from '../../../../service/plans/gate/gate.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {createBackendBench} from '../../../helpers/backend-bench.ts';
import {moreRecipes} from '../code/more-recipes.ts';
import {recipe, status, step, targetRecipes} from '../code/recipes.ts';

const bench = createBackendBench();
let next = 0;
const gate = createGate({
	runner: {run: job => bench.runner.run(job)},
	newId: () => `gate-${next++}`,
	warningsOf: codeWarnings,
});

const available = new Set(['cart_id', 'user_id', 'order_id', 'owner_id', 'access_token']);
const subject = (one: Recipe, source = renderTest(one), id = one.title) => ({
	id,
	name: one.title,
	source,
	recipe: one,
	available,
	secrets: ['s3cr3t-of-the-project'],
});
const reject = async (source: string, one = targetRecipes.readCart) =>
	(await gate([subject(one, source)]))[0]!.rejection;

describe('the gate', () => {
	test('accepts what is written from a recipe', async () => {
		const all = [...Object.values(targetRecipes), ...moreRecipes].map((one, place) =>
			subject(one, renderTest(one), `${place} ${one.title}`),
		);
		const rejected = (await gate(all)).filter(({rejection}) => rejection !== null);
		expect(rejected).toEqual([]);
	});

	test('says nothing about tests when its own files are gone', async () => {
		const atUpdate = createGate({
			// An update has taken them away while the service runs.
			runner: {run: job => bench.runner.run({...job, code: job.code.replace('svc_runtime.gate', 'svc_runtime.gone')})},
			newId: () => `gate-${next++}`,
			warningsOf: codeWarnings,
		});
		const subjects = [subject(targetRecipes.readCart), subject(targetRecipes.readCart, undefined, 'other')];
		await expect(atUpdate(subjects)).rejects.toThrow('were replaced while its service runs; stop it with');
	});

	test('takes a password that is a plain word for no leak', async () => {
		const one = subject(targetRecipes.readCart);
		expect(one.source).toContain('requests');
		expect((await gate([{...one, secrets: ['requests']}]))[0]!.rejection).toBeNull();
	});

	const source = renderTest(targetRecipes.readCart);
	test.each([
		['malformed', 'no Python', `${source}\n)`],
		[
			'malformed',
			'a test that breaks with fitting answers',
			source.replace('cart.get("userId")', 'cart.get("ownerId")'),
		],
		['malformed', 'a secret', source.replace('timeout=10', 'timeout=10, auth=("a", "s3cr3t-of-the-project")')],
		['not_executed', 'a function nobody calls', source.replace(/\ntest_return_cart\(\)\n$/, '\n')],
		['wrong_endpoint', 'another path', source.replace('/carts/{cart_id}', '/baskets/{cart_id}')],
		['wrong_endpoint', 'another method', source.replace('requests.get', 'requests.delete')],
		['wrong_endpoint', 'another host', source.replace('{BASE_URL}', 'http://example.com')],
		[
			'wrong_endpoint',
			'a further call',
			source.replace('    cart = ', '    requests.get(f"{BASE_URL}/users")\n    cart = '),
		],
		['no_real_assertion', 'nothing checked', source.replace(/ +(?:assert|for field|#).*\n/g, '')],
		[
			'no_real_assertion',
			'an assertion that cannot fail',
			source.replace('    cart = ', '    assert True\n    cart = '),
		],
		['no_real_assertion', 'a tuple', source.replace('    cart = ', '    assert (response.ok, "fine")\n    cart = ')],
		['no_real_assertion', 'the first check is gone', source.replace(/ +assert response.status_code.*\n/, '')],
		[
			'undeclared_variable',
			'a value that is not declared',
			source.replace('variables["user_id"]', 'variables["userId"]'),
		],
		[
			'undeclared_variable',
			'a name nobody defines',
			source.replace('cart.get("id") == cart_id', 'cart.get("id") == card_id'),
		],
		[
			'undeclared_variable',
			'a value nobody declares to give',
			source.replace('    cart = ', '    produce("x", 1)\n    cart = '),
		],
	])('answers %s to %s', async (code, _what, changed) => {
		expect(changed).not.toBe(source);
		expect(await reject(changed)).toMatchObject({code});
	});

	test('asks for a producer of every value', async () => {
		const verdicts = await gate([{...subject(targetRecipes.readCart), available: new Set(['cart_id'])}]);
		expect(verdicts[0]!.rejection).toEqual({code: 'undeclared_variable', message: 'no test produces user_id'});
	});

	test('says when a value is never produced', async () => {
		const one = targetRecipes.createProduct;
		const rejection = await reject(renderTest(one).replace(/ +produce\(.*\n/, ''), one);
		expect(rejection).toMatchObject({code: 'undeclared_variable', message: expect.stringContaining('product_id')});
	});

	test('looks at the others when one takes the process with it', async () => {
		const one = recipe('read', 'GET /users', {
			title: 'lists',
			steps: [step('list', 'GET /users', {asserts: [status(200)]})],
		});
		const dying = renderTest(one)
			.replace('def test_list', 'import os\n\n\ndef test_list')
			.replace('    response', '    os._exit(0)\n    response');
		const verdicts = await gate([subject(one, dying, 'dies'), subject(one, renderTest(one), 'lives')]);
		expect(verdicts).toMatchObject([
			{id: 'dies', rejection: {code: 'malformed'}},
			{id: 'lives', rejection: null},
		]);
	});
});
