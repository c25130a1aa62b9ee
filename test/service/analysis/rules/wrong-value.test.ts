import {describe} from 'vitest';
import {call, failure} from '../failure.ts';
import {table} from '../rule-table.ts';

describe('an answer that is not what the test reads', () => {
	const read = 'name = r.json()["userName"]';
	table([
		[
			'because a field was renamed since the last passing run',
			failure({
				error: "KeyError: 'userName'",
				at: read,
				calls: [call({to: 'GET /users/2', got: {user_name: 'Ann'}})],
				before: [call({to: 'GET /users/1', got: {userName: 'Bob'}})],
			}),
			'The answer of GET /users/2 has changed since the last passing run: `$.userName` is not there any more, `user_name` is new in its place; the test stopped with KeyError: \'userName\' (line 2: `name = r.json()["userName"]`).',
			'code',
			'GET /users/{id}',
		],
		[
			'because a field has another type since the last passing run',
			failure({
				asserted: "expected 15, got '15'",
				at: 'assert cart["total"] == 15',
				calls: [call({to: 'GET /cart', got: {total: '15'}})],
				before: [call({to: 'GET /cart', got: {total: 15}})],
			}),
			'The answer of GET /cart has changed since the last passing run: `$.total` was a number and is a string now; the test expected 15 (line 2).',
			'code',
			'GET /cart',
		],
		[
			'because it is no longer JSON',
			failure({
				error: 'JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
				at: 'r.json()',
				calls: [call({to: 'GET /cart', got: '<html>maintenance</html>'})],
				before: [call({to: 'GET /cart', got: {total: 15}})],
			}),
			'GET /cart answered 200 with "<html>maintenance</html>" (text/html), which is not JSON; in the last passing run it answered 200 with JSON; the test stopped with JSONDecodeError: Expecting value: line 1 column 1 (char 0) (line 2: `r.json()`).',
			'code',
			'GET /cart',
		],
		[
			'because HTTP 200 hides an error',
			failure({
				error: "KeyError: 'data'",
				at: 'x = r.json()["data"]',
				calls: [call({to: 'POST /pay', got: {code: 1007, message: 'card declined'}})],
			}),
			'POST /pay answered 200, but its body reports an error: `code` is 1007 ("card declined"); the test stopped with KeyError: \'data\' (line 2: `x = r.json()["data"]`).',
			'code',
			'POST /pay',
		],
		[
			'because HTTP 200 carries success: false',
			failure({
				asserted: "expected 'paid', got None",
				at: 'assert r.json().get("state") == "paid"',
				calls: [call({to: 'POST /pay', got: {success: false, message: 'card declined'}})],
			}),
			'POST /pay answered 200, but its body reports an error: `success` is false ("card declined"); the test expected \'paid\' (line 2).',
			'code',
			'POST /pay',
		],
		[
			'because the name is spelled otherwise',
			failure({
				error: "KeyError: 'userName'",
				at: read,
				calls: [call({to: 'GET /me', got: {id: 1, user_name: 'Ann'}})],
			}),
			'The test reads `userName` (line 2), but the answer of GET /me (200) has only `id`, `user_name`. `user_name` may be meant.',
			'code',
			'checkout.py:2',
		],
		[
			'because the value lies in an envelope',
			failure({
				error: "KeyError: 'id'",
				at: 'x = r.json()["id"]',
				calls: [call({to: 'POST /orders', status: 201, got: {data: {id: 4}}})],
			}),
			'The test reads `id` (line 2), but the answer of POST /orders (201) has only `data`. `$.data.id` may be meant.',
			'code',
			'checkout.py:2',
		],
		[
			'because it is empty',
			failure({
				error: 'JSONDecodeError: Expecting value',
				at: 'x = r.json()',
				calls: [call({to: 'DELETE /orders/4', status: 204, responseHeaders: {}})],
			}),
			'The test reads JSON (line 2), but DELETE /orders/4 answered 204 with an empty body.',
			'code',
			'checkout.py:2',
		],
		[
			'because its list is empty, which it was not before',
			failure({
				error: 'IndexError: list index out of range',
				at: 'first = r.json()["items"][0]',
				calls: [call({to: 'GET /orders', got: {items: []}})],
				before: [call({to: 'GET /orders', got: {items: [{id: 1}, {id: 2}]}})],
			}),
			'The test reads an entry of a list (line 2), but GET /orders answered 200 with an empty list at `$.items`. In the last passing run it had 2.',
			'code',
			'GET /orders',
		],
		[
			'because a value is null',
			failure({
				error: "TypeError: 'NoneType' object is not subscriptable",
				at: 'city = r.json()["address"]["city"]',
				calls: [call({to: 'GET /me', got: {name: 'Ann', address: null}})],
			}),
			"`$.address` in the answer of GET /me (200) is null, which the test does not take it for (line 2): TypeError: 'NoneType' object is not subscriptable.",
			'code',
			'checkout.py:2',
		],
		[
			'because it is a list',
			failure({
				error: 'TypeError: list indices must be integers or slices, not str',
				at: 'x = r.json()["items"]',
				calls: [call({to: 'GET /orders', got: [{id: 1}]})],
			}),
			'The answer of GET /orders (200) is a list, which the test does not take it for (line 2): TypeError: list indices must be integers or slices, not str.',
			'code',
			'checkout.py:2',
		],
	]);
});

