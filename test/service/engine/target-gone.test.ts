import {describe, expect, it} from 'vitest';
import {createTargetWatch} from '../../../service/engine/target-watch.ts';
import {repeatOf} from '../../../service/engine/repeat.ts';
import type {RecordedCall} from '../../../service/runners/runner.ts';
import {byName, labels, startEngine} from '../../helpers/start-engine.ts';

const call = (answer: Partial<RecordedCall>): RecordedCall => ({
	seq: 1,
	method: 'GET',
	url: 'http://127.0.0.1:1/notes',
	query: null,
	requestHeaders: {},
	requestBody: null,
	requestEncoding: null,
	requestBytes: null,
	status: null,
	responseHeaders: null,
	responseBody: null,
	responseEncoding: null,
	responseBytes: null,
	truncated: false,
	latencyMs: null,
	error: null,
	startedAt: 1,
	...answer,
});
const gone = {status: 'failed' as const, calls: [call({error: 'ConnectionRefusedError: refused'})]};
const patience = {status: 'failed' as const, calls: [call({status: 429, responseHeaders: {'Retry-After': '0'}})]};

async function startGenerated(isBack: () => Promise<boolean>, slots = 1) {
	const fixture = await startEngine({slots, target: {isBack}});
	const {database} = fixture;
	return {
		...fixture,
		async addGenerated(name: string, test: Parameters<typeof fixture.addTest>[1] = {}) {
			const id = await fixture.addTest(name, test);
			const recipe = JSON.stringify({recipeVersion: 1, steps: [], teardown: []});
			await database
				.insertInto('test_recipes')
				.values({test_id: id, recipe, recipe_version: 1, updated_at: 1})
				.execute();
			return id;
		},
		attempts: () => fixture.runner.jobs.map(({executionId}) => executionId.split('#')[1]),
	};
}

describe('an API that is gone', () => {
	it('comes back: the member is executed once more, as attempt 2', async () => {
		const {addGenerated, runner, runAll, batchEnd, attempts} = await startGenerated(async () => true);
		await addGenerated('Reads');
		let times = 0;
		runner.script('Reads', () => (++times === 1 ? gone : {}));
		expect(labels(await batchEnd(await runAll()))).toEqual({Reads: 'Pass'});
		expect(attempts()).toEqual(['1', '2']);
	});

	it('stays away: all open members are blocked, with one finding of the last calls', async () => {
		const {addGenerated, runner, runAll, batchEnd, database} = await startGenerated(async () => false);
		await addGenerated('First', {priority: 'p0', produces: ['id']});
		await addGenerated('Uses', {consumes: ['id']});
		await addGenerated('Other');
		runner.script('First', gone);
		const batch = await batchEnd(await runAll());
		expect(labels(batch)).toEqual({First: 'Blocked', Uses: 'Blocked', Other: 'Blocked'});
		expect(Object.values(byName(batch)).map(({blockedBy}) => blockedBy?.reason)).toEqual([
			'target_down',
			'target_down',
			'target_down',
		]);
		expect(byName(batch)['First']?.error).toContain('the API stopped answering');
		expect(runner.started).toEqual(['First']);
		const findings = await database.selectFrom('findings').selectAll().execute();
		expect(findings.map(({kind, title, state}) => [kind, title, state])).toEqual([
			['target_down', 'the API stopped answering', 'open'],
		]);
		expect(JSON.parse(findings[0]!.evidence)).toHaveLength(1);
		runner.script('First', {calls: [call({status: 200})]});
		await batchEnd(await runAll());
		expect((await database.selectFrom('findings').select('state').execute()).map(({state}) => state)).toEqual(['gone']);
	});

	it('is asked about once by all who wait, until it answers or 30 s are over', async () => {
		let now = 0;
		const asked: string[] = [];
		const clock = {
			elapsedMs: () => now,
			wait: async (ms: number) => {
				now += ms;
			},
		};
		const never = createTargetWatch(async url => {
			asked.push(url);
			return false;
		}, clock);
		expect(await Promise.all([never.isBack('http://a'), never.isBack('http://a')])).toEqual([false, false]);
		expect(asked.length).toBe(31);
		let times = 0;
		const later = createTargetWatch(async () => ++times > 3, clock);
		expect(await later.isBack('http://a')).toBe(true);
	});

	it('says what it says to a test that somebody has written', async () => {
		const {addTest, runner, runAll, batchEnd} = await startGenerated(async () => false);
		await addTest('Mine');
		runner.script('Mine', {...gone, failureKind: 'network', error: 'ConnectionError: refused'});
		expect(labels(await batchEnd(await runAll()))).toEqual({Mine: 'Failed'});
	});
});

describe('an API that asks for patience', () => {
	it('gets it: the member is executed once more', async () => {
		const {addGenerated, runner, runAll, batchEnd, attempts} = await startGenerated(async () => true);
		await addGenerated('Reads');
		let times = 0;
		runner.script('Reads', () => (++times === 1 ? patience : {}));
		expect(labels(await batchEnd(await runAll()))).toEqual({Reads: 'Pass'});
		expect(attempts()).toEqual(['1', '2']);
	});

	it('blocks the member that it refuses twice, and no other', async () => {
		const {addGenerated, runner, runAll, batchEnd} = await startGenerated(async () => true);
		await addGenerated('Reads');
		await addGenerated('Other');
		runner.script('Reads', patience);
		const batch = await batchEnd(await runAll());
		expect(labels(batch)).toEqual({Reads: 'Blocked', Other: 'Pass'});
		expect(byName(batch)['Reads']?.blockedBy?.reason).toBe('rate_limited');
	});

	it.each([
		['7', 7000],
		['120', 30_000],
		['soon', 1000],
		[undefined, 1000],
	])('waits as long as it says, at most 30 s: %s', (said, waitMs) => {
		const headers: Record<string, string> = said === undefined ? {} : {'retry-after': said};
		const outcome = {status: 'failed' as const, calls: [call({status: 429, responseHeaders: headers})]};
		expect(repeatOf(outcome, 0)).toEqual({why: 'rate_limited', waitMs});
	});
});
