import {expect, it} from 'vitest';
import {createEndpoint, listEndpoints} from '../../contract/routes/endpoints.ts';
import {
	acceptFinding,
	failFinding,
	getFinding,
	listFindings,
	muteFinding,
	reopenFinding,
} from '../../contract/routes/findings.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {
	type DeviationReport,
	reportDeviations,
	type SeenDeviation,
} from '../../service/store/findings/report-deviations.ts';
import {createIds} from '../../service/store/ids.ts';
import {startHttp} from './start-http.ts';

async function withEndpoints(count = 2) {
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
	const params = {projectId: project.id};
	const ids: string[] = [];
	for (let number = 0; number < count; number++) {
		const body = {method: 'GET' as const, path: `/things/${number}`};
		ids.push((await http.call(createEndpoint, {params, body})).body.endpointId);
	}
	const clock = {now: 1_800_000_000_000};
	const newId = createIds(() => clock.now);
	return {
		http,
		params,
		ids,
		clock,
		report: (report: DeviationReport) => reportDeviations(http.database, project.id, report, {newId, now: clock.now}),
		findings: async (query = {}) => (await http.call(listFindings, {params, query})).body.items,
		endpoint: async (id: string) =>
			(await http.call(listEndpoints, {params})).body.items.find(({endpointId}) => endpointId === id)!,
	};
}

const status = (endpointId: string): SeenDeviation => ({
	endpointId,
	kind: 'status',
	difference: '200 documented, 206 answered',
	document: '200',
	observed: '206',
	facts: {
		answer: {status: '206', contentType: 'application/json', schema: {type: 'array'}, headers: []},
		insteadOf: '200',
	},
	evidence: [{callId: 'cal_1', runId: null}],
});

it('a difference is listed once, keeps its id, is gone when it is not seen again, and comes back as it was', async () => {
	const {ids, clock, http, params, report, findings, endpoint} = await withEndpoints();
	const [first] = ids as [string, string];
	const looks = ids.map(endpointId => ({endpointId, kind: 'status' as const}));
	await report({looks, deviations: [status(first)]});
	clock.now += 1000;
	await report({looks, deviations: [status(first)]});
	const [finding, ...others] = await findings();
	expect(others).toEqual([]);
	expect(finding).toMatchObject({
		kind: 'status',
		scope: 'endpoint',
		endpointIds: [first],
		count: 1,
		title: 'GET /things/0: 200 documented, 206 answered',
		document: '200',
		observed: '206',
		evidence: [{callId: 'cal_1', runId: null}],
		state: 'open',
		changeSetId: null,
		firstSeenAt: '2027-01-15T08:00:00.000Z',
		lastSeenAt: '2027-01-15T08:00:01.000Z',
	});
	expect((await endpoint(first)).drift).toEqual([finding?.title]);

	const one = {params: {...params, findingId: finding!.findingId}};
	expect((await http.call(muteFinding, one)).body.state).toBe('muted');
	expect((await endpoint(first)).drift).toEqual([]);
	await report({looks, deviations: []});
	expect((await http.call(getFinding, one)).body.state).toBe('gone');
	expect((await http.fail(acceptFinding, one)).body).toMatchObject({
		code: 'CONFLICT',
		details: {reason: 'finding_gone'},
	});
	await report({looks, deviations: [status(first)]});
	expect((await http.call(getFinding, one)).body.state).toBe('muted');
});

it('what was not looked at again stays', async () => {
	const {ids, report, findings} = await withEndpoints();
	const [first, second] = ids as [string, string];
	await report({looks: [{endpointId: first, kind: 'status'}], deviations: [status(first)]});
	await report({looks: [{endpointId: second, kind: 'status'}], deviations: [status(second)]});
	expect((await findings({state: 'open'})).flatMap(({endpointIds}) => endpointIds)).toEqual([first, second]);
	expect(await findings({endpointId: second})).toHaveLength(1);
	expect(await findings({kind: 'shape'})).toEqual([]);
});

it('accepting makes what was observed the shape of the endpoint; reopening takes it back', async () => {
	const {ids, http, params, report, findings, endpoint} = await withEndpoints();
	const [first] = ids as [string];
	await http.database
		.updateTable('endpoints')
		.set({response_shape: JSON.stringify({statuses: [200, 404], body: {type: 'object'}, observed: false})})
		.where('id', '=', first)
		.execute();
	await report({looks: [{endpointId: first, kind: 'status'}], deviations: [status(first)]});
	const [finding] = await findings();
	const one = {params: {...params, findingId: finding!.findingId}};
	expect((await http.call(acceptFinding, one)).body.state).toBe('accepted');
	expect(await endpoint(first)).toMatchObject({
		drift: [],
		responseShape: {statuses: [206, 404], body: {type: 'array'}, observed: true},
	});
	expect((await http.call(reopenFinding, one)).body.state).toBe('open');
	expect((await endpoint(first)).responseShape).toMatchObject({statuses: [200], observed: false});
	expect((await http.call(failFinding, one)).body.state).toBe('failing');
	expect((await endpoint(first)).drift).toHaveLength(1);
});

it('what no API is right to do is not accepted, and what needs a plan says so', async () => {
	const {ids, http, params, report, findings} = await withEndpoints();
	const [first] = ids as [string];
	const bare = {endpointId: first, document: null, facts: {}, evidence: []};
	await report({
		looks: [],
		deviations: [
			{...bare, kind: 'server_error', difference: 'answers 500', observed: '500'},
			{...bare, kind: 'input_accepted', difference: 'accepts a negative price', observed: '201'},
		],
	});
	const byKind = new Map((await findings()).map(({kind, findingId}) => [kind, findingId]));
	const fail = async (kind: string) =>
		(await http.fail(acceptFinding, {params: {...params, findingId: byKind.get(kind)!}})).body;
	expect(await fail('server_error')).toMatchObject({
		code: 'CONFLICT',
		details: {reason: 'finding_not_acceptable'},
		nextAction: expect.stringContaining('svc finding mute'),
	});
	expect(await fail('input_accepted')).toMatchObject({code: 'PRECONDITION_FAILED', details: {reason: 'no_plan'}});
	expect((await http.fail(getFinding, {params: {...params, findingId: 'fnd_none'}})).body).toMatchObject({
		code: 'NOT_FOUND',
		details: {resource: 'finding'},
	});
});

it('a list goes on behind its last finding', async () => {
	const {ids, http, params, report} = await withEndpoints(3);
	await report({looks: ids.map(endpointId => ({endpointId, kind: 'status'})), deviations: ids.map(status)});
	const first = (await http.call(listFindings, {params, query: {pageSize: 2}})).body;
	const second = (await http.call(listFindings, {params, query: {pageSize: 2, cursor: first.nextToken!}})).body;
	expect([...first.items, ...second.items].flatMap(({endpointIds}) => endpointIds)).toEqual(ids);
	expect(second.nextToken).toBe(null);
});
