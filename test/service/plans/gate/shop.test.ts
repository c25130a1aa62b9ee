import {expect, test} from 'vitest';
import {codeWarnings} from '../../../../source/test-code/code-warnings.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {createGate} from '../../../../service/plans/gate/gate.ts';
import type {Recipe} from '../../../../service/plans/recipe.ts';
import {createBackendBench} from '../../../helpers/backend-bench.ts';
import {pythonProblems} from '../code/python-check.ts';
import {planOf, shop} from '../shop-plan.ts';

const bench = createBackendBench();
let next = 0;
const gate = createGate({
	runner: {run: job => bench.runner.run(job)},
	newId: () => `gate-${next++}`,
	warningsOf: codeWarnings,
});

const {rows} = planOf(shop());
const tests = rows
	.map(({key, recipe}) => ({key, recipe: {...recipe, id: 'rcp_1'} as Recipe}))
	.map(one => ({...one, code: renderTest(one.recipe)}));

test('every row of the shop becomes a test that passes the gate', async () => {
	const available = new Set(tests.flatMap(({recipe}) => recipe.produces));
	const verdicts = await gate(
		tests.map(({key, recipe, code}) => ({id: key, name: key, source: code, recipe, available, secrets: []})),
	);
	expect(verdicts.filter(({rejection}) => rejection !== null)).toEqual([]);
});

test('every text of the shop compiles, has no unused name, no long line and at most 60 lines', () => {
	expect(pythonProblems(Object.fromEntries(tests.map(({key, code}) => [key, code])))).toEqual([]);
	const long = tests.filter(({code}) => code.trimEnd().split('\n').length > 60);
	expect(long.map(({key}) => key)).toEqual([]);
	// The password of a login is the example of the document.
	const warned = tests.filter(({code, recipe}) => recipe.template !== 'login' && codeWarnings(code).length > 0);
	expect(warned.map(({key}) => key)).toEqual([]);
});
