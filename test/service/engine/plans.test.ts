import {describe, expect, it} from 'vitest';
import type {FrontendOutcome} from '../../../service/browser/frontend-job.ts';
import type {ArtifactPlace} from '../../../service/domain/artifacts.ts';
import {replaceContent} from '../../../service/store/documents/documents.ts';
import {acceptHeal} from '../../../service/store/tests/accept-heal.ts';
import {forgetOldPictures} from '../../../service/store/runs/forget-pictures.ts';
import {listHeals, refuseHeal} from '../../../service/store/tests/heals.ts';
import {findScript} from '../../../service/store/tests/scripts.ts';
import {
	buttonNamed,
	fingerprintNamed,
	outcomeOf,
	planOf,
	type ScriptedFrontend,
	scriptedFrontend,
	scriptOf,
	stepOf,
} from '../../helpers/scripted-frontend.ts';
import {accountId, byName, type EngineFixture, openStore, startEngine} from '../../helpers/start-engine.ts';

type World = EngineFixture & {frontend: ScriptedFrontend};

async function startWorld(
	options: {isReady?: boolean; slots?: number; artifacts?: ArtifactPlace} = {},
): Promise<World> {
	const store = await openStore({type: 'frontend'});
	const frontend = scriptedFrontend(options);
	const {slots = 4, artifacts} = options;
	return {...(await startEngine({store, frontend, slots, ...(artifacts ? {artifacts} : {})})), frontend};
}

async function runOne({engine, batchEnd}: World, testId: string, rerun?: {autoHeal: boolean}) {
	const ticket = rerun
		? await engine.rerunTest(accountId, testId, {source: 'cli', skipDependencies: false, ...rerun})
		: await engine.triggerRun(accountId, testId, {source: 'cli'});
	await batchEnd(ticket.batchId);
	return engine.readRun(accountId, ticket.runId, {includeSteps: true});
}

const twoSteps = planOf('click Add', 'click Save');
const firstPage = {pageSize: 10, after: null};

/** The first pass saves a script; the next runs click "Add task" in place of "Add". */
async function startRepaired(): Promise<World & {testId: string}> {
	const world = await startWorld();
	const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
	world.frontend.script('Add a task', job => outcomeOf(job, {script: scriptOf(job, ['Add', 'Save'])}));
	await runOne(world, testId);
	world.frontend.script('Add a task', job =>
		outcomeOf(job, {
			steps: [stepOf(job, 1, {healed: true, note: 'button "Add" → button "Add task" (0.93)'}), stepOf(job, 2)],
			healedSteps: 1,
			note: 'step 1 healed',
			heals: [
				{
					stepIndex: 1,
					slot: 'target',
					score: 0.93,
					margin: 0.4,
					evidence: ['name alike'],
					from: {locator: buttonNamed('Add'), role: 'button', name: 'Add'},
					to: {
						locator: buttonNamed('Add task'),
						role: 'button',
						name: 'Add task',
						fingerprint: fingerprintNamed('Add task'),
					},
				},
			],
		}),
	);
	return {...world, testId};
}

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
		expect(run).toMatchObject({status: 'running', stepSummary: {total: 2, completed: 1}, steps: [{stepIndex: '0001'}]});
		finish();
		await world.batchEnd(batchId);
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

describe('the script', () => {
	it('is saved by the first pass and replayed by a rerun', async () => {
		const world = await startWorld();
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		await expect(
			world.engine.rerunTest(accountId, testId, {source: 'cli', skipDependencies: false}),
		).rejects.toMatchObject({details: {reason: 'no_replayable_run'}});
		world.frontend.script('Add a task', job => outcomeOf(job, {script: scriptOf(job, ['Add', 'Save'])}));
		await runOne(world, testId);
		const run = await runOne(world, testId, {autoHeal: true});
		expect(run).toMatchObject({isRerun: true, creditsCharged: 0.5});
		expect(world.frontend.jobs.map(({replay, autoHeal}) => [replay?.steps.length, autoHeal])).toEqual([
			[undefined, false],
			[2, true],
		]);
	});

	it('is not saved by a run that fails', async () => {
		const world = await startWorld();
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		world.frontend.script('Add a task', job =>
			outcomeOf(job, {
				status: 'failed',
				failureKind: 'assertion_blocked',
				error: 'step 2: no button "Save"',
				steps: [stepOf(job, 1), stepOf(job, 2, {status: 'failed', error: 'no button "Save"'})],
				failedStepIndex: 2,
				script: scriptOf(job, ['Add', 'Save']),
				played: scriptOf(job, ['Add']),
			}),
		);
		const run = await runOne(world, testId);
		expect(run).toMatchObject({failedStepIndex: 2, stepSummary: {passedCount: 1, failedCount: 1}});
		expect(await findScript(world.database, testId)).toBeNull();
	});

	it('is one version further after each replacement, and the run has the code that it ran', async () => {
		const world = await startWorld();
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		for (const button of ['Add', 'New']) {
			world.frontend.script('Add a task', job => outcomeOf(job, {script: scriptOf(job, [button, 'Save'])}));
			await runOne(world, testId);
		}
		expect(await findScript(world.database, testId)).toMatchObject({codeVersion: 2});
		const runs = await world.database
			.selectFrom('runs')
			.innerJoin('codes', 'codes.hash', 'runs.code_hash')
			.select(['code_version', 'code'])
			.orderBy('runs.id')
			.execute();
		expect(runs.map(({code_version}) => code_version)).toEqual(['v1', 'v2']);
		expect(runs[0]?.code).toContain('2 of 2 steps');
	});

	it('is not saved when the plan was changed meanwhile', async () => {
		const world = await startWorld();
		const testId = await world.addTest('Add a task', {plan_steps: twoSteps});
		world.frontend.script('Add a task', async job => {
			await world.database
				.updateTable('tests')
				.set({plan_steps: planOf('click Other')})
				.execute();
			return outcomeOf(job, {script: scriptOf(job, ['Add', 'Save'])});
		});
		expect(await runOne(world, testId)).toMatchObject({status: 'passed'});
		expect(await findScript(world.database, testId)).toBeNull();
	});
});

