import {describe, expect, it} from 'vitest';
import {replaceContent} from '../../../service/store/documents/documents.ts';
import {acceptHeal} from '../../../service/store/tests/accept-heal.ts';
import {listHeals, refuseHeal} from '../../../service/store/tests/heals.ts';
import {findScript} from '../../../service/store/tests/scripts.ts';
import {buttonNamed, fingerprintNamed, outcomeOf, planOf, scriptOf, stepOf} from '../../helpers/scripted-frontend.ts';
import {accountId} from '../../helpers/start-engine.ts';
import {type World, startWorld, runOne, twoSteps} from './plan-fixture.ts';

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
