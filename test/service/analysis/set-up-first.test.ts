import {type CredentialTraits, plainCredential} from '../../../service/domain/credentials.ts';
import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import type {FailureFacts, GivenValue} from '../../../service/analysis/facts.ts';
import {call, failure, plainSetUp, target, unanswered} from './failure.ts';

const read = (facts: FailureFacts) => {
	const {rootCauseHypothesis, recommendedFixTarget: fix} = analyse(facts);
	return {cause: rootCauseHypothesis ?? '', kind: fix?.kind, reference: fix?.reference, advice: fix?.rationale ?? ''};
};

const book = (rest: Partial<Parameters<typeof call>[0]> = {}) =>
	call({to: 'POST /books', sent: {name: 'Dune'}, status: 201, got: {id: 'b_7', name: 'Dune'}, ...rest});
const page = '<html><head><title>Sign in</title></head></html>';
const json = 'JSONDecodeError: Expecting value: line 1 column 1 (char 0)';
const is200 = 'assert r.status_code == 200';
const value = (rest: Partial<GivenValue> = {}): GivenValue => ({
	name: 'bookId',
	value: '"b_7"',
	capturedAt: 1,
	producer: 'makes a book',
	producerVersion: 'v1',
	isReused: false,
	...rest,
});

describe('the test is looked at before the API', () => {
	it.each([
		['a constant', 'EXPECTED = 201', 'EXPECTED = 200', 'assert r.status_code == EXPECTED', 'expected 200, got 201'],
		[
			'a record',
			'want = {"name": "Dune"}',
			'want = {"name": "Emma"}',
			'assert r.json()["name"] == want["name"]',
			"expected 'Emma', got 'Dune'",
		],
	])('%s that the expectation uses was edited: the answer is what it was', (_, was, is, statement, asserted) => {
		const source = (line: string) => `import requests\n${line}\nr = requests.post(BASE_URL + "/books")\n${statement}\n`;
		const found = read(
			failure({
				asserted,
				failedLine: 4,
				code: source(is),
				calls: [book({got: {id: 'b_8', name: 'Dune'}})],
				before: [book()],
				passed: {code: source(was), codeVersion: 'v1'},
			}),
		);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:4'});
		expect(found.cause).toContain(
			`line 2 was \`${was}\` and is \`${is}\`; POST /books was answered then as it is now.`,
		);
	});

	const reading = (id: string) => `import requests\nr = requests.get(BASE_URL + "/books/${id}")\n${is200}\n`;

	it('an id in the path was edited: it is another request', () => {
		const found = read(
			failure({
				asserted: 'expected 200, got 404',
				failedLine: 3,
				code: reading('9999'),
				calls: [call({to: 'GET /books/9999', status: 404, got: {error: 'not found'}})],
				before: [call({to: 'GET /books/26', got: {id: 26}})],
				passed: {code: reading('26'), codeVersion: 'v1'},
			}),
		);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:3'});
		expect(found.cause).toContain('part 2 of its path was "26" and is "9999"');
		expect(found.cause).not.toContain('the same request');
	});

	const flow = (name: string) =>
		`import requests\nr = requests.post(BASE_URL + "/books", json={"name": "${name}"})\ng = requests.get(BASE_URL + "/books/" + r.json()["id"])\nassert g.json()["name"] == "Dune"\n`;
	const written = (id: string, name: string) => [
		book({sent: {name}, got: {id, name}}),
		call({to: `GET /books/${id}`, got: {id, name}}),
	];

	it('an earlier request was edited: it is told, although the one in question is the same', () => {
		const found = read(
			failure({
				asserted: "expected 'Dune', got 'Emma'",
				failedLine: 4,
				code: flow('Emma'),
				calls: written('b_9', 'Emma'),
				before: written('b_7', 'Dune'),
				passed: {code: flow('Dune'), codeVersion: 'v1'},
			}),
		);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:4'});
		expect(found.cause).toMatch(/; `\$\.name` of the body of POST \/books was "Dune" and is "Emma"\.$/);
	});

	it('an earlier request was taken out: it is missed', () => {
		const found = read(
			failure({
				asserted: 'expected a value >= 1, got 0',
				failedLine: 3,
				code: 'import requests\nr = requests.get(BASE_URL + "/books")\nassert r.json()["total"] >= 1\n',
				calls: [call({to: 'GET /books', got: {total: 0}})],
				before: [book(), call({to: 'GET /books', got: {total: 1}})],
				passed: {
					code: 'import requests\nrequests.post(BASE_URL + "/books")\nr = requests.get(BASE_URL + "/books")\nassert r.json()["total"] >= 1\n',
					codeVersion: 'v1',
				},
			}),
		);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:3'});
		expect(found.cause).toContain('it no longer makes POST /books before');
	});

	it('a value is spelled by the changed line behind another word that begins like it', () => {
		const source = (tenant: string) =>
			`import requests\nr = requests.get(BASE_URL + "/books", headers={"X-Tenant": "${tenant}"})\n${is200}\n`;
		const sent = (tenant: string) => ({requestHeaders: {'X-Tenant': tenant}});
		const found = read(
			failure({
				asserted: 'expected 200, got 403',
				failedLine: 3,
				code: source('b'),
				calls: [call({to: 'GET /books', ...sent('b'), status: 403, got: {}})],
				before: [call({to: 'GET /books', ...sent('a'), got: {}})],
				passed: {code: source('a'), codeVersion: 'v1'},
			}),
		);
		expect(found.cause).toContain('header `X-Tenant` was "a" and is "b"');
	});

	it('the answer and the source are what they were: what is expected came from elsewhere', () => {
		const found = read(
			failure({
				asserted: 'expected 204, got 201',
				at: 'assert r.status_code == int(VAR_WANTED)',
				calls: [book()],
				before: [book()],
			}),
		);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:2'});
		expect(found.cause).toContain('what the answer is compared with is another');
	});
});

