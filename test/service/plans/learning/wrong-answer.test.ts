import {expect, it} from 'vitest';
import {discoverEndpoints, getDiscovery} from '../../../../contract/routes/discovery.ts';
import {failFinding, reopenFinding} from '../../../../contract/routes/findings.ts';
import {factsOfFinding} from '../../../../service/store/findings/decide-finding.ts';
import {reportDeviations} from '../../../../service/store/findings/report-deviations.ts';
import {createIds} from '../../../../service/store/ids.ts';
import {wrongAnswers} from '../../../../service/store/findings/wrong-answers.ts';
import {readPlanInput} from '../../../../service/store/plans/read-plan-input.ts';
import {planEndpoint} from '../../../../service/plans/model/stored-endpoint.ts';
import {createProject} from '../../../../contract/routes/projects.ts';
import {startHttp} from '../../../http/start-http.ts';
import {uploadDocument} from '../../../http/upload-document.ts';

const said = {type: 'object', properties: {rate: {type: 'number'}}};
const seen = {type: 'object', properties: {rate: {type: 'string'}}};

async function withSeen(kind: 'shape' | 'status', status: string) {
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Desk'}});
	const params = {projectId: project.id};
	const response = {description: 'It', content: {'application/json': {schema: said}}};
	await uploadDocument(
		http,
		project.id,
		JSON.stringify({
			openapi: '3.0.3',
			info: {title: 'Desk', version: '1'},
			paths: {'/asset': {get: {responses: {200: response}}}, '/price': {get: {responses: {200: response}}}},
		}),
	);
	await http.call(discoverEndpoints, {params, body: {probe: false}});
	for (let since = 0; ; ) {
		const {body} = await http.call(getDiscovery, {params, query: {since, waitSeconds: 5}});
		if (body.finishedAt !== null) break;
		since = body.version;
	}
	const observed = {status, contentType: 'application/json', schema: seen, headers: []};
	await http.database
		.updateTable('endpoints')
		.set({observed: JSON.stringify([observed])})
		.where('project_id', '=', project.id)
		.execute();
	const answers = async () =>
		(await readPlanInput(http.database, project.id)).endpoints.map(one => planEndpoint(one).answers);
	const {endpoints} = await readPlanInput(http.database, project.id);
	const endpointId = endpoints.find(({path}) => path === '/asset')!.id;
	const deviation = {endpointId, kind, difference: 'differs', document: null, observed: 'differs', evidence: []};
	await reportDeviations(
		http.database,
		project.id,
		{looks: [], deviations: [{...deviation, facts: {answer: {...observed, headers: []}, insteadOf: '200'}}]},
		{newId: createIds(() => 1), now: 1},
	);
	const finding = await http.database.selectFrom('findings').selectAll().executeTakeFirstOrThrow();
	return {http, project, answers, finding, at: {params: {...params, findingId: finding.id}}};
}

it('a shape that is said to be wrong is still known, and the document is what tests expect of that endpoint alone', async () => {
	const {http, answers, at} = await withSeen('shape', '200');
	expect((await answers()).map(([one]) => one?.wanted)).toEqual([undefined, undefined]);
	await http.call(failFinding, at);
	const [asset, price] = await answers();
	expect(asset![0]).toMatchObject({schema: seen, wanted: said});
	expect(price![0]?.wanted).toBeUndefined();
	await http.call(reopenFinding, at);
	expect((await answers())[0]![0]?.wanted).toBeUndefined();
});

it('a status that is said to be wrong is no answer of the endpoint', async () => {
	const {http, answers, at} = await withSeen('status', '202');
	expect((await answers()).map(list => list.map(({status}) => status))).toEqual([
		['200', '202'],
		['200', '202'],
	]);
	await http.call(failFinding, at);
	expect((await answers()).map(list => list.map(({status}) => status))).toEqual([['200'], ['200', '202']]);
});

it('a finding is read as failing before it is', async () => {
	const {http, project, finding} = await withSeen('shape', '200');
	expect(await factsOfFinding(http.database, finding)).toHaveLength(1);
	expect((await wrongAnswers(http.database, project.id)).size).toBe(0);
	expect((await wrongAnswers(http.database, project.id, finding.id)).size).toBe(1);
});
