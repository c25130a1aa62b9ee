// The same calls as bench/chains.mjs makes through the service, in one plain Node process: `node plain-chains.mjs URL 100`.
import assert from 'node:assert/strict';
import process from 'node:process';

const [, , url, count] = process.argv;
const headers = {'content-type': 'application/json'};

async function chain(n) {
	const created = await fetch(`${url}/items`, {method: 'POST', headers, body: JSON.stringify({name: `item ${n}`})});
	assert.equal(created.status, 201);
	const {id} = await created.json();
	const read = await fetch(`${url}/items/${id}`);
	assert.equal((await read.json()).name, `item ${n}`);
	const changed = await fetch(`${url}/items/${id}`, {method: 'PUT', headers, body: JSON.stringify({name: 'changed'})});
	assert.equal(changed.status, 200);
	await changed.text();
	const again = await fetch(`${url}/items/${id}`);
	assert.equal((await again.json()).name, 'changed');
	const gone = await fetch(`${url}/items/${id}`, {method: 'DELETE'});
	assert.equal(gone.status, 204);
	const missing = await fetch(`${url}/items/${id}`);
	assert.equal(missing.status, 404);
	await missing.text();
}

let next = 0;
await Promise.all(
	Array.from({length: 4}, async () => {
		while (next < Number(count)) await chain(next++);
	}),
);
