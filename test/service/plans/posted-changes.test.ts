import {expect, test} from 'vitest';
import {renderTest} from '../../../service/plans/code/render-test.ts';
import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import type {Recipe} from '../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from './shop-plan.ts';

const text = {type: 'string', maxLength: 80};
const content = (schema: object) => ({content: {'application/x-www-form-urlencoded': {schema}}});
const answer = (schema: object) => ({description: 'it', content: {'application/json': {schema}}});
const fields = {description: text, percent_off: {type: 'integer', minimum: 1, maximum: 100}};
const coupon = {title: 'Coupon', type: 'object', properties: {id: text, ...fields}, required: ['id']};
const item = [{name: 'coupon', in: 'path', required: true, schema: text}];

/** Coupons of an API that has GET, POST and DELETE only, without a word about what each of them does. */
const coupons = (posted: object) =>
	documentOf({
		'/coupons': {
			post: {
				requestBody: content({type: 'object', properties: {id: text, ...fields}}),
				responses: {200: answer(coupon), 400: {description: 'no'}},
			},
		},
		'/coupons/{coupon}': {
			parameters: item,
			get: {responses: {200: answer(coupon)}},
			delete: {responses: {204: {description: 'gone'}}},
			post: {operationId: 'PostCouponsCoupon', ...posted},
		},
	});
const changing = {
	requestBody: content({type: 'object', properties: {description: text}}),
	responses: {200: answer(coupon)},
};
const updatersOf = (posted: object) => analyseApi(coupons(posted)).kinds[0]?.updaters.map(({key}) => key);

test('a POST to a record that takes its fields and answers it changes it', () => {
	expect(updatersOf(changing)).toEqual(['POST /coupons/{coupon}']);
	expect(rowOf(planOf(coupons(changing)), 'POST /coupons/{coupon} update').category).toBe('functional');
});

test.each([
	['takes what no record has', {...changing, requestBody: content({type: 'object', properties: {reason: text}})}],
	['takes nothing', {responses: changing.responses}],
	['makes something', {...changing, responses: {201: answer(coupon)}}],
	['answers another record', {...changing, responses: {200: answer({...coupon, title: 'Redemption'})}}],
	['answers nothing', {...changing, responses: {204: {description: 'done'}}}],
])('one that %s changes none', (_, posted) => {
	expect(updatersOf(posted)).toEqual([]);
});

test('the id that an API gives itself, unless it is sent, is no text to be as long as possible', () => {
	const {recipe} = rowOf(planOf(coupons(changing)), 'POST /coupons bounds-accepted');
	const code = renderTest({...recipe, id: 'rcp_1'} as Recipe);
	expect(code).toContain('percent_off');
	expect(code).not.toContain('"id"');
});