describe('the set-up is looked at before the API', () => {
	const reads = (rest: Partial<Parameters<typeof failure>[0]>) =>
		read(failure({asserted: 'expected 200, got 404', at: is200, ...rest}));
	const missing = (id: string) => call({to: `GET /books/${id}`, status: 404, got: {error: `book ${id} not found`}});

	it('the producer of a value has another source', () => {
		const found = reads({
			calls: [missing('Dune')],
			before: [call({to: 'GET /books/b_7', got: {id: 'b_7'}})],
			setUp: {...plainSetUp, values: [value({value: '"Dune"', producerVersion: 'v2'})]},
			passed: {setUp: {...plainSetUp, values: [value()]}},
		});
		expect(found).toMatchObject({kind: 'code', reference: '"makes a book.py"'});
		expect(found.cause).toContain(
			'`bookId` was captured by "makes a book", whose source has changed since the test last passed (v1 → v2).',
		);
	});

	it('another test has captured a value', () => {
		const found = reads({
			calls: [missing('b_8')],
			before: [call({to: 'GET /books/b_7', got: {id: 'b_7'}})],
			setUp: {...plainSetUp, values: [value({value: '"b_8"', producer: 'imports books'})]},
			passed: {setUp: {...plainSetUp, values: [value()]}},
		});
		expect(found.cause).toContain('captured by "imports books"; when the test last passed it came from "makes a book"');
	});

	it('a record that the test only names is gone', () => {
		const found = reads({calls: [missing('27')], before: [call({to: 'GET /books/27', got: {id: 27}})]});
		expect(found).toMatchObject({kind: 'data', reference: '27'});
		expect(found.advice).toContain('Let the test make its own');
	});

	it.each(['usr_262', 'ada'])('a record that the test only names is gone, whatever its name looks like: %s', id => {
		const to = `GET /users/${id}`;
		const found = reads({
			calls: [call({to, status: 404, got: {error: `There is no user "${id}".`}})],
			before: [call({to, got: {id}})],
		});
		expect(found).toMatchObject({kind: 'data', reference: id});
		expect(found.advice).toContain('was deleted or changed since. Let the test make its own');
	});

	it.each(['/api/v2', '/login/oauth2', '/reports/sales'])('an endpoint that is gone is no record: %s', path => {
		const to = `GET ${path}`;
		const found = reads({calls: [call({to, status: 404, got: {error: 'not found'}})], before: [call({to, got: {}})]});
		expect(found).toMatchObject({kind: 'code', reference: to});
	});

	it('a record that was made a moment before is not the data', () => {
		const found = reads({
			calls: [book({got: {id: 27}}), missing('27')],
			before: [book({got: {id: 26}}), call({to: 'GET /books/26', got: {id: 26}})],
		});
		expect(found).toMatchObject({kind: 'code', reference: 'GET /books/{id}'});
	});

	it('another environment is told', () => {
		const found = reads({
			environment: 'staging',
			calls: [call({to: 'GET /books', status: 404, got: {}})],
			before: [call({to: 'GET /books', got: {}})],
			passed: {environment: 'Default'},
		});
		expect(found).toMatchObject({kind: 'env', reference: 'staging'});
		expect(found.cause).toContain('It ran in the environment staging; it last passed in the environment Default.');
	});

	it('nothing answers at another address: the address is what to correct', () => {
		const found = read(
			failure({
				failureKind: 'network',
				error: 'ConnectionError: Connection refused',
				targetUrl: 'http://127.0.0.1:9',
				calls: [unanswered('GET http://127.0.0.1:9/books', 'Connection refused')],
				before: [call({to: 'GET /books'})],
			}),
		);
		expect(found).toMatchObject({kind: 'env', reference: 'http://127.0.0.1:9'});
		expect(found.advice).toContain(`it last passed against ${target}`);
		expect(found.advice).toContain('--target-url');
	});

	it('records that are known by a name are the same place in two runs', () => {
		const found = read(
			failure({
				asserted: "expected 1, got '1'",
				at: 'assert g.json()["version"] == 1',
				calls: [book({got: {id: 'emma'}}), call({to: 'GET /books/emma', got: {version: '1'}})],
				before: [book({got: {id: 'dune'}}), call({to: 'GET /books/dune', got: {version: 1}})],
			}),
		);
		expect(found.cause).toContain('`$.version` was a number and is a string now');
	});
});

