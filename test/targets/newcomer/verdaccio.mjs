import {ask, note} from './api.mjs';

const url = 'http://127.0.0.1:4873';
let token;

/** A user of npm, made when there is none. */
async function logIn() {
	if (token) return token;
	const user = {name: 'keeper', password: 'Passw0rd!', type: 'user', roles: [], date: new Date().toISOString()};
	const body = {_id: 'org.couchdb.user:keeper', ...user};
	const path = '/-/user/org.couchdb.user:keeper';
	let answer = await ask(url, 'PUT', path, {body, accept: [409]});
	if (!answer.token) {
		const authorization = `Basic ${Buffer.from('keeper:Passw0rd!').toString('base64')}`;
		const sent = {
			method: 'PUT',
			headers: {'content-type': 'application/json', authorization},
			body: JSON.stringify(body),
		};
		answer = await (await fetch(new URL(path, url), sent)).json();
	}
	token = answer.token;
	return token;
}

const packageOf = name => ({
	_id: name,
	name,
	'dist-tags': {latest: '1.0.0'},
	versions: {'1.0.0': {name, version: '1.0.0', dist: {tarball: `${url}/${name}/-/${name}-1.0.0.tgz`}}},
	_attachments: {[`${name}-1.0.0.tgz`]: {content_type: 'application/octet-stream', data: 'AAAA', length: 3}},
});
const python = `
import uuid
import requests
def package(name):
    return {"_id": name, "name": name, "dist-tags": {"latest": "1.0.0"},
            "versions": {"1.0.0": {"name": name, "version": "1.0.0", "dist": {"tarball": f"{BASE_URL}/{name}/-/{name}-1.0.0.tgz"}}},
            "_attachments": {f"{name}-1.0.0.tgz": {"content_type": "application/octet-stream", "data": "AAAA", "length": 3}}}
`;
const headers = 'headers=__AUTH_HEADERS__, timeout=30';

export default {
	url,
	async canaries() {
		for (const name of ['kept-one', 'kept-two'])
			await ask(url, 'PUT', `/${name}`, {token: await logIn(), body: packageOf(name), accept: [409]});
		await ask(url, 'PUT', '/-/package/kept-one/dist-tags/kept', {token: await logIn(), body: '1.0.0'});
	},
	async snapshot() {
		const snapshot = new Map();
		const {_updated, ...all} = await ask(url, 'GET', '/-/all');
		const packages = Object.values(all);
		note(
			snapshot,
			'packages',
			packages,
			({name}) => name,
			({versions}) => versions,
		);
		for (const {name} of packages)
			note(
				snapshot,
				'dist-tags',
				Object.entries(await ask(url, 'GET', `/-/package/${name}/dist-tags`, {token: await logIn()})).filter(
					([tag]) => tag !== 'latest',
				),
				([tag]) => `${name} ${tag}`,
			);
		const {objects} = await ask(url, 'GET', '/-/npm/v1/tokens', {token: await logIn()});
		note(
			snapshot,
			'tokens',
			objects,
			({key}) => key,
			({key}) => key,
		);
		return snapshot;
	},
	credential: async () => ({authType: 'Bearer token', credential: await logIn()}),
	endpoints: [
		{method: 'PUT', path: '/{package}'},
		{method: 'GET', path: '/{package}'},
		{method: 'DELETE', path: '/{package}/-rev/{revision}'},
		{method: 'PUT', path: '/-/package/{package}/dist-tags/{tag}'},
		{method: 'DELETE', path: '/-/package/{package}/dist-tags/{tag}'},
		{method: 'POST', path: '/-/npm/v1/tokens'},
		{method: 'GET', path: '/-/npm/v1/tokens'},
		{method: 'DELETE', path: '/-/npm/v1/tokens/token/{tokenKey}'},
	],
	tests: [
		{
			name: 'Publishes a package',
			produces: ['package_name'],
			code: `${python}
name = f"try-{uuid.uuid4().hex[:8]}"
assert requests.get(f"{BASE_URL}/{name}", ${headers}).status_code == 404
made = requests.put(f"{BASE_URL}/{name}", json=package(name), ${headers})
assert made.status_code == 201, made.text
found = requests.get(f"{BASE_URL}/{name}", params={"write": "true"}, ${headers})
assert found.json()["name"] == name
produce("package_name", name)
`,
		},
		{
			name: 'Tags the package',
			consumes: ['package_name'],
			code: `
import requests
done = requests.put(f"{BASE_URL}/-/package/{package_name}/dist-tags/beta", json="1.0.0", ${headers})
assert done.status_code == 201, done.text
`,
		},
		{
			name: 'Tags a package that is there',
			code: `
import requests
done = requests.put(f"{BASE_URL}/-/package/kept-one/dist-tags/kept", json="1.0.0", ${headers})
assert done.status_code == 201, done.text
`,
		},
		{
			name: 'Publishes without looking first',
			code: `${python}
name = f"blind-{uuid.uuid4().hex[:8]}"
made = requests.put(f"{BASE_URL}/{name}", json=package(name), ${headers})
assert made.status_code == 201, made.text
`,
		},
		{
			name: 'Makes a token',
			code: `
import requests
made = requests.post(f"{BASE_URL}/-/npm/v1/tokens", json={"password": "Passw0rd!", "readonly": True, "cidr_whitelist": []}, ${headers})
assert made.status_code == 200, made.text
assert made.json()["key"]
`,
		},
		{
			name: 'Publishes what exists',
			code: `${python}
again = requests.put(f"{BASE_URL}/kept-two", json=package("kept-two"), ${headers})
assert again.status_code == 409, again.text
`,
		},
	],
};
