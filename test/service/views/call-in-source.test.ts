import {describe, expect, it} from 'vitest';
import {callInSource} from '../../../service/views/call-in-source.ts';

describe('the call that a source shows', () => {
	const sources: Array<[string, string | null]> = [
		['requests.get(f"{BASE_URL}/orders/{order_id}")', 'GET /orders/{order_id}'],
		["response = session.post(BASE_URL + '/orders', json={})", 'POST /orders'],
		['httpx.delete(url=f"{TARGET_URL}/orders/{variables[\'order_id\']}?force=1")', 'DELETE /orders/{order_id}'],
		['requests.request("PUT", f"{BASE_URL}/orders")', 'PUT /orders'],
		['connection.request("PATCH", "/orders/1")', 'PATCH /orders/1'],
		['call("POST", f"/orders/{order_id}/payments", {})', 'POST /orders/{order_id}/payments'],
		['urllib.request.urlopen(f"{BASE_URL}/health")', 'GET /health'],
		['Request(f"{BASE_URL}/orders", data=body, method="POST")', 'POST /orders'],
		['requests.get("https://shop.test/a")\nrequests.post("https://shop.test/b")', 'POST /b'],
		['# requests.get("/commented")\nassert True', null],
		['settings.get("name")', null],
		['', null],
	];
	it.each(sources)('%s', (source, call) => {
		const found = callInSource(source);
		expect(found && `${found.method} ${found.path}`).toBe(call);
	});
});
