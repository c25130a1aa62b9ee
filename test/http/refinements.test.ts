import {describe, expect, it} from 'vitest';
import * as changes from '../../contract/routes/change-sets.ts';
import {listCleanupRules} from '../../contract/routes/cleanup.ts';
import {listEdges, setEdge} from '../../contract/routes/edges.ts';
import {getPlan, getPlanRowRecipe, refinePlan} from '../../contract/routes/plans.ts';
import * as routes from '../../contract/routes/refinements.ts';
import {createTest, getTestCode, putTestCode} from '../../contract/routes/tests.ts';
import {plannedShop} from './planned-shop.ts';

const creates = 'creates a user who can be read back';

async function shop(paths = /^\/users/) {
	const world = await plannedShop(paths);
	const {http, params} = world;
	return {
		...world,
		say: async (text: string, more: object = {}) => (await http.call(refinePlan, {params, body: {text, ...more}})).body,
		sayTo: async (testId: string, text: string, more: object = {}) =>
			(await http.call(routes.refineTest, {params: {testId}, body: {text, ...more}})).body,
	};
}

describe('a plan in words', () => {
	it('says what it understood before anything changes; applying changes it', async () => {
		const {http, params, plan, say} = await shop();
		const set = await say('creating answers 200, not 201');
		expect(set).toMatchObject({status: 'ready', source: 'words', text: 'creating answers 200, not 201'});
		expect(set.reply).toMatch(/^\d+ rows: 201 → 200$/);
		expect(set.changes.length).toBeGreaterThan(1);
		expect((await http.call(getPlan, {params})).body.version).toBe(plan.version);
		const {body: applied} = await http.call(changes.applyChangeSet, {
			params: {...params, changeSetId: set.changeSetId},
		});
		expect(applied.status).toBe('applied');
		const {body: undone} = await http.call(changes.undoPlan, {params});
		expect([undone.changeSetId, undone.status]).toEqual([set.changeSetId, 'undone']);
	});

	it('gets a new row per matching endpoint at once when something is added', async () => {
		const {http, params, plan, say} = await shop();
		const set = await say('a duplicate email is refused with 409', {kind: 'add'});
		expect(set).toMatchObject({status: 'applied', kind: 'add', counts: {added: 1, removed: 0, changed: 0}});
		const rows = (await http.call(getPlan, {params})).body.proposals;
		expect(rows.length).toBe(plan.proposals.length + 1);
		const row = rows.at(-1)!;
		expect(row).toMatchObject({endpointPath: 'POST /users', template: 'custom', selected: true, priority: 'p2'});
		const {body: recipe} = await http.call(getPlanRowRecipe, {params: {...params, rowId: row.rowId}});
		expect(recipe.steps.map(({role}) => role)).toEqual(['setup', 'act']);
		const checked = await say('every GET of users under 500 ms', {kind: 'add'});
		expect(checked.counts).toEqual({added: 2, removed: 0, changed: 0});
	});

	it('answers 501 with the three nearest forms in the words that were used', async () => {
		const {http, params} = await shop();
		const refused = await http.fail(refinePlan, {params, body: {text: 'prioritse the stuff about users'}});
		expect([refused.status, refused.body.details?.['feature']]).toEqual([501, 'natural_language']);
		expect(refused.body.details?.['nearest']).toHaveLength(3);
		expect(refused.body.nextAction).toContain('users');
		expect((await http.call(changes.listChangeSets, {params})).body.items).toEqual([]);
	});

	it('is about the rows that are named, and refuses unknown ones', async () => {
		const {http, params, row, say} = await shop();
		const {rowId} = row(creates);
		const set = await say('drop everything', {rowIds: [rowId], autoApply: true});
		expect(set.changes.map(one => [one.rowId, one.kind])).toEqual([[rowId, 'removed']]);
		expect((await http.fail(refinePlan, {params, body: {text: 'drop everything', rowIds: ['row_x']}})).status).toBe(
			404,
		);
	});

	it('wires values from another endpoint, and takes it back', async () => {
		const {http, params, say} = await shop(/^\/(?:users|carts)/);
		const edge = async () =>
			(await http.call(listEdges, {params})).body.items.find(
				({consumerEndpointPath, place}) => consumerEndpointPath === 'GET /carts/{cartId}' && place === 'path:cartId',
			);
		expect((await edge())?.state).toBe('inferred');
		const set = await say('feed cart_id from POST /users', {autoApply: true});
		expect(set).toMatchObject({status: 'applied', reply: 'cart_id comes from POST /users'});
		expect(await edge()).toMatchObject({state: 'pinned', producer: {endpointPath: 'POST /users'}});
		expect(set.changes.length).toBeGreaterThan(0);
		await http.call(changes.undoPlan, {params});
		expect((await edge())?.state).toBe('inferred');
	});

	it('and edges that are renamed when tests were made change the tests, as one set that can be undone', async () => {
		const {http, params, row, generated} = await shop(/^\/(?:users|carts)/);
		const {testId} = (await generated([row('answers a cart in the documented shape').rowId])).items[0]!;
		const code = async () => (await http.call(getTestCode, {params: {testId}})).body;
		const before = await code();
		const edge = async () =>
			(await http.call(listEdges, {params})).body.items.find(
				({consumerEndpointPath, place}) => consumerEndpointPath === 'GET /carts/{cartId}' && place === 'path:cartId',
			)!;
		const {edgeId} = await edge();
		await http.call(setEdge, {params: {...params, edgeId}, body: {variable: 'basket_id'}});
		expect((await code()).code).toContain('variables["basket_id"]');
		const {body: list} = await http.call(changes.listChangeSets, {params});
		expect(list.items).toMatchObject([{source: 'edge', status: 'applied'}]);
		await http.call(changes.undoPlan, {params});
		expect((await code()).code).toBe(before.code);
		expect((await edge()).variable).toBe('cart_id');
	});

	it('needs a plan, and no locked one', async () => {
		const {http, params, row, generated} = await shop();
		await generated([row(creates).rowId]);
		const refused = await http.fail(refinePlan, {params, body: {text: 'drop everything'}});
		expect([refused.status, refused.body.details?.['reason']]).toEqual([409, 'plan_locked']);
	});
});

