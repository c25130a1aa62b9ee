import {expect, it} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {analyseApi} from '../../../../service/plans/kinds/analyse-api.ts';
import {planRows} from '../../../../service/plans/plan-rows.ts';
import {documentOf} from '../shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const author = {
	type: 'object',
	properties: {id: {type: 'integer', readOnly: true}, name: text, email: {...text, format: 'email'}},
};

/** The row of an operation that is asked by these fields. */
function rowAskedBy(names: readonly string[], answer: object = author) {
	const document = documentOf({
		'/authors': {
			post: {
				requestBody: {required: true, ...json({...author, required: ['name', 'email']})},
				responses: {201: {description: '', ...json(author)}},
			},
		},
		'/authors/{id}': {
			parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}],
			get: {responses: {200: {description: '', ...json(author)}}},
			delete: {responses: {204: {description: ''}}},
		},
		'/authors/search/findBy': {
			get: {
				parameters: names.map(name => ({name, in: 'query', required: true, schema: text})),
				responses: {200: {description: '', ...json(answer)}},
			},
		},
	});
	const {rows} = planRows({
		planId: 'pln_1',
		seed: 'seed',
		environment: new Set<string>(),
		hasCredential: true,
		api: analyseApi(document),
		endpoints: document.endpoints,
	});
	return rows.find(({template, path}) => template === 'singleton' && path === '/authors/search/findBy')!;
}

it('a record is asked for by the fields that it was made with', () => {
	const {title, recipe} = rowAskedBy(['email']);
	expect(title).toBe('finds an author by its email');
	expect(recipe.steps.map(({id}) => id)).toEqual(['create', 'find']);
	const code = renderTest({...recipe, id: 'rcp_1'});
	expect(code).toMatch(/email = f"[^"]*\{RUN_TAG\}[^"]*"/);
	expect(code).toContain('params={"email": email}');
	expect(code).toMatch(/author\["id"\]/);
});

it('what names no field of the record, and what answers another one, is only asked', () => {
	expect(rowAskedBy(['page']).recipe.steps.map(({id}) => id)).toEqual(['get']);
	expect(rowAskedBy(['page']).recipe.safety).toBe('reads');
	expect(
		rowAskedBy(['email'], {type: 'object', properties: {count: {type: 'integer'}}}).recipe.steps.map(({id}) => id),
	).toEqual(['get']);
});
