import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import type {FailureFacts} from '../../../service/analysis/facts.ts';
import {call, failure, target, unanswered} from './failure.ts';

type Case = [claim: string, facts: FailureFacts, cause: string, kind: string | null, reference: string | null];

const status = 'assert r.status_code == 201';
const read = (facts: FailureFacts) => {
	const {rootCauseHypothesis, recommendedFixTarget: fix} = analyse(facts);
	return {cause: rootCauseHypothesis, kind: fix?.kind ?? null, reference: fix?.reference ?? null};
};
const table = (cases: Case[]) =>
	it.each(cases)('%s', (_, facts, cause, kind, reference) => {
		expect(read(facts)).toEqual({cause, kind, reference});
	});

describe('what keeps a test from running', () => {
	table([
		[
			'a runner that could not start the file is the environment',
			failure({status: 'blocked', failureKind: 'infra', error: 'no Python interpreter was found'}),
			'The test could not be run to its end: no Python interpreter was found',
			'env',
			null,
		],
		[
			'a syntax error is the line that Python cannot read',
			failure({error: "SyntaxError: '(' was never closed (checkout.py, line 2)", at: 'print('}),
			"Python cannot read the test (line 2): '(' was never closed (SyntaxError). No statement of it was executed.",
			'code',
			'checkout.py:2',
		],
		[
			'a missing module is installed, not repaired',
			failure({
				error:
					"ModuleNotFoundError: No module named 'yaml'; /usr/bin/python3 does not have it; install it with: apt-get install -y python3-yaml",
				at: 'import yaml',
			}),
			'The test imports `yaml` (line 2), which the Python of the service does not have.',
			'env',
			'yaml',
		],
		[
			'a missing module of which nobody knows whether it is a package is looked at in the test first',
			failure({
				error:
					"ModuleNotFoundError: No module named 'helpers_local'; /usr/bin/python3 does not have it: a package is installed into that Python; a test is one file, and modules beside it are not sent with it: put what it uses into the test itself",
				at: 'import helpers_local',
			}),
			'The test imports `helpers_local` (line 2), which the Python of the service does not have.',
			'code',
			'checkout.py:2',
		],
		[
			'a module beside the test is no package to install',
			failure({
				error:
					"ModuleNotFoundError: No module named 'helpers'; helpers is no package: a test is one file, and modules beside it are not sent with it: put what it uses into the test itself",
				at: 'import helpers',
			}),
			'The test imports `helpers` (line 2), a module of its own: a test is one file, and modules beside it are not sent with it.',
			'code',
			'checkout.py:2',
		],
		[
			'a test that checks nothing says nothing about the API',
			failure({error: 'this test checks nothing', code: 'def check(client):\n    pass\n'}),
			'The test made no HTTP call and executed no assertion, so it says nothing about the API.',
			'code',
			'checkout.py',
		],
	]);
});