describe('another form of answer', () => {
	const books = (rest: Partial<Parameters<typeof call>[0]>) => call({to: 'GET /books', ...rest});
	const before = [books({got: {items: []}})];
	const sentOn = [
		books({status: 302, responseHeaders: {Location: '/login?next=%2Fbooks'}}),
		call({to: 'GET /login?next=%2Fbooks', got: page}),
	];
	const reads = {error: json, at: 'print(r.json()["items"])'};

	it.each([
		['JSON was read', reads],
		['a word was looked for', {asserted: `expected '${page}' to contain 'items'`, at: 'assert "items" in r.text'}],
	])('a page to sign in, where %s', (_, how) => {
		const found = read(failure({...how, calls: sentOn, before}));
		expect(found.cause).toContain(
			'GET /books answered 302 and sends to /login?next=%2Fbooks, where GET /login?next=/books answered 200 with',
		);
		expect(found.cause).toContain('in the last passing run it answered 200 with JSON');
		expect(found).toMatchObject({kind: 'env', reference: 'authentication of the project'});
	});

	it('a page to sign in where it has never passed', () => {
		const found = read(failure({...reads, calls: sentOn}));
		expect(found.cause).toContain(
			'GET /books answered 302 and sends to GET /login?next=/books, which answered 200 with',
		);
		expect(found).toMatchObject({kind: 'env', reference: 'authentication of the project'});
	});

	it('nothing at all', () => {
		const found = read(failure({...reads, calls: [books({got: undefined})], before}));
		expect(found.cause).toContain('GET /books answered 200 with an empty body; in the last passing run');
	});

	it('a body that was cut is not called another form', () => {
		const found = read(failure({...reads, calls: [books({got: '{"items": [', truncated: true})], before}));
		expect(found.cause).not.toContain('not JSON');
	});

	it('204 has no body: the test must not read one, whatever type is named', () => {
		const gone = call({to: 'DELETE /books/7', status: 204, responseHeaders: {'content-type': 'application/json'}});
		expect(read(failure({...reads, calls: [gone]}))).toMatchObject({kind: 'code', reference: 'checkout.py:2'});
	});
});

