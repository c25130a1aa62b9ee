import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const truth = {type: 'boolean'};
const json = (schema: object) => ({'application/json': {schema}});

/** Flows that are made, read, deleted, and on which something is done. */
function flows(fields: object, acts: Record<string, object>, sent: object = {}) {
	const answer = {description: 'it', content: json({$ref: '#/components/schemas/Flow'})};
	const id = {name: 'flowId', in: 'path', required: true, schema: text};
	const body = {type: 'object', required: ['title'], properties: {title: text, ...sent}};
	return documentOf(
		{
			'/flows': {post: {requestBody: {required: true, content: json(body)}, responses: {201: answer}}},
			'/flows/{flowId}': {
				parameters: [id],
				get: {responses: {200: answer}},
				delete: {responses: {204: {description: 'gone'}}},
			},
			...Object.fromEntries(
				Object.entries(acts).map(([name, more]) => [
					`/flows/{flowId}/${name}`,
					{parameters: [id], post: {summary: `${name} it`, responses: {200: answer}}, ...more},
				]),
			),
		},
		{components: {schemas: {Flow: {type: 'object', required: ['id'], properties: {id: text, title: text, ...fields}}}}},
	);
}

const stepsOf = (document: ReturnType<typeof flows>, key: string) =>
	rowOf(planOf(document), key).recipe.steps.map(({role, call, asserts, id}) => ({
		call: `${role} ${call.operation.method} ${call.operation.path}`,
		id,
		body: call.body,
		asserts: asserts.filter(one => /^(?:state|before|handle):/.test(one.id)).map(one => one.id),
	}));
const codeOf = (document: ReturnType<typeof flows>, key: string) =>
	renderTest({...rowOf(planOf(document), key).recipe, id: 'rcp_1'} as Recipe);

test.each([
	['activate', {active: truth}, 'active") is True'],
	['publish', {isPublished: truth}, 'isPublished") is True'],
	['pin', {pinned: truth}, 'pinned") is True'],
	['archive', {status: {...text, enum: ['open', 'archived']}}, 'status") == "archived"'],
	['cancel', {state: {...text, enum: ['running', 'cancelled', 'done']}}, 'state") == "cancelled"'],
	['check-in', {state: {...text, enum: ['booked', 'CHECKED_IN']}}, 'state") == "CHECKED_IN"'],
	['finish', {state: {...text, enum: ['open', 'done', 'cancelled']}}, 'state") == "done"'],
	['mark-as-paid', {status: {...text, enum: ['open', 'paid']}}, 'status") == "paid"'],
	['pay', {payment_status: {...text, enum: ['open', 'paid']}}, 'payment_status") == "paid"'],
])('%s leaves the record in the state of that name, in its answer and when it is read', (verb, fields, said) => {
	const document = flows(fields, {[verb]: {}});
	const key = `POST /flows/{flowId}/${verb} action`;
	expect(codeOf(document, key).split(said)).toHaveLength(3);
	const [made, act] = stepsOf(document, key);
	expect(made!.asserts[0]).toMatch(/^before:/);
	expect(act!.asserts).toContain('handle:$.id');
});

test.each([
	['cancel', {note: text}],
	['run', {active: truth}],
	['archive', {status: {...text, enum: ['archived']}}],
])('%s says nothing of a record without a field or state of that name', (verb, fields) => {
	const steps = stepsOf(flows(fields, {[verb]: {}}), `POST /flows/{flowId}/${verb} action`);
	expect(steps.flatMap(({asserts}) => asserts).filter(id => !id.startsWith('handle:'))).toEqual([]);
});

test('what takes something back follows what does it', () => {
	const document = flows({active: truth}, {activate: {}, deactivate: {}});
	const steps = stepsOf(document, 'POST /flows/{flowId}/deactivate action');
	expect(steps.map(({call, asserts}) => `${call} ${asserts.join(' ')}`)).toEqual([
		'setup POST /flows ',
		'setup POST /flows/{flowId}/activate before:$.active',
		'act POST /flows/{flowId}/deactivate handle:$.id state:$.active',
		'verify GET /flows/{flowId} state:$.active',
	]);
	expect(codeOf(document, 'POST /flows/{flowId}/deactivate action')).toContain('active") is False');
});

test('a record is made in the other state where its maker says in which', () => {
	const document = flows({enabled: truth}, {enable: {}}, {enabled: {...truth, default: true}});
	const [made] = stepsOf(document, 'POST /flows/{flowId}/enable action');
	expect(JSON.stringify(made!.body)).toContain('"enabled":{"is":"literal","value":false}');
});

test('a chain looks for the state as well, and says what it does', () => {
	const code = codeOf(flows({active: truth}, {activate: {}}), 'chain flow POST /flows/{flowId}/activate');
	expect(code.split('active") is True')).toHaveLength(3);
	expect(code).toContain('3 steps with records of its own: create a flow, activate it, read the flow.');
});
