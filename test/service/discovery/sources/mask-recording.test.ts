import {describe, expect, it} from 'vitest';
import {stringify} from 'yaml';
import {readDocument} from '../../../../service/discovery/read-document.ts';
import {maskRecording} from '../../../../service/discovery/sources/mask-recording.ts';
import {fixture} from '../documents.ts';

const secrets = [
	'hunter2-canary',
	'tok-canary-1',
	'eyJhbGciOiJIUzI1NiJ9.canary.sig',
	'sid-canary',
	'key-canary',
	'pin-4711',
];
const masked = (value: unknown) =>
	new TextDecoder().decode(maskRecording(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))));
const expectNoSecret = (text: string) => expect(secrets.filter(secret => text.includes(secret))).toEqual([]);

const json = (value: unknown) => ({mimeType: 'application/json', text: JSON.stringify(value)});
const har = {
	log: {
		version: '1.2',
		creator: {name: 'browser', version: '1'},
		pages: [{title: 'https://x.test/?token=tok-canary-1'}],
		entries: [
			{
				_initiator: {url: 'https://x.test/?sid=sid-canary&token=tok-canary-1'},
				_webSocketMessages: [{data: 'hunter2-canary'}],
				startedDateTime: '2030-01-01T00:00:00Z',
				request: {
					method: 'POST',
					url: 'https://ann:hunter2-canary@x.test/login?api_key=key-canary&page=2',
					headers: [
						{name: 'Authorization', value: 'Bearer tok-canary-1'},
						{name: 'Cookie', value: 'sid=sid-canary'},
						{name: 'Accept', value: 'application/vnd.shop.v2+json'},
					],
					cookies: [{name: 'plain', value: 'sid-canary'}],
					queryString: [{name: 'api_key', value: 'key-canary'}],
					postData: json({user: 'ann', password: 'hunter2-canary', otp: 1234, nested: {tokens: ['tok-canary-1']}}),
				},
				response: {
					status: 200,
					headers: [{name: 'Set-Cookie', value: 'sid=sid-canary'}],
					cookies: [{name: 'sid', value: 'sid-canary'}],
					content: {
						mimeType: 'application/json',
						encoding: 'base64',
						text: Buffer.from(
							JSON.stringify({id: 'u_100', access: secrets[2], refresh_token: 'tok-canary-1'}),
						).toString('base64'),
					},
				},
			},
			{
				request: {
					method: 'POST',
					url: 'https://x.test/form',
					headers: [],
					postData: {mimeType: 'application/x-www-form-urlencoded', text: 'user=ann&password=hunter2-canary'},
				},
				response: {status: 200, content: {mimeType: 'text/html', text: '<input value="tok-canary-1">'}},
			},
		],
	},
};

