import {describe, expect, it} from 'vitest';
import {acceptHeal, listHeals, refuseHeal} from '../../source/contract/routes/heals.ts';
import {listLedger} from '../../source/contract/routes/ledger.ts';
import {createProject} from '../../source/contract/routes/projects.ts';
import {rerunTest} from '../../source/contract/routes/reruns.ts';
import {getRun, triggerRun} from '../../source/contract/routes/runs.ts';
import {createTest, getTestCode} from '../../source/contract/routes/tests.ts';
import {
	buttonNamed,
	fingerprintNamed,
	outcomeOf,
	scriptedFrontend,
	scriptOf,
	stepOf,
} from '../helpers/scripted-frontend.ts';
import {startHttp} from './start-http.ts';

const steps = ['click Add', 'click Save'].map(description => ({type: 'action' as const, description}));

/** A first pass clicks "Add"; reruns click "Add task" in its place. */
async function startRepaired() {
	const frontend = scriptedFrontend();
	const http = await startHttp({frontend});
	const project = {type: 'frontend', name: 'Shop', targetUrl: 'http://shop.test/'} as const;
	const {id: projectId} = (await http.call(createProject, {body: project})).body;
	const body = {projectId, type: 'frontend', name: 'Add a task', planSteps: steps} as const;
	const {testId} = (await http.call(createTest, {body})).body;
	const params = {testId};
	const ended = async (runId: string) =>
		(await http.call(getRun, {params: {runId}, query: {waitSeconds: 25, until: 'batch'}})).body;
	frontend.script('Add a task', job => outcomeOf(job, {script: scriptOf(job, ['Add', 'Save'])}));
	await ended((await http.call(triggerRun, {params})).body.runId);
	const from = {locator: buttonNamed('Add'), role: 'button', name: 'Add'};
	const to = {
		locator: buttonNamed('Add task'),
		role: 'button',
		name: 'Add task',
		fingerprint: fingerprintNamed('Add task'),
	};
	frontend.script('Add a task', job => {
		// Accepted, the script has the new button, and nothing is to be repaired.
		const saved = job.replay?.steps[0]?.parts[0]?.elements[0]?.locator.value;
		if (saved === 'Add task' || !job.autoHeal) return outcomeOf(job);
		return outcomeOf(job, {
			steps: [stepOf(job, 1, {healed: true}), stepOf(job, 2)],
			healedSteps: 1,
			heals: [{stepIndex: 1, slot: 'target', score: 0.93, margin: 0.4, evidence: ['name alike'], from, to}],
		});
	});
	const rerun = async (autoHeal?: boolean) => {
		const options = autoHeal === undefined ? {} : {body: {autoHeal}};
		return ended((await http.call(rerunTest, {params, ...options})).body.runId);
	};
	const list = async (status?: 'proposed' | 'accepted' | 'refused') =>
		(await http.call(listHeals, {params, ...(status ? {query: {status}} : {})})).body.items;
	const decide = (route: typeof acceptHeal | typeof refuseHeal, healId: string) =>
		http.call(route, {params: {testId, healId}});
	const charges = async () =>
		(await http.call(listLedger, {query: {kind: 'auto_heal'}})).body.items.map(({amount}) => amount);
	return {http, frontend, params, rerun, list, decide, charges};
}

describe('the routes of repairs', () => {
	it('propose one repair however many reruns need it, and each of these is charged', async () => {
		const {rerun, list, charges} = await startRepaired();
		expect(await rerun()).toMatchObject({status: 'passed', healedSteps: [1], creditsCharged: 0.7});
		expect(await rerun()).toMatchObject({status: 'passed', healedSteps: [1], creditsCharged: 0.7});
		expect(await list()).toMatchObject([
			{status: 'proposed', stepIndex: 1, from: {name: 'Add'}, to: {name: 'Add task'}, decidedAt: null},
		]);
		expect(JSON.stringify(await list())).not.toContain('fingerprint');
		expect(await charges()).toEqual([-0.2, -0.2]);
	});

	it('write an accepted repair into the script once: the next rerun needs none and is charged for none', async () => {
		const {http, params, rerun, list, decide, charges} = await startRepaired();
		await rerun();
		const [{healId} = {healId: ''}] = await list('proposed');
		const before = (await http.call(getTestCode, {params})).body.codeVersion;
		const {status, body} = await decide(acceptHeal, healId);
		expect({status, body}).toMatchObject({status: 200, body: {healId, status: 'accepted'}});
		const {codeVersion} = (await http.call(getTestCode, {params})).body;
		expect(codeVersion).not.toBe(before);
		expect(body).toMatchObject({codeVersion});
		for (const route of [acceptHeal, refuseHeal])
			expect(await http.fail(route, {params: {...params, healId}})).toMatchObject({
				status: 409,
				body: {details: {reason: 'heal_decided', status: 'accepted'}},
			});
		expect(await rerun()).toMatchObject({status: 'passed', healedSteps: []});
		expect(await charges()).toEqual([-0.2]);
		expect(await list('proposed')).toEqual([]);
	});

	it('make a refused repair a veto of every later run', async () => {
		const {frontend, rerun, list, decide} = await startRepaired();
		await rerun();
		const [{healId} = {healId: ''}] = await list('proposed');
		expect(await decide(refuseHeal, healId)).toMatchObject({status: 200, body: {status: 'refused'}});
		await rerun();
		expect(frontend.jobs.at(-1)?.refusedHeals).toMatchObject([{stepIndex: 1, to: {value: 'Add task'}}]);
	});

	it('know neither the repairs of another test nor unknown ones', async () => {
		const {http, params, rerun, list} = await startRepaired();
		await rerun();
		const [{healId} = {healId: ''}] = await list();
		const other = 'tst_0123456789abcdefghjkmnpqrs';
		const unknown = 'hea_0123456789abcdefghjkmnpqrs';
		for (const wrong of [
			{...params, healId: unknown},
			{testId: other, healId},
		])
			expect(await http.fail(acceptHeal, {params: wrong})).toMatchObject({status: 404});
		expect(await http.fail(listHeals, {params: {testId: other}})).toMatchObject({status: 404});
		expect(await list('proposed')).toHaveLength(1);
	});

	it('see no repair where the caller has turned them off', async () => {
		const {frontend, rerun, list, charges} = await startRepaired();
		expect(await rerun(false)).toMatchObject({creditsCharged: 0.5});
		expect(frontend.jobs.at(-1)?.autoHeal).toBe(false);
		expect(await list()).toEqual([]);
		expect(await charges()).toEqual([]);
	});
});
