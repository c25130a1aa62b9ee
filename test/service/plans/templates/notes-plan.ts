import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

export const text = {type: 'string'};
export const json = (schema: object) => ({'application/json': {schema}});
export const answer = (schema: object) => ({description: 'it', content: json(schema)});
export const object = (properties: object, required?: string[]) => ({
	type: 'object',
	properties,
	...(required ? {required} : {}),
});

type Parts = {
	problem?: object;
	body?: object;
	deleted?: object;
	list?: object;
	query?: object[];
	named?: object;
	summary?: string;
};

/** Notes that are made, listed, read and deleted. */
export function notes({problem, body, deleted, list, query = [], named = text, summary}: Parts) {
	const note = object({id: text, title: text}, ['id']);
	const no = problem ? answer(problem) : {description: 'no'};
	const sent = body ?? object({title: text}, ['title']);
	return documentOf({
		'/notes': {
			get: {parameters: query, responses: {200: answer(list ?? {type: 'array', items: note})}},
			post: {
				...(summary ? {summary} : {}),
				requestBody: {required: true, content: json(sent)},
				responses: {201: answer(note), 422: no},
			},
		},
		'/notes/{noteId}': {
			parameters: [{name: 'noteId', in: 'path', required: true, schema: named}],
			get: {responses: {200: answer(note), 404: no}},
			delete: {responses: {200: deleted ? answer(deleted) : {description: 'gone'}, 404: no}},
		},
	});
}

export const recipeOf = (parts: Parts, key: string) =>
	({...rowOf(planOf(notes(parts)), key).recipe, id: 'rcp_1'}) as Recipe;
/** Where the runtime stands, whose `leaks` the tests ask. */
const runtime = fileURLToPath(new URL('../../../../service/runners/python', import.meta.url));

export const codeOf = (parts: Parts, key: string) => renderTest(recipeOf(parts, key));

/** What a test says of one answer to everything: `passed`, or the message of its first failure. */
export function judged(code: string, status: number, body: string): string {
	const fake = [
		'import json, sys, types',
		'status, text = int(sys.argv[1]), sys.argv[2]',
		'class Answer:',
		'    def __init__(self, status, text):',
		'        self.status_code, self.text, self.is_redirect = status, text, False',
		'        self.headers = {"Content-Type": "application/json"}',
		'        self.ok = status < 400',
		'    def json(self):',
		'        return json.loads(self.text)',
		'def request(method, url, **options):',
		'    good = method == "GET" and url.endswith("/known") or method == "POST" and type(options.get("json", {}).get("title")) is str',
		'    return Answer(200 if method == "GET" else 201, \'{"id": "known", "title": "a"}\') if good else Answer(status, text)',
		'fake = types.ModuleType("requests")',
		'fake.request = request',
		'for name in ("get", "post", "put", "patch", "delete"):',
		'    setattr(fake, name, lambda url, name=name, **options: request(name.upper(), url, **options))',
		'sys.modules["requests"] = fake',
		'class Known(dict):',
		'    def __missing__(self, name):',
		'        return "known"',
		'BASE_URL, RUN_TAG, variables, __AUTH_HEADERS__ = "http://x", "12345678", Known(), {}',
		`sys.path.insert(0, ${JSON.stringify(runtime)})`,
		'from svc_runtime.leaks import leaks',
		'from svc_runtime.provided import read_json, wrong_credential',
		'produce = print',
		'try:',
		'    exec(sys.stdin.read())',
		'    print("passed")',
		'except AssertionError as error:',
		'    print(error)',
	].join('\n');
	const {stdout, stderr} = spawnSync('python3', ['-c', fake, String(status), body], {input: code, encoding: 'utf8'});
	return (stdout + stderr).trim().split('\n').at(-1)!;
}
