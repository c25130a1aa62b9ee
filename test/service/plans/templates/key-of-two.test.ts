import {expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {analyseApi} from '../../../../service/plans/kinds/analyse-api.ts';
import {planRows} from '../../../../service/plans/plan-rows.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf} from '../shop-plan.ts';

const text = {type: 'string'};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const named = (...names: string[]) => names.map(name => ({name, in: 'path', required: true, schema: text}));
const mirror = {type: 'object', properties: {ip: text, nameserver: text, account: text}};

/** Records of two fields that the sender chooses, answered by nothing and read by no operation. */
const document = documentOf({
	'/mirrors': {
		get: {responses: {200: {description: '', ...json({type: 'array', items: mirror})}}},
		post: {requestBody: json(mirror), responses: {201: {description: 'made'}, 422: {description: ''}}},
	},
	'/mirrors/{ip}/{nameserver}': {
		parameters: named('ip', 'nameserver'),
		delete: {responses: {204: {description: 'gone'}, 404: {description: ''}}},
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
const codeOf = (template: string, method: string) => {
	const row = rows.find(one => one.template === template && one.method === method);
	if (!row) throw new Error(`no ${template} in ${rows.map(one => one.template).join()}`);
	return renderTest({...row.recipe, id: 'rcp_1'} as Recipe);
};

test('no row waits for a value that no row hands on', () => {
	const produced = new Set(rows.flatMap(({recipe}) => recipe.produces));
	expect(rows.flatMap(({recipe}) => recipe.consumes).filter(name => !produced.has(name))).toEqual([]);
});

test('a record that the sender names is named anew by each test, as machines are named', () => {
	expect(codeOf('create', 'POST')).toContain('"nameserver": f"{RUN_TAG}.example.com"');
});

test('what is deleted is named by both fields, as they were sent', () => {
	const code = codeOf('delete', 'DELETE');
	expect(code.match(/\/mirrors\/[^"\s]+/g)).toContain('/mirrors/192.0.2.7/{nameserver}');
});

test('an unknown one differs in its handle alone', () => {
	expect(codeOf('unknown-id', 'DELETE')).toMatch(/\/mirrors\/192\.0\.2\.7\/\{unknown_\w+\}/);
});

test('no text that nobody can put into a path is sent in a field that names the record', () => {
	const sent = rows
		.filter(({template}) => template === 'texts')
		.map(({recipe}) => renderTest({...recipe, id: 'rcp_1'} as Recipe));
	expect(sent.join('\n')).not.toMatch(/"(?:ip|nameserver)": [^\n]*Grüße/);
});

test('a file is sent under a name of its own, which names the record that it becomes', () => {
	const parts = {type: 'object', properties: {file: {type: 'string', format: 'binary'}}};
	const files = documentOf({
		'/files': {
			get: {responses: {200: {description: '', ...json({type: 'array', items: text})}}},
			post: {
				requestBody: {content: {'multipart/form-data': {schema: parts}}},
				responses: {200: {description: '', ...json({type: 'object'})}},
			},
		},
		'/files/{filename}': {
			parameters: named('filename'),
			get: {responses: {200: {description: '', content: {'text/plain': {schema: text}}}}},
		},
	});
	const made = planRows({
		planId: 'pln_1',
		seed: 'seed',
		environment: new Set<string>(),
		hasCredential: true,
		api: analyseApi(files),
		endpoints: files.endpoints,
	}).rows.find(({template}) => template === 'create');
	const code = renderTest({...made!.recipe, id: 'rcp_1'} as Recipe);
	expect(code).toMatch(/files=\{"file": \(f"file-\{RUN_TAG\}\.\w+", /);
	expect(code).toMatch(/produce\("file\w*", f"file-\{RUN_TAG\}\.\w+"\)/);
	expect(code).not.toContain('sent:');
});
