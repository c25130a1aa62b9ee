import {expect, it} from 'vitest';
import type {Endpoint} from '../../../../contract/endpoint.ts';
import type {ProjectId} from '../../../../contract/ids.ts';
import {endpointSamples} from '../../../../contract/samples/endpoints.ts';
import {authenticate, type AuthWish} from '../../../../source/commands/try/authenticate.ts';
import type {Found} from '../../../../source/commands/try/discover.ts';
import type {Session} from '../../../../source/commands/try/session.ts';

const [sample] = endpointSamples.listEndpoints({}).items as [Endpoint];
const text = {type: 'string'};
const fields = {properties: {email: text, password: text}};
const post = (path: string, answer: object): Endpoint => ({
	...sample,
	method: 'POST',
	path,
	auth: {required: false, authType: null},
	requestShape: {...sample.requestShape, body: fields as never, sample: null, contentType: 'application/json'},
	responseShape: {...sample.responseShape, body: answer as never},
});
const guarded: Endpoint = {...sample, method: 'GET', auth: {required: true, authType: 'Bearer token'}};
const endpoints = [post('/users', {}), post('/login', {properties: {token: text}}), guarded];

/** What a try says that may ask nobody, of an API where an account can be made. */
async function saidOf(wish: Partial<AuthWish>, found = endpoints) {
	const said: string[] = [];
	const called: string[] = [];
	const sent: unknown[] = [];
	const session = {
		client: {
			async call({path}: {path: string}, {body}: {body?: unknown}) {
				called.push(path);
				sent.push(body);
				return {ok: true, status: 201};
			},
		},
		context: {notes: {say: (_: string, line: string) => said.push(line)}, uuid: () => 'ab12cd34-0', dryRun: false},
		key: (what: string) => what,
	} as unknown as Session;
	const open = {authType: undefined, credential: undefined, headerName: undefined, account: undefined};
	const source = {kind: 'file', baseUrl: 'http://127.0.0.1:1'} as AuthWish['source'];
	const whole: AuthWish = {...open, source, readOnly: false, canAsk: false, ...wish};
	await authenticate(session, 'prj_1' as ProjectId, whole, {endpoints: found} as unknown as Found);
	return {said, called, sent};
}

it('a try makes an account where it may create something', async () => {
	const {said} = await saidOf({});
	expect(said[0]).toContain('signed up at /users for these tests; it stays');
});

it('a try that only reads makes none, and says so', async () => {
	const {said, called} = await saidOf({readOnly: true});
	expect(called).toEqual([]);
	expect(said).toEqual([
		'no credential: endpoints that need one will refuse their tests; see --username and --password-file (/login); ' +
			'--read-only signs up no account at /users',
	]);
});

it('signs in with the account that a document shows, also where the answer is a cookie', async () => {
	const shown = {properties: {email: {...text, examples: ['demo@a.test']}, password: {...text, example: 'demo-pass'}}};
	const login = post('/login', {properties: {name: text}});
	const asShown = {...login, requestShape: {...login.requestShape, body: shown as never}};
	const {said, sent} = await saidOf({}, [asShown, guarded]);
	expect(said).toEqual(['login     as demo@a.test at /login']);
	expect(sent[0]).toMatchObject({username: 'demo@a.test', password: 'demo-pass'});
	const silent = {...guarded, auth: {required: null, authType: null}};
	const unsaid = {...asShown, auth: {required: null, authType: null}};
	expect((await saidOf({}, [unsaid, silent])).said).toEqual(['login     as demo@a.test at /login']);
	const elsewhere = {kind: 'file', baseUrl: 'https://api.example.com'} as AuthWish['source'];
	expect((await saidOf({source: elsewhere}, [asShown, guarded])).sent).toEqual([]);
});

it('a key that is given where the document wants a basic token is its user name', async () => {
	const basic: Endpoint = {...guarded, auth: {required: true, authType: 'basic token'}};
	const stored = async (credential: string) => (await saidOf({credential}, [basic])).sent;
	const encoded = Buffer.from('ada:secret').toString('base64');
	expect(await stored('sk_test_4eC39HqLyjWD')).toEqual([
		{authType: 'basic token', credential: 'sk_test_4eC39HqLyjWD:'},
	]);
	expect(await stored('ada:secret')).toEqual([{authType: 'basic token', credential: 'ada:secret'}]);
	expect(await stored(encoded)).toEqual([{authType: 'basic token', credential: encoded}]);
	// The base64 form of no account.
	expect(await stored('YWRhYWRh')).toEqual([{authType: 'basic token', credential: 'YWRhYWRh:'}]);
});
