import {describe, expect, it} from 'vitest';
import {getAutoAuth, putAutoAuth} from '../../../contract/routes/authentication.ts';
import {listBatchCalls} from '../../../contract/routes/calls.ts';
import {startProject} from '../cleanup/clean-up.ts';
import type {Asked, Told} from '../cleanup/start-api.ts';
import {pythonOfFile} from '../../helpers/python-of-file.ts';

const python = pythonOfFile();

/**
 * An API with sessions: its login answers with two cookies and no body, and every change needs the second one again in a
 * header. A session is good for so many calls; what comes without one is refused as the option says.
 */
function sessionApi({goodFor, refusal}: {goodFor: (nth: number) => number; refusal: Told}) {
	const sessions = new Map<string, number>();
	const records = new Set<string>();
	const bare: string[] = [];
	let logins = 0;
	let made = 0;
	const answer = ({method, path, headers}: Asked): Told => {
		if (path === '/login') {
			const [sid, csrf] = [`session-${++logins}-0123456789`, `forgery-${logins}-0123456789`];
			sessions.set(`sid=${sid}; csrftoken=${csrf}`, goodFor(logins));
			return [204, undefined, {'set-cookie': [`sid=${sid}; HttpOnly; Path=/`, `csrftoken=${csrf}; Path=/`]}];
		}
		const cookie = headers.cookie ?? '';
		const left = sessions.get(cookie) ?? 0;
		if (method === 'DELETE' && cookie === '') bare.push(path);
		if (left === 0) return refusal;
		sessions.set(cookie, left - 1);
		const isSafe = method === 'GET' || headers['x-csrftoken'] === /csrftoken=(.*)$/.exec(cookie)?.[1];
		if (!isSafe) return [400, {error: 'forged'}];
		if (method === 'POST') {
			records.add(`/things/${++made}`);
			return [201, {id: made}];
		}
		if (method === 'DELETE') return records.delete(path) ? 204 : 404;
		return records.has(path) ? [200, {id: Number(path.split('/').at(-1))}] : 404;
	};
	return {answer, records, bare, logins: () => logins};
}

const make = `
import requests
session = requests.Session()
session.headers.update(__AUTH_HEADERS__)
for _ in range(6):
    answer = session.post(BASE_URL + "/things", json={})
    assert answer.status_code == 201, answer.text
`;

describe('a login that answers by cookies only', () => {
	it.each<[how: string, refusal: Told, goodFor: (nth: number) => number]>([
		// The second session is the one of the batch: it ends while the test runs.
		['401', 401, nth => (nth === 2 ? 5 : 12)],
		// Only the sweep takes these for a session that has ended: the tests are given one that lasts for them.
		['403', [403, {error: 'forbidden'}], () => 11],
		['a redirect to the login', [302, undefined, {location: '/login?next=/things'}], () => 11],
	])('serves tests and the sweep, also when its session ends with %s', async (_how, refusal, goodFor) => {
		const api = sessionApi({goodFor, refusal});
		const project = await startProject(python(), api.answer, ['/things/{id}']);
		const params = {projectId: project.projectId};
		const saved = await project.call(putAutoAuth, {
			params,
			body: {
				method: 'password',
				inject: 'cookie',
				loginUrl: `${project.api.url}/login`,
				username: 'ann',
				password: 'correct-horse-battery',
			},
		});
		expect(saved.body).toMatchObject({enabled: true, inject: 'cookie', health: 'verified'});
		expect((await project.call(getAutoAuth, {params})).body.injectKey).toBeNull();
		await project.add('makes things', [make]);
		const batchId = await project.begin();
		const view = await project.cleaned(batchId);
		expect(view).toMatchObject({state: 'done', progress: {captured: 6, cleaned: 6}});
		expect([api.records.size, api.bare]).toEqual([0, []]);
		expect(api.logins()).toBeGreaterThan(2);
		const stored = JSON.stringify(await project.database.selectFrom('calls').selectAll().execute());
		const calls = JSON.stringify((await project.call(listBatchCalls, {params: {batchId}})).body);
		for (const text of [stored, calls, project.log.join('')]) expect(text).not.toMatch(/session-\d|forgery-\d/);
	});
});
