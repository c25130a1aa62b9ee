import process from 'node:process';
import {ask, note} from './api.mjs';

const headers = 'headers=__AUTH_HEADERS__, timeout=30';
const kinds = ['roles', 'policies', 'folders', 'flows', 'dashboards', 'panels', 'presets', 'users', 'items/notes'];
const post = (path, body, more = '') => `
import uuid
import requests
mark = uuid.uuid4().hex[:8]
made = requests.post(f"{BASE_URL}${path}", json=${body}, ${headers})
assert made.status_code == 200, made.text
${more}
`;

/** @param port the one that `start.sh` gives it: 8055, or 8056 with tokens of five seconds */
export function directus(port) {
	const url = process.env.SVC_TARGET_URL ?? `http://127.0.0.1:${port}`;
	const credentials = {email: 'admin@example.com', password: 'Passw0rd!'};
	const logIn = async () => (await ask(url, 'POST', '/auth/login', {body: credentials})).data.access_token;
	return {
		url,
		async canaries() {
			const token = await logIn();
			const id = {field: 'id', type: 'integer', schema: {is_primary_key: true, has_auto_increment: true}, meta: {}};
			const text = {field: 'text', type: 'string', schema: {}, meta: {}};
			const collection = {collection: 'notes', schema: {}, meta: {}, fields: [id, text]};
			await ask(url, 'POST', '/collections', {token, body: collection, accept: [400]});
			const put = (path, body) => ask(url, 'POST', path, {token, body, accept: [400]});
			await put('/roles', {name: 'kept by hand'});
			await put('/folders', {name: 'kept by hand'});
			await put('/items/notes', [{text: 'kept'}, {text: 'kept as well'}]);
			await put('/flows', {name: 'kept', trigger: 'manual', status: 'inactive', options: {}});
			await put('/users', {email: `kept-${Date.now()}@example.com`});
			await put('/dashboards', {name: 'kept'});
		},
		async snapshot() {
			const token = await logIn();
			const snapshot = new Map();
			for (const kind of kinds)
				note(
					snapshot,
					kind,
					(await ask(url, 'GET', `/${kind}?limit=-1`, {token})).data,
					({id}) => id,
					// When somebody was here last is no change of theirs.
					({last_access, last_page, ...rest}) => rest,
				);
			const fields = (await ask(url, 'GET', '/collections', {token})).data;
			note(
				snapshot,
				'collections',
				fields.filter(one => !one.collection.startsWith('directus_')),
				one => one.collection,
				one => one.collection,
			);
			return snapshot;
		},
		document: async () => ask(url, 'GET', '/server/specs/oas', {token: await logIn()}),
		autoAuth: {
			method: 'password',
			inject: 'bearer',
			loginUrl: '/auth/login',
			loginBodyTemplate: '{"email": "{{username}}", "password": "{{password}}"}',
			username: credentials.email,
			password: credentials.password,
			tokenPath: '$.data.access_token',
		},
		tests: [
			{
				name: 'Makes a role',
				produces: ['role_id'],
				code: post('/roles', '{"name": f"try {mark}"}', 'produce("role_id", made.json()["data"]["id"])'),
			},
			{
				name: 'Makes a user with the role',
				consumes: ['role_id'],
				code: post('/users', '{"email": f"{mark}@example.com", "password": "a trial", "role": role_id}'),
			},
			{name: 'Makes a folder', code: post('/folders', '{"name": f"try {mark}"}')},
			{name: 'Makes a policy', code: post('/policies', '{"name": f"try {mark}", "icon": "badge"}')},
			{
				name: 'Makes a dashboard with a panel',
				code: `${post('/dashboards', '{"name": f"try {mark}"}')}
panel = requests.post(f"{BASE_URL}/panels", json={"dashboard": made.json()["data"]["id"], "type": "label", "position_x": 1, "position_y": 1, "width": 4, "height": 4}, ${headers})
assert panel.status_code == 200, panel.text
`,
			},
			{
				name: 'Makes a flow',
				code: post('/flows', '{"name": f"try {mark}", "trigger": "manual", "status": "inactive", "options": {}}'),
			},
			{name: 'Makes a preset', code: post('/presets', '{"collection": "notes", "bookmark": f"try {mark}"}')},
			{name: 'Writes a note', code: post('/items/notes', '{"text": f"try {mark}"}')},
			{name: 'Writes notes in bulk', code: post('/items/notes', '[{"text": f"one {mark}"}, {"text": f"two {mark}"}]')},
			{
				name: 'Makes a collection with a note',
				code: `${post('/collections', '{"collection": f"try_{mark}", "schema": {}, "meta": {}, "fields": [{"field": "id", "type": "integer", "schema": {"is_primary_key": True, "has_auto_increment": True}, "meta": {}}, {"field": "text", "type": "string", "schema": {}, "meta": {}}]}')}
note = requests.post(f"{BASE_URL}/items/try_{mark}", json={"text": "a note"}, ${headers})
assert note.status_code == 200, note.text
`,
			},
			{
				name: 'Changes a note that is there',
				code: `
import requests
first = requests.get(f"{BASE_URL}/items/notes", params={"filter[text][_eq]": "kept"}, ${headers}).json()["data"][0]
done = requests.patch(f"{BASE_URL}/items/notes/{first['id']}", json={"text": "kept"}, ${headers})
assert done.status_code == 200, done.text
`,
			},
			{
				name: 'Invites a guest',
				consumes: ['role_id'],
				code: `
import uuid
import requests
email = f"guest-{uuid.uuid4().hex[:8]}@example.com"
before = requests.get(f"{BASE_URL}/users", ${headers})
done = requests.post(f"{BASE_URL}/users/invite", json={"email": email, "role": role_id}, ${headers})
assert done.status_code == 204, done.text
users = requests.get(f"{BASE_URL}/users", params={"filter[email][_eq]": email}, ${headers}).json()["data"]
assert len(users) == 1
`,
			},
			{
				name: 'Hashes a text',
				code: post('/utils/hash/generate', '{"string": "a trial"}'),
			},
		],
	};
}

export default directus(8055);