describe('a target that does not answer', () => {
	const network = (error: string) =>
		failure({
			failureKind: 'network',
			error: `ConnectionError: ${error} (GET ${target}/carts)`,
			at: 'r = requests.get(url)',
			calls: [unanswered('GET /carts', error)],
		});
	table([
		[
			'that refuses connections is named with its address',
			network('ConnectionRefusedError: [Errno 111] Connection refused'),
			`GET /carts got no answer (line 2): nothing accepts connections at ${target} (ConnectionRefusedError: [Errno 111] Connection refused).`,
			'env',
			target,
		],
		[
			'whose name cannot be resolved',
			network('gaierror: [Errno -2] Name or service not known'),
			`GET /carts got no answer (line 2): no address can be found for the host of ${target} (gaierror: [Errno -2] Name or service not known).`,
			'env',
			target,
		],
		[
			'whose certificate is not accepted',
			network('SSLCertVerificationError: certificate verify failed: self-signed certificate'),
			`GET /carts got no answer (line 2): no TLS connection can be made to ${target} (SSLCertVerificationError: certificate verify failed: self-signed certificate).`,
			'env',
			target,
		],
		[
			'that hangs up after it answered others',
			failure({
				failureKind: 'network',
				error: 'ConnectionError: RemoteDisconnected',
				at: 'r = requests.get(url)',
				calls: [call({to: 'GET /health'}), unanswered('GET /carts', 'RemoteDisconnected: closed without response')],
			}),
			`GET /carts got no answer (line 2): the connection was closed before a whole answer came from ${target} (RemoteDisconnected: closed without response). One request of the same run got an answer.`,
			'env',
			target,
		],
		[
			'within the limit of the request is the slow endpoint, with what it took before',
			failure({
				failureKind: 'network_timeout',
				error: 'ReadTimeout: TimeoutError: timed out',
				at: 'r = requests.get(url, timeout=5)',
				calls: [unanswered('GET /reports/sales', 'TimeoutError: timed out', 5004)],
				before: [call({to: 'GET /reports/sales', latencyMs: 1210})],
			}),
			'GET /reports/sales gave no answer within 5.0 s, and the request of the test timed out (line 2). In the last passing run it took 1.2 s.',
			'code',
			'GET /reports/sales',
		],
		[
			'to a connection in time is the environment',
			failure({
				failureKind: 'network_timeout',
				error: 'ConnectTimeout: TimeoutError: timed out',
				at: 'r = requests.get(url, timeout=5)',
				calls: [unanswered('GET /carts', 'TimeoutError: timed out', 5000)],
			}),
			'GET /carts gave no answer within 5.0 s, and the request of the test timed out (line 2).',
			'env',
			target,
		],
	]);
});

describe("the test's own time limit", () => {
	const timeout = {failureKind: 'timeout', error: 'the test ran longer than its limit of 60 s', at: 'x = 1'} as const;
	table([
		[
			'reached in a call names the call that had not answered',
			failure({...timeout, calls: [call({to: 'GET /health'}), unanswered('GET /reports/sales', null, null)]}),
			'The test reached its limit of 60 s while it waited for the answer to GET /reports/sales (line 2).',
			'code',
			'GET /reports/sales',
		],
		[
			'used up by slow calls names the slowest',
			failure({...timeout, calls: [call({to: 'GET /a', latencyMs: 9000}), call({to: 'GET /b', latencyMs: 41_000})]}),
			'The test reached its limit of 60 s (line 2): its 2 calls took 50 s together, the slowest was GET /b with 41 s.',
			'code',
			'GET /b',
		],
		[
			'used up by the test itself names the line',
			failure({...timeout, calls: [call({to: 'GET /a'})]}),
			'The test reached its limit of 60 s at line 2; its 1 call took only 12 ms, so the time went by in the test itself.',
			'code',
			'checkout.py:2',
		],
	]);
});

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
			'POST /orders answered 500 with {"error":"x"}; the test stopped with KeyError: \'id\' (line 2).',
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
			"The answer of GET /orders/4 has changed since the last passing run: `$.code` is not there any more; the test stopped with KeyError: 'code' (line 2).",
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
			"The answer of GET /users/2 has changed since the last passing run: `$.userName` is not there any more, `user_name` is new in its place; the test stopped with KeyError: 'userName' (line 2).",
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
			'GET /cart answered 200 with "<html>maintenance</html>" (text/html), which is not JSON; in the last passing run it answered 200 with JSON; the test stopped with JSONDecodeError: Expecting value: line 1 column 1 (char 0) (line 2).',
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
			'POST /pay answered 200, but its body reports an error: `code` is 1007 ("card declined"); the test stopped with KeyError: \'data\' (line 2).',
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

describe('a time that is too long', () => {
	table([
		[
			'belongs to the call that took it',
			failure({
				asserted: 'expected a value < 5, got 7.31',
				at: 'assert seconds < 5',
				calls: [call({to: 'GET /reports/sales', latencyMs: 7290}), call({to: 'GET /health'})],
				before: [call({to: 'GET /reports/sales', latencyMs: 1200})],
			}),
			'GET /reports/sales took 7.3 s; the test measured 7.31 and expected a value < 5 (line 2). In the last passing run it took 1.2 s.',
			'code',
			'GET /reports/sales',
		],
	]);
});