describe('a value an assertion does not accept', () => {
	table([
		[
			'is named with the call and the place that delivered it, and with what the request sent',
			failure({
				error: 'AssertionError: 15 percent off came back as 0.15 (expected 15, got 0.15)',
				trace: 'AssertionError: 15 percent off came back as 0.15\nexpected 15, got 0.15',
				at: 'assert coupon["percentOff"] == 15, f"15 percent off came back as {coupon[\'percentOff\']!r}"',
				calls: [
					call({
						to: 'POST /coupons',
						status: 201,
						sent: {code: 'X', percentOff: 15},
						got: {id: 'c1', code: 'X', percentOff: 0.15},
					}),
				],
			}),
			'POST /coupons answered 201 with 0.15 at `$.percentOff`; the test expected 15 (line 2). The request itself sent 15 as `percentOff`, 100 times what came back.',
			'code',
			'POST /coupons',
		],
		[
			'tells what the last passing run answered',
			failure({
				asserted: "expected 'paid', got 'open'",
				at: 'assert order["state"] == "paid"',
				calls: [call({to: 'GET /orders/7', got: {id: 7, state: 'open'}})],
				before: [call({to: 'GET /orders/6', got: {id: 6, state: 'paid'}})],
			}),
			"GET /orders/7 answered 200 with 'open' at `$.state`; the test expected 'paid' (line 2). In the last passing run it was \"paid\".",
			'code',
			'GET /orders/{id}',
		],
		[
			'is followed through the variable the test read it into',
			failure({
				asserted: 'expected 495, got 450',
				failedLine: 2,
				code: 'price = requests.get(url).json()["priceCents"]\nassert price == 495\n',
				calls: [call({to: 'GET /products/3', got: {id: 450, priceCents: 450}})],
			}),
			'GET /products/3 answered 200 with 450 at `$.priceCents`; the test expected 495 (line 2).',
			'code',
			'GET /products/{id}',
		],
		[
			'may be the number of entries of a list',
			failure({
				asserted: 'expected 3, got 2',
				at: 'assert len(body["items"]) == 3',
				calls: [call({to: 'GET /orders', got: {items: [1, 2]}})],
			}),
			'GET /orders answered 200 with a list of 2 at `$.items`; the test expected 3 (line 2).',
			'code',
			'GET /orders',
		],
		[
			'is found inside a whole body that was compared',
			failure({
				asserted:
					"expected {'error': 'gone', 'ids': [1, 2], 'x': None}, got {'error': 'lost', 'ids': [1, 2], 'x': None}",
				at: 'assert r.json() == wanted',
				calls: [call({to: 'GET /notes/7', status: 404, got: {error: 'lost', ids: [1, 2], x: null}})],
			}),
			'GET /notes/7 answered 404 with "lost" at `$.error`; the test expected "gone" (line 2).',
			'code',
			'GET /notes/{id}',
		],
		[
			'may be missing in an object of the answer, beside other differences',
			failure({
				asserted:
					"expected {'id': 7, 'total': 12.5, 'tags': ['a', 'b']}, got {'id': 7, 'tags': ['a'], 'note': \"it's\"}",
				at: 'assert body["order"] == wanted',
				calls: [
					call({to: 'GET /orders/7', got: {order: {id: 7, tags: ['a'], note: "it's"}}}),
					call({to: 'GET /x', got: {}}),
				],
			}),
			'GET /orders/7 answered 200 without `$.order.total`; the test expected 12.5 there and 2 more differences (line 2).',
			'code',
			'GET /orders/{id}',
		],
		[
			'that no answer contains was derived by the test',
			failure({
				asserted: 'expected 4000, got 3999.5',
				at: 'assert total == 4000',
				calls: [call({to: 'GET /orders/7', got: {total: 12}})],
			}),
			'The test expected 4000 and had 3999.5 (line 2); none of the answers of the run contains 3999.5, so the test derived it.',
			'code',
			'checkout.py:2',
		],
	]);
});

