import {describe, expect, it} from 'vitest';
import {putCredential} from '../../../contract/routes/authentication.ts';
import {listBatchCalls} from '../../../contract/routes/calls.ts';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {type ApiProject, reasonedFates, startProject} from './clean-up.ts';
import type {Asked, Told} from './start-api.ts';

const python = pythonOfFile();

/** An API whose records belong to the session that made them; a change wants its token against forgery in a header. */
function deskApi() {
	const sessions = new Set<string>();
	const owners = new Map<string, string>();
	let made = 0;
	const answer = ({method, path, headers}: Asked): Told => {
		if (path === '/login') {
			const session = `desk-session-${sessions.size + 1}-0123456789`;
			sessions.add(session);
			const cookie = [`lang=en; Path=/`, `desk=${session}; HttpOnly; Path=/`];
			return [200, {ok: true}, {'set-cookie': cookie, 'x-csrf-token': `forgery-${session}`}];
		}
		const session = /desk=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
		if (!sessions.has(session)) return headers.authorization === 'Bearer of-the-project' ? 403 : 401;
		if (path === '/logout') return sessions.delete(session) ? 204 : 401;
		if (method !== 'GET' && headers['x-csrf-token'] !== `forgery-${session}`) return [403, {error: 'forged'}];
		if (method === 'POST') {
			owners.set(`/notes/${++made}`, session);
			return [201, {id: made}];
		}
		if (owners.get(path) !== session) return 404;
		if (method !== 'DELETE') return [200, {id: Number(path.split('/').at(-1))}];
		owners.delete(path);
		return 204;
	};
	return {answer, owners};
}

const working = (end = '') => [
	`
import requests
desk = requests.Session()
login = desk.post(BASE_URL + "/login", json={"user": "ada", "password": "a-secret-of-ada"})
desk.headers["X-CSRF-Token"] = login.headers["X-CSRF-Token"]
assert desk.post(BASE_URL + "/notes", json={}).status_code == 201
${end}`,
];

/** Nothing of the sessions lies in the store or is shown. */
async function expectHidden(project: ApiProject, batchId: string) {
	const rows = await project.database.selectFrom('calls').selectAll().where('batch_id', '=', batchId).execute();
	const resources = await project.database.selectFrom('cleanup_resources').selectAll().execute();
	expect(JSON.stringify([rows, resources])).not.toMatch(/desk-session|forgery-/);
	const {body: listed} = await project.call(listBatchCalls, {params: {batchId}, query: {}});
	expect(JSON.stringify(listed)).not.toMatch(/desk-session|forgery-|~~sealed/);
}

describe('a session that only the test had', () => {
	it('deletes what was made in it, with its cookie and its token against forgery', async () => {
		const {answer, owners} = deskApi();
		const project = await startProject(python(), answer, ['/notes/{id}']);
		await project.add('writes a note', working());
		await project.add('writes another', working());
		const batchId = await project.begin();
		expect(reasonedFates(await project.cleaned(batchId))).toEqual(['/notes 1 auto', '/notes 2 auto']);
		expect(owners.size).toBe(0);
		await expectHidden(project, batchId);
	});

	it('comes before the credential of the project', async () => {
		const {answer, owners} = deskApi();
		const project = await startProject(python(), answer, ['/notes/{id}']);
		const {projectId} = project;
		await project.call(putCredential, {
			params: {projectId},
			body: {authType: 'Bearer token', credential: 'of-the-project'},
		});
		await project.add('writes a note', working());
		expect(reasonedFates(await project.cleaned(await project.begin()))).toEqual(['/notes 1 auto']);
		expect(owners.size).toBe(0);
	});

	it('that has ended leaves its records listed, with the reason', async () => {
		const {answer, owners} = deskApi();
		const project = await startProject(python(), answer, ['/notes/{id}']);
		await project.add('writes a note and leaves', working('desk.post(BASE_URL + "/logout")'));
		const view = await project.cleaned(await project.begin());
		expect(reasonedFates(view)).toEqual(['/notes 1 orphaned no_credential']);
		expect(view.orphaned[0]?.note).toContain('the API refuses the session of the test that made the record');
		expect(owners.size).toBe(1);
	});
});
