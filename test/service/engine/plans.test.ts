import {describe, expect, it} from 'vitest';
import type {FrontendOutcome} from '../../../service/browser/frontend-job.ts';
import type {ArtifactPlace} from '../../../service/domain/artifacts.ts';
import {forgetOldPictures} from '../../../service/store/runs/forget-pictures.ts';
import {outcomeOf, stepOf} from '../../helpers/scripted-frontend.ts';
import {accountId, byName} from '../../helpers/start-engine.ts';
import {type World, startWorld, runOne, twoSteps} from './plan-fixture.ts';

describe('a plan', () => {
	it('goes to the runner of plans with its steps, and its steps are stored with the verdict', async () => {
		const world = await startWorld();
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		const picture = new Uint8Array([1, 2, 3]);
		world.frontend.script('Add a task', job => {
			const evidence = {picture, html: '<p>1</p>', outline: '- text: 1', console: [], requests: [], log: 'read'};
			return outcomeOf(job, {steps: [stepOf(job, 1, {evidence}), stepOf(job, 2, {evidence, note: 'waited'})]});
		});
		const run = await runOne(world, testId);
		expect(world.frontend.jobs).toMatchObject([
			{testId, steps: JSON.parse(twoSteps), replay: null, timeoutSeconds: 900},
		]);
		expect(run).toMatchObject({
			status: 'passed',
			creditsCharged: 0.5,
			stepSummary: {total: 2, completed: 2, passedCount: 2, failedCount: 0},
			browser: {name: 'Chromium'},
			steps: [
				{stepIndex: '0001', status: 'passed', description: 'click Add', healed: false},
				{stepIndex: '0002', note: 'waited', screenshotUrl: expect.stringContaining('_step_2_picture')},
			],
		});
		// The same picture twice is kept once; texts beside it as well.
		expect(await world.database.selectFrom('blobs').select('type').orderBy('type').execute()).toEqual([
			{type: 'image/png'},
			{type: 'text/html'},
			{type: 'text/plain'},
		]);
	});

	it('shows a step as soon as it has ended', async () => {
		const world = await startWorld();
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		let finish = () => {};
		world.frontend.script('Add a task', async (job, listener) => {
			listener.onStepEnd?.(stepOf(job, 1));
			await new Promise<void>(resolve => {
				finish = resolve;
			});
			return outcomeOf(job);
		});
		const {batchId, runId} = await world.engine.triggerRun(accountId, testId, {source: 'cli'});
		await world.batchUntil(batchId, batch => batch.members[0]?.stepSummary?.completed === 1);
		const run = await world.engine.readRun(accountId, runId, {includeSteps: true});
		expect(run).toMatchObject({status: 'running', stepSummary: {total: 2, completed: 1}});
		expect(run.steps).toMatchObject([
			{stepIndex: '0001', status: 'passed', description: 'click Add'},
			{stepIndex: '0002', status: null, description: 'click Save', type: 'action', durationMs: null, logUrl: null},
		]);
		finish();
		await world.batchEnd(batchId);
	});

	it('shows the steps of its plan before any of them has ended', async () => {
		const world = await startWorld();
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		world.frontend.script('Add a task', () => new Promise(() => {}));
		const {batchId, runId} = await world.engine.triggerRun(accountId, testId, {source: 'cli'});
		await world.batchUntil(batchId, batch => batch.members[0]?.status === 'running');
		const run = await world.engine.readRun(accountId, runId, {includeSteps: true});
		expect(run.steps?.map(({description, status}) => [description, status])).toEqual([
			['click Add', null],
			['click Save', null],
		]);
	});

	it('is refused without a browser', async () => {
		const world = await startWorld({isReady: false});
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		await expect(world.engine.triggerRun(accountId, testId, {source: 'cli'})).rejects.toMatchObject({
			code: 'FEATURE_GATED',
			details: {feature: 'frontend_runner', reason: 'no_browser'},
		});
	});

	it('made of code goes to the runner of code, which is told of the browser', async () => {
		const world = await startWorld();
		const testId = await world.addTest('By hand', {code: 'assert True'});
		const run = await runOne(world, testId);
		expect(run).toMatchObject({status: 'passed', creditsCharged: 0.5});
		expect(world.runner.jobs).toMatchObject([{browserPath: '/usr/bin/browser', timeoutSeconds: 900}]);
		expect(world.frontend.jobs).toEqual([]);
	});

	it('that is cancelled ends cancelled, and keeps the steps that were carried out', async () => {
		const world = await startWorld();
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		let cancelled: FrontendOutcome | null = null;
		world.frontend.script('Add a task', (job, listener) => {
			listener.onStepEnd?.(stepOf(job, 1));
			const unreached = job.steps.map((_, place) =>
				stepOf(job, place + 1, {status: null, action: null, durationMs: null}),
			);
			cancelled = outcomeOf(job, {status: 'cancelled', steps: unreached});
			return new Promise(() => {});
		});
		world.frontend.onCancel = () => cancelled;
		const {batchId, runId} = await world.engine.triggerRun(accountId, testId, {source: 'cli'});
		await world.batchUntil(batchId, batch => batch.members[0]?.stepSummary?.completed === 1);
		await world.engine.cancelRun(accountId, runId);
		expect(await world.engine.readRun(accountId, runId, {includeSteps: true})).toMatchObject({
			status: 'cancelled',
			stepSummary: {total: 2, completed: 1},
			steps: [{status: 'passed'}, {status: null}],
		});
	});

	it('leaves a slot to the other kind when both are ready', async () => {
		const world = await startWorld({slots: 2});
		for (const name of ['A', 'B', 'C']) await world.addTest(name, {plan_steps: twoSteps, priority: 'p0'});
		await world.addTest('Code', {type: 'backend', priority: 'p3'});
		let finish = () => {};
		const held = new Promise<void>(resolve => {
			finish = resolve;
		});
		for (const name of ['A', 'B', 'C']) world.frontend.script(name, job => held.then(() => outcomeOf(job)));
		const code = world.runner.hold('Code');
		const batchId = await world.runAll();
		await code.started;
		expect(world.frontend.jobs).toHaveLength(1);
		code.release();
		finish();
		await world.batchEnd(batchId);
	});
});

