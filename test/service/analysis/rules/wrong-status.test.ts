import {describe} from 'vitest';
import {call, failure, target} from '../failure.ts';
import {status, table} from '../rule-table.ts';

describe('a status the test does not accept', () => {
	table([
		[
			'500 is a fault in the API, with its answer, the expectation and the line',
			failure({
				asserted: 'expected 201, got 500',
				at: status,
				calls: [call({to: 'POST /coupons', status: 500, got: {error: 'boom'}})],
			}),
			'POST /coupons answered 500 with {"error":"boom"}; the test expected 201 (line 2).',
			'code',
			'POST /coupons',
		],
		[
			'500 tells what the last passing run got',
			failure({
				asserted: 'expected 201, got 500',
				at: status,
				calls: [call({to: 'POST /coupons', status: 500, got: {}})],
				before: [call({to: 'POST /coupons', status: 201, got: {}})],
			}),
			'POST /coupons answered 500 with {}; the test expected 201 (line 2). In the last passing run the same request was answered 201.',
			'code',
			'POST /coupons',
		],
		[
			'503 is what stands in front of the API',
			failure({
				asserted: 'expected 200, got 503',
				at: status,
				calls: [call({to: 'GET /carts', status: 503, got: 'busy'})],
			}),
			'GET /carts answered 503 with "busy"; the test expected 200 (line 2).',
			'env',
			target,
		],
		[
			'is found among several calls by its number, not by being the last',
			failure({
				asserted: 'expected 201, got 500',
				at: status,
				calls: [
					call({to: 'POST /users', status: 500, got: {error: 'x'}}),
					call({to: 'DELETE /users/7', status: 404, got: {}}),
				],
			}),
			'POST /users answered 500 with {"error":"x"}; the test expected 201 (line 2).',
			'code',
			'POST /users',
		],
		[
			"is read behind the author's own message",
			failure({
				error: 'AssertionError: no cart: 500 Oops (expected 201, got 500)',
				trace: 'AssertionError: no cart: 500 Oops\nexpected 201, got 500',
				failureKind: 'assertion',
				at: status,
				calls: [call({to: 'POST /carts', status: 500, got: 'Oops'})],
			}),
			'POST /carts answered 500 with "Oops"; the test expected 201 (line 2).',
			'code',
			'POST /carts',
		],
		[
			'raised by raise_for_status is a missing success',
			failure({
				error: 'HTTPError: 500 Server Error: Internal Server Error for url: http://shop.example:8080/carts',
				at: 'r.raise_for_status()',
				calls: [call({to: 'POST /carts', status: 500, got: {}})],
			}),
			'POST /carts answered 500 with {}; the test expected a success (line 2).',
			'code',
			'POST /carts',
		],
		[
			'behind `assert r.ok` is a missing success',
			failure({
				asserted: 'expected r.ok to be true, got False',
				at: 'assert r.ok',
				calls: [call({to: 'POST /carts', status: 500, got: {}})],
			}),
			'POST /carts answered 500 with {}; the test expected a success (line 2).',
			'code',
			'POST /carts',
		],
		[
			'429 counts the calls and says how long to wait',
			failure({
				asserted: 'expected 200, got 429',
				at: status,
				calls: [
					call({to: 'GET /a'}),
					call({to: 'GET /b', status: 429, responseHeaders: {'Retry-After': '30'}, got: {}}),
				],
			}),
			'GET /b answered 429: too many requests, and asks to wait 30 s; the test expected 200 (line 2). The run had made 2 calls.',
			'env',
			'GET /b',
		],
		[
			'401 without credentials is a header the test forgot',
			failure({
				asserted: 'expected 200, got 401',
				at: status,
				calls: [call({to: 'GET /me', status: 401, got: {message: 'Login first'}})],
			}),
			'GET /me answered 401, saying "Login first", and the request carried no credentials; the test expected 200 (line 2).',
			'code',
			'checkout.py:2',
		],
		[
			'401 of a test that sends the credentials of the project, which has none, is the authentication of the project',
			failure({
				asserted: 'expected 200, got 401',
				at: status,
				code: 'import requests\nr = requests.get(f"{BASE_URL}/me", headers=__AUTH_HEADERS__)\n',
				calls: [call({to: 'GET /me', status: 401, got: {message: 'Login first'}})],
			}),
			'GET /me answered 401, saying "Login first", and the request carried no credentials; the test expected 200 (line 2).',
			'env',
			'authentication of the project',
		],
		[
			'401 of one call without credentials, beside one that has them, is a header the test forgot',
			failure({
				asserted: 'expected 200, got 401',
				at: status,
				code: 'import requests\nrequests.get(f"{BASE_URL}/carts", headers=__AUTH_HEADERS__)\nr = requests.get(f"{BASE_URL}/me")\n',
				calls: [
					call({to: 'GET /carts', requestHeaders: {Authorization: '•••'}, got: []}),
					call({to: 'GET /me', status: 401, got: {message: 'Login first'}}),
				],
			}),
			'GET /me answered 401, saying "Login first", and the request carried no credentials; the test expected 200 (line 2).',
			'code',
			'checkout.py:2',
		],
		[
			'401 with credentials that have expired is the authentication of the project',
			failure({
				asserted: 'expected 200, got 401',
				at: status,
				calls: [
					call({to: 'GET /carts', requestHeaders: {Authorization: '•••'}, got: []}),
					call({
						to: 'GET /me',
						status: 401,
						requestHeaders: {Authorization: '•••'},
						responseHeaders: {
							'WWW-Authenticate': 'Bearer error="invalid_token", error_description="The token expired"',
						},
					}),
				],
			}),
			'GET /me answered 401, saying "The token expired", although the request carried `Authorization`; the test expected 200 (line 2). GET /carts of the same run accepted credentials.',
			'env',
			'authentication of the project',
		],
		[
			'403 is a permission of the account',
			failure({
				asserted: 'expected 200, got 403',
				at: status,
				calls: [
					call({
						to: 'GET /admin/users',
						status: 403,
						requestHeaders: {'X-API-Key': '•••'},
						got: {detail: 'admins only'},
					}),
				],
			}),
			'GET /admin/users answered 403, saying "admins only", although the request carried `X-API-Key`; the test expected 200 (line 2).',
			'data',
			'GET /admin/users',
		],
		[
			'409 with a value that is fixed in the test is the test',
			failure({
				asserted: 'expected 201, got 409',
				at: 'assert requests.post(url, json={"code": "SPRING"}).status_code == 201',
				calls: [call({to: 'POST /coupons', status: 409, sent: {code: 'SPRING'}, got: {error: 'code is taken'}})],
			}),
			'POST /coupons answered 409 with {"error":"code is taken"}; the test expected 201 (line 2). The test always sends "SPRING" as `code`.',
			'code',
			'checkout.py:2',
		],
		[
			'409 with a fresh value is data that is in the way',
			failure({
				asserted: 'expected 201, got 409',
				at: status,
				calls: [call({to: 'POST /coupons', status: 409, sent: {code: 'X81'}, got: {error: 'exists'}})],
			}),
			'POST /coupons answered 409 with {"error":"exists"}; the test expected 201 (line 2).',
			'data',
			'POST /coupons',
		],
		[
			'422 names the refused field, its message and what was sent',
			failure({
				asserted: 'expected 201, got 422',
				at: status,
				calls: [
					call({
						to: 'POST /users',
						status: 422,
						sent: {email: 'nope', age: 3},
						got: {detail: [{loc: ['body', 'email'], msg: 'not an address', type: 'value_error'}]},
					}),
				],
			}),
			'POST /users answered 422: it refuses `email` ("not an address"), which the request sent as "nope"; the test expected 201 (line 2).',
			'code',
			'checkout.py:2',
		],
		[
			'400 for a field that was not sent says so, and blames the API when it took the request before',
			failure({
				asserted: 'expected 201, got 400',
				at: status,
				calls: [
					call({
						to: 'POST /users',
						status: 400,
						sent: {email: 'a@b.c'},
						got: {error: {code: 'invalid', field: 'phone', message: 'is required'}},
					}),
				],
				before: [call({to: 'POST /users', status: 201, sent: {email: 'b@b.c'}, got: {}})],
			}),
			'POST /users answered 400: it refuses `phone` ("is required"), which the request did not send; the test expected 201 (line 2). In the last passing run the same request was answered 201.',
			'code',
			'POST /users',
		],
		[
			'422 never repeats what was sent as a password',
			failure({
				asserted: 'expected 201, got 422',
				at: status,
				calls: [
					call({
						to: 'POST /users',
						status: 422,
						sent: {password: 'hunter2'},
						got: {errors: {password: ['is too short']}},
					}),
				],
			}),
			'POST /users answered 422: it refuses `password` ("is too short"), which the request sent; the test expected 201 (line 2).',
			'code',
			'checkout.py:2',
		],
		[
			'404 of a framework is a route that does not exist',
			failure({
				failureKind: 'routing_404',
				error: 'AssertionError: expected 200, got 404',
				at: status,
				calls: [call({to: 'GET /cart', status: 404, got: 'Cannot GET /cart'}), call({to: 'GET /health'})],
			}),
			'GET /cart answered 404 with "Cannot GET /cart"; the test expected 200 (line 2).',
			'code',
			'checkout.py:2',
		],
		[
			'404 for an id is a record that is not there',
			failure({
				error: 'AssertionError: expected 200, got 404',
				at: status,
				calls: [call({to: 'GET /orders/81', status: 404, got: {error: 'no order 81'}}), call({to: 'GET /health'})],
			}),
			'GET /orders/81 answered 404 with {"error":"no order 81"}; the test expected 200 (line 2).',
			'data',
			'81',
		],
		[
			'404 for everything is the address',
			failure({
				error: 'AssertionError: expected 200, got 404',
				at: status,
				calls: [call({to: 'GET /a', status: 404}), call({to: 'GET /b', status: 404})],
			}),
			'GET /b answered 404; the test expected 200 (line 2). All 2 calls of the run were answered 404.',
			'env',
			target,
		],
		[
			'405 says what the path allows',
			failure({
				error: 'AssertionError: expected 200, got 405',
				at: status,
				calls: [call({to: 'PATCH /carts', status: 405, responseHeaders: {Allow: 'GET, POST'}})],
			}),
			'PATCH /carts answered 405; the test expected 200 (line 2). The path allows GET, POST.',
			'code',
			'checkout.py:2',
		],
		[
			'200 where a refusal is wanted is a check the API lacks',
			failure({
				asserted: 'expected 401, got 200',
				at: 'assert r.status_code == 401',
				calls: [call({to: 'DELETE /users/4', status: 200, got: {}})],
			}),
			'DELETE /users/4 answered 200 with {}; the test expected 401 (line 2). The API accepted what the test wants refused.',
			'code',
			'DELETE /users/{id}',
		],
		[
			'200 in place of 201 is open until the document is read',
			failure({
				asserted: 'expected 201, got 200',
				at: status,
				calls: [call({to: 'POST /carts', status: 200, got: {}})],
			}),
			'POST /carts answered 200 with {}; the test expected 201 (line 2).',
			'code',
			'checkout.py:2',
		],
		[
			'a redirect says where it leads',
			failure({
				asserted: 'expected 200, got 302',
				at: status,
				calls: [call({to: 'GET /carts', status: 302, responseHeaders: {Location: '/login'}})],
			}),
			'GET /carts answered 302; the test expected 200 (line 2). It points to /login.',
			'env',
			'authentication of the project',
		],
		[
			'of another host is named with that host',
			failure({
				asserted: 'expected 200, got 500',
				at: status,
				calls: [call({to: 'GET https://pay.example/v1/charges', status: 500})],
			}),
			'GET https://pay.example/v1/charges answered 500; the test expected 200 (line 2).',
			'code',
			'GET /v1/charges',
		],
	]);
});

