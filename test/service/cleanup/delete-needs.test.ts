import {describe, expect, it} from 'vitest';
import {deleteRecords, retryCleanup, startCleanup, updateCleanupSettings} from '../../../contract/routes/cleanup.ts';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {type ApiProject, reasonedFates, startProject} from './clean-up.ts';
import type {Asked, Told} from './start-api.ts';

const python = pythonOfFile();
const gone: Told = [404, {error: 'not found'}];

/** What a document says that a DELETE is sent with. */
const describeDelete = ({database, projectId}: ApiProject, path: string, shape: object) =>
	database
		.updateTable('endpoints')
		.set({request_shape: JSON.stringify(shape)})
		.where('project_id', '=', projectId)
		.where('path', '=', path)
		.execute();

/** Packages that are written with PUT and deleted by their revision, which every change moves on. */
function packages(): {answer: (asked: Asked) => Told; names: () => string[]} {
	const revisions = new Map<string, number>([['canary', 1]]);
	const rev = (name: string) => `${revisions.get(name)}-abc`;
	return {
		names: () => [...revisions.keys()],
		answer({method, path}) {
			const [name = '', word, given] = path.slice(1).split('/').map(decodeURIComponent);
			if (method === 'PUT') {
				revisions.set(name, (revisions.get(name) ?? 0) + 1);
				return [201, {ok: 'created', success: true}, {etag: 'W/"whatever"'}];
			}
			if (!revisions.has(name)) return gone;
			if (method === 'GET' && word === undefined) return [200, {name, _rev: rev(name), versions: {}}];
			if (method !== 'DELETE' || word !== '-rev') return gone;
			if (given !== rev(name)) return [409, {error: 'conflict'}];
			revisions.delete(name);
			return 201;
		},
	};
}

describe('a DELETE by revision', () => {
	it('is sent with the revision that a read of the record shows', async () => {
		const shop = packages();
		const project = await startProject(python(), shop.answer, ['/{package}/-rev/{revision}']);
		// Reading is known to work, and the name was free before.
		await project.add('publishes', ["get('/canary')", "get('/left-pad')", "put('/left-pad', {'name': 'left-pad'})"]);
		const batchId = await project.begin();
		const view = await project.cleaned(batchId);
		expect(project.api.deletes()).toEqual(['DELETE /left-pad/-rev/1-abc 201']);
		expect(reasonedFates(view)).toEqual(['/package left-pad auto']);
		expect(shop.names()).toEqual(['canary']);
		const rows = await project.database
			.selectFrom('calls')
			.select(['url', 'kind', 'run_id'])
			.where('batch_id', '=', batchId)
			.where('kind', '=', 'discovery')
			.execute();
		expect(rows).toContainEqual({url: `${project.api.url}/left-pad`, kind: 'discovery', run_id: null});
	});

	it('is sent again with the present one when the record has changed meanwhile', async () => {
		const shop = packages();
		const project = await startProject(python(), shop.answer, ['/{package}/-rev/{revision}']);
		await project.add('publishes twice', [
			"get('/canary')",
			"get('/left-pad')",
			"put('/left-pad', {'name': 'left-pad'})",
			"get('/left-pad')",
			"put('/left-pad', {'name': 'left-pad', 'description': 'x'})",
		]);
		const view = await project.cleaned(await project.begin());
		expect(project.api.deletes()).toEqual(['DELETE /left-pad/-rev/1-abc 409', 'DELETE /left-pad/-rev/2-abc 201']);
		expect(reasonedFates(view)).toEqual(['/package left-pad auto']);
		expect(shop.names()).toEqual(['canary']);
	});

	it('is not sent when no read tells the revision', async () => {
		const project = await startProject(
			python(),
			({method, path, before}) =>
				method === 'PUT' ? 201 : before === 0 && path !== '/canary' ? gone : [200, {name: path.slice(1)}],
			['/{package}/-rev/{revision}'],
		);
		await project.add('publishes', ["get('/canary')", "get('/left-pad')", "put('/left-pad', {'name': 'left-pad'})"]);
		const view = await project.cleaned(await project.begin());
		expect(project.api.deletes()).toEqual([]);
		expect(view.orphaned).toMatchObject([
			{
				reason: 'handle_missing',
				deletion: {path: '/{package}/-rev/{revision}', url: `${project.api.url}/left-pad/-rev/{revision}`},
			},
		]);
	});
});

