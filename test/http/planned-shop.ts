import type {Generation} from '../../contract/generation.ts';
import type {Plan, PlanRow} from '../../contract/plan.ts';
import {discoverEndpoints, getDiscovery} from '../../contract/routes/discovery.ts';
import {generateTests, getGeneration} from '../../contract/routes/generations.ts';
import {generatePlan, getPlan} from '../../contract/routes/plans.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {shopDocument} from '../../demo/shop/document.ts';
import {operations} from '../../demo/shop/resources/index.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';
import {uploadDocument} from './upload-document.ts';

/** The latest plan when it is made. */
export async function planned(http: HttpUnderTest, params: {projectId: string}): Promise<Plan> {
	for (let since = 0; ; ) {
		const {body} = await http.call(getPlan, {params, query: {since, waitSeconds: 5}});
		if (body.status !== 'generating') return (await http.call(getPlan, {params})).body;
		since = body.version;
	}
}

/** A project whose plan covers the part of the demo shop below these paths. */
export async function plannedShop(paths: RegExp, options: Parameters<typeof startHttp>[0] = {}) {
	const http = await startHttp(options);
	const {body} = await http.call(createProject, {
		body: {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:9'},
	});
	const params = {projectId: body.id};
	const document = JSON.stringify(shopDocument(operations.filter(({path}) => paths.test(path))));
	await uploadDocument(http, params.projectId, document);
	await http.call(discoverEndpoints, {params, body: {probe: false}});
	for (let since = 0; ; ) {
		const {body: discovery} = await http.call(getDiscovery, {params, query: {since, waitSeconds: 5}});
		if (discovery.finishedAt !== null) break;
		since = discovery.version;
	}
	await http.call(generatePlan, {params});
	const plan = await planned(http, params);
	const row = (title: string): PlanRow => {
		const found = plan.proposals.find(one => one.title === title);
		if (!found) throw new Error(`no row "${title}" among ${plan.proposals.map(one => one.title).join(', ')}`);
		return found;
	};

	/** Makes tests of rows; the plan is locked then. */
	async function generated(rowIds: string[]): Promise<Generation> {
		const {body: ticket} = await http.call(generateTests, {params, body: {rowIds}});
		const at = {generationId: ticket.generationId};
		for (let since = 0; ; ) {
			const {body: generation} = await http.call(getGeneration, {params: at, query: {since, waitSeconds: 5}});
			if (generation.finishedAt !== null) return (await http.call(getGeneration, {params: at})).body;
			since = generation.version;
		}
	}

	return {http, params, plan, row, generated, again: () => planned(http, params)};
}
