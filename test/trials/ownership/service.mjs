import {spawn} from 'node:child_process';
import {mkdtempSync, openSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';

/**
 * Starts the built service in the foreground, in a home of its own.
 *
 * @param dist folder of the built client
 */
export async function startService(dist) {
	const home = mkdtempSync(join(tmpdir(), 'svc-trial-'));
	const args = [join(dist, 'cli.js'), '--output', 'json', 'serve', '--data-dir', join(home, 'service')];
	const child = spawn(process.execPath, args, {
		env: {PATH: process.env.PATH, HOME: home, SVC_HOME: home},
		stdio: ['ignore', 'pipe', openSync(join(home, 'log'), 'w')],
	});
	const exited = new Promise(resolve => child.once('exit', resolve));
	let ready = '';
	for await (const line of createInterface({input: child.stdout})) {
		ready += line;
		if (line.endsWith('}')) break;
	}
	const {url} = JSON.parse(ready);
	const {ownerToken} = JSON.parse(readFileSync(join(home, 'service', 'service.json'), 'utf8'));
	const owner = {method: 'POST', headers: {'x-svc-owner-token': ownerToken}};
	const {key} = await (await fetch(`${url}/api/cli/v1/local/keys`, owner)).json();
	/** One request; what is answered 429 is sent again when it may be. */
	async function call(method, path, body) {
		const answer = await fetch(`${url}/api/cli/v1${path}`, {
			method,
			headers: {'x-api-key': key, ...(body ? {'content-type': 'application/json'} : {})},
			...(body ? {body: JSON.stringify(body)} : {}),
		});
		const value = await answer.json();
		if (answer.status === 429) {
			await sleep(value.error.details.retryAfterSeconds * 1000);
			return call(method, path, body);
		}
		if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
		return value;
	}
	return {
		home,
		call,
		/** Uploads a document, as text (YAML) or as an object, and reads the endpoints out of it. */
		async describe(projectId, document) {
			const isText = typeof document === 'string';
			const contentType = isText ? 'application/yaml' : 'application/json';
			const upload = {fileName: isText ? 'openapi.yaml' : 'openapi.json', contentType};
			const {uploadUrl, s3Key} = await call('POST', `/projects/${projectId}/docs/upload-url`, upload);
			const sent = await fetch(new URL(uploadUrl, url), {
				method: 'PUT',
				headers: {'content-type': contentType},
				body: isText ? document : JSON.stringify(document),
			});
			if (!sent.ok) throw new Error(`the document was refused: ${sent.status} ${await sent.text()}`);
			const named = {s3Key, displayName: upload.fileName, docRole: 'API_DOC'};
			await call('POST', `/projects/${projectId}/docs`, named);
			await call('POST', `/projects/${projectId}/endpoints/discover`, {probe: false}).catch(() => undefined);
			for (;;) {
				const {status, version} = await call('GET', `/projects/${projectId}/endpoints/discovery`);
				if (status === 'failed' || status === 'cancelled') throw new Error('the document could not be read');
				if (status === 'done') return;
				await call('GET', `/projects/${projectId}/endpoints/discovery?since=${version}&waitSeconds=5`);
			}
		},
		/** Runs every test of a project; resolves with the batch when its cleanup has ended. */
		async run(projectId) {
			const {batchId} = await call('POST', '/tests/batch/run', {projectId});
			for (;;) {
				const batch = await call('GET', `/batches/${batchId}`);
				if (batch.phase === 'done') return batch;
				await call('GET', `/batches/${batchId}?since=${batch.version}&waitSeconds=5`);
			}
		},
		async stop() {
			child.kill('SIGTERM');
			await exited;
			rmSync(home, {recursive: true, force: true});
		},
	};
}