describe('a name in an answer', () => {
	const answer = [call({to: 'GET /me', got: {id: 1, token: 'x'}})];
	table([
		[
			'that `in` does not find is missing',
			failure({
				asserted: "expected {'id': 1, 'token': 'x'} to contain 'email'",
				at: 'assert "email" in body',
				calls: answer,
			}),
			'The test reads `email` (line 2), but the answer of GET /me (200) has only `id`, `token`.',
			'code',
			'checkout.py:2',
		],
		[
			'that `.get` does not find is missing',
			failure({
				asserted: 'expected body.get("email") to be true, got None',
				at: 'assert body.get("email")',
				calls: answer,
			}),
			'The test reads `email` (line 2), but the answer of GET /me (200) has only `id`, `token`.',
			'code',
			'checkout.py:2',
		],
		[
			'that `not in` finds is told too much',
			failure({
				asserted: "expected {'id': 1, 'token': 'x'} not to contain 'token'",
				at: 'assert "token" not in body',
				calls: answer,
			}),
			'GET /me answered 200 with `$.token`; the test expected an answer without `token` (line 2).',
			'code',
			'GET /me',
		],
	]);
});

describe('a record that a list leaves out', () => {
	const made = call({to: 'POST /canaries', sent: {name: 'a'}, status: 201, got: {data: {id: 57}}});
	const listed = (got: unknown) => call({to: 'GET /canaries?limit=100', got});
	const at = 'assert canary["id"] in listed';
	table([
		[
			'is told from what made it to the list that is empty',
			failure({asserted: 'expected [] to contain 57', at, calls: [made, listed({data: []})]}),
			'POST /canaries answered 201 with 57 at `$.data.id`, but GET /canaries?limit=100, which was read afterwards, does not list it (line 2): `$.data` is empty.',
			'code',
			'GET /canaries',
		],
		[
			'is told beside the entries that are there, and were more when it passed',
			failure({
				asserted: 'expected [1] to contain 57',
				at,
				calls: [made, listed({data: [{id: 1}]})],
				before: [made, listed({data: [{id: 1}, {id: 2}, {id: 57}]})],
			}),
			'POST /canaries answered 201 with 57 at `$.data.id`, but GET /canaries?limit=100, which was read afterwards, does not list it (line 2): `$.data` has 1 entry, none of them with 57. In the last passing run it had 3.',
			'code',
			'GET /canaries',
		],
		[
			'is not missing where an answer shows it and the test has sorted it out',
			failure({asserted: 'expected [] to contain 57', at, calls: [made, listed({data: [{id: 57}]})]}),
			'The test expected [] to contain 57 (line 2); its last call was GET /canaries?limit=100, which answered 200.',
			'unknown',
			'checkout.py:2',
		],
	]);
});
