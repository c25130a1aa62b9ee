import {spawnSync} from 'node:child_process';
import {describe, expect, test} from 'vitest';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};
const answer = (schema: object) => ({description: 'it', content: {'application/json': {schema}}});
const note = {type: 'object', properties: {id: text, title: text}, required: ['id']};
const query = (name: string, type: string) => ({name, in: 'query', schema: {type}});

/** Notes that are made, deleted, and listed in pages with these fields beside them. */
function pagesOf(beside: object, ...parameters: object[]): string {
	const list = {type: 'object', properties: {items: {type: 'array', items: note}, ...beside}};
	const document = documentOf({
		'/notes': {
			get: {parameters: [query('limit', 'integer'), ...parameters], responses: {200: answer(list)}},
			post: {
				requestBody: {
					required: true,
					content: {'application/json': {schema: {type: 'object', properties: {title: text}, required: ['title']}}},
				},
				responses: {201: answer(note)},
			},
		},
		'/notes/{noteId}': {
			parameters: [{name: 'noteId', in: 'path', required: true, schema: text}],
			get: {responses: {200: answer(note), 404: {description: 'no'}}},
			delete: {responses: {204: {description: 'gone'}}},
		},
	});
	return renderTest({...rowOf(planOf(document), 'GET /notes pages').recipe, id: 'rcp_1'} as Recipe);
}

test.each([
	[{schema: {type: 'integer', minimum: 0, default: 0}}, 'read(0, 2), read(0, 1), read(1, 1)'],
	[{schema: {type: 'integer', minimum: 0, default: 1}}, 'read(1, 2), read(1, 1), read(2, 1)'],
	[{schema: {type: 'integer'}, description: 'Zero-based page index (0..N)'}, 'read(0, 2), read(0, 1), read(1, 1)'],
	[{schema: {type: 'integer'}}, 'read(1, 2), read(1, 1), read(2, 1)'],
])('pages are counted as the document counts them: %j', (page, reads) => {
	expect(pagesOf({}, {name: 'page', in: 'query', ...page})).toContain(`both, first, second = ${reads}`);
});

/** Runs a test on a server of notes, newest first, once with each fault; the last line of every run. */
function judged(code: string, faults: string[]): string[] {
	const fake = [
		'import json, sys, types',
		'class Answer:',
		'    def __init__(self, status, found):',
		'        self.status_code, self.text, self.headers = status, json.dumps(found), {}',
		'    def json(self):',
		'        return json.loads(self.text)',
		'def run(code, fault):',
		'    notes, reads = [{"id": "old", "title": "a"}], []',
		'    def post(url, **options):',
		'        if fault != "repeats an old one":',
		'            notes.insert(0, {"id": f"n{len(notes)}", "title": options["json"]["title"]})',
		'        return Answer(201, notes[0])',
		'    def get(url, params, **options):',
		'        reads.append(url)',
		'        if fault == "always changes" or (fault == "changes once" and len(reads) == 2):',
		'            notes.insert(0, {"id": f"x{len(notes)}", "title": "b"})',
		'        limit = params["limit"] + (1 if fault == "too long" else 0)',
		'        start = params.get("offset") if "offset" in params else int(params.get("cursor") or 0)',
		'        if fault == "ignores the offset" or fault == "both":',
		'            start = 0',
		'        if fault == "off by one" and start > 0:',
		'            start += 1',
		'        if "page" in params:',
		'            start = (params["page"] - 1) * limit',
		'            if fault == "shorter meanwhile" and len(reads) == 2:',
		'                notes.pop()',
		'            if start >= len(notes) and fault != "none":',
		'                return Answer(500 if fault == "breaks behind the end" else 404, {"detail": "Invalid page."})',
		'        shown = notes[start:start + limit]',
		'        if fault == "repeats an old one" and start < 3:',
		'            shown = notes * limit',
		'        if fault == "no list":',
		'            return Answer(200, {"total": 4})',
		'        goes_on = start + limit < len(notes) and fault != "ends early"',
		'        return Answer(200, {',
		'            "items": shown, "next_cursor": str(start + limit) if goes_on else None,',
		'            "total": len(shown) if fault in ("counts the page", "both") else len(notes),',
		'        })',
		'    module = types.ModuleType("requests")',
		'    module.get, module.post = get, post',
		'    sys.modules["requests"] = module',
		'    around = dict(BASE_URL="http://x", RUN_TAG="12345678", variables={}, produce=print, __AUTH_HEADERS__={})',
		'    around["leaks"] = lambda *_: []',
		'    try:',
		'        exec(code, around)',
		'        return "passed"',
		'    except AssertionError as error:',
		'        return str(error)',
		'    except KeyError as error:',
		'        return f"KeyError: {error}"',
		'code, faults = json.load(sys.stdin)',
		'print(json.dumps([run(code, fault) for fault in faults]))',
	].join('\n');
	const {stdout, stderr} = spawnSync('python3', ['-c', fake], {
		input: JSON.stringify([code, faults]),
		encoding: 'utf8',
	});
	expect(stderr).toBe('');
	return JSON.parse(stdout);
}

