import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {codeWarnings} from '../../../../source/test-code/code-warnings.ts';
import {BrokenRecipe} from '../../../../service/plans/code/access.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {Draft} from '../../../../service/plans/code/draft.ts';
import {writeAssert} from '../../../../service/plans/code/statement.ts';
import type {Json} from '../../../../service/plans/recipe.ts';
import {moreRecipes} from './more-recipes.ts';
import {pythonProblems} from './python-check.ts';
import {check, equals, fields, json, literal, ofStep, recipe, status, step, targetRecipes} from './recipes.ts';

const written = (name: string) =>
	readFileSync(new URL(`../../../fixtures/generated-tests/${name}.py`, import.meta.url), 'utf8');

describe('the text of a test', () => {
	test.each([
		['create_product', targetRecipes.createProduct],
		['read_cart', targetRecipes.readCart],
		['refuse_bounds', targetRecipes.refuseBounds],
		['user_lives', targetRecipes.userLives],
	])('reads as it was written once: %s', (name, one) => {
		expect(renderTest(one)).toBe(written(name));
	});

	test('compiles, names nothing that is not used or not there, and stays within 118 columns', () => {
		const sources = [...Object.values(targetRecipes), ...moreRecipes].flatMap((one, place) => [
			[`${place} ${one.template}`, renderTest(one)],
			[`${place} ${one.template} with extra headers`, renderTest(one, {hasExtraHeaders: true})],
		]);
		expect(pythonProblems(Object.fromEntries(sources))).toEqual([]);
	});

	test('has nothing that the service itself warns about', () => {
		for (const one of [...Object.values(targetRecipes), ...moreRecipes])
			expect(codeWarnings(renderTest(one))).toEqual([]);
	});

	test('is never longer than what a person reads at once', () => {
		const ordinary = moreRecipes.filter(({template}) => template !== 'values');
		for (const one of [...Object.values(targetRecipes), ...ordinary])
			expect(renderTest(one).trimEnd().split('\n').length, one.title).toBeLessThanOrEqual(60);
	});

	test('has the same bytes for the same recipe', () => {
		for (const one of moreRecipes) expect(renderTest(structuredClone(one))).toBe(renderTest(one));
	});

	test('mentions further headers only when the project has some', () => {
		expect(renderTest(targetRecipes.readCart)).not.toContain('__EXTRA_HEADERS__');
		expect(renderTest(targetRecipes.readCart, {hasExtraHeaders: true})).toContain('__EXTRA_HEADERS__');
	});

	test('says once what is not plain: a function that it does not define, a credential that is wrong, pages', () => {
		const comments = {
			'leaks(response': '# leaks() is built in',
			WRONG_HEADERS: '# wrong_credential() is built in',
			'for page in range(': '# Page by page',
		};
		for (const [code, comment] of Object.entries(comments)) {
			const sources = moreRecipes.map(one => renderTest(one)).filter(source => source.includes(code));
			const said = sources.map(source => source.split(comment).length - 1);
			expect(
				said.some(count => count === 1),
				comment,
			).toBe(true);
			expect(Math.max(...said), comment).toBe(1);
		}
	});

	test('names the request that failed where it is not the one that the test is named after', () => {
		const one = recipe('read', 'GET /shops/{shopId}/things', {
			steps: [
				step('create', 'POST /shops/{shopId}/things', {role: 'setup', asserts: [status(201)]}),
				step('read', 'GET /shops/{shopId}/things', {asserts: [status(200)]}),
				step('gone', 'GET /things/{id}', {role: 'verify', asserts: [status(404, 410)]}),
			].map(one => ({
				...one,
				call: {...one.call, auth: 'none' as const, path: {shopId: literal('s-1'), id: literal('t-1')}},
			})),
		});
		const code = renderTest(one);
		const said = [
			'setup: POST /shops/{{shopId}}/things answered {',
			'"expected 200 OK, got {',
			'"GET /things/{{id}} answered {',
		];
		for (const words of said) expect(code).toContain(words);
		expect(code).toContain('} instead of 404 or 410: {');
		// In a test of several steps each is named.
		const chain = renderTest({...one, kind: 'integration', template: 'chain'});
		expect(chain).toContain('GET /shops/{{shopId}}/things answered {');
	});

	test('says something besides the name of a step, however little room there is', () => {
		const detail = {packed: true, dense: true, bare: true, terse: true, shape: 0} as const;
		const draft = new Draft(recipe('call', 'POST /login', {steps: []}), {hasExtraHeaders: false}, detail);
		const condition = `not leaks(response, ${Array.from({length: 4}, (_, at) => `"access_token_${at}"`).join(', ')})`;
		writeAssert(draft, condition, ['log in: ', 'the answer shows ', {code: 'leaks(response)'}]);
		expect(draft.lines.join('\n')).toContain('"log in: the answer shows {leaks(response)}"');
		draft.lines.length = 0;
		writeAssert(draft, 'response.status_code == 201', ['setup: ', 'POST /things: ', {code: 'x'.repeat(99)}]);
		expect(draft.lines).toEqual(['    assert response.status_code == 201, "setup: POST /things"']);
	});

	test('looks for no secret in an answer that has no body', () => {
		const one = (...statuses: number[]) =>
			renderTest(
				recipe('call', 'POST /logout', {
					steps: [
						step('call', 'POST /logout', {
							asserts: [status(...statuses), check('no-secret', {type: 'noSecret', allowed: []})],
						}),
					],
				}),
			);
		expect(one(204)).not.toContain('leaks(');
		expect(one(200, 204)).toContain('leaks(');
	});

	test('names a type once for fields that all have it', () => {
		const schema = {
			type: 'object',
			required: ['code', 'message'],
			properties: {code: {type: 'string'}, message: {type: 'string'}},
		};
		const one = recipe('read', 'GET /things', {
			steps: [
				step('read', 'GET /things', {
					asserts: [status(200), check('shape', {type: 'shape', pointer: '$', schema, closed: false})],
				}),
			],
		});
		expect(renderTest(one)).toContain('    for field in ("code", "message"):\n        assert type(');
	});

	test('leaves out what was dropped and what is not sure yet', () => {
		const [act] = targetRecipes.readCart.steps;
		const asserts = act!.asserts.map(assert =>
			assert.id === 'coupon' ? {...assert, state: 'probation' as const} : assert,
		);
		expect(renderTest({...targetRecipes.readCart, steps: [{...act!, asserts}]})).not.toContain('couponCode');
	});

	test('refuses a recipe whose step reads an answer that comes later', () => {
		const broken = recipe('read', 'GET /users/{userId}', {
			steps: [
				step('read', 'GET /users/{userId}', {call: {path: {userId: ofStep('later', '$.id')}}, asserts: [status(200)]}),
			],
		});
		expect(() => renderTest(broken)).toThrow(BrokenRecipe);
	});

	test('holds any text of a document, in every place, and still compiles', () => {
		const word = fc.oneof(
			fc.string({unit: 'grapheme'}),
			fc.string({unit: 'binary'}),
			fc.constantFrom('"""', '{x}', "'\\", '\\N{'),
		);
		const sources: Record<string, string> = {};
		fc.assert(
			fc.property(word, word, word, fc.jsonValue({maxDepth: 2}), (title, key, text, value) => {
				const body = json(fields({[key || 'a']: literal(text), other: literal(value as Json)}));
				const one = recipe('create', 'POST /things', {
					title: title || 'x',
					why: text,
					steps: [
						step('create', 'POST /things', {
							call: {body, headers: {'X-Any': literal(text)}, query: {[key || 'q']: literal(text)}},
							asserts: [
								check('status', {type: 'status', oneOf: [201]}, {message: `${text}{actual}`}),
								equals(`$['${(key || 'a').replace(/(['\\])/g, '\\$1')}']`, literal(text)),
								equals('$.other', literal(value as Json)),
								check('rule', equals('$.rule', literal(text)).check, {
									provenance: {from: 'user', where: text, runId: null, since: ''},
								}),
							],
						}),
					],
				});
				sources[String(Object.keys(sources).length)] = renderTest(one);
			}),
			{numRuns: 150, seed: 7},
		);
		expect(pythonProblems(sources).filter(problem => !/has \d+ columns|ends in blanks/.test(problem))).toEqual([]);
	});
});