describe('401', () => {
	const refused = call({
		to: 'GET /me',
		requestHeaders: {Authorization: '•••'},
		status: 401,
		got: {message: 'token expired'},
	});
	const code = (headers: string) =>
		`import requests\nr = requests.get(BASE_URL + "/me", headers=${headers})\n${is200}\n`;
	const facts = (headers: string, credential = plainSetUp.credential) =>
		failure({
			asserted: 'expected 200, got 401',
			failedLine: 3,
			code: code(headers),
			calls: [refused],
			setUp: {...plainSetUp, credential},
		});

	it('after a basic token that is not base64 says so', () => {
		const found = read(
			facts('__AUTH_HEADERS__', {mode: 'static', setAt: 2, type: 'basic token', isOddBasic: true, expiresAt: null}),
		);
		expect(found.cause).toContain('neither user:password nor its base64 form');
		expect(found.advice).toContain('user:password');
	});

	const refusedAt = refused.startedAt;
	const bearer = (expiresAt: number | null) =>
		({mode: 'static', setAt: 2, type: 'Bearer token', isOddBasic: false, expiresAt}) as const;
	const unsaid = (expiresAt: number | null, headers = '__AUTH_HEADERS__') => {
		const said = facts(headers, bearer(expiresAt));
		return read({...said, run: {...said.run, calls: [{...refused, responseBody: '{"error":"unauthorized"}'}]}});
	};

	it("after the project's token had expired says when, also where the API does not", () => {
		const found = unsaid(refusedAt - 5 * 60_000);
		expect(found.cause).toContain('The token of the project expired 5 minutes before (');
		expect(found).toMatchObject({kind: 'env', reference: 'authentication of the project'});
		expect(found.advice).toContain('The credentials have expired: store fresh ones');
	});

	it.each([
		['is still valid', unsaid(refusedAt + 1000)],
		['does not say', unsaid(null)],
		['is not what the test sends', unsaid(refusedAt - 5 * 60_000, '{"Authorization": "Bearer " + token}')],
	])("after the project's token that %s blames no expiry", (_, found) => {
		expect(found.cause).not.toContain('expired');
		expect(found.advice).not.toContain('have expired');
	});

	it('after a Basic header that the test spells without base64 says so', () => {
		const found = read(facts('{"Authorization": "Basic ada:pw"}'));
		expect(found.cause).toContain('not the base64 form of user:password');
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:3'});
	});

	it('after a credential of its own leads to the test, not to the project', () => {
		const found = read(facts('{"Authorization": "Bearer " + token}'));
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:3'});
		expect(read(facts('__AUTH_HEADERS__')).kind).toBe('env');
	});
});

describe('a process that was over before its file', () => {
	it.each([
		[
			'the test ended its process with exit code 3 before the file ended',
			'ended its own process (exit code 3) after POST /books had answered 201',
			'code',
		],
		['the process of the test was ended by SIGSEGV', 'was ended by SIGSEGV after POST /books had answered 201', 'env'],
	])('is told apart from what the API did: %s', (error, cause, kind) => {
		const facts = failure({calls: [book()]});
		const found = read({...facts, run: {...facts.run, failureKind: 'unknown', error, trace: null, failedLine: null}});
		expect(found.cause).toContain(cause);
		expect(found.kind).toBe(kind);
	});
});

describe('another way to authenticate than when it passed', () => {
	const told = (status: number, {isOddBasic, expiresAt}: CredentialTraits = plainCredential) =>
		read(
			failure({
				asserted: `expected 200, got ${status}`,
				at: is200,
				code: 'import requests\nr = requests.get(BASE_URL + "/books", headers=__AUTH_HEADERS__)\n',
				calls: [call({to: 'GET /books', status, got: {}, requestHeaders: {Authorization: 'Basic ••••'}})],
				setUp: {
					...plainSetUp,
					credential: {mode: 'static', setAt: 2, type: 'basic token', isOddBasic, expiresAt},
				},
				before: [call({to: 'GET /books', got: [], requestHeaders: {Authorization: 'Bearer ••••'}})],
				passed: {
					setUp: {
						...plainSetUp,
						credential: {mode: 'auto_auth', setAt: 1, type: null, isOddBasic: false, expiresAt: null},
					},
				},
			}),
		).advice;

	it('that is not known at all is to be replaced, one that may not do it is to be allowed', () => {
		expect(told(401)).toContain('go back to a login before each batch, or store what it accepts');
		expect(told(403)).toContain('may do the same');
	});

	it('that is wrong in itself is told as that', () => {
		expect(told(401, {...plainCredential, isOddBasic: true})).toContain('Store it as user:password');
		expect(told(401, {...plainCredential, expiresAt: 1})).toContain('The credentials have expired: store fresh ones');
	});
});

