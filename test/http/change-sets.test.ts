import {describe, expect, it} from 'vitest';
import type {ChangeOperation} from '../../contract/change-operation.ts';
import * as routes from '../../contract/routes/change-sets.ts';
import {listCleanupRules} from '../../contract/routes/cleanup.ts';
import {getTestRecipe, putTestRecipe} from '../../contract/routes/generations.ts';
import {editPlanRow, generatePlan, getPlan, getPlanRowRecipe} from '../../contract/routes/plans.ts';
import {getTest, getTestCode, putTestCode} from '../../contract/routes/tests.ts';
import type {Proposal} from '../../service/domain/change-sets.ts';
import {failDraftingSets} from '../../service/store/plans/change-sets.ts';
import {plannedShop} from './planned-shop.ts';

const creates = 'creates a user who can be read back';
const reads = 'reads the user that was asked for';
/** Uses the user that another test has made. */
const describes = 'answers a user in the documented shape';

const proposal = (operations: ChangeOperation[], more: Partial<Proposal> = {}): Proposal => ({
	source: 'learned',
	text: 'learned from run run_1',
	reply: null,
	operations,
	autoApply: false,
	...more,
});

async function withPlan(options: Parameters<typeof plannedShop>[1] = {}) {
	const shop = await plannedShop(/^\/users/, options);
	const {http, params, plan} = shop;
	const at = (changeSetId: string) => ({params: {...params, changeSetId}});
	const status = async (rowId: string, code: number): Promise<ChangeOperation> => {
		const {body: recipe} = await http.call(getPlanRowRecipe, {params: {...params, rowId}});
		const step = recipe.steps.find(({role}) => role === 'act')!;
		const assert = step.asserts.find(({id}) => id === 'status')!;
		return {
			op: 'assert.set',
			target: rowId,
			step: step.id,
			assertId: 'status',
			assert: {...assert, check: {type: 'status', oneOf: [code]}, strength: 'learned'},
			reason: `the run answered ${code}`,
		};
	};
	const version = async () => (await http.call(getPlan, {params})).body.version;
	return {
		...shop,
		version,
		base: plan.version,
		status,
		propose: (operations: ChangeOperation[], more?: Partial<Proposal>) =>
			http.changeSets.propose(params.projectId, proposal(operations, more)),
		apply: (id: string, only?: string[]) =>
			http.call(routes.applyChangeSet, {...at(id), ...(only ? {body: {only}} : {})}),
		undo: (id: string) => http.call(routes.undoChangeSet, at(id)),
		at,
	};
}