describe('a recording of a browser', () => {
	it('is stored without the cookies, credentials and secrets in it', () => {
		const text = masked(har);
		expectNoSecret(text);
		const [first, second] = JSON.parse(text).log.entries;
		expect(first.request.headers).toEqual([
			{name: 'Authorization', value: 'Bearer ***'},
			{name: 'Cookie', value: '***'},
			{name: 'Accept', value: 'application/vnd.shop.v2+json'},
		]);
		expect(first.request.url).toBe('https://x.test/login?api_key=***&page=2');
		expect(JSON.parse(first.request.postData.text)).toEqual({
			...{user: 'ann', password: '***', otp: 0, nested: {tokens: ['***']}},
		});
		expect(JSON.parse(first.response.content.text)).toEqual({id: 'u_100', access: 'Bearer ***', refresh_token: '***'});
		expect(second.request.postData.text).toBe('user=ann&password=***');
		expect(second.response.content.text).toBe('');
	});

	it('that is cut off is refused with the place, and nothing of it is said', () => {
		const whole = JSON.stringify(har, null, 1);
		for (const part of [
			whole.slice(0, whole.length * 0.5),
			whole.slice(0, -3),
			whole.replace('"entries": [', '"entries": [,'),
		])
			expect(() => masked(part)).toThrow(
				/^The recording cannot be read.*nothing of it is stored.*line \d+, column \d+: [\w ',}\]-]*\.$/s,
			);
		const tail = Buffer.from(whole.slice(20));
		expect(() => maskRecording(tail, 'application/json')).toThrow(/nothing of it is stored/);
	});

	it('in another frame, in YAML or as UTF-16 does not pass by', () => {
		expectNoSecret(masked([har]));
		expectNoSecret(masked({har}));
		expectNoSecret(masked(stringify(har)));
		expect(() => maskRecording(Buffer.from(`\ufeff${JSON.stringify(har)}`, 'utf16le'))).toThrow(/UTF-16/);
	});

	it('holds no secret inside of texts: addresses, JSON in JSON, tokens', () => {
		const text = masked({
			log: {
				entries: [
					{
						request: {
							method: 'POST',
							url: 'https://x.test/a#access_token=tok-canary-1',
							headers: [{name: 'Referer', value: 'https://ann:hunter2-canary@x.test/?token=tok-canary-1&page=1'}],
							postData: json({
								next: 'https://x.test/?api_key=key-canary',
								inner: JSON.stringify({password: 'hunter2-canary', keep: 'this'}),
								note: `sent Authorization: Bearer ${secrets[2]}`,
								fields: [{name: 'password', value: 'hunter2-canary'}],
							}),
						},
						response: {status: 302, headers: [{name: 'Location', value: '/done?session_id=sid-canary'}]},
					},
				],
			},
		});
		expectNoSecret(text);
		expect(text).toContain('page=1');
		expect(text).toContain('this');
	});

	it.each(['shop.har'])('%s says the same of its API as before', name => {
		const bytes = fixture(name);
		const read = (of: Uint8Array) => {
			const {endpoints, notes, leftovers} = readDocument(of);
			return {endpoints: [...endpoints], travelled: notes().travelled, leftovers};
		};
		expect(read(maskRecording(bytes))).toEqual(read(bytes));
	});
});

const collection = {
	info: {
		name: 'Shop',
		_postman_id: '1',
		schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
	},
	auth: {type: 'bearer', bearer: [{key: 'token', value: 'tok-canary-1', type: 'string'}]},
	variable: [
		{key: 'baseUrl', value: 'https://x.test'},
		{key: 'apiKey', value: 'key-canary'},
		{key: 'who', value: 'hunter2-canary', type: 'secret'},
	],
	item: [
		{
			name: 'Log in',
			event: [{listen: 'test', script: {exec: [`pm.request.headers.add("Bearer ${secrets[2]}")`]}}],
			request: {
				method: 'POST',
				auth: {type: 'basic', basic: {username: 'ann', password: 'hunter2-canary'}},
				header: [
					{key: 'X-Api-Key', value: 'key-canary'},
					{key: 'X-Trace', value: '{{trace}}'},
				],
				url: {raw: '{{baseUrl}}/login?token=tok-canary-1', query: [{key: 'token', value: 'tok-canary-1'}]},
				body: {
					mode: 'raw',
					raw: '{"user": {{user}}, "password": "hunter2-canary", "token": "{{token}}", "pin": "pin-4711"}',
				},
			},
			response: [
				{
					name: 'ok',
					cookie: [{name: 'sid', value: 'sid-canary'}],
					header: [{key: 'Set-Cookie', value: 'sid=sid-canary'}],
					body: '{"access_token": "tok-canary-1", "id": 7}',
				},
			],
		},
	],
};

describe('a collection', () => {
	it('is stored without credentials, secret variables and saved secrets; variables stay', () => {
		const text = masked(collection);
		expectNoSecret(text);
		for (const kept of [
			'https://x.test',
			'{{baseUrl}}',
			'{{trace}}',
			'{{user}}',
			'{{token}}',
			'"type":"bearer"',
			'"name":"Log in"',
		])
			expect(text).toContain(kept);
	});

	it.each([
		{auth: {type: 'bearer', bearer: 'tok-canary-1'}},
		{auth: {type: 'basic', basic: ['hunter2-canary', {password: {value: 'hunter2-canary'}}]}},
		{
			auth: {
				type: 'apikey',
				apikey: [
					{key: 'value', value: 'key-canary'},
					{key: 'key', value: 'X-Key'},
				],
			},
		},
		{auth: {type: 'oauth2', oauth2: {clientId: 'key-canary', more: [['tok-canary-1']]}}},
		{auth: 'tok-canary-1'},
		{auth: ['tok-canary-1']},
	])('%j keeps nothing but its type', ({auth}) => {
		const text = masked({
			...collection,
			auth,
			item: [{name: 'a', request: {method: 'GET', url: '{{baseUrl}}/a', auth}}],
		});
		expectNoSecret(text);
		if (typeof auth === 'object' && 'type' in auth) expect(text).toContain(`"type":"${auth.type}"`);
	});

	it('holds no secret in addresses, scripts, XML, forms, nested texts and settings by hand', () => {
		const request = (more: object) => ({name: 'a', request: {method: 'POST', url: '{{baseUrl}}/a', ...more}});
		const raw = (text: string) => request({body: {mode: 'raw', raw: text}});
		const text = masked({
			...collection,
			item: [
				request({url: 'https://ann:hunter2-canary@x.test/a?token=tok-canary-1&page=2'}),
				request({url: {raw: '{{baseUrl}}/a#access_token=tok-canary-1', query: 'token=tok-canary-1'}}),
				raw('user=ann&password=hunter2-canary'),
				raw('password=hunter2-canary'),
				raw('<login user="ann" password="hunter2-canary"><token>tok-canary-1</token></login>'),
				raw(
					'{"n": {{n}}, "tokens": ["tok-canary-1", {"x": "tok-canary-1"}], "in": "{\\"password\\": \\"hunter2-canary\\"}"}',
				),
				request({body: {mode: 'graphql', graphql: {query: '{a}', variables: '{"password": "hunter2-canary"}'}}}),
				{
					...request({}),
					event: [
						{
							listen: 'test',
							script: {exec: ['pm.environment.set("token", "tok-canary-1");', "const password = 'hunter2-canary'"]},
						},
					],
				},
				{...request({}), settings: {token: 'tok-canary-1', pin: 4711}},
			],
		});
		expectNoSecret(text);
		expect(text).not.toContain('4711');
		for (const kept of ['page=2', 'user=ann', 'pm.environment.set', '{{n}}']) expect(text).toContain(kept);
	});

	it('an export of variables, uploaded in its place, holds none of them either', () => {
		const values = [
			{key: 'token', value: 'tok-canary-1'},
			{key: 'who', value: 'hunter2-canary', type: 'secret'},
			{key: 'baseUrl', value: 'https://x.test'},
		];
		const text = masked({name: 'Local', values, _postman_variable_scope: 'environment'});
		expectNoSecret(text);
		expect(text).toContain('https://x.test');
	});

	it.each(['shop.postman.json', 'collection.postman.json'])('%s says the same of its API as before', name => {
		const bytes = fixture(name);
		const read = (of: Uint8Array) => {
			const {endpoints, notes, remarks} = readDocument(of);
			return {endpoints: [...endpoints], notes: notes(), remarks};
		};
		expect(read(maskRecording(bytes))).toEqual(read(bytes));
	});
});

it('notes with a part of a recording keep their words, not its secrets', () => {
	const notes = '# Notes\n\nThe log: `{"log": {"entries": [{"token": "tok-canary-1", "id": 7}]}}` shows "id".\n';
	expectNoSecret(masked(notes));
	expect(masked(notes)).toContain('"id": 7');
});

it('a description whose fields are called like parts of a recording stays byte for byte', () => {
	const yaml = 'openapi: 3.0.0\ninfo: {title: "Log", version: "1"}\npaths: {}\nx: {log: {entries: [], token: "abc"}}\n';
	expect(masked(yaml)).toBe(yaml);
});

it.each(['orders-3.0.yaml', 'notes.md', 'linked.json'])('%s, which is no recording, stays byte for byte', name => {
	expect(maskRecording(fixture(name))).toEqual(fixture(name));
});