describe('pictures', () => {
	/** Runs a test, each time with another picture. */
	async function runTimes(count: number, status: 'passed' | 'failed') {
		const world = await startWorld();
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		let number = 0;
		world.frontend.script('Add a task', job => {
			const evidence = {
				picture: new Uint8Array([++number]),
				html: null,
				outline: 'text',
				console: [],
				requests: [],
				log: '',
			};
			return outcomeOf(job, {status, steps: [stepOf(job, 1, {evidence}), stepOf(job, 2)]});
		});
		for (let time = 0; time < count; time++) await runOne(world, testId);
		return world;
	}
	const blobsOf = async ({database}: World) =>
		(await database.selectFrom('blobs').select('type').orderBy('type').execute()).map(({type}) => type);

	it('of all but the last passed runs go; what the browser saw as text stays', async () => {
		const world = await runTimes(3, 'passed');
		expect(await forgetOldPictures(world.database, 0, 1)).toBe(2);
		expect(await blobsOf(world)).toEqual(['image/png', 'text/plain']);
		expect(await forgetOldPictures(world.database, 0, 1)).toBe(0);
	});

	it('of the last failed run stay, however old it is', async () => {
		const world = await runTimes(2, 'failed');
		expect(await forgetOldPictures(world.database, 0, 1)).toBe(0);
		expect(await forgetOldPictures(world.database, Date.now() + 1000, 1)).toBe(1);
		expect(await blobsOf(world)).toEqual(['image/png', 'text/plain']);
	});
});