describe('a change set of a plan', () => {
	it('shows what would become of rows and code and why, and changes nothing before it is applied', async () => {
		const {http, params, row, propose, status, at, base, version} = await withPlan();
		const {rowId} = row(creates);
		const set = await propose([await status(rowId, 200)]);
		expect(set).toMatchObject({
			status: 'ready',
			source: 'learned',
			baseVersion: base,
			appliedVersion: null,
			reply: 'the run answered 200',
			counts: {added: 0, removed: 0, changed: 1},
		});
		const [change] = set.changes;
		expect(change).toMatchObject({rowId, testId: null, kind: 'changed', reason: 'the run answered 200', refused: null});
		expect(change!.fields).toEqual(['expectedBehavior', 'recipe']);
		expect(change!.before?.expectedBehavior).toContain('answers 201');
		expect(change!.after?.expectedBehavior).toContain('answers 200');
		expect(change!.codeDiff).toMatch(/^-.*== 201/m);
		expect(change!.codeDiff).toMatch(/^\+.*== 200/m);
		expect(await version()).toBe(base);
		expect((await http.call(routes.getChangeSet, at(set.changeSetId))).body).toEqual(set);
		expect((await http.call(routes.listChangeSets, {params})).body.items).toMatchObject([
			{changeSetId: set.changeSetId, changes: []},
		]);
	});

	it('is applied as one version, kept by the next plan, and undone to what was there', async () => {
		const {http, params, row, propose, status, apply, undo, base, again} = await withPlan();
		const {rowId} = row(creates);
		const recipe = () => http.call(getPlanRowRecipe, {params: {...params, rowId}}).then(({body}) => body);
		const before = await recipe();
		const set = await propose([
			await status(rowId, 200),
			{op: 'row.set', target: rowId, priority: 'p3', reason: 'less important'},
		]);
		const {body: applied} = await apply(set.changeSetId);
		expect(applied).toMatchObject({status: 'applied', appliedVersion: base + 1});
		const after = await recipe();
		expect(JSON.stringify(after)).toContain('"oneOf":[200]');
		await http.call(generatePlan, {params, body: {restart: true}});
		expect((await again()).proposals.find(one => one.rowId === rowId)).toMatchObject({priority: 'p3', edited: true});
		const kept = await recipe();
		expect(kept.steps).toEqual(after.steps);
		const {body: undone} = await undo(set.changeSetId);
		expect(undone.status).toBe('undone');
		expect((await recipe()).steps).toEqual(before.steps);
		const {body: plan} = await http.call(getPlan, {params});
		expect(plan.proposals.find(one => one.rowId === rowId)).toMatchObject({priority: 'p0', edited: false});
	});

	it('can be applied in part, and discarded', async () => {
		const {http, params, row, propose, apply, at} = await withPlan();
		const [one, two] = [row(creates).rowId, row(reads).rowId];
		const priority = (target: string): ChangeOperation => ({op: 'row.set', target, priority: 'p3', reason: 'later'});
		const set = await propose([priority(one), priority(two)]);
		const unknown = await http.fail(routes.applyChangeSet, {...at(set.changeSetId), body: {only: ['row_x']}});
		expect(unknown.body.details).toMatchObject({field: 'only', reason: 'not_in_set'});
		const {body: applied} = await apply(set.changeSetId, [two]);
		expect(applied.changes.map(({rowId, applied: isApplied}) => [rowId, isApplied])).toEqual([
			[one, false],
			[two, true],
		]);
		const {body: plan} = await http.call(getPlan, {params});
		const prioritiesOf = new Map(plan.proposals.map(({rowId, priority: own}) => [rowId, own]));
		expect([prioritiesOf.get(one), prioritiesOf.get(two)]).toEqual(['p0', 'p3']);
		const other = await propose([priority(one)]);
		expect((await http.call(routes.discardChangeSet, at(other.changeSetId))).body.status).toBe('discarded');
		for (const route of [routes.applyChangeSet, routes.undoChangeSet, routes.discardChangeSet]) {
			const refused = await http.fail(route, at(other.changeSetId));
			expect([refused.status, refused.body.details?.['reason']]).toEqual([409, 'change_set_state']);
		}
	});

	it('is stale when a row that it touches has changed in the same fields since', async () => {
		const {http, params, row, propose, at, apply} = await withPlan();
		const {rowId} = row(creates);
		const set = await propose([{op: 'row.set', target: rowId, priority: 'p3', reason: 'later'}]);
		await http.call(editPlanRow, {params: {...params, rowId}, body: {description: 'other words'}});
		await http.call(editPlanRow, {params: {...params, rowId}, body: {priority: 'p1'}});
		const refused = await http.fail(routes.applyChangeSet, at(set.changeSetId));
		expect([refused.status, refused.body.details?.['reason']]).toEqual([409, 'change_set_stale']);
		await http.call(editPlanRow, {params: {...params, rowId}, body: {priority: 'p0'}});
		expect((await apply(set.changeSetId)).body.status).toBe('applied');
	});

	it('is undone with those that were applied later; the last one is found by itself', async () => {
		const {http, params, row, propose, undo} = await withPlan();
		const [one, two] = [row(creates).rowId, row(reads).rowId];
		const set = (target: string, priority: 'p1' | 'p3') =>
			propose([{op: 'row.set', target, priority, reason: 'so'}], {autoApply: true});
		const [first, second, third] = [await set(one, 'p3'), await set(one, 'p1'), await set(two, 'p3')];
		expect([first, second, third].map(({status}) => status)).toEqual(['applied', 'applied', 'applied']);
		expect((await http.call(routes.undoPlan, {params})).body.changeSetId).toBe(third.changeSetId);
		await undo(first.changeSetId);
		const {body: list} = await http.call(routes.listChangeSets, {params});
		expect(list.items.map(({status}) => status)).toEqual(['undone', 'undone', 'undone']);
		const {body: plan} = await http.call(getPlan, {params});
		expect(plan.proposals.filter(({rowId}) => [one, two].includes(rowId)).map(({priority}) => priority)).toEqual([
			'p0',
			'p0',
		]);
		expect((await http.fail(routes.undoPlan, {params})).status).toBe(404);
	});

	it('adds, removes, ticks and moves rows, and takes all of it back', async () => {
		const {http, params, row, plan, propose, undo} = await withPlan();
		const [one, two] = [row(creates), row(describes)];
		const {body: recipe} = await http.call(getPlanRowRecipe, {params: {...params, rowId: two.rowId}});
		const set = await propose(
			[
				{op: 'row.remove', target: one.rowId, reason: 'not wanted'},
				{op: 'row.select', target: two.rowId, selected: false, reason: 'not now'},
				{op: 'row.set', target: two.rowId, before: plan.proposals[0]!.rowId, reason: 'first'},
				{
					op: 'row.add',
					row: {
						category: 'functional',
						title: 'reads a user quickly',
						description: '',
						endpointId: two.endpointId,
						recipe: {...recipe, title: 'x'},
					},
					reason: 'asked for',
				},
			],
			{autoApply: true},
		);
		expect(set.counts).toEqual({added: 1, removed: 1, changed: 1});
		const {body: after} = await http.call(getPlan, {params});
		expect(after.proposals.map(({rowId}) => rowId)).not.toContain(one.rowId);
		expect(after.proposals[0]).toMatchObject({rowId: two.rowId, selected: false});
		expect(after.proposals.at(-1)).toMatchObject({
			title: 'reads a user quickly',
			template: 'custom',
			selected: true,
			endpointPath: 'GET /users/{userId}',
			consumes: ['user_id'],
		});
		await undo(set.changeSetId);
		const {body: back} = await http.call(getPlan, {params});
		expect(back.proposals.map(({rowId, selected}) => [rowId, selected])).toEqual(
			plan.proposals.map(({rowId, selected}) => [rowId, selected]),
		);
	});

	it('refuses what does not fit, leaves the rest of the set alone, and fails when nothing is left', async () => {
		const {row, propose, status} = await withPlan();
		const {rowId} = row(creates);
		const misfit: ChangeOperation = {op: 'step.drop', target: row(reads).rowId, step: 'nowhere', reason: 'asked'};
		const set = await propose([await status(rowId, 200), misfit], {autoApply: true});
		expect(set.status).toBe('ready');
		expect(set.changes.map(({refused}) => refused)).toEqual([null, 'it has no step nowhere']);
		expect(await propose([misfit])).toMatchObject({
			status: 'failed',
			errorMessage: 'It cannot be done: it has no step nowhere.',
		});
		expect(await propose([{op: 'row.set', target: rowId, priority: 'p0', reason: 'same'}])).toMatchObject({
			status: 'failed',
			errorMessage: 'Nothing would change: it is so already.',
		});
	});

	it('holds nothing that the gate refuses', async () => {
		const {row, propose, status} = await withPlan({
			gate: async subjects =>
				subjects.map(({id, source}) => ({
					id,
					rejection: source.includes('== 418') ? {code: 'no_real_assertion' as const, message: 'no teapot'} : null,
				})),
		});
		const set = await propose([await status(row(creates).rowId, 418)]);
		expect(set).toMatchObject({status: 'failed', errorMessage: 'It cannot be done: no teapot.'});
	});

	it('carries rules of cleanup', async () => {
		const {http, params, propose, undo} = await withPlan();
		const set = await propose([{op: 'cleanup.rule', instruction: 'keep records of /users', reason: 'asked'}], {
			autoApply: true,
		});
		expect(set).toMatchObject({status: 'applied', also: ['cleanup: keep records of /users']});
		const rules = async () => (await http.call(listCleanupRules, {params})).body.items.map(({resolved}) => resolved);
		expect(await rules()).toEqual(['Records of /users are kept.']);
		await undo(set.changeSetId);
		expect(await rules()).toEqual([]);
	});
});

