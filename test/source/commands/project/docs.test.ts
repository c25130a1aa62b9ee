import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {endpointSamples} from '../../../../contract/samples/endpoints.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const document = {
	resourceId: 'doc_1',
	displayName: 'api.yaml',
	docRole: 'API_DOC',
	processStatus: 'ready',
	format: 'openapi3',
	sizeBytes: 15,
	errorMessage: null,
	createdAt: '2026-01-31T09:00:00.000Z',
};
const register = {
	request: 'POST /projects/p1/docs',
	body: {s3Key: 'uploads/u1', displayName: 'api.yaml', docRole: 'API_DOC'},
	status: 201,
	answer: document,
};

/** A service that gives an address of its own for the bytes. */
async function withUpload(contentType: string, fileName: string, stubs: readonly Stub[]) {
	let address = '';
	const started = await startStrictService([
		{
			request: 'POST /projects/p1/docs/upload-url',
			body: {fileName, contentType},
			answer: () => ({uploadUrl: `${address}/uploads/u1?sig=canary`, s3Key: 'uploads/u1', expiresInSeconds: 900}),
		},
		...stubs,
	]);
	address = started.url;
	return started;
}

async function upload(flags: readonly string[], env: Record<string, string>, file = 'api.yaml') {
	const memory = new MemorySystem(['project', 'docs', 'upload', 'p1', file, '--role', 'api-doc', ...flags], {env});
	writeFileSync(join(memory.system.cwd, file), 'openapi: 3.0.0\n');
	const exitCode = await memory.run();
	return {exitCode, stdout: memory.stdout.text, stderr: memory.stderr.text};
}