describe('a cleanup that asks first', () => {
	it('reads the revision when somebody starts it, and not before', async () => {
		const shop = packages();
		const project = await startProject(python(), shop.answer, ['/{package}/-rev/{revision}']);
		const {projectId} = project;
		await project.call(updateCleanupSettings, {params: {projectId}, body: {mode: 'ask'}});
		await project.add('publishes', ["get('/canary')", "get('/left-pad')", "put('/left-pad', {'name': 'left-pad'})"]);
		const batchId = await project.begin();
		const asked = await project.cleaned(batchId);
		expect(asked).toMatchObject({state: 'asking', progress: {pending: 1, orphaned: 0}});
		expect(project.api.seen.filter(line => line.startsWith('GET /left-pad'))).toEqual(['GET /left-pad 404']);
		await project.call(startCleanup, {params: {batchId}});
		const view = await project.cleaned(batchId);
		expect(project.api.deletes()).toEqual(['DELETE /left-pad/-rev/1-abc 201']);
		expect(reasonedFates(view)).toEqual(['/package left-pad auto']);
		expect(shop.names()).toEqual(['canary']);
	});

	it('says what no read could tell', async () => {
		const answer = ({method, path, before}: Asked): Told => {
			if (method === 'PUT') return 201;
			return before === 0 && path !== '/canary' ? gone : [200, {name: path.slice(1)}];
		};
		const project = await startProject(python(), answer, ['/{package}/-rev/{revision}']);
		const {projectId} = project;
		await project.call(updateCleanupSettings, {params: {projectId}, body: {mode: 'ask'}});
		await project.add('publishes', ["get('/canary')", "get('/left-pad')", "put('/left-pad', {'name': 'left-pad'})"]);
		const batchId = await project.begin();
		expect(await project.cleaned(batchId)).toMatchObject({state: 'asking'});
		await project.call(startCleanup, {params: {batchId}});
		expect(await project.cleaned(batchId)).toMatchObject({
			state: 'failed',
			orphaned: [{reason: 'handle_missing', capturedId: 'left-pad', cleanupTest: null}],
			tests: [],
		});
		expect(project.api.deletes()).toEqual([]);
	});
});

describe('If-Match', () => {
	/** Notes with an ETag; `isAsked`: whether their DELETE demands it. */
	const notes = (etag: string, accepts: (ifMatch: string | undefined) => boolean, shown = true) => {
		let isThere = false;
		return ({method, path, headers}: Asked): Told => {
			if (method === 'POST') {
				isThere = true;
				return [201, {id: 'n-41', text: 'x'}, shown ? {etag} : {}];
			}
			if (path !== '/notes/n-41' || !isThere) return gone;
			if (method === 'GET') return [200, {id: 'n-41', text: 'x'}, {etag}];
			if (!accepts(headers['if-match'])) return headers['if-match'] === undefined ? 428 : 412;
			isThere = false;
			return 204;
		};
	};

	it('is sent at once where an answer has shown the ETag', async () => {
		const project = await startProject(
			python(),
			notes('"v1"', given => given === '"v1"'),
			['/notes/{id}'],
		);
		await project.add('writes', ["post('/notes', {'text': 'x'})"]);
		const view = await project.cleaned(await project.begin());
		expect(project.api.deletes()).toEqual(['DELETE /notes/n-41 204']);
		expect(reasonedFates(view)).toEqual(['/notes n-41 auto']);
	});

	it('is read first where the document asks for it and no answer has shown it', async () => {
		const project = await startProject(
			python(),
			notes('W/"v1"', given => given === 'W/"v1"', false),
			['/notes/{id}'],
		);
		await describeDelete(project, '/notes/{id}', {headers: [{name: 'If-Match', type: 'string', required: true}]});
		await project.add('writes', ["post('/notes', {'text': 'x'})"]);
		const view = await project.cleaned(await project.begin());
		expect(project.api.deletes()).toEqual(['DELETE /notes/n-41 204']);
		expect(reasonedFates(view)).toEqual(['/notes n-41 auto']);
	});

	it('is left out where the API refuses what it has shown', async () => {
		const project = await startProject(
			python(),
			notes('"v1"', given => given === undefined),
			['/notes/{id}'],
		);
		await project.add('writes', ["post('/notes', {'text': 'x'})"]);
		const view = await project.cleaned(await project.begin());
		expect(project.api.deletes()).toEqual(['DELETE /notes/n-41 412', 'DELETE /notes/n-41 204']);
		expect(reasonedFates(view)).toEqual(['/notes n-41 auto']);
	});
});