describe('pictures kept outside the database', () => {
	const evidence = (picture: number) => ({
		picture: new Uint8Array([picture]),
		html: null,
		outline: null,
		console: [],
		requests: [],
		log: '',
	});

	/** A place in memory. `isAway`: it takes nothing. */
	function memoryPlace() {
		const kept = new Map<string, Uint8Array>();
		const state = {isAway: false, writes: 0};
		const place: ArtifactPlace = {
			name: 'memory',
			async write(name, bytes) {
				if (state.isAway) throw new Error('away');
				state.writes++;
				kept.set(`memory:${name}`, bytes);
				return `memory:${name}`;
			},
			read: async address => kept.get(address) ?? null,
			async remove(address) {
				kept.delete(address);
			},
			async *list() {},
		};
		return {kept, state, place};
	}

	it('are written once, before the rows that name them', async () => {
		const {kept, state, place} = memoryPlace();
		const world = await startWorld({artifacts: place});
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		world.frontend.script('Add a task', job =>
			outcomeOf(job, {steps: [stepOf(job, 1, {evidence: evidence(1)}), stepOf(job, 2, {evidence: evidence(1)})]}),
		);
		for (const _ of [1, 2]) await runOne(world, testId);
		const rows = await world.database.selectFrom('blobs').selectAll().execute();
		expect(rows.map(({address, bytes}) => [[...kept.get(address!)!], new Uint8Array(bytes).length])).toEqual([
			[[1], 0],
		]);
		expect(state.writes).toBe(1);
	});

	it('stand in the database while their place takes nothing', async () => {
		const {state, place} = memoryPlace();
		state.isAway = true;
		const world = await startWorld({artifacts: place});
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		world.frontend.script('Add a task', (job, listener) => {
			const step = stepOf(job, 1, {evidence: evidence(7)});
			listener.onStepEnd?.(step);
			return outcomeOf(job, {steps: [step, stepOf(job, 2)]});
		});
		expect(await runOne(world, testId)).toMatchObject({status: 'passed'});
		const rows = await world.database.selectFrom('blobs').selectAll().execute();
		expect(rows.map(({address, bytes}) => [address, [...new Uint8Array(bytes)]])).toEqual([[null, [7]]]);
	});
});

describe('values between plans', () => {
	it('go from the one that hands them on to the one that uses them', async () => {
		const world = await startWorld();
		await world.addTest('Order', {plan_steps: twoSteps, produces: ['ORDER']});
		await world.addTest('Invoice', {plan_steps: twoSteps, consumes: ['ORDER', 'NOBODY']});
		world.frontend.script('Order', job =>
			outcomeOf(job, {captures: [{name: 'ORDER', value: 'A-1', declared: true, at: 1500}]}),
		);
		const batch = await world.batchEnd(await world.runAll());
		expect(byName(batch)).toMatchObject({Order: {wave: 1, status: 'passed'}, Invoice: {wave: 2, status: 'passed'}});
		expect(world.frontend.jobs[1]?.variables).toEqual({ORDER: 'A-1'});
	});

	it('bring no producer along: a consumer alone is blocked, and told how to run both', async () => {
		const world = await startWorld();
		const producer = await world.addTest('Order', {plan_steps: twoSteps, produces: ['ORDER']});
		const consumer = await world.addTest('Invoice', {plan_steps: twoSteps, consumes: ['ORDER']});
		const run = await runOne(world, consumer);
		expect(run).toMatchObject({status: 'blocked', blockedBy: {reason: 'no_producer', producer: {testId: producer}}});
		expect((await world.engine.readResult(accountId, consumer)).trace).toContain(
			`svc test run ${producer} ${consumer}`,
		);
	});

	it('do not come from a plan for a name that the environment has', async () => {
		const world = await startWorld();
		await world.addTest('Order', {plan_steps: twoSteps, produces: ['ORDER']});
		const consumer = await world.addTest('Invoice', {plan_steps: twoSteps, consumes: ['ORDER']});
		await world.database.updateTable('environments').set({variable_keys: '["ORDER"]'}).execute();
		expect(await runOne(world, consumer)).toMatchObject({status: 'passed'});
	});
});