describe('project docs upload', () => {
	it('asks for an address, sends the bytes without a key, and registers them', async () => {
		const put = {request: 'PUT /uploads/u1?sig=canary', answer: {}};
		const {env, received} = await withUpload('application/yaml', 'api.yaml', [put, register]);
		const {exitCode, stdout, stderr} = await upload(['--debug', '--no-read'], env);
		expect(exitCode).toBe(0);
		expect(stdout).toBe('resourceId: doc_1\nname: api.yaml\nrole: API_DOC\nstatus: ready\nformat: openapi3\n');
		expect(stderr).not.toContain('canary');
		const [, sent, registered] = received;
		expect(sent?.body).toBe('openapi: 3.0.0\n');
		expect(sent?.headers).toMatchObject({'content-type': 'application/yaml'});
		expect(sent?.headers['x-api-key']).toBeUndefined();
		expect(registered?.headers['idempotency-key']).toMatch(/^cli-docs-upload-/);
	});

	it.each([
		['api.json', 'application/json'],
		['session.har', 'application/json'],
		['API.YML', 'application/yaml'],
		['notes.md', 'text/markdown'],
		['notes.pdf', 'application/pdf'],
		['schema.graphql', 'application/graphql'],
		['notes', 'text/plain'],
	])('calls %s %s', async (file, contentType) => {
		const put = {request: 'PUT /uploads/u1?sig=canary', answer: {}};
		const {env} = await withUpload(contentType, file, [put, {...register, body: undefined}]);
		expect((await upload(['--no-read'], env, file)).exitCode).toBe(0);
	});

	it('sends a document and the files that it refers to as one, also when their folder is named', async () => {
		for (const named of ['.', 'openapi.yaml']) {
			const sends = {request: 'PUT /uploads/u1?sig=canary', answer: {}};
			const {env, received} = await withUpload('application/yaml', 'openapi.yaml', [
				sends,
				{...register, body: undefined},
			]);
			const memory = new MemorySystem(['project', 'docs', 'upload', 'p1', named, '--role', 'api-doc', '--no-read'], {
				env,
			});
			const refs = 'openapi: 3.0.0\npaths: {/a: {$ref: a.yaml}, /b: {$ref: ../b.yaml}}\n';
			writeFileSync(join(memory.system.cwd, 'openapi.yaml'), refs);
			writeFileSync(join(memory.system.cwd, 'a.yaml'), 'get: {summary: read me}\n');
			expect(await memory.run()).toBe(0);
			expect(memory.stderr.text).toContain('Read with 1 file that it refers to.');
			expect(memory.stderr.text).toContain('~1b: ../b.yaml is not read: it lies outside of the folder of the document');
			expect(JSON.parse(received[1]?.body ?? '')).toEqual({
				openapi: '3.0.0',
				paths: {'/a': {$ref: '#/x-parts/a.yaml'}, '/b': {$ref: '../b.yaml'}},
				'x-parts': {'a.yaml': {get: {summary: 'read me'}}},
			});
		}
	});

	it('says when a folder holds no document', async () => {
		const memory = new MemorySystem(['project', 'docs', 'upload', 'p1', '.', '--role', 'api-doc']);
		expect(await memory.run()).toBe(5);
		expect(memory.stderr.text).toContain('is a folder without an OpenAPI or Swagger document');
	});

	const put = {request: 'PUT /uploads/u1?sig=canary', answer: {}};
	const ticket = {discoveryId: 'dsc_1', status: 'queued', enqueuedAt: '2026-01-31T09:00:00.000Z', warnings: []};
	const begun = {request: 'POST /projects/p1/endpoints/discover', body: {probe: false}, status: 202, answer: ticket};
	const found = (more: object) => ({
		request: 'GET /projects/p1/endpoints/discovery?since=0&waitSeconds=25',
		answer: {
			discoveryId: 'dsc_1',
			version: 2,
			status: 'done',
			progress: {documents: 1, endpointsFound: 2, endpointsProbed: 0, endpointsTotal: 2},
			families: 1,
			endpoints: 2,
			unconfirmed: 0,
			changes: {added: 2, changed: 0, removed: 0},
			changeList: {added: [], changed: [], removed: []},
			requirements: 0,
			warnings: [],
			errorMessage: null,
			startedAt: null,
			finishedAt: null,
			...more,
		},
	});

	it('reads the endpoints when the document is there, and says how many and what cleanup can delete', async () => {
		const [sample] = endpointSamples.listEndpoints({}).items;
		const page = (more: string, deleteEndpointId: string | null, nextToken: string | null) => ({
			request: `GET /projects/p1/endpoints?pageSize=100${more}`,
			answer: {items: [{...sample, deleteEndpointId}], nextToken},
		});
		const pages = [page('', 'ep_2', 'more'), page('&cursor=more', null, null)];
		const {env} = await withUpload('application/yaml', 'api.yaml', [put, register, begun, found({}), ...pages]);
		const {exitCode, stdout} = await upload(['--output', 'json'], env);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout).reading).toEqual({
			discoveryId: 'dsc_1',
			status: 'done',
			endpoints: 2,
			pairs: 1,
			changes: {added: 2, changed: 0, removed: 0},
			warnings: [],
			error: null,
			hint: null,
		});
	});

	it.each([
		['GET', '[hint] svc test plan generate --project p1 --wait\n'],
		['POST', '[hint] Nothing that creates a record has a DELETE'],
	] as const)(
		'says of an API of a %s alone what comes next: a DELETE is only wanting where something is made',
		async (method, hint) => {
			const [sample] = endpointSamples.listEndpoints({}).items;
			const items = [{...sample, method, deleteEndpointId: null}];
			const page = {request: 'GET /projects/p1/endpoints?pageSize=100', answer: {items, nextToken: null}};
			const {env} = await withUpload('application/yaml', 'api.yaml', [put, register, begun, found({}), page]);
			expect((await upload([], env)).stderr).toContain(hint);
		},
	);

	it('tells why nothing was read, where the document stays', async () => {
		const broken = found({status: 'failed', endpoints: 0, errorMessage: 'line 7: a path must begin with /'});
		const {env} = await withUpload('application/yaml', 'api.yaml', [put, register, begun, broken]);
		const {exitCode, stdout, stderr} = await upload([], env);
		expect(exitCode).toBe(0);
		expect(stdout).toContain('resourceId: doc_1\n');
		expect(stderr).toContain('[warn] The document is stored, but not read: line 7: a path must begin with /');
	});

	it('gives a hint where the document names no endpoint', async () => {
		const {env} = await withUpload('application/yaml', 'api.yaml', [put, register, begun, found({endpoints: 0})]);
		expect((await upload([], env)).stderr).toContain('[hint] No endpoint was found.');
	});

	it('stays with the document where a discovery is under way', async () => {
		const error = errorAnswer('CONFLICT', {reason: 'discovery_in_flight'});
		const busy = {request: 'POST /projects/p1/endpoints/discover', status: 409, answer: error};
		const {env} = await withUpload('application/yaml', 'api.yaml', [put, register, busy]);
		const {exitCode, stderr} = await upload([], env);
		expect([exitCode, stderr.includes('[warn] The document is stored, but not read: ')]).toEqual([0, true]);
	});

	it('warns of a document that cannot be read', async () => {
		const put = {request: 'PUT /uploads/u1?sig=canary', answer: {}};
		const failed = {...document, processStatus: 'failed', format: null, errorMessage: 'line 3 \u001b[31mis wrong'};
		const {env} = await withUpload('application/yaml', 'api.yaml', [put, {...register, answer: failed}]);
		const {exitCode, stderr} = await upload([], env);
		expect(exitCode).toBe(0);
		expect(stderr).toContain('[warn] line 3 ');
		expect(stderr).not.toContain('\u001b');
	});

	it('ends with what the address answers', async () => {
		const error = errorAnswer('PAYLOAD_TOO_LARGE', {field: 'body', maxBytes: 10});
		const refused = {request: 'PUT /uploads/u1?sig=canary', status: 413, answer: error};
		const {env} = await withUpload('application/yaml', 'api.yaml', [refused]);
		const {exitCode, stderr} = await upload(['--output', 'json'], env);
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr)).toMatchObject({code: 'PAYLOAD_TOO_LARGE'});
	});

	it('repeated with a key of its own gets the answer of the first time, although the address is used up', async () => {
		const error = errorAnswer('AUTH_FORBIDDEN', {reason: 'url_expired'});
		const usedUp = {request: 'PUT /uploads/u1?sig=canary', status: 403, answer: error};
		const own = await withUpload('application/yaml', 'api.yaml', [usedUp, register]);
		expect((await upload(['--no-read', '--idempotency-key', 'k1'], own.env)).exitCode).toBe(0);
		expect(own.received.map(({headers}) => headers['idempotency-key'])).toEqual(['k1:upload', undefined, 'k1']);
		const fresh = await withUpload('application/yaml', 'api.yaml', [usedUp]);
		expect((await upload([], fresh.env)).exitCode).toBe(3);
	});

	it('sends nothing to an address that is not encrypted when the service is', async () => {
		const {sendDocument} = await import('../../../../source/client/send-document.ts');
		const sending = {endpointUrl: 'https://svc.example.com', env: {}, timeoutMs: 1000, sleep: async () => {}};
		const bytes = {bytes: new Uint8Array(1), contentType: 'text/plain'};
		await expect(sendDocument('http://127.0.0.1:9/u', bytes, sending)).rejects.toMatchObject({code: 'UNAVAILABLE'});
	});

	it.each([
		[['api.yaml'], 'role'],
		[['api.yaml', '--role', 'readme'], 'role'],
		[['none.yaml', '--role', 'prd'], 'file'],
		[['api.yaml', '--role', 'prd', '--idempotency-key', 'k'.repeat(250)], 'idempotency-key'],
		[['api.yaml', '--role', 'prd', '--name', 'n'.repeat(201)], 'name'],
	])('refuses %j', async (words, field) => {
		const {exitCode, stderr} = await svc(['--output', 'json', 'project', 'docs', 'upload', 'p1', ...words], {
			env: {SVC_API_KEY: 'sk-user-test', SVC_API_URL: 'http://127.0.0.1:9'},
		});
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr).details).toMatchObject({field});
	});
});

describe('project docs', () => {
	it('are listed', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects/p1/docs', answer: {items: [document], nextToken: null}},
		]);
		expect((await svc(['project', 'docs', 'list', 'p1'], {env})).stdout).toBe(
			'ID     NAME      ROLE     STATUS\ndoc_1  api.yaml  API_DOC  ready\n',
		);
		const empty = await startStrictService([{request: 'GET /projects/p1/docs', answer: {items: [], nextToken: null}}]);
		expect((await svc(['project', 'docs', 'list', 'p1'], {env: empty.env})).stdout).toBe('No documents.\n');
	});

	it('are deleted when that is confirmed', async () => {
		expect((await svc(['project', 'docs', 'delete', 'p1', 'doc_1'])).exitCode).toBe(5);
		const answer = {resourceId: 'doc_1', deletedAt: '2026-01-31T09:30:13.000Z'};
		const {env} = await startStrictService([{request: 'DELETE /projects/p1/docs/doc_1', answer}]);
		const {stdout} = await svc(['project', 'docs', 'delete', 'p1', 'doc_1', '--confirm'], {env});
		expect(stdout).toBe('resourceId: doc_1\ndeletedAt: 2026-01-31T09:30:13.000Z\n');
	});
});
