import {type acceptHeal, listHeals, type refuseHeal} from '../../contract/routes/heals.ts';
import {listLedger} from '../../contract/routes/ledger.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {rerunTest} from '../../contract/routes/reruns.ts';
import {getRun, triggerRun} from '../../contract/routes/runs.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {startHttp} from '../http/start-http.ts';
import {buttonNamed, fingerprintNamed, outcomeOf, scriptedFrontend, scriptOf, stepOf} from './scripted-frontend.ts';

const steps = ['click Add', 'click Save'].map(description => ({type: 'action' as const, description}));

/** A real service with a plan that was repaired, and a browser that is scripted. A first pass clicks "Add"; reruns click "Add task" in its place. */
export async function startRepaired() {
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
	return {http, frontend, projectId, params, rerun, list, decide, charges};
}
