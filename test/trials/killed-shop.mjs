// The API under test of the kill table: logins that expire soon, users with orders, letters that cannot be deleted.
import {createServer} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

/** Milliseconds that a login and a DELETE take, so that a kill can fall into them. */
const loginMs = 120;
const deleteMs = 60;

/** Starts the shop on loopback. `tokenSeconds`: how long a login lives. */
export async function startShop({tokenSeconds}) {
	const tokens = new Map();
	const records = {users: new Map(), orders: new Map(), letters: new Map()};
	const counts = {logins: 0, deletes: 0, refused: 0};
	let loginsInFlight = 0;
	let nextId = 1;

	const routes = {
		'POST login': async () => {
			loginsInFlight++;
			await sleep(loginMs);
			loginsInFlight--;
			counts.logins++;
			const token = `token-${counts.logins}-of-the-shop`;
			tokens.set(token, Date.now() + tokenSeconds * 1000);
			return [200, {access_token: token, expires_in: tokenSeconds}];
		},
		'POST users': (_, body) => create('users', body),
		'POST letters': (_, body) => create('letters', body),
		'POST orders': (_, body) =>
			records.users.has(body.userId) ? create('orders', body) : [422, {error: 'no such user'}],
		'GET users': id => read('users', id),
		'GET orders': id => read('orders', id),
		'GET slow': async ms => {
			await sleep(Number(ms));
			return [200, {ms: Number(ms)}];
		},
		'DELETE orders': id => remove('orders', id),
		'DELETE users': id =>
			[...records.orders.values()].some(order => order.userId === id)
				? [409, {error: 'the user has orders'}]
				: remove('users', id),
	};
	const create = (family, body) => {
		const record = {...body, id: `${family}-${nextId++}`};
		records[family].set(record.id, record);
		return [201, record];
	};
	const read = (family, id) => (records[family].has(id) ? [200, records[family].get(id)] : [404, {error: 'not found'}]);
	const remove = async (family, id) => {
		await sleep(deleteMs);
		counts.deletes++;
		return records[family].delete(id) ? [204] : [404, {error: 'not found'}];
	};

	const server = createServer(async (request, response) => {
		let text = '';
		for await (const part of request) text += part;
		const [, family, id] = request.url.split('?')[0].split('/');
		const isKnown = (tokens.get((request.headers.authorization ?? '').slice('Bearer '.length)) ?? 0) > Date.now();
		const route = routes[`${request.method} ${family}`];
		if (!isKnown && family !== 'login') counts.refused++;
		const [status, value] =
			family !== 'login' && !isKnown
				? [401, {error: 'log in first'}]
				: route
					? await route(id, text ? JSON.parse(text) : {})
					: [404, {error: 'no such route'}];
		response.writeHead(status, {'content-type': 'application/json'});
		response.end(value === undefined ? '' : JSON.stringify(value));
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		records,
		counts,
		isLoggingIn: () => loginsInFlight > 0,
		close: () => {
			server.closeAllConnections();
			return new Promise(resolve => server.close(resolve));
		},
	};
}

const send = `
import requests

def send(method, path, body=None):
    return requests.request(method, f"{BASE_URL}{path}", json=body, headers=__AUTH_HEADERS__, timeout=10)
`;

/** Four chains (user, two orders, a look at both), letters, and calls that only take time. */
export const shopTests = [0, 1, 2, 3].flatMap(n => [
	{
		name: `user ${n}`,
		produces: [`user_${n}`],
		code: `${send}
send("GET", "/slow/80")
created = send("POST", "/users", {"name": "user ${n}"})
assert created.status_code == 201, created.status_code
send("GET", "/slow/80")
produce("user_${n}", created.json()["id"])
`,
	},
	...['a', 'b'].map(which => ({
		name: `order ${n}${which}`,
		consumes: [`user_${n}`],
		produces: [`order_${n}${which}`],
		code: `${send}
created = send("POST", "/orders", {"userId": variables["user_${n}"]})
assert created.status_code == 201, created.status_code
send("GET", "/slow/120")
produce("order_${n}${which}", created.json()["id"])
`,
	})),
	{
		name: `look ${n}`,
		consumes: [`order_${n}a`, `order_${n}b`],
		code: `${send}
for name in ("order_${n}a", "order_${n}b"):
    found = send("GET", f"/orders/{variables[name]}")
    assert found.status_code == 200, found.status_code
send("GET", "/slow/100")
`,
	},
	{
		name: `letter ${n}`,
		code: `${send}
created = send("POST", "/letters", {"to": "user ${n}"})
assert created.status_code == 201, created.status_code
send("GET", "/slow/150")
`,
	},
]);