describe('another program at the address', () => {
	const named = (server: string) => ({'Content-Type': 'application/json', Server: server});
	const replaced = {mode: 'static', setAt: 2, type: 'Bearer token', isOddBasic: false, expiresAt: null} as const;
	const stored = {...replaced, setAt: 1};
	const then = call({to: 'GET /books', got: [], responseHeaders: named('gunicorn/20.1')});
	const answer = (status: number, server: string) =>
		failure({
			asserted: `expected 200, got ${status}`,
			failedLine: 3,
			calls: [
				call({
					to: 'GET /books',
					status,
					got: '<html></html>',
					responseHeaders: {...named(server), 'Content-Type': 'text/html'},
				}),
			],
			setUp: {...plainSetUp, credential: replaced},
			before: [then],
			passed: {setUp: {...plainSetUp, credential: stored}},
		});

	it.each([404, 501])('is blamed for a %i, not the credential and not the API', status => {
		const found = read(answer(status, 'SimpleHTTP/0.6 Python/3.11'));
		expect(found.cause).toContain(
			`Another program answers at ${target}: it calls itself SimpleHTTP, the one that answered when the test last passed gunicorn.`,
		);
		expect(found.cause).not.toContain('credential');
		expect(found).toMatchObject({kind: 'env', reference: target});
	});

	it.each([
		['a new version of it', 404, 'gunicorn/21.0'],
		['a gateway that got no answer', 502, 'nginx'],
	])('is not %s', (_, status, server) => {
		expect(read(answer(status, server)).cause).not.toContain('Another program');
	});

	it('is not one of several that a proxy asks', () => {
		const facts = answer(404, 'nginx');
		const calls = [
			{...then, seq: 1},
			{...facts.run.calls[0]!, seq: 2, url: `${target}/gone`},
		];
		expect(read({...facts, run: {...facts.run, calls}}).cause).not.toContain('Another program');
	});
});

describe('a changed line at which the test stops', () => {
	const stopped = (trace: string, was: string, is: string) =>
		read(
			failure({
				failedLine: 2,
				error: trace,
				trace: `Traceback (most recent call last):\n  File "checkout.py", line 2\n${trace}`,
				code: `r = requests.get(BASE_URL + "/books")\n${is}\n`,
				calls: [call({to: 'GET /books', got: {count: 3}})],
				before: [call({to: 'GET /books', got: {count: 3}})],
				passed: {code: `r = requests.get(BASE_URL + "/books")\n${was}\n`, codeVersion: 'v1'},
			}),
		);
	it.each([
		[
			"NameError: name 'tota' is not defined",
			'total = 1',
			'total = tota',
			'put back what the change took away, or define the name.',
		],
		[
			"TypeError: 'int' object is not subscriptable",
			'n = r.json()["count"]',
			'n = r.json()["count"]["n"]',
			'correct what it reads.',
		],
	])('%s is not called an expectation', (trace, was, is, advice) => {
		const found = stopped(trace, was, is);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:2'});
		expect(found.advice).toContain(advice);
		expect(found.advice).not.toContain('expectation');
	});
});

it('a body that is not compressed as its header says is named as that', () => {
	const error =
		"ContentDecodingError: ('Received response with content-encoding: gzip, but failed to decode it.', error('Error -3'))";
	const found = read(
		failure({
			failedLine: 2,
			error,
			trace: `Traceback (most recent call last):\n  File "checkout.py", line 2\n${error}`,
			code: 'import requests\nr = requests.get(BASE_URL + "/books")\n',
			calls: [
				call({
					to: 'GET /books',
					got: 'H4sIAAAA',
					responseEncoding: 'base64',
					responseHeaders: {'Content-Type': 'application/json', 'Content-Encoding': 'gzip'},
				}),
			],
			before: [call({to: 'GET /books', got: {count: 3}})],
		}),
	);
	expect(found.cause).toBe(
		'GET /books answered 200 with `content-encoding: gzip`, and its body is not gzip: the test could not read it (line 2). In the last passing run it had no such header.',
	);
	expect(found).toMatchObject({kind: 'code', reference: 'GET /books'});
});
