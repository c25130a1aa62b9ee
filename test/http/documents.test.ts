import {request} from 'node:http';
import {describe, expect, it} from 'vitest';
import {maxDocumentBytes} from '../../contract/document.ts';
import {createDocument, createUpload, deleteDocument, listDocuments} from '../../contract/routes/documents.ts';
import {createProject, deleteProject} from '../../contract/routes/projects.ts';
import {finishDeletions} from '../../service/process/resume-work.ts';
import {readContent} from '../../service/store/documents/documents.ts';
import {fixture} from '../service/discovery/documents.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';
import {uploadDocument} from './upload-document.ts';

async function withProject() {
	const http: HttpUnderTest = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
	const params = {projectId: project.id};
	const newUpload = async () =>
		(await http.call(createUpload, {params, body: {fileName: 'a.yaml', contentType: 'application/yaml'}})).body;
	return {http, params, newUpload};
}

const put = (url: string, body: string | Uint8Array, contentType = 'application/yaml') =>
	fetch(url, {method: 'PUT', headers: {'content-type': contentType}, body: Buffer.from(body)});

const errorOf = async (response: Response) => ({
	status: response.status,
	...((await response.json()) as {error: {code: string; details: Record<string, unknown>}}).error,
});

describe('a document', () => {
	it('is uploaded to a signed address without a key, and registered', async () => {
		const {http, params} = await withProject();
		const bytes = fixture('orders-3.0.yaml');
		const document = await uploadDocument(http, params.projectId, bytes, {name: 'Orders'});
		expect(document).toMatchObject({
			displayName: 'Orders',
			docRole: 'API_DOC',
			processStatus: 'ready',
			format: 'openapi3',
			sizeBytes: bytes.length,
			errorMessage: null,
		});
		expect(document.resourceId).toMatch(/^doc_/);
	});

	it('that cannot be read is kept as failed, with the place', async () => {
		const {http, params} = await withProject();
		expect(await uploadDocument(http, params.projectId, fixture('broken.yaml'))).toMatchObject({
			processStatus: 'failed',
			errorMessage: expect.stringMatching(/line \d/),
		});
	});

	it('is listed newest first, by role, until it is deleted', async () => {
		const {http, params} = await withProject();
		const first = await uploadDocument(http, params.projectId, fixture('orders-3.0.yaml'));
		const second = await uploadDocument(http, params.projectId, '# Wishes', {
			contentType: 'text/markdown',
			role: 'PRD',
		});
		const list = async (query = {}) =>
			(await http.call(listDocuments, {params, query})).body.items.map(({resourceId}) => resourceId);
		expect(await list()).toEqual([second.resourceId, first.resourceId]);
		expect(await list({docRole: 'API_DOC'})).toEqual([first.resourceId]);
		const one = {params: {...params, resourceId: first.resourceId}};
		expect((await http.call(deleteDocument, one)).body.resourceId).toBe(first.resourceId);
		expect(await list()).toEqual([second.resourceId]);
		expect((await http.fail(deleteDocument, one)).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'document'},
		});
	});

	it('larger than one part comes back byte by byte', async () => {
		const {http, params} = await withProject();
		const text = `openapi: 3.0.0\ninfo: {title: ${Array.from({length: 100_000}, (_, number) => number).join('-')}}\npaths: {}\n`;
		const document = await uploadDocument(http, params.projectId, text);
		expect(document).toMatchObject({sizeBytes: text.length, format: 'openapi3'});
		const {content_id} = await http.database.selectFrom('documents').select('content_id').executeTakeFirstOrThrow();
		expect(Buffer.from(await readContent(http.database, content_id)).toString()).toBe(text);
	});

	it('goes with its project', async () => {
		const {http, params, newUpload} = await withProject();
		await uploadDocument(http, params.projectId, fixture('orders-3.0.yaml'));
		await put((await newUpload()).uploadUrl, 'openapi: 3.0.0');
		await http.call(deleteProject, {params});
		await finishDeletions(http.database, http.engine);
		for (const table of ['documents', 'uploads', 'document_chunks'] as const)
			expect(await http.database.selectFrom(table).selectAll().execute()).toEqual([]);
	});

	it('of another account is not there', async () => {
		const {http, params, newUpload} = await withProject();
		const {key} = await http.newAccount();
		expect((await http.fail(listDocuments, {params, key})).status).toBe(404);
		const {uploadUrl, s3Key} = await newUpload();
		await put(uploadUrl, 'openapi: 3.0.0');
		const {body: other} = await http.call(createProject, {key, body: {type: 'backend', name: 'Other'}});
		const body = {s3Key, displayName: 'Stolen', docRole: 'API_DOC' as const};
		const call = {params: {projectId: other.id}, key, body};
		expect((await http.fail(createDocument, call)).body.details).toMatchObject({resource: 'upload'});
	});

	it('is the fifty-first of no project', async () => {
		const {http, params} = await withProject();
		for (let number = 0; number < 50; number++)
			await uploadDocument(http, params.projectId, '# Text', {contentType: 'text/markdown'});
		await expect(uploadDocument(http, params.projectId, '# Text', {contentType: 'text/markdown'})).rejects.toThrow(
			/"reason":"too_many"/,
		);
	});
});

