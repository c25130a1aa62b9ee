const makes = at => ({
	name: `makes user ${at}`,
	code: `import requests
r = requests.post(f"{BASE_URL}/users", json={"name": "user ${at}"}, headers=__AUTH_HEADERS__)
requests.get(f"{BASE_URL}/slow/150", headers=__AUTH_HEADERS__)
produce("user_${at}", r.json()["id"])
`,
	produces: [`user_${at}`],
});
const orders = at => ({
	name: `orders for user ${at}`,
	code: `import requests
r = requests.post(f"{BASE_URL}/orders", json={"userId": variables["user_${at}"]}, headers=__AUTH_HEADERS__)
assert r.status_code == 201, r.text
requests.get(f"{BASE_URL}/slow/150", headers=__AUTH_HEADERS__)
`,
	consumes: [`user_${at}`],
});

/** A project of tests in pairs at the shop: one makes a user, the other one an order of that user. */
export async function addPairs(call, url, pairs) {
	const {id: projectId} = await call('POST', '/projects', {type: 'backend', name: 'shop', targetUrl: url});
	for (const path of ['/orders/{orderId}', '/users/{userId}'])
		await call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path});
	await call('PUT', `/projects/${projectId}/auto-auth`, {
		method: 'password',
		inject: 'bearer',
		loginUrl: `${url}/login`,
		username: 'a@example.com',
		password: 'a-password-of-the-shop',
	});
	for (let at = 0; at < pairs; at++)
		for (const test of [makes(at), orders(at)]) await call('POST', '/tests', {projectId, type: 'backend', ...test});
	return projectId;
}