describe('a change set of tests', () => {
	it('changes test, code and row of a locked plan, and undo brings the bytes back', async () => {
		const {http, params, row, generated, propose, status, undo} = await withPlan();
		const {rowId} = row(creates);
		const [item] = (await generated([rowId])).items;
		const at = {params: {testId: item!.testId}};
		const code = async () => (await http.call(getTestCode, at)).body;
		const before = await code();
		const set = await propose([await status(rowId, 200)], {autoApply: true});
		expect(set).toMatchObject({status: 'applied'});
		expect(set.changes).toMatchObject([{rowId, testId: item!.testId}]);
		const after = await code();
		expect(after.codeVersion).toBe('v2');
		expect(after.code).toContain('== 200');
		expect(JSON.stringify((await http.call(getTestRecipe, at)).body)).toContain('"oneOf":[200]');
		expect(JSON.stringify((await http.call(getPlanRowRecipe, {params: {...params, rowId}})).body)).toContain(
			'"oneOf":[200]',
		);
		await undo(set.changeSetId);
		expect(await code()).toMatchObject({code: before.code, codeVersion: 'v3'});
	});

	it('follows a variable through every test that gives or needs it', async () => {
		const {http, row, generated, propose} = await withPlan();
		const rows = [row(creates).rowId, row(describes).rowId];
		const {items} = await generated(rows);
		const set = await propose([{op: 'variable.rename', from: 'user_id', to: 'buyer_id', reason: 'its name'}], {
			autoApply: true,
		});
		expect(set.status).toBe('applied');
		const tests = await Promise.all(items.map(async ({testId}) => (await http.call(getTest, {params: {testId}})).body));
		expect(tests.map(({produces, consumes}) => [produces, consumes])).toEqual([
			[['buyer_id'], []],
			[[], ['buyer_id']],
		]);
		// Rows without a test follow, too: a test that is made of them later finds the name.
		expect(set.counts.changed).toBeGreaterThan(2);
	});

	it('merges with what a person has edited, and refuses what both have changed', async () => {
		const {http, row, generated, propose, status} = await withPlan();
		const {rowId} = row(creates);
		const {testId} = (await generated([rowId])).items[0]!;
		const {body: code} = await http.call(getTestCode, {params: {testId}});
		const put = (text: string) =>
			http.call(putTestCode, {params: {testId}, body: {code: text}, headers: {'if-match': '*'}});
		await put(code.code!.replace('import requests\n', 'import requests  # by hand\n'));
		const merged = await propose([await status(rowId, 200)], {autoApply: true});
		expect(merged.status).toBe('applied');
		const after = (await http.call(getTestCode, {params: {testId}})).body.code!;
		expect(after).toContain('import requests  # by hand');
		expect(after).toContain('== 200');
		await put(after.replace('== 200', '== 207'));
		const conflict = await propose([await status(rowId, 202)], {autoApply: true});
		expect(conflict).toMatchObject({
			status: 'failed',
			errorMessage: 'It cannot be done: it was edited by hand on the same lines.',
		});
		expect((await http.call(getTestCode, {params: {testId}})).body.code).toContain('== 207');
	});

	it('is what was generated anew, merged with what a person has edited', async () => {
		const {http, params, row, generated, again} = await withPlan();
		const {rowId} = row(creates);
		const {testId} = (await generated([rowId])).items[0]!;
		const {body: code} = await http.call(getTestCode, {params: {testId}});
		await http.call(putTestCode, {
			params: {testId},
			body: {code: code.code!.replace('import requests\n', 'import requests  # by hand\n')},
			headers: {'if-match': '*'},
		});
		await http.call(generatePlan, {params});
		await again();
		await http.call(editPlanRow, {params: {...params, rowId}, body: {title: 'signs up'}});
		await generated([rowId]);
		const [listed] = (await http.call(routes.listChangeSets, {params})).body.items;
		expect(listed).toMatchObject({status: 'ready', source: 'generated', counts: {changed: 1}});
		await http.call(routes.applyChangeSet, {params: {...params, changeSetId: listed!.changeSetId}});
		const {body: merged} = await http.call(getTestCode, {params: {testId}});
		expect(merged.code).toContain('import requests  # by hand');
		expect(merged.code).toContain('signs up');
	});

	it('waits while a test that it touches is being run', async () => {
		const {http, row, generated, propose, status, at} = await withPlan();
		const {rowId} = row(creates);
		const {testId} = (await generated([rowId])).items[0]!;
		await http.database.updateTable('tests').set({status: 'running'}).where('id', '=', testId).execute();
		const set = await propose([await status(rowId, 200)], {autoApply: true});
		expect(set.status).toBe('ready');
		const refused = await http.fail(routes.applyChangeSet, at(set.changeSetId));
		expect(refused.body.details).toMatchObject({reason: 'run_in_flight', testId});
	});

	it('is made of a recipe that is put in the place of another, for the version that was read', async () => {
		const {http, row, generated} = await withPlan();
		const {testId} = (await generated([row(creates).rowId])).items[0]!;
		const at = {params: {testId}};
		const {body: recipe} = await http.call(getTestRecipe, at);
		const body = {
			...recipe,
			steps: recipe.steps.map((step, place) => (place === 0 ? {...step, waitBeforeMs: 250} : step)),
		};
		const stale = await http.fail(putTestRecipe, {...at, body, headers: {'if-match': '"v7"'}});
		expect([stale.status, stale.body.details]).toEqual([412, {currentCodeVersion: 'v1'}]);
		expect((await http.call(putTestRecipe, {...at, body, headers: {'if-match': '"v1"'}})).body.steps).toEqual(
			body.steps,
		);
		expect((await http.call(getTestCode, at)).body).toMatchObject({
			codeVersion: 'v2',
			code: expect.stringContaining('time.sleep(0.25)'),
		});
		expect((await http.call(putTestRecipe, {...at, body})).body.steps).toEqual(body.steps);
		const broken = {...body, steps: body.steps.slice(1)};
		expect((await http.fail(putTestRecipe, {...at, body: broken})).status).toBe(400);
	});
});

it('says of a set that was left half worked out that asking again may help', async () => {
	const {http, row, propose, status, at} = await withPlan();
	const {changeSetId} = await propose([await status(row(creates).rowId, 200)]);
	expect((await http.call(routes.getChangeSet, at(changeSetId))).body.isInterrupted).toBeUndefined();
	await http.database.updateTable('change_sets').set({status: 'drafting'}).where('id', '=', changeSetId).execute();
	await failDraftingSets(http.database, 'The service was stopped.', null);
	const {body} = await http.call(routes.getChangeSet, at(changeSetId));
	expect(body).toMatchObject({status: 'failed', errorMessage: 'The service was stopped.', isInterrupted: true});
});