describe('a handle that only a read confirms', () => {
	/** Links that answer without anything that is plainly their key; `opens`: what a read of each value shows. */
	async function cleaned(opens: Record<string, object>) {
		const project = await startProject(
			python(),
			({method, path}) => {
				const value = path.replace('/links/', '');
				if (method === 'POST') return [201, {title: 'A link', batchCode: 'r-5521', trackingCode: 't-9912'}];
				if (opens[value] === undefined) return gone;
				if (method === 'GET') return [200, opens[value]];
				delete opens[value];
				return 204;
			},
			['/links/{linkId}'],
		);
		await project.add('makes a link', ["post('/links', {'title': 'A link'})"]);
		const view = await project.cleaned(await project.begin());
		return {project, view};
	}

	it('is the only one that shows the record', async () => {
		const {project, view} = await cleaned({
			't-9912': {title: 'A link', trackingCode: 't-9912'},
			canary: {title: 'A link'},
		});
		expect(project.api.deletes()).toEqual(['DELETE /links/t-9912 204']);
		expect(reasonedFates(view)).toEqual(['/links t-9912 auto']);
	});

	it.each([
		[
			'two values open a record',
			{'t-9912': {title: 'A link', trackingCode: 't-9912'}, 'r-5521': {title: 'A link', batchCode: 'r-5521'}},
		],
		['it opens another record', {'r-5521': {title: 'Somebody else', batchCode: 'r-5521'}}],
		['what it opens repeats nothing but the value', {'r-5521': {batchCode: 'r-5521'}}],
		['nothing opens', {}],
	])('is none where %s', async (_what, opens) => {
		const {project, view} = await cleaned(opens);
		expect(project.api.deletes()).toEqual([]);
		expect(view.orphaned).toMatchObject([{reason: 'handle_missing', capturedId: null}]);
		expect(view.orphaned[0]?.considered.map(({field}) => field).sort()).toEqual(['$.batchCode', '$.trackingCode']);
	});
});

