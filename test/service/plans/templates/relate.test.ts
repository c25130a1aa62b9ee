import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {MadePlan} from '../../../../service/plans/plan-rows.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const whole = {type: 'integer'};
const json = (schema: object) => ({'application/json': {schema}});
const named = (...names: string[]) => ({
	parameters: names.map(name => ({name, in: 'path', required: true, schema: whole})),
});
const gone = {responses: {204: {description: 'done'}, 404: {description: 'not there'}}};
const tag = {type: 'object', required: ['id', 'name'], properties: {id: whole, name: text}};
const contact = {
	type: 'object',
	required: ['id', 'name', 'tags'],
	properties: {id: whole, name: text, tags: {type: 'array', items: tag}},
};
const answer = (schema: object) => ({description: 'it', content: json(schema)});
const body = {
	requestBody: {required: true, content: json({type: 'object', required: ['name'], properties: {name: text}})},
};
const kept = (path: string, record: object, isDeleted: boolean) => ({
	[path]: {
		get: {responses: {200: answer({type: 'array', items: record})}},
		post: {...body, responses: {201: answer(record)}},
	},
	[`${path}/{id}`]: {...named('id'), get: {responses: {200: answer(record)}}, ...(isDeleted ? {delete: gone} : {})},
});

/** Contacts to which tags are put. @param deleted what of both can be deleted */
const contacts = (method: string, ...deleted: string[]) =>
	planOf(
		documentOf({
			...kept('/contacts', contact, deleted.includes('contacts')),
			...kept('/tags', tag, deleted.includes('tags')),
			'/contacts/{id}/tags/{tagId}': {
				...named('id', 'tagId'),
				[method]: {responses: {200: answer(contact)}},
				delete: gone,
			},
		}),
	);
const stepsOf = (plan: MadePlan, key: string) =>
	rowOf(plan, key).recipe.steps.map(({role, call}) => `${role} ${call.operation.method} ${call.operation.path}`);
const codeOf = (plan: MadePlan, key: string) => renderTest({...rowOf(plan, key).recipe, id: 'rcp_1'} as Recipe);
const path = '/contacts/{id}/tags/{tagId}';

test.each(['put', 'post'])('what takes a record away from another one puts it there first, by %s', method => {
	const plan = contacts(method, 'contacts', 'tags');
	expect(stepsOf(plan, `DELETE ${path} relate`)).toEqual([
		'setup POST /tags',
		`setup ${method.toUpperCase()} ${path}`,
		`act DELETE ${path}`,
		'verify GET /contacts/{id}',
	]);
	expect(codeOf(plan, `DELETE ${path} relate`)).toContain('not in listed');
	expect(codeOf(plan, `${method.toUpperCase()} ${path} relate`)).toMatch(/ in listed, f"the contact lacks the tag/);
});

test('it names the contact by the contact and the tag by the tag, although both are called id', () => {
	const code = codeOf(contacts('put', 'contacts', 'tags'), `DELETE ${path} relate`);
	expect(code).toContain(`f"/contacts/{contact_id}/tags/{tag['id']}"`);
});

test('where nobody can delete a tag the contact is the own one, and where nobody can delete either both are shared', () => {
	expect(stepsOf(contacts('put', 'contacts'), `DELETE ${path} relate`)[0]).toBe('setup POST /contacts');
	const plan = contacts('put');
	expect(stepsOf(plan, `DELETE ${path} relate`)[0]).toBe(`setup PUT ${path}`);
	expect(rowOf(plan, `DELETE ${path} relate`).recipe.consumes.sort()).toEqual(['contact_id', 'tag_id']);
	// Nothing that others share is taken away by a second row.
	const taking = plan.rows.filter(({recipe}) =>
		recipe.steps.some(
			({call, asserts}) =>
				call.operation.method === 'DELETE' &&
				call.operation.path === path &&
				asserts.some(
					({check}) => check.type === 'status' && check.oneOf.some(status => String(status).startsWith('2')),
				),
		),
	);
	expect(taking.map(({key}) => key)).toEqual([`DELETE ${path} relate`]);
});

test('a relation is no record: nobody counts what it takes away as deleted', () => {
	const plan = contacts('put', 'contacts');
	expect(plan.rows.map(({key}) => key)).not.toContain(`DELETE ${path} delete`);
	expect(rowOf(plan, 'POST /tags create').recipe.steps[0]!.captures[0]!.deletedBy).toBeNull();
});

test.each([
	['/contacts/{id}/follow', 'post', 'delete', '/contacts/{id}/follow'],
	['/contacts/{id}/join', 'post', 'post', '/contacts/{id}/leave'],
	['/contacts/{id}/assign', 'post', 'post', '/contacts/{id}/unassign'],
	['/contacts/{id}/pause', 'post', 'post', '/contacts/{id}/resume'],
])('%s comes before what takes it back', (first, doing, undoing, last) => {
	const done = {responses: {200: {description: 'done'}}};
	const own = (path: string) => ({
		...named('id'),
		...(path === first ? {[doing]: done} : {}),
		...(path === last ? {[undoing]: done} : {}),
	});
	const plan = planOf(documentOf({...kept('/contacts', contact, true), [first]: own(first), [last]: own(last)}));
	expect(stepsOf(plan, `${undoing.toUpperCase()} ${last} action`).slice(0, 3)).toEqual([
		'setup POST /contacts',
		`setup ${doing.toUpperCase()} ${first}`,
		`act ${undoing.toUpperCase()} ${last}`,
	]);
});
