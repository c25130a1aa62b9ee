import {readFileSync} from 'node:fs';
import process from 'node:process';
import {ask, note} from './api.mjs';

const url = process.env.SVC_TARGET_URL ?? 'http://127.0.0.1:1880';
const form = 'client_id=node-red-admin&grant_type=password&scope=*&username=admin&password=Passw0rd!';
const logIn = async () => (await ask(url, 'POST', '/auth/token', {form})).access_token;
const flow = label => ({label, nodes: [], configs: []});
const headers = 'headers=__AUTH_HEADERS__, timeout=30';

export default {
	url,
	async canaries() {
		const token = await logIn();
		for (const label of ['kept by hand', 'kept as well']) await ask(url, 'POST', '/flow', {token, body: flow(label)});
	},
	async snapshot() {
		const snapshot = new Map();
		const flows = await ask(url, 'GET', '/flows', {token: await logIn()});
		note(snapshot, 'nodes', flows, ({id}) => id);
		return snapshot;
	},
	autoAuth: {
		method: 'password',
		inject: 'bearer',
		loginUrl: '/auth/token',
		loginContentType: 'application/x-www-form-urlencoded',
		loginBodyTemplate:
			'client_id=node-red-admin&grant_type=password&scope=*&username={{username}}&password={{password}}',
		username: 'admin',
		password: 'Passw0rd!',
		tokenPath: '$.access_token',
	},
	/** A recording of its editor, when `SVC_TARGET_DOCUMENT` names one. */
	document: process.env.SVC_TARGET_DOCUMENT
		? () => JSON.parse(readFileSync(process.env.SVC_TARGET_DOCUMENT, 'utf8'))
		: undefined,
	/** No document: a person who has read its pages adds what deletes. */
	endpoints: [
		{method: 'POST', path: '/flow'},
		{method: 'GET', path: '/flow/{id}'},
		{method: 'PUT', path: '/flow/{id}'},
		{method: 'DELETE', path: '/flow/{id}'},
	],
	tests: [
		{
			name: 'Adds a flow',
			produces: ['flow_id'],
			code: `
import requests
made = requests.post(f"{BASE_URL}/flow", json={"label": "try it", "nodes": [], "configs": []}, ${headers})
assert made.status_code == 200, made.text
produce("flow_id", made.json()["id"])
`,
		},
		{
			name: 'Renames the flow',
			consumes: ['flow_id'],
			code: `
import requests
done = requests.put(f"{BASE_URL}/flow/{flow_id}", json={"id": flow_id, "label": "renamed", "nodes": []}, ${headers})
assert done.status_code == 200, done.text
assert requests.get(f"{BASE_URL}/flow/{flow_id}", ${headers}).json()["label"] == "renamed"
`,
		},
		{
			name: 'Adds two flows with nodes',
			code: `
import requests
for number in range(2):
    nodes = [{"id": f"n{number}", "type": "comment", "name": "a remark", "wires": []}]
    made = requests.post(f"{BASE_URL}/flow", json={"label": f"number {number}", "nodes": nodes}, ${headers})
    assert made.status_code == 200, made.text
`,
		},
		{
			name: 'Renames a flow that is there to what it is called',
			code: `
import requests
flows = requests.get(f"{BASE_URL}/flows", ${headers}).json()
tab = [one for one in flows if one["type"] == "tab" and one.get("label", "").startswith("kept")][0]
whole = requests.get(f"{BASE_URL}/flow/{tab['id']}", ${headers}).json()
done = requests.put(f"{BASE_URL}/flow/{tab['id']}", json=whole, ${headers})
assert done.status_code == 200, done.text
`,
		},
		{
			name: 'Adds and deletes a flow',
			code: `
import requests
made = requests.post(f"{BASE_URL}/flow", json={"label": "short", "nodes": []}, ${headers}).json()
assert requests.delete(f"{BASE_URL}/flow/{made['id']}", ${headers}).status_code == 204
`,
		},
		{
			name: 'Reads settings and nodes',
			code: `
import requests
assert requests.get(f"{BASE_URL}/settings", ${headers}).status_code == 200
`,
		},
	],
};