describe('a DELETE with a body', () => {
	/** Labels that are deleted by what the body of a DELETE of their collection names. */
	function labels(field: 'ids' | 'name', first: number) {
		const all = new Map<string, string>([['1', 'canary']]);
		const bodies: unknown[] = [];
		let next = first;
		const answer = ({method, path, body}: Asked): Told => {
			if (method === 'POST') {
				const {name} = body as {name: string};
				all.set(String(next), name);
				return [201, {id: next++, name}];
			}
			const id = [...all].find(([key, name]) => path === `/labels/${field === 'ids' ? key : name}`)?.[0];
			if (method === 'GET') return id === undefined ? gone : [200, {id: Number(id), name: all.get(id)}];
			bodies.push(body);
			const given = body as {ids?: unknown[]; name?: string};
			const keys = [...all.keys()].filter(key =>
				field === 'ids' ? given.ids?.includes(Number(key)) : all.get(key) === given.name,
			);
			for (const key of keys) all.delete(key);
			return keys.length > 0 ? 204 : [400, {error: 'which?'}];
		};
		return {answer, bodies, names: () => [...all.values()]};
	}
	const bodyOf = (properties: object, required: string[]) => ({body: {type: 'object', properties, required}});

	it('is left to somebody’s word, because an API that ignores the body would delete everything', async () => {
		const shop = labels('ids', 4711);
		const project = await startProject(python(), shop.answer, ['/labels']);
		const ids = {type: 'array', items: {type: 'integer'}};
		await describeDelete(project, '/labels', bodyOf({ids}, ['ids']));
		await project.add('labels', ["post('/labels', {'name': 'red'})", "post('/labels', {'name': 'blue'})"]);
		const batchId = await project.begin();
		const view = await project.cleaned(batchId);
		expect(shop.bodies).toEqual([]);
		expect(reasonedFates(view)).toEqual([
			'/labels 4711 orphaned shared_address',
			'/labels 4712 orphaned shared_address',
		]);
		expect(view.orphaned.map(({proof}) => proof?.kind)).toEqual(['server_id', 'server_id']);
		expect(view.orphaned.map(({deletion}) => deletion?.body).sort()).toEqual(['{"ids":[4711]}', '{"ids":[4712]}']);
		// A retry is no such word: it names none of them.
		await project.call(retryCleanup, {params: {batchId}});
		expect((await project.cleaned(batchId)).orphaned).toHaveLength(2);
		expect(shop.bodies).toEqual([]);
		const resourceIds = view.orphaned.map(({resourceId}) => resourceId);
		await project.call(deleteRecords, {params: {batchId}, body: {resourceIds}});
		const after = await project.cleaned(batchId);
		// Each in a DELETE of its own.
		expect(shop.bodies).toEqual(expect.arrayContaining([{ids: [4711]}, {ids: [4712]}]));
		expect(shop.bodies).toHaveLength(2);
		expect(shop.names()).toEqual(['canary']);
		expect(reasonedFates(after)).toEqual(['/labels 4711 auto', '/labels 4712 auto']);
	});

	it('is not sent for a name that may have been there before', async () => {
		const shop = labels('name', 5);
		const project = await startProject(python(), shop.answer, ['/labels']);
		await describeDelete(project, '/labels', bodyOf({name: {type: 'string'}}, ['name']));
		await project.add('labels', [
			"get('/labels/canary')",
			"get('/labels/red')",
			"post('/labels', {'name': 'red'})",
			"post('/labels', {'name': 'green'})",
		]);
		const view = await project.cleaned(await project.begin());
		expect(shop.bodies).toEqual([]);
		expect(reasonedFates(view)).toEqual([
			'/labels green orphaned may_have_existed',
			'/labels red orphaned shared_address',
		]);
	});

	it('is not sent when the body cannot name the record', async () => {
		const shop = labels('ids', 4711);
		const project = await startProject(python(), shop.answer, ['/labels']);
		await describeDelete(
			project,
			'/labels',
			bodyOf({ids: {type: 'array', items: {type: 'integer'}}, why: {type: 'string'}}, ['ids', 'why']),
		);
		await project.add('labels', ["post('/labels', {'name': 'red'})"]);
		const view = await project.cleaned(await project.begin());
		expect(shop.bodies).toEqual([]);
		expect(view.orphaned).toMatchObject([{note: 'its DELETE needs a body that names what to take away: why'}]);
	});

	it('is not sent when it names what many records share', async () => {
		const project = await startProject(
			python(),
			({method, body}) => (method === 'POST' ? [201, {id: 4711, ...(body as object)}] : method === 'GET' ? gone : 204),
			['/labels'],
		);
		await describeDelete(project, '/labels', bodyOf({postId: {type: 'string'}}, ['postId']));
		await project.add('labels', ["post('/labels', {'postId': 'p-1', 'text': 'x'})"]);
		const view = await project.cleaned(await project.begin());
		expect(project.api.deletes()).toEqual([]);
		expect(view.orphaned).toHaveLength(1);
	});
});
