import {describe, expect, it} from 'vitest';
import {createDocument, createUpload, listDocuments} from '../../contract/routes/documents.ts';
import {cancelDiscovery, discoverEndpoints} from '../../contract/routes/discovery.ts';
import {createProject} from '../../contract/routes/projects.ts';
import type {DocumentJob} from '../../service/discovery/document-job.ts';
import type {DocumentReader} from '../../service/discovery/document-reader.ts';
import {readHere} from '../helpers/read-here.ts';
import {startHttp} from './start-http.ts';

const text = JSON.stringify({openapi: '3.0.0', info: {}, paths: {'/things': {get: {}}}});

/** A service whose readers of one kind stand still until they are let go, and files that wait to become documents. */
async function withHeldReaders(kind: DocumentJob['kind'] = 'inspect') {
	let release = () => {};
	const gate = new Promise<void>(resolve => {
		release = resolve;
	});
	const now = {reading: 0, most: 0, begun: 0};
	const reader: DocumentReader = async (job, take, signal) => {
		if (job.kind !== kind) return readHere(job, take, signal);
		now.most = Math.max(now.most, ++now.reading);
		now.begun++;
		const given = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), {once: true}));
		await Promise.race([gate, given]);
		now.reading--;
		signal.throwIfAborted();
		await readHere(job, take, signal);
	};
	const http = await startHttp({readDocument: reader});
	async function sent() {
		const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
		const params = {projectId: project.id};
		const body = {fileName: 'a.json', contentType: 'application/json' as const};
		const {body: upload} = await http.call(createUpload, {params, body});
		await fetch(upload.uploadUrl, {method: 'PUT', headers: {'content-type': 'application/json'}, body: text});
		return {
			params,
			make: (signal?: AbortSignal) =>
				http.call(createDocument, {
					params,
					body: {s3Key: upload.s3Key, displayName: 'a', docRole: 'API_DOC'},
					...(signal ? {signal} : {}),
				}),
		};
	}
	return {http, now, release, sent};
}

describe('documents of many callers', () => {
	it('are read two at a time, the others wait and are read after them', async () => {
		const {now, release, sent} = await withHeldReaders();
		const files = await Promise.all([sent(), sent(), sent(), sent(), sent()]);
		const made = Promise.all(files.map(file => file.make()));
		await expect.poll(() => now.reading).toBe(2);
		release();
		expect((await made).map(({body}) => body.processStatus)).toEqual(Array(5).fill('ready'));
		expect(now).toEqual({reading: 0, most: 2, begun: 5});
	});

	it('of a caller that has hung up take no turn, and stop what they began', async () => {
		const {http, now, release, sent} = await withHeldReaders();
		const [first, second, third, fourth] = await Promise.all([sent(), sent(), sent(), sent()] as const);
		const gone = new AbortController();
		const hungUp = Promise.allSettled([first.make(gone.signal), second.make(gone.signal), third.make(gone.signal)]);
		await expect.poll(() => now.reading).toBe(2);
		gone.abort();
		await hungUp;
		const last = fourth.make();
		await expect.poll(() => now.reading).toBe(1);
		release();
		expect((await last).body.processStatus).toBe('ready');
		expect(now.begun).toBe(3);
		expect((await http.call(listDocuments, {params: third.params})).body.items).toEqual([]);
	});

	it('that a discovery waits for keep nobody from cancelling it', async () => {
		const {http, now, release, sent} = await withHeldReaders('read');
		const files = await Promise.all([sent(), sent(), sent()]);
		await Promise.all(files.map(({make}) => make()));
		for (const {params} of files) await http.call(discoverEndpoints, {params, body: {probe: false}});
		await expect.poll(() => now.reading).toBe(2);
		const {body} = await http.call(cancelDiscovery, {params: files[2]!.params});
		expect(body.status).toBe('cancelled');
		expect(now).toMatchObject({reading: 2, begun: 2});
		release();
	});
});
