import {describe, expect, it} from 'vitest';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {listBatchCalls} from '../../../contract/routes/calls.ts';
import {updateCleanupSettings} from '../../../contract/routes/cleanup.ts';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {startProject} from './clean-up.ts';

const python = pythonOfFile();

/** Named tags, by PUT and by POST; two of them stood there before. The answers do not tell what is new. */
async function tagsApi() {
	const there = new Set(['canary', 'old']);
	const project = await startProject(
		python(),
		({method, path, body}) => {
			const name = path.split('/')[2] ?? (body as {name?: string} | undefined)?.name ?? '';
			if (method === 'DELETE') return there.delete(name) ? 204 : 404;
			if (method === 'GET') return there.has(name) ? [200, {name}] : [404, {error: 'no such tag'}];
			there.add(name);
			return [200, {name}];
		},
		['/tags/{name}'],
	);
	const params = {projectId: project.projectId};
	const endpoint = (method: 'GET' | 'PUT' | 'POST', path: string) =>
		project.call(createEndpoint, {params, body: {method, path}});
	await endpoint('GET', '/tags/{name}');
	await endpoint('PUT', '/tags/{name}');
	await endpoint('POST', '/tags');
	await project.add('takes names', [
		"assert put('/tags/fresh', {})[0] == 200",
		"assert put('/tags/canary', {})[0] == 200",
		"assert post('/tags', {'name': 'posted'})[0] == 200",
		"assert post('/tags', {'name': 'old'})[0] == 200",
	]);
	return {project, params, there};
}

describe('a project that reads names before its tests take them', () => {
	it('deletes what was free, and touches nothing that stood there', async () => {
		const {project, params, there} = await tagsApi();
		await project.call(updateCleanupSettings, {params, body: {readBefore: true}});
		const batchId = await project.begin();
		const view = await project.cleaned(batchId);
		expect(view.cleanedUp.map(({capturedId, proof}) => [capturedId, proof?.kind])).toEqual([
			['fresh', 'absent_before'],
			['posted', 'absent_before'],
		]);
		// The read has shown that they were there: each write is accounted for as one that made nothing.
		expect(view.orphaned).toEqual([]);
		expect((view.calls ?? []).map(({method, path, reason}) => `${method} ${path} ${reason}`).sort()).toEqual([
			'POST /tags known_record',
			'PUT /tags/canary known_record',
		]);
		expect([...there].sort()).toEqual(['canary', 'old']);

		const {body: calls} = await project.call(listBatchCalls, {params: {batchId}, query: {}});
		const reads = calls.items.find(({groupKey}) => groupKey === 'GET /tags/{name}')!;
		expect(reads).toMatchObject({calls: 0, passed: 0, failed: 0, items: []});
		const own = reads.other.items.filter(({runId}) => runId !== null);
		expect(own.map(({kind, url, status}) => `${kind} ${url.slice(project.api.url.length)} ${status}`)).toEqual([
			'discovery /tags/fresh 404',
			'discovery /tags/canary 200',
			'discovery /tags/posted 404',
			'discovery /tags/old 200',
		]);
	});

	it('does not read and does not delete them when it is off', async () => {
		const {project, there} = await tagsApi();
		const view = await project.cleaned(await project.begin());
		expect(view.cleanedUp).toEqual([]);
		expect(project.api.deletes()).toEqual([]);
		expect(project.api.seen.indexOf('PUT /tags/fresh 200')).toBe(0);
		expect([...there].sort()).toEqual(['canary', 'fresh', 'old', 'posted']);
	});
});