/** Each fault and what the test says of it. */
function table(code: string, rows: Array<[fault: string, said: RegExp]>): void {
	const said = judged(
		code,
		rows.map(([fault]) => fault),
	);
	const wrong = rows.flatMap(([fault, pattern], place) => (pattern.test(said[place]!) ? [] : [[fault, said[place]]]));
	expect(wrong).toEqual([]);
}

describe('a test that pages', () => {
	test('fails on broken pages that are counted, and is blocked by a list that never stands still', () => {
		table(pagesOf({total: {type: 'integer'}}, query('offset', 'integer')), [
			['none', /^passed$/],
			['changes once', /^passed$/],
			['always changes', /^setup: the list changes/],
			['counts the page', /^after 3 were made there are 1 in pages of one, and 2 in pages of two/],
			['both', /^pages of one hold \['n3'\] and \['n3'\]/],
			['ignores the offset', /^pages of one hold/],
			['repeats an old one', /^pages of one hold/],
			['off by one', /^two pages of one/],
			['too long', /^pages of one hold/],
			['no list', /^KeyError: 'items'$/],
		]);
	});

	test('takes 404 for a page behind the end, also where the list has become shorter meanwhile', () => {
		table(pagesOf({total: {type: 'integer'}}, query('page', 'integer')), [
			['none', /^passed$/],
			['no page is there', /^passed$/],
			['shorter meanwhile', /^passed$/],
			['breaks behind the end', /^page 1004, limit 1: expected 200 OK, got 500/],
		]);
		table(pagesOf({}, query('page', 'integer')), [['no page is there', /^passed$/]]);
	});

	test('fails on broken pages that nobody counts', () => {
		table(pagesOf({}, query('offset', 'integer')), [
			['none', /^passed$/],
			['changes once', /^passed$/],
			['always changes', /^setup: the list changes/],
			['ignores the offset', /^pages of one hold/],
			['off by one', /^two pages of one/],
			['too long', /^pages of one hold/],
		]);
	});

	test('follows a cursor over all that it has made', () => {
		table(pagesOf({next_cursor: text}, query('cursor', 'string')), [
			['none', /^passed$/],
			['ignores the offset', /^pages of one hold|^the pages repeat/],
			['ends early', /^after 3 were made the list ends with \['n3'\]/],
			['too long', /^a page of one holds/],
			['no list', /^KeyError: 'items'$/],
		]);
	});
});

test('what stands in a calendar is made at another hour for every entry of the pages', () => {
	const slot = {type: 'object', required: ['id'], properties: {id: text, starts_at: {...text, format: 'date-time'}}};
	const list = {type: 'object', properties: {items: {type: 'array', items: slot}, total: {type: 'integer'}}};
	const plan = planOf(
		documentOf({
			'/slots': {
				get: {parameters: [query('limit', 'integer'), query('page', 'integer')], responses: {200: answer(list)}},
				post: {
					requestBody: {
						required: true,
						content: {
							'application/json': {
								schema: {...slot, required: ['starts_at'], properties: {starts_at: slot.properties.starts_at}},
							},
						},
					},
					responses: {201: answer(slot)},
				},
			},
			'/slots/{slotId}': {
				parameters: [{name: 'slotId', in: 'path', required: true, schema: text}],
				get: {responses: {200: answer(slot)}},
				delete: {responses: {204: {description: 'gone'}}},
			},
		}),
	);
	const made = rowOf(plan, 'GET /slots pages').recipe.steps.filter(({call}) => call.operation.method === 'POST');
	expect(new Set(made.map(({call}) => JSON.stringify(call.body))).size).toBe(3);
});

test('records that are made one by one, each at an hour of its own, have the number of each written out', () => {
	const at = {type: 'string', format: 'date-time'};
	const course = {type: 'object', properties: {id: text, title: text, starts_at: at, ends_at: at}, required: ['id']};
	const sent = {
		type: 'object',
		properties: {title: text, starts_at: at, ends_at: at},
		required: ['title', 'starts_at', 'ends_at'],
	};
	const document = documentOf({
		'/courses': {
			get: {
				parameters: [query('limit', 'integer'), query('offset', 'integer')],
				responses: {200: answer({type: 'array', items: course})},
			},
			post: {
				requestBody: {required: true, content: {'application/json': {schema: sent}}},
				responses: {201: answer(course)},
			},
		},
		'/courses/{courseId}': {
			parameters: [{name: 'courseId', in: 'path', required: true, schema: text}],
			get: {responses: {200: answer(course)}},
			delete: {responses: {204: {description: 'gone'}}},
		},
	});
	const code = renderTest({...rowOf(planOf(document), 'GET /courses pages').recipe, id: 'rcp_1'} as Recipe);
	expect(code.match(/requests\.post|call\(/g)?.length).toBeGreaterThanOrEqual(3);
	expect(code).not.toMatch(/\bnumber\b/);
	const titles = [...code.matchAll(/"title": (f"[^"]*")/g)].map(([, title]) => title);
	expect(new Set(titles).size).toBe(3);
});
