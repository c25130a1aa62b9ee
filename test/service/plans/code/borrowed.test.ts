import {expect, test} from 'vitest';
import {Draft} from '../../../../service/plans/code/draft.ts';
import {writeAssert} from '../../../../service/plans/code/statement.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {fields, json, ofStep, recipe, status, step} from './recipes.ts';

const borrowing = (pointer: string) =>
	recipe('create', 'POST /articles', {
		steps: [
			step('borrow', 'GET /tags', {role: 'setup', asserts: [status(200)]}),
			step('act', 'POST /articles', {
				asserts: [status(201)],
				call: {body: json(fields({tag: ofStep('borrow', pointer)}))},
			}),
		],
	});

test.each([
	['$[0].id', 'assert tags and "id" in tags[0], f"setup: '],
	['$.data[0].id', 'assert tags and "id" in tags[0], f"setup: '],
	['$[0].parts[0].id', 'tags and "parts" in tags[0] and tags[0]["parts"] and "id" in tags[0]["parts"][0]'],
])(
	'what is borrowed at %s is looked at before it is used, so that a list without it blocks the test',
	(pointer, line) => {
		const code = renderTest(borrowing(pointer));
		expect(code.replace(/\b(?:tag|all_tags|found_tag)\b(?=[\s[\],])/g, 'tags').replace(/\s+/g, ' ')).toContain(line);
		expect(code).toMatch(/"setup: |f"setup: /);
	},
);

test('a message that has to be short ends where its sentence does', () => {
	const draft = new Draft(
		borrowing('$[0].id'),
		{hasExtraHeaders: false},
		{packed: true, dense: true, bare: true, terse: true, shape: 0},
	);
	const actual = 'response.headers.get("Content-Type", "")';
	writeAssert(draft, `${actual}.startswith("application/json")`, [
		'expected application/json, got ',
		{code: actual, repr: true},
	]);
	expect(draft.lines).toEqual([expect.stringMatching(/, "expected application\/json"$/)]);
});

test('a record that a setup reads is no listing, and its handle stands in the address', () => {
	const code = renderTest(
		recipe('read', 'GET /users/{id}', {
			steps: [
				step('me', 'GET /me', {role: 'setup', asserts: [status(200)]}),
				step('act', 'GET /users/{id}', {asserts: [status(200)], call: {path: {id: ofStep('me', '$.id')}}}),
			],
		}),
	);
	expect(code).toContain("/users/{read.json()['id']}");
});