describe("the test's own code", () => {
	table([
		[
			'is where a NameError points',
			failure({
				error: "NameError: name 'coupon_id' is not defined",
				at: 'print(coupon_id)',
				calls: [call({to: 'GET /a'})],
			}),
			"The test itself stopped (line 2) with NameError: name 'coupon_id' is not defined.",
			'code',
			'checkout.py:2',
		],
		[
			'is where an exception points that is not called like one',
			failure({
				error: 'CartEmpty: nothing was put in',
				trace:
					'Traceback (most recent call last):\n  File "checkout.py", line 2, in <module>\n    check()\n__main__.CartEmpty: nothing was put in',
				at: 'check()',
				calls: [call({to: 'GET /a'})],
			}),
			'The test itself stopped (line 2) with CartEmpty: nothing was put in.',
			'code',
			'checkout.py:2',
		],
		[
			'asks for no address where the project has no URL',
			failure({
				error: "MissingSchema: Invalid URL '/health': No scheme supplied. Perhaps you meant http:///health?",
				trace: "Traceback (most recent call last):\nrequests.exceptions.MissingSchema: Invalid URL '/health': …",
				at: 'r = requests.get(f"{BASE_URL}/health")',
				targetUrl: null,
			}),
			'The test asks for "/health" (line 2), which is no address: BASE_URL is empty, as the project has no target URL. No request was sent.',
			'env',
			'target URL',
		],
		[
			'asks for no address where it leaves BASE_URL out',
			failure({
				error: "MissingSchema: Invalid URL '/health': No scheme supplied. Perhaps you meant http:///health?",
				trace: "Traceback (most recent call last):\nrequests.exceptions.MissingSchema: Invalid URL '/health': …",
				at: 'r = requests.get("/health")',
			}),
			'The test asks for "/health" (line 2), which is no address (MissingSchema). No request was sent for it.',
			'code',
			'checkout.py:2',
		],
		[
			'names a page by its title, not by its tags',
			failure({
				error: 'JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
				at: 'r.json()',
				testName: 'reads the page',
				calls: [call({to: 'GET /', got: '<!doctype html>\n<html><head><title>Demo shop</title></head></html>'})],
			}),
			'The test reads JSON (line 2), but GET / answered 200 with the page "Demo shop" (text/html), which is not JSON.',
			'code',
			'"reads the page.py":2',
		],
	]);
});

describe('a blocked run', () => {
	const blockedBy = {
		variable: 'coupon_id',
		reason: 'producer_failed',
		producer: {testId: 'tst_1', title: 'Create a coupon'},
		didYouMean: null,
	};
	const blocked = {
		status: 'blocked',
		failureKind: null,
		error: 'Blocked: variable "coupon_id" was not found because its producer "Create a coupon" failed.',
		trace: 'Blocked: …\nFix "Create a coupon" and rerun it: this test then runs with it.',
		blockedBy,
	} as const;

	it('points to the root producer, and says what failed there', () => {
		const facts = failure({
			asserted: 'expected 201, got 500',
			at: status,
			calls: [call({to: 'POST /coupons', status: 500, got: {}})],
		});
		const analysis = analyse(failure({...blocked, root: {title: 'Create a coupon', facts}}));
		expect(analysis.rootCauseHypothesis).toBe(
			'Blocked: variable "coupon_id" was not found because its producer "Create a coupon" failed. "Create a coupon": POST /coupons answered 500 with {}; the test expected 201 (line 2).',
		);
		expect(analysis.recommendedFixTarget).toMatchObject({kind: 'code', reference: 'POST /coupons'});
		expect(analysis.recommendedFixTarget?.rationale).toMatch(
			/^Root of the chain \("Create a coupon"\)\. Code of the API/,
		);
		expect(analysis.signature).toBe('blocked by "Create a coupon"');
	});

	it('without a known root names the producer and the advice of its trace', () => {
		const analysis = analyse(failure(blocked));
		expect(analysis.rootCauseHypothesis).toBe(blocked.error);
		expect(analysis.recommendedFixTarget).toEqual({
			kind: 'code',
			reference: 'Create a coupon',
			rationale: 'Fix "Create a coupon" and rerun it: this test then runs with it.',
		});
	});

	it.each([
		['no_producer', 'code', 'checkout.py'],
		['circular_dependency', 'code', 'checkout.py'],
		['stale_capture', 'data', 'coupon_id'],
		['auth_failing', 'env', 'authentication of the project'],
		['producer_cancelled', 'unknown', 'Create a coupon'],
	])('for the reason %s recommends %s', (reason, kind, reference) => {
		const {recommendedFixTarget} = analyse(failure({...blocked, blockedBy: {...blockedBy, reason}}));
		expect(recommendedFixTarget).toMatchObject({kind, reference});
	});
});

