import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {renderTest} from '../../../service/plans/code/render-test.ts';
import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import type {Recipe} from '../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from './shop-plan.ts';

const mediaType = 'application/vnd.api+json';
const text = {type: 'string'};
const object = (properties: object, ...required: string[]) => ({type: 'object', properties, required});
const content = (schema: object) => ({content: {[mediaType]: {schema}}});
const answer = (schema: object) => ({description: 'it', ...content(schema)});
const identifier = (type: string) => object({type: {type: 'string', enum: [type]}, id: text}, 'type', 'id');
const many = (items: object) => ({type: 'array', items});
const writer = {author: object({data: identifier('authors')}, 'data')};
const attributes = object({title: text, body: text}, 'title');
const article = object({type: text, id: text, attributes, relationships: object(writer)}, 'type', 'id', 'attributes');
const sent = object({
	type: {type: 'string', enum: ['articles']},
	id: text,
	attributes,
	relationships: object(writer, 'author'),
});
const byId = [{name: 'id', in: 'path', required: true, schema: text}];
const beside = {included: many({type: 'object'}), jsonapi: object({version: text})};

/** Authors and articles as JSON:API answers them: with what they refer to beside them. */
const blog = (linkage: object = identifier('tags'), answered: object = many(linkage)) =>
	documentOf({
		'/authors': {
			post: {
				requestBody: {required: true, ...content(object({data: object({type: text, attributes}, 'type')}, 'data'))},
				responses: {201: answer(object({data: article, ...beside}, 'data'))},
			},
		},
		'/authors/{id}': {
			parameters: byId,
			get: {responses: {200: answer(object({data: article, ...beside}, 'data'))}},
			delete: {responses: {204: {description: 'gone'}}},
		},
		'/articles': {
			get: {responses: {200: answer(object({data: many(article), ...beside, links: object({next: text})}, 'data'))}},
			post: {
				requestBody: {required: true, ...content(object({data: sent}, 'data'))},
				responses: {201: answer(object({data: article, ...beside}, 'data'))},
			},
		},
		'/articles/{id}': {
			parameters: byId,
			get: {responses: {200: answer(object({data: article, ...beside}, 'data'))}},
			patch: {
				requestBody: {required: true, ...content(object({data: {...sent, required: ['type', 'id']}}, 'data'))},
				responses: {200: answer(object({data: article, ...beside}, 'data'))},
			},
			delete: {responses: {204: {description: 'gone'}}},
		},
		'/articles/{id}/relationships/tags': {
			parameters: byId,
			get: {responses: {200: answer(object({data: many(linkage)}, 'data'))}},
			post: {
				requestBody: {required: true, ...content(object({data: answered}, 'data'))},
				responses: {201: answer(object({data: answered}, 'data'))},
			},
		},
	});

test('what is sent along with an answer is neither its record nor its list', () => {
	const {kinds} = analyseApi(blog());
	const articles = kinds.find(({creator}) => creator?.path === '/articles');
	expect(articles).toMatchObject({
		handle: {pointer: '$.data.id'},
		list: {path: '/articles'},
		reader: {path: '/articles/{id}'},
	});
});

test('who is related to a record is made by nobody, and a record of its own is', () => {
	const made = (...linkage: object[]) =>
		analyseApi(blog(...linkage)).kinds.flatMap(({creator}) => (creator ? [creator.path] : []));
	expect(made()).toEqual(['/authors', '/articles']);
	const tag = object({id: text, type: text, label: text}, 'label');
	expect(made(tag, tag)).toEqual(['/authors', '/articles', '/articles/{id}/relationships/tags']);
});

/** What the test of a row says of an API that answers so: functions of Python, and what they are given. */
function judged(key: string, api: string[], given: string): string {
	const {recipe} = rowOf(planOf(blog()), key);
	const fake = [
		'import json, sys, types',
		'class Answer:',
		'    def __init__(self, status, found):',
		'        self.status_code, self.text, self.headers = status, json.dumps(found), {"Content-Type": sys.argv[2]}',
		'    def json(self):',
		'        return json.loads(self.text)',
		'made = {}',
		...api,
		'def get(url, **options):',
		'    return Answer(200, {"data": [made] if url.endswith("articles") else made})',
		'sys.modules["requests"] = types.SimpleNamespace(post=post, get=get, patch=patch)',
		'given = {"BASE_URL": "", "__AUTH_HEADERS__": {}, "RUN_TAG": "0a1b2c3d", "variables": {"author_id": "3"},',
		'    "produce": lambda *args: None, "leaks": lambda answer: ""}',
		'exec(compile(sys.stdin.read(), "test", "exec"), given)',
	].join('\n');
	const code = renderTest({...recipe, id: 'rcp_1'} as Recipe);
	const {status, stderr} = spawnSync('python3', ['-c', fake, given, mediaType], {input: code, encoding: 'utf8'});
	return status === 0 ? 'passed' : stderr.trim().split('\n').at(-1)!;
}

test('an API may say more of what was sent inside of it, and nothing else', () => {
	const post = [
		'patch = None',
		'def post(url, json, **options):',
		'    made.update(json["data"], id="7", relationships=eval(sys.argv[1]))',
		'    return Answer(201, {"data": made})',
	];
	const created = (relationships: object) => judged('POST /articles create', post, JSON.stringify(relationships));
	const author = (data: object) => ({author: {data, links: {related: '/articles/7/author'}}, tags: {data: []}});
	expect(created(author({type: 'authors', id: '3'}))).toBe('passed');
	expect(created(author({type: 'authors', id: '4'}))).toContain('relationships');
	expect(created(author({type: 'authors'}))).toContain('relationships');
	expect(created({tags: {data: []}})).toContain('relationships');
});

test('one attribute that is changed alone leaves the others', () => {
	const patch = [
		'def post(url, json, **options):',
		'    made.update(json["data"], id="7")',
		'    return Answer(201, {"data": made})',
		'def patch(url, json, **options):',
		'    old, new = made["attributes"], json["data"]["attributes"]',
		'    made["attributes"] = eval(sys.argv[1])',
		'    return Answer(200, {"data": made})',
	];
	const changed = (merge: string) => judged('PATCH /articles/{id} update', patch, merge);
	expect(changed('{**old, **new}')).toBe('passed');
	expect(changed('{"body": None, **new}')).toContain('body');
	expect(changed('new')).toContain('body');
	expect(changed('old')).toContain('attributes');
});