describe('an upload', () => {
	it('is refused after 15 minutes', async () => {
		const {http, newUpload} = await withProject();
		const {uploadUrl, expiresInSeconds} = await newUpload();
		expect(expiresInSeconds).toBe(900);
		http.advance(15 * 60_000 + 1000);
		expect(await errorOf(await put(uploadUrl, 'x'))).toMatchObject({
			status: 403,
			code: 'AUTH_FORBIDDEN',
			details: {reason: 'url_expired'},
		});
	});

	it('is refused with another signature, or one of another upload', async () => {
		const {newUpload} = await withProject();
		const [one, other] = [new URL((await newUpload()).uploadUrl), new URL((await newUpload()).uploadUrl)];
		other.search = one.search;
		expect((await put(other.href, 'x')).status).toBe(403);
		one.searchParams.delete('sig');
		expect((await put(one.href, 'x')).status).toBe(403);
	});

	it('is refused once it has become a document', async () => {
		const {http, params, newUpload} = await withProject();
		const {uploadUrl, s3Key} = await newUpload();
		await put(uploadUrl, 'openapi: 3.0.0');
		const body = {s3Key, displayName: 'One', docRole: 'API_DOC' as const};
		await http.call(createDocument, {params, body});
		expect((await put(uploadUrl, 'changed')).status).toBe(403);
		expect((await http.fail(createDocument, {params, body})).body.details).toMatchObject({resource: 'upload'});
	});

	it('may be sent again before that; the last one counts', async () => {
		const {http, params, newUpload} = await withProject();
		const {uploadUrl, s3Key} = await newUpload();
		await put(uploadUrl, 'openapi: 3.0.0\npaths: {}');
		await put(uploadUrl, '# text');
		const body = {s3Key, displayName: 'One', docRole: 'PRD' as const};
		expect((await http.call(createDocument, {params, body})).body).toMatchObject({sizeBytes: 6, format: 'text'});
		expect(await http.database.selectFrom('document_chunks').select('place').execute()).toHaveLength(1);
	});

	it('of another content type than announced is refused', async () => {
		const {newUpload} = await withProject();
		const {uploadUrl} = await newUpload();
		expect(await errorOf(await put(uploadUrl, '{}', 'application/json'))).toMatchObject({
			status: 400,
			details: {field: 'content-type', accepted: ['application/yaml']},
		});
		expect((await put(uploadUrl, '{}', 'application/yaml; charset=utf-8')).status).toBe(200);
	});

	it('of an unknown content type gets no address', async () => {
		const {http, params} = await withProject();
		const body = {fileName: 'a.zip', contentType: 'application/zip'};
		expect((await http.fail(createUpload, {params, body})).body.details).toMatchObject({field: 'contentType'});
	});

	it('of more than 10 MB is refused, also when its length is not announced', async () => {
		const {newUpload} = await withProject();
		const {uploadUrl} = await newUpload();
		const large = Buffer.alloc(maxDocumentBytes + 1, 32);
		expect(await errorOf(await put(uploadUrl, large))).toMatchObject({
			status: 413,
			code: 'PAYLOAD_TOO_LARGE',
			details: {field: 'body', sizeBytes: maxDocumentBytes + 1, maxBytes: maxDocumentBytes},
		});
		expect(await statusOfChunked(uploadUrl, large)).toBe(413);
		expect((await put(uploadUrl, large.subarray(1))).status).toBe(200);
	});

	it('that was never sent cannot be registered', async () => {
		const {http, params, newUpload} = await withProject();
		const {s3Key} = await newUpload();
		for (const key of [s3Key, 'uploads/doc_unknown', 'elsewhere']) {
			const body = {s3Key: key, displayName: 'None', docRole: 'API_DOC' as const};
			expect((await http.fail(createDocument, {params, body})).body).toMatchObject({
				code: 'NOT_FOUND',
				details: {resource: 'upload'},
			});
		}
	});

	it('is forgotten a day after it has expired', async () => {
		const {http, newUpload} = await withProject();
		await put((await newUpload()).uploadUrl, 'openapi: 3.0.0');
		http.advance(25 * 60 * 60_000);
		await newUpload();
		expect(await http.database.selectFrom('uploads').selectAll().execute()).toHaveLength(1);
		expect(await http.database.selectFrom('document_chunks').select('place').execute()).toEqual([]);
	});
});

/** Status of a PUT without a content-length. */
const statusOfChunked = (url: string, bytes: Buffer) =>
	new Promise<number | undefined>((resolve, reject) => {
		const headers = {'content-type': 'application/yaml', 'transfer-encoding': 'chunked'};
		let isAnswered = false;
		const sending = request(url, {method: 'PUT', headers}, answer => {
			isAnswered = true;
			answer.resume();
			resolve(answer.statusCode);
		});
		// The service may close the connection while the rest is still being sent.
		sending.on('error', error => (isAnswered ? undefined : reject(error)));
		sending.end(bytes);
	});