describe('a test in words', () => {
	async function withTest() {
		const world = await shop();
		const {testId} = (await world.generated([world.row(creates).rowId])).items[0]!;
		const code = async () => (await world.http.call(getTestCode, {params: {testId}})).body;
		return {...world, testId, code, say: (text: string, more?: object) => world.sayTo(testId, text, more)};
	}

	it('is changed at once, as a diff, and undone to the byte; the conversation is kept', async () => {
		const {http, testId, code, say} = await withTest();
		const before = await code();
		const done = await say('it answers 200, not 201; send the header X-Team: blue');
		expect(done).toMatchObject({
			status: 'applied',
			kind: 'code_change',
			reply: 'this test: 201 → 200; this test: sends X-Team blue',
			baseCodeVersion: 'v1',
			codeVersion: 'v2',
		});
		expect(done.diff).toMatch(/^\+.*== 200/m);
		expect((await code()).code).toContain('"X-Team": "blue"');
		const at = {params: {testId, refinementId: done.refinementId}};
		expect((await http.call(routes.undoRefinement, at)).body.status).toBe('undone');
		expect((await code()).code).toBe(before.code);
		const {body: talk} = await http.call(routes.listRefinements, {params: {testId}});
		expect(talk.items.map(({text, status}) => [text, status])).toEqual([
			['it answers 200, not 201; send the header X-Team: blue', 'undone'],
		]);
		expect((await http.fail(routes.undoRefinement, at)).body.details?.['reason']).toBe('refinement_state');
	});

	it('stores nothing with a preview until it is applied; what was edited since is in the way', async () => {
		const {http, testId, code, say} = await withTest();
		const done = await say('it answers 200, not 201', {autoApply: false});
		expect([done.status, (await code()).codeVersion]).toEqual(['ready', 'v1']);
		await http.call(putTestCode, {
			params: {testId},
			body: {code: `${(await code()).code}# mine\n`},
			headers: {'if-match': '*'},
		});
		const at = {params: {testId, refinementId: done.refinementId}};
		const refused = await http.fail(routes.applyRefinement, at);
		expect([refused.status, refused.body.details]).toEqual([412, {currentCodeVersion: 'v2'}]);
		expect((await http.call(routes.discardRefinement, at)).body.status).toBe('discarded');
	});

	it('answers questions without changing anything', async () => {
		const {code, say} = await withTest();
		const checks = await say('what does it check?');
		expect(checks).toMatchObject({kind: 'answer', status: 'applied', diff: null});
		expect(checks.reply).toContain('answers 201 (document)');
		expect((await say('why did it fail')).reply).toBe('None of its runs has failed or was blocked.');
		expect((await say('how do I fix it?')).reply).toBe('None of its runs has failed or was blocked.');
		expect((await code()).codeVersion).toBe('v1');
	});

	it('is written anew when that is asked for: what was edited by hand is dropped', async () => {
		const {http, testId, code, say} = await withTest();
		const before = await code();
		await http.call(putTestCode, {params: {testId}, body: {code: 'print("mine")\n'}, headers: {'if-match': '*'}});
		const done = await say('write it anew', {mode: 'regenerate'});
		expect(done).toMatchObject({status: 'applied', mode: 'regenerate', reply: 'Rewritten from its recipe.'});
		expect((await code()).code).toBe(before.code);
		await http.call(routes.undoRefinement, {params: {testId, refinementId: done.refinementId}});
		expect((await code()).code).toBe('print("mine")\n');
	});

	it('opts out of cleanup through the same door', async () => {
		const {http, params, say} = await withTest();
		const done = await say('keep the account seed@example.com');
		expect(done).toMatchObject({status: 'applied', summary: 'cleanup: keep the record with email seed@example.com'});
		expect((await http.call(listCleanupRules, {params})).body.items.map(({kind}) => kind)).toEqual(['skip_records']);
	});

	it('that a person has written is told to be edited; questions about it are answered', async () => {
		const {http, params, sayTo} = await shop();
		const {body} = await http.call(createTest, {
			body: {projectId: params.projectId, type: 'backend', name: 'mine', code: 'assert 1 == 1\n'},
		});
		const refused = await http.fail(routes.refineTest, {params: {testId: body.testId}, body: {text: 'be nicer'}});
		expect([refused.status, refused.body.nextAction]).toEqual([501, expect.stringContaining('svc test code put')]);
		expect((await sayTo(body.testId, 'what does it check')).reply).toContain('A person has written it');
	});
});

describe('a chain in words', () => {
	it('asks which step is meant, and takes the number as the answer', async () => {
		const {http, plan, generated, sayTo} = await shop(/^\/(?:users|products|orders)/);
		const chain = plan.proposals.find(({kind, title}) => kind === 'integration' && title.startsWith('An order lives'))!;
		const {testId} = (await generated([chain.rowId])).items[0]!;
		const asked = await sayTo(testId, 'wait 250 ms after creating');
		expect(asked).toMatchObject({status: 'failed', kind: null});
		expect(asked.reply).toMatch(/^Which step do you mean by "creating"\?\n1\. step 1: create a user/);
		expect(asked.choices?.length).toBe(3);
		const none = await http.fail(routes.refineTest, {params: {testId}, body: {text: '9'}});
		expect(none.body.details).toMatchObject({field: 'text', reason: 'no_such_choice'});
		const done = await sayTo(testId, '3');
		expect(done).toMatchObject({status: 'applied', summary: 'waits 250 ms after "create an order"'});
		expect((await http.call(getTestCode, {params: {testId}})).body.code).toContain('time.sleep(0.25)');
	});
});
