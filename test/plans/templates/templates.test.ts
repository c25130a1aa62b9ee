import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {codeWarnings} from '../../../service/analysis/code-warnings.ts';
import {renderTest} from '../../../service/plans/code/render-test.ts';
import {createGate} from '../../../service/plans/gate/gate.ts';
import type {MadeRow} from '../../../service/plans/plan-rows.ts';
import type {Recipe} from '../../../service/plans/recipe.ts';
import {createBackendBench} from '../../helpers/backend-bench.ts';
import {pythonProblems} from '../code/python-check.ts';
import {planDocument} from '../plan-document.ts';
import {planOf} from '../shop-plan.ts';
import {type Desk, type Fault, openDesk, tokens} from './desk.ts';
import {deskDocument} from './desk-document.ts';

const bench = createBackendBench();
const plan = planOf(planDocument(JSON.parse(JSON.stringify(deskDocument))), {
	environment: new Set(['OTHER_USER', 'LESSER_ROLE']),
});
const codes = new Map(plan.rows.map(({key, recipe}) => [key, renderTest({...recipe, id: 'rcp_1'} as Recipe)]));

let open: {desk: Desk; url: string; close(): Promise<void>};
let runs = 0;
beforeAll(async () => {
	open = await openDesk();
});
afterAll(() => open.close());

const rowOf = (key: string): MadeRow => {
	const row = plan.rows.find(one => one.key === key);
	if (!row) throw new Error(`no row ${key} among ${plan.rows.map(one => one.key).join(', ')}`);
	return row;
};

async function execute(key: string, variables: Record<string, unknown>) {
	return bench.run(codes.get(key)!, {
		targetUrl: open.url,
		runTag: (++runs).toString(16).padStart(8, '0'),
		auth: {
			type: 'Bearer token',
			credential: tokens.owner,
			headers: {Authorization: `Bearer ${tokens.owner}`},
			extraHeaders: {},
		},
		environment: {OTHER_USER: `Bearer ${tokens.other}`, LESSER_ROLE: `Bearer ${tokens.reader}`},
		variables: variables as never,
		produces: rowOf(key).recipe.produces,
	});
}

/** Runs a row behind the rows that make what it takes; gives its verdict with the message. */
async function verdictOf(key: string, fault: Fault | null): Promise<string> {
	open.desk.reset(null);
	const variables: Record<string, unknown> = {};
	const made = new Set<string>();
	const make = async (own: string): Promise<void> => {
		for (const name of rowOf(own).recipe.consumes) {
			const producer = plan.rows.find(({recipe}) => recipe.produces.includes(name));
			if (!producer || made.has(producer.key)) continue;
			made.add(producer.key);
			await make(producer.key);
			const outcome = await execute(producer.key, variables);
			for (const {name: variable, value} of outcome.captures) variables[variable] = value;
		}
	};
	await make(key);
	open.desk.fault = fault;
	const {status, error} = await execute(key, variables);
	return status === 'passed' ? 'passed' : `${status}: ${error}`;
}

const gate = createGate({
	runner: {run: job => bench.runner.run(job)},
	newId: () => `gate-${runs++}`,
	warningsOf: codeWarnings,
});

test('every row of the desk becomes a test that passes the gate', async () => {
	const available = new Set(plan.rows.flatMap(({recipe}) => recipe.produces));
	const verdicts = await gate(
		plan.rows.map(({key, recipe}) => ({
			id: key,
			name: key,
			source: codes.get(key)!,
			recipe: {...recipe, id: 'rcp_1'} as Recipe,
			available,
			secrets: [],
		})),
	);
	expect(verdicts.filter(({rejection}) => rejection !== null)).toEqual([]);
	expect(pythonProblems(Object.fromEntries(codes))).toEqual([]);
});

const found: Array<[key: string, fault: Fault]> = [
	['POST /people create-minimal', 'full-bodies-only'],
	['GET /people sort', 'sort-ignored'],
	['PATCH /people bulk', 'bulk-first-only'],
	['DELETE /people bulk', 'bulk-first-only'],
	['POST /people idempotent', 'key-ignored'],
	['GET /people/{personId} etag', 'always-sent-again'],
	['PATCH /people/{personId} etag', 'stale-accepted'],
	['PUT /people/{personId} replace-twice', 'second-put-differs'],
	['POST /jobs async', 'fails-in-the-end'],
	['POST /pictures upload', 'bytes-changed'],
	['GET /people search', 'search-finds-all'],
	['GET /people search', 'search-finds-none'],
	['GET /people/{personId} error-shape', 'error-of-another-shape'],
	['POST /people error-shape', 'error-of-another-shape'],
	['GET /people/{personId} other-user', 'anybody-reads'],
	['PATCH /people/{personId} other-user', 'anybody-changes'],
	['DELETE /people/{personId} other-user', 'anybody-changes'],
	['POST /people lesser-role', 'readers-write'],
	['PATCH /people/{personId} lesser-role', 'readers-write'],
	['PUT /people/{personId} unknown-reference', 'dangling-accepted'],
	['DELETE /people/{personId} conflict', 'deleted-with-notes'],
	['POST /people unknown-reference', 'dangling-accepted'],
	['DELETE /people/{personId} delete-twice', 'second-delete-breaks'],
	['GET /people/{personId}/notes/{noteId} other-parent', 'any-parent'],
	['PATCH /people/{personId}/notes/{noteId} other-parent', 'any-parent'],
	['DELETE /people/{personId}/notes/{noteId} other-parent', 'any-parent'],
	['GET /people parallel', 'readers-collide'],
	['POST /people foreign-fields', 'privileges-taken'],
	['POST /people foreign-fields', 'ids-taken'],
];

describe('a row finds what is wrong, and nothing in a healthy application', () => {
	test.each(found)('%s: %s', async (key, fault) => {
		expect(await verdictOf(key, null)).toBe('passed');
		expect(await verdictOf(key, fault)).toMatch(/^failed: /);
	});
});

test('every other row of the desk passes on the healthy application too', async () => {
	const others = plan.rows.filter(({key, selected}) => selected && !found.some(([own]) => own === key));
	const red: string[] = [];
	for (const {key} of others) {
		const verdict = await verdictOf(key, null);
		if (verdict !== 'passed') red.push(`${key}: ${verdict}`);
	}
	expect(red).toEqual([]);
});

test('what is only load is not ticked, and what harms runs late', () => {
	expect(rowOf('GET /people parallel').selected).toBe(false);
	expect(rowOf('DELETE /people/{personId} delete-twice').recipe.phase).toBe('late');
});
