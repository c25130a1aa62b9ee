import type {Batch} from '../../../../contract/batch.ts';
import {expect, vi} from 'vitest';
import type {ChangeSet} from '../../../../contract/change-set.ts';
import type {Finding} from '../../../../contract/finding.ts';
import {getBatch, runBatch} from '../../../../contract/routes/batches.ts';
import {getChangeSet, listChangeSets, settlePlan} from '../../../../contract/routes/change-sets.ts';
import {discoverEndpoints, getDiscovery} from '../../../../contract/routes/discovery.ts';
import {listFindings} from '../../../../contract/routes/findings.ts';
import {generateTests, getGeneration} from '../../../../contract/routes/generations.ts';
import {generatePlan, getPlan} from '../../../../contract/routes/plans.ts';
import {putCredential} from '../../../../contract/routes/authentication.ts';
import {createProject} from '../../../../contract/routes/projects.ts';
import type {Runner} from '../../../../service/runners/runner.ts';
import {startHttp} from '../../../http/start-http.ts';
import {uploadDocument} from '../../../http/upload-document.ts';

/** A service with generated tests of an API, which real Python runs against it. */
export async function startLearning(python: Runner, url: string, document: object, credential: string | null = null) {
	const http = await startHttp({backendRunner: python});
	const {body} = await http.call(createProject, {body: {type: 'backend', name: 'API', targetUrl: url}});
	const params = {projectId: body.id};
	if (credential !== null) await http.call(putCredential, {params, body: {authType: 'Bearer token', credential}});
	await uploadDocument(http, params.projectId, JSON.stringify(document));
	await http.call(discoverEndpoints, {params, body: {probe: false}});
	for (let since = 0; ; ) {
		const {body: discovery} = await http.call(getDiscovery, {params, query: {since, waitSeconds: 5}});
		if (discovery.finishedAt !== null) break;
		since = discovery.version;
	}
	await http.call(generatePlan, {params});
	for (let since = 0; ; ) {
		const {body: plan} = await http.call(getPlan, {params, query: {since, waitSeconds: 5}});
		if (plan.status !== 'generating') break;
		since = plan.version;
	}
	const {body: ticket} = await http.call(generateTests, {params});
	for (let since = 0; ; ) {
		const {body: generation} = await http.call(getGeneration, {
			params: {generationId: ticket.generationId},
			query: {since, waitSeconds: 5},
		});
		if (generation.finishedAt !== null) break;
		since = generation.version;
	}

	/** Runs every test to the end of its batch. */
	async function run(): Promise<Batch> {
		const {body: started} = await http.call(runBatch, {body: params});
		for (let since = 0; ; ) {
			const {body: batch} = await http.call(getBatch, {
				params: {batchId: started.batchId!},
				query: {since, waitSeconds: 5},
			});
			if (batch.phase === 'done') return (await http.call(getBatch, {params: {batchId: started.batchId!}})).body;
			since = batch.version;
		}
	}
	/** Settles what was refused, to its end. */
	async function settle(apply = true): Promise<ChangeSet> {
		let {body: set} = await http.call(settlePlan, {params, body: {apply}});
		while (set.status === 'drafting')
			({body: set} = await http.call(getChangeSet, {
				params: {...params, changeSetId: set.changeSetId},
				query: {since: set.version, waitSeconds: 5},
			}));
		return set;
	}
	const findings = async (): Promise<Finding[]> =>
		(await http.call(listFindings, {params, query: {pageSize: 100}})).body.items;

	/** Change sets of learning, newest first, when everything that has ended is taken over. */
	async function learned(): Promise<ChangeSet[]> {
		await vi.waitFor(async () => {
			const open = await http.database.selectFrom('batches').select('id').where('learned', '=', 0).execute();
			expect(open).toEqual([]);
		}, 20_000);
		const {body: page} = await http.call(listChangeSets, {params, query: {pageSize: 100}});
		return page.items.filter(({source}) => source === 'learned');
	}
	/** Source texts of the tests by their names. */
	async function codes(): Promise<Map<string, string>> {
		const rows = await http.database.selectFrom('tests').select(['name', 'code']).execute();
		return new Map(rows.map(({name, code}) => [name, code ?? '']));
	}
	return {http, params, run, settle, findings, learned, codes};
}

/** Tests that are red, by name with their reason. */
export const redOf = ({members}: Batch): string[] =>
	members.flatMap(({name, status, error}) => (status === 'passed' ? [] : [`${name}: ${status} ${error ?? ''}`]));

export const titlesOf = (findings: readonly Finding[], state = 'open'): string[] =>
	findings.flatMap(one => (one.state === state ? [one.title] : [])).sort();