describe('an exception that no answer explains is told as it is', () => {
	table([
		[
			'a KeyError of something no answer ever had',
			failure({error: "KeyError: 'PATH'", at: 'os.environ["PATH"]'}),
			'The test reads `PATH` (line 2) from a dictionary that has no such key.',
			'code',
			'checkout.py:2',
		],
		[
			'a value that was never declared to be needed',
			failure({
				error: "KeyError: 'order_id'",
				at: 'url = variables["order_id"]',
				calls: [call({to: 'GET /a', status: 404})],
			}),
			'The test reads `variables["order_id"]` (line 2), but does not declare that it needs `order_id`, so no other test handed it over.',
			'code',
			'checkout.py:2',
		],
	]);
});

describe('a hypothesis that has no evidence is null', () => {
	it.each([
		[
			'an assertion with nothing but a message',
			failure({error: 'AssertionError: no', at: 'assert False, "no"', calls: [call({to: 'GET /a', got: {}})]}),
		],
		['a cancelled run', failure({status: 'cancelled', failureKind: null})],
		['an error of a kind nobody knows', failure({error: 'Boom: x', at: 'raise Boom("x")'})],
	])('%s', (_, facts) => {
		expect(analyse(facts)).toMatchObject({rootCauseHypothesis: null, recommendedFixTarget: null});
	});
});

describe('the evidence', () => {
	it('shows the call the hypothesis is about, the traceback and the output', () => {
		const facts = failure({
			asserted: 'expected 201, got 500',
			at: status,
			apiOutput: 'one\ntwo\n',
			calls: [call({to: 'POST /coupons', status: 500, got: {}}), call({to: 'GET /health'})],
		});
		expect(analyse(facts).evidence).toEqual([
			{kind: 'network', part: {kind: 'call', seq: 1}, summary: 'POST /coupons answered 500 in 12 ms', seq: 1},
			{kind: 'log', part: {kind: 'trace'}, summary: 'AssertionError: expected 201, got 500', seq: null},
			{kind: 'log', part: {kind: 'output'}, summary: 'Output of the test, 2 lines', seq: null},
			{kind: 'network', part: {kind: 'call', seq: 2}, summary: 'GET /health answered 200 in 12 ms', seq: 2},
		]);
	});

	it('of a run that left nothing is what was seen of its end', () => {
		expect(analyse(failure({error: 'this test checks nothing'})).evidence).toEqual([
			{kind: 'log', part: {kind: 'trace'}, seq: null, summary: 'this test checks nothing'},
		]);
		expect(analyse(failure({})).evidence).toEqual([]);
	});
});

describe('an assertion that no answer explains', () => {
	table([
		[
			'is told as it was compared, when the test had made no call',
			failure({asserted: 'expected 4, got 3', at: 'assert total == 4', calls: []}),
			'The test expected 4 and got 3 (line 2); it had made no call.',
			'unknown',
			'checkout.py:2',
		],
		[
			'is told as it was compared, when calls were answered',
			failure({
				asserted: 'expected a value > 5, got 3',
				at: 'assert total > 5',
				calls: [call({to: 'GET /items', got: {name: 'x'}})],
			}),
			'The test expected a value > 5 and got 3 (line 2); its last call was GET /items, which answered 200.',
			'unknown',
			'checkout.py:2',
		],
	]);
});
