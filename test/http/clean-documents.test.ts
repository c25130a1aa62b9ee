import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, inject, it, onTestFinished} from 'vitest';
import {createUpload, listDocuments} from '../../contract/routes/documents.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {startHttp} from './start-http.ts';
import {uploadDocument} from './upload-document.ts';

const canary = 'canary-of-a-password-8c1f';
const recording = JSON.stringify({
	log: {
		entries: Array.from({length: 400}, (_, number) => ({
			request: {
				method: 'POST',
				url: `https://x.test/login/${number}?token=${canary}`,
				headers: [{name: 'Cookie', value: `sid=${canary}`}],
				postData: {mimeType: 'application/json', text: JSON.stringify({user: 'ann', password: canary})},
			},
			response: {status: 200, headers: [], content: {mimeType: 'application/json', text: '{"id": 1}'}},
		})),
	},
});

/** Files below a folder that hold the canary. */
const holding = (folder: string) =>
	readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(canary))
		.map(({name}) => name);

async function withProject() {
	const directory = mkdtempSync(join(tmpdir(), 'svc-clean-'));
	onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
	const http = await startHttp({directory});
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
	return {http, directory, projectId: project.id};
}

describe('the data directory', () => {
	it('holds nothing of a recording that is cut off: the upload is refused with the place', async () => {
		const {http, directory, projectId} = await withProject();
		const {body: upload} = await http.call(createUpload, {
			params: {projectId},
			body: {fileName: 'a.har', contentType: 'application/json'},
		});
		const answer = await fetch(upload.uploadUrl, {
			method: 'PUT',
			headers: {'content-type': 'application/json'},
			body: recording.slice(0, recording.length / 2),
		});
		expect(answer.status).toBe(400);
		const {error} = (await answer.json()) as {error: {message: string; details: object}};
		expect(error.message).toMatch(/nothing of it is stored.*line 1, column \d+/);
		expect(error.details).toMatchObject({field: 'body', reason: 'unreadable'});
		expect(holding(directory)).toEqual([]);
	});

	// The files of a server are its own.
	it.skipIf(inject('emptyDatabase') !== null)(
		'is cleaned at the start of recordings that an earlier version stored',
		async () => {
			const {http, directory, projectId} = await withProject();
			const {database} = http;
			const whole = await uploadDocument(http, projectId, recording, {contentType: 'application/json', name: 'whole'});
			const cut = await uploadDocument(http, projectId, recording, {contentType: 'application/json', name: 'cut'});
			const plain = await uploadDocument(http, projectId, 'openapi: 3.0.0\ninfo: {title: a}\npaths: {}\n');
			// As they lie in the store of a version that knew no masking.
			const rows = await database.selectFrom('documents').selectAll().execute();
			const contentOf = (id: string) => rows.find(row => row.id === id)!.content_id;
			const bytesOf = (id: string) => Buffer.from(id === cut.resourceId ? recording.slice(0, -9) : recording);
			for (const id of [whole.resourceId, cut.resourceId])
				await database
					.updateTable('document_chunks')
					.set({bytes: bytesOf(id)})
					.where('content_id', '=', contentOf(id))
					.execute();
			await database.updateTable('documents').set({is_clean: 0}).execute();
			expect(holding(directory)).not.toEqual([]);

			await http.discoveries.tidy();

			expect(holding(directory)).toEqual([]);
			const {items} = (await http.call(listDocuments, {params: {projectId}, query: {}})).body;
			const shown = (id: string) => items.find(({resourceId}) => resourceId === id);
			expect(shown(whole.resourceId)).toMatchObject({processStatus: 'ready', format: 'har'});
			expect(shown(cut.resourceId)).toMatchObject({
				processStatus: 'failed',
				sizeBytes: 0,
				errorMessage: expect.stringMatching(/line 1, column \d+.*upload it again/),
			});
			expect(shown(plain.resourceId)).toEqual(plain);
		},
	);
});
