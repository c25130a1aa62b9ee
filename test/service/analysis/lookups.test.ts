import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import {call, failure} from './failure.ts';

const products = call({to: 'GET /products', got: {items: [{id: 1, name: 'a'}, {id: 2}, {id: 3}], total: 3}});
const other = call({to: 'GET /other', got: {x: 1}});

/** What is said of the last line of a test. */
const said = (error: string, lines: string[], calls = [products]) =>
	analyse(failure({error, failedLine: lines.length + 1, code: ['import requests', ...lines].join('\n'), calls}))
		.rootCauseHypothesis ?? '';

const get = 'data = requests.get(f"{BASE_URL}/products").json()';

describe('a name that is not in what the test looks into', () => {
	it.each([
		['an entry in a name', [get, 'first = data["items"][0]', 'first["title"]'], '`$.items[0]`'],
		['an entry at once', [get, 'assert data["items"][0]["title"]'], '`$.items[0]`'],
		['the last entry', [get, 'data["items"][-1]["title"]'], '`$.items[2]`'],
		['a loop', [get, 'for p in data["items"]:', '    p["title"]'], '`$.items[0]`'],
		['a loop that counts', [get, 'for i, p in enumerate(data.get("items", [])):', '    p["title"]'], '`$.items[0]`'],
		['a comprehension', [get, 'names = [p["title"] for p in data["items"] if p]'], '`$.items[0]`'],
		[
			'a response in a name',
			['r = requests.get(BASE_URL + "/products")', 'r.json()["items"][1]["title"]'],
			'`$.items[1]`',
		],
		['a name of an entry that one of them lacks', [get, 'for p in data["items"]:', '    p["name"]'], '`$.items[1]`'],
		[
			'a function of the test',
			[
				'def get(path):',
				'    return requests.get(BASE_URL + path).json()',
				'data = get("/products")',
				'data["items"][0]["title"]',
			],
			'`$.items[0]`',
		],
	])('%s', (_, lines, place) => {
		const key = lines.at(-1)!.includes('"name"') ? 'name' : 'title';
		expect(said(`KeyError: '${key}'`, lines)).toContain(
			`but ${place} in the answer of GET /products (200) has only \`id\``,
		);
	});

	it('is looked for in the answer of the call that the test wrote, not in the last one', () => {
		const text = said(
			"KeyError: 'title'",
			[get, 'other = requests.get(f"{BASE_URL}/other").json()', 'data["title"]'],
			[products, other],
		);
		expect(text).toContain('the answer of GET /products (200) has only `items`, `total`');
	});

	it('an object that an assertion shows whole is named where it lies', () => {
		const facts = failure({
			asserted: "expected {'id': 2} to contain 'name'",
			at: 'assert "name" in data["items"][1]',
			calls: [products],
		});
		expect(analyse(facts).rootCauseHypothesis).toContain(
			'`$.items[1]` in the answer of GET /products (200) has only `id`',
		);
	});

	it('a key that was worked out is not said to be missing in an answer that nobody looked it up in', () => {
		expect(said("KeyError: 'USD'", ['key = compute()', 'thing()[key]'])).toBe(
			'The test reads `USD` (line 3) from a dictionary that has no such key.',
		);
	});
});

describe('an entry behind the last one of a list', () => {
	it.each([
		[
			'by its number',
			'requests.get(f"{BASE_URL}/products").json()["items"][7]["id"]',
			'the test reads number 8 (line 2)',
		],
		[
			'from its end',
			'requests.get(f"{BASE_URL}/products").json()["items"][-4]',
			'the test reads number 4 from the end (line 2)',
		],
		[
			'by a number that was worked out',
			'requests.get(f"{BASE_URL}/products").json()["items"][n]',
			'the test reads one behind the last (line 2)',
		],
	])('%s', (_, line, reads) => {
		expect(said('IndexError: list index out of range', [line])).toContain(
			`\`$.items\` of GET /products has 3 entries, ${reads}`,
		);
	});
});