describe('a status the test stumbled over', () => {
	table([
		[
			'explains the KeyError that followed',
			failure({
				error: "KeyError: 'id'",
				at: 'order = r.json()["id"]',
				calls: [call({to: 'POST /orders', status: 500, got: {error: 'x'}})],
			}),
			'POST /orders answered 500 with {"error":"x"}; the test stopped with KeyError: \'id\' (line 2: `order = r.json()["id"]`).',
			'code',
			'POST /orders',
		],
		[
			'does not, when the test names that status itself',
			failure({
				error: "KeyError: 'code'",
				failedLine: 2,
				code: 'assert r.status_code == 404\nassert r.json()["code"] == "gone"\n',
				calls: [call({to: 'GET /orders/4', status: 404, got: {error: 'x'}})],
			}),
			'The test reads `code` (line 2), but the answer of GET /orders/4 (404) has only `error`.',
			'code',
			'checkout.py:2',
		],
		[
			'does not, when it was the same in the last passing run',
			failure({
				error: "KeyError: 'code'",
				at: 'assert r.json()["code"]',
				calls: [call({to: 'GET /orders/4', status: 404, got: {error: 'x'}})],
				before: [call({to: 'GET /orders/9', status: 404, got: {code: 'gone'}})],
			}),
			'The answer of GET /orders/4 has changed since the last passing run: `$.code` is not there any more; the test stopped with KeyError: \'code\' (line 2: `assert r.json()["code"]`).',
			'code',
			'GET /orders/{id}',
		],
		[
			'is not the DELETE that a finally block made afterwards',
			failure({
				error: "KeyError: 'id'",
				failedLine: 2,
				code: 'try:\n    x = r.json()["id"]\nfinally:\n    requests.delete(url)\n',
				calls: [
					call({to: 'POST /orders', status: 201, got: {orderId: 4}}),
					call({to: 'DELETE /orders/4', status: 403}),
				],
			}),
			'The test reads `id` (line 2), but the answer of POST /orders (201) has only `orderId`. `orderId` may be meant.',
			'code',
			'checkout.py:2',
		],
	]);
});