describe('a repair', () => {
	it('is proposed once, however often it is made, and charged with each run that makes it', async () => {
		const {testId, ...world} = await startRepaired();
		for (let time = 0; time < 2; time++)
			expect(await runOne(world, testId, {autoHeal: true})).toMatchObject({
				status: 'passed',
				healedSteps: [1],
				creditsCharged: 0.7,
				steps: [{healed: true}, {healed: false}],
			});
		const {rows} = await listHeals(world.database, testId, undefined, firstPage);
		expect(rows).toMatchObject([{status: 'proposed', step_index: 1}]);
		const charges = await world.database
			.selectFrom('ledger')
			.select('amount')
			.where('kind', '=', 'auto_heal')
			.execute();
		expect(charges).toEqual([{amount: -20}, {amount: -20}]);
	});

	it('changes the script when it is accepted, and is decided once', async () => {
		const {testId, database, ...world} = await startRepaired();
		await runOne({database, ...world}, testId, {autoHeal: true});
		const {rows} = await listHeals(database, testId, 'proposed', firstPage);
		const accept = () =>
			database.transaction().execute(transaction => acceptHeal(transaction, testId, rows[0]!.id, 5000));
		expect(await accept()).toMatchObject({codeVersion: 2});
		const script = await findScript(database, testId);
		expect(script?.steps[0]?.parts[0]?.elements[0]).toMatchObject({
			locator: {value: 'Add task'},
			fingerprint: {name: 'Add task'},
		});
		await expect(accept()).rejects.toMatchObject({details: {reason: 'heal_decided'}});
	});

	it('is told to the runner when a person has refused it', async () => {
		const {testId, database, ...world} = await startRepaired();
		await runOne({database, ...world}, testId, {autoHeal: true});
		const {rows} = await listHeals(database, testId, 'proposed', firstPage);
		await database.transaction().execute(transaction => refuseHeal(transaction, testId, rows[0]!.id, 5000));
		await runOne({database, ...world}, testId, {autoHeal: true});
		expect(world.frontend.jobs.at(-1)?.refusedHeals).toEqual([
			{stepIndex: 1, slot: 'target', from: buttonNamed('Add'), to: buttonNamed('Add task')},
		]);
	});

	it('is superseded when a fresh run finds another element', async () => {
		const {testId, database, ...world} = await startRepaired();
		await runOne({database, ...world}, testId, {autoHeal: true});
		world.frontend.script('Add a task', job => outcomeOf(job, {script: scriptOf(job, ['New', 'Save'])}));
		await runOne({database, ...world}, testId);
		const {rows} = await listHeals(database, testId, undefined, firstPage);
		expect(rows).toMatchObject([{status: 'superseded'}]);
	});

	it('hands over the documents that the steps name, and the time of a step', async () => {
		const world = await startWorld();
		const {database, projectId} = world;
		for (const [id, name, text] of [
			['doc_1', 'invoice.pdf', 'an earlier one'],
			['doc_2', 'invoice.pdf', '%PDF-1.7 the stored one'],
			['doc_3', 'other.pdf', 'nobody names it'],
		] as const) {
			const document = {content_id: `${id}_content`, project_id: projectId};
			await replaceContent(database, document, Buffer.from(text));
			await database
				.insertInto('documents')
				.values({
					id,
					...document,
					name,
					role: 'PRD',
					format: null,
					status: 'ready',
					size_bytes: text.length,
					error: null,
					is_clean: 1,
					created_at: 0,
				})
				.execute();
		}
		const testId = await world.addTest('Upload', {
			plan_steps: planOf('upload invoice.pdf to Attach invoice'),
		});
		await database.updateTable('tests').set({step_timeout_ms: 1500}).where('id', '=', testId).execute();
		await runOne(world, testId);
		const [job] = world.frontend.jobs;
		expect(job!.files.map(({name, content}) => [name, Buffer.from(content, 'base64').toString()])).toEqual([
			['invoice.pdf', '%PDF-1.7 the stored one'],
		]);
		expect(job!.stepTimeoutMs).toBe(1500);
	});
});
