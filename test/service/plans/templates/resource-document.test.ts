import {expect, it} from 'vitest';
import {analyseApi} from '../../../../service/plans/kinds/analyse-api.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const object = (properties: object, required = Object.keys(properties)) => ({type: 'object', required, properties});
const content = (schema: object) => ({content: {'application/vnd.api+json': {schema}}});
const id = [{name: 'id', in: 'path', required: true, schema: text}];

/** Records as JSON:API shows them, whose changes name the revision that was read. */
function resource(type: string, fields: object, related: Record<string, string> = {}) {
	const relationships = object(
		Object.fromEntries(
			Object.entries(related).map(([name, other]) => [
				name,
				object({data: object({type: {type: 'string', enum: [other]}, id: text})}),
			]),
		),
	);
	const more = Object.keys(related).length > 0 ? {relationships} : {};
	const kind = {type: 'string', enum: [type]};
	const lockVersion = {type: 'integer'};
	const shown = object({data: object({type: kind, id: text, attributes: object({...fields, lockVersion})})});
	const created = object({data: object({type: kind, attributes: object(fields), ...more})});
	const changed = object({
		data: object({type: kind, id: text, attributes: object({...fields, lockVersion}, ['lockVersion'])}),
	});
	const body = (schema: object) => ({requestBody: {required: true, ...content(schema)}});
	const it = {description: 'it', ...content(shown)};
	return {
		[`/${type}`]: {post: {...body(created), responses: {201: it}}},
		[`/${type}/{id}`]: {
			parameters: id,
			get: {responses: {200: it}},
			patch: {...body(changed), responses: {200: it}},
			delete: {responses: {204: {description: 'gone'}}},
		},
	};
}
const document = documentOf({
	...resource('people', {name: text}),
	...resource('boards', {title: text}, {owner: 'people'}),
});

it('an id beside a type names a record of that kind', () => {
	const api = analyseApi(document);
	const create = api.operations.find(({key}) => key === 'POST /boards')!;
	expect(api.edgeOf(create, 'body:$.data.relationships.owner.data.id')?.producer?.operation.key).toBe('POST /people');
});

const codeOf = (key: string) => renderTest({...rowOf(planOf(document), key).recipe, id: 'rcp_1'} as Recipe);

it('a change names its own record, and the revision that was shown last', () => {
	const code = codeOf('PATCH /people/{id} update');
	expect(code).toMatch(/"type": "people",\s+"id": person\["id"\]/);
	expect(code).toContain('"lockVersion": person["attributes"]["lockVersion"]');
	expect(code).not.toContain('change everything');
	expect(code).toMatch(/attributes"\]\.get\("name"\) == /);
});
