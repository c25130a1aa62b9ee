// The API under test of the kill table of cleanup: tokens that live for a second, records below records, and a family with
// an API key of its own. It remembers every DELETE that came without the credential of its family.
import {createServer} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

export const adminKey = 'admin-key-0123456789';
const loginMs = 100;
const deleteMs = 40;

/** Starts the application on loopback. `tokenSeconds`: how long a login lives. */
export async function startApplication({tokenSeconds}) {
	const tokens = new Map();
	const records = new Map();
	const counts = {logins: 0, refused: 0};
	const created = [];
	const bare = [];
	const deleted = new Map();
	let nextId = 1;
	let onDelete = () => {};

	const hasCredential = ({headers}, family) =>
		family === 'admin' ? headers['x-api-key'] !== undefined : /^Bearer ./.test(headers.authorization ?? '');
	const isKnown = ({headers}, family) =>
		family === 'admin'
			? headers['x-api-key'] === adminKey && headers.authorization === undefined
			: (tokens.get((headers.authorization ?? '').slice('Bearer '.length)) ?? 0) > Date.now();

	async function answer(request, path, body) {
		const {method} = request;
		if (path === '/login') {
			await sleep(loginMs);
			const token = `token-${++counts.logins}-of-the-application`;
			tokens.set(token, Date.now() + tokenSeconds * 1000);
			return [200, {access_token: token, expires_in: tokenSeconds}];
		}
		const family = path.split('/')[1];
		if (method === 'DELETE') {
			onDelete();
			if (!hasCredential(request, family)) bare.push(path);
		}
		if (!isKnown(request, family)) {
			counts.refused++;
			return [401, {error: 'log in first'}];
		}
		if (method === 'POST') {
			const record = {...body, id: `${family}-${nextId++}`};
			records.set(`${path}/${record.id}`, record);
			created.push(body.name);
			return [201, record];
		}
		if (method === 'GET') return records.has(path) ? [200, records.get(path)] : [404, {error: 'not found'}];
		await sleep(deleteMs);
		if ([...records.keys()].some(other => other.startsWith(`${path}/`))) return [409, {error: 'not empty'}];
		deleted.set(path, (deleted.get(path) ?? 0) + 1);
		return records.delete(path) ? [204] : [404, {error: 'not found'}];
	}

	const server = createServer(async (request, response) => {
		let text = '';
		for await (const part of request) text += part;
		const [status, value] = await answer(request, request.url.split('?')[0], text ? JSON.parse(text) : {});
		response.writeHead(status, {'content-type': 'application/json'});
		response.end(value === undefined ? '' : JSON.stringify(value));
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		records,
		created,
		bare,
		counts,
		/** Resolves when the next DELETE has come. */
		nextDelete: () =>
			new Promise(resolve => {
				onDelete = resolve;
			}),
		close: () => {
			server.closeAllConnections();
			return new Promise(resolve => server.close(resolve));
		},
	};
}

/** Five tests, each with a user, three orders below it and two notes of the family with the API key. */
export const tests = [0, 1, 2, 3, 4].map(n => ({
	name: `records ${n}`,
	code: `
import requests

def make(path, name):
    answer = requests.post(f"{BASE_URL}{path}", json={"name": name}, headers=__AUTH_HEADERS__, timeout=10)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]

user = make("/users", "user ${n}")
for number in range(3):
    make(f"/users/{user}/orders", f"order ${n} {number}")
for number in range(2):
    make("/admin/notes", f"note ${n} {number}")
`,
}));
export const recordsPerBatch = tests.length * 6;
