import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import type {Asset} from '../domain/failures.ts';
import type {RunPart, StepPart} from '../domain/run-part.ts';
import type {Artifacts} from '../domain/artifacts.ts';
import {hideSealed} from '../domain/sealed-text.ts';
import {ServiceError} from '../domain/service-error.ts';
import type {RecordedCall} from '../runners/runner.ts';
import type {Database} from '../store/database.ts';
import {findBlob, findStep, type StepRow} from '../store/runs/run-steps.ts';
import {findScript} from '../store/tests/scripts.ts';
import {findCallOf, type StoredRun} from '../store/runs/read-failure.ts';

const unpack = promisify(gunzip);

const textType = 'text/plain; charset=utf-8';
const jsonType = 'application/json; charset=utf-8';

const asset = (fileName: string, contentType: string, text: string): Asset => ({
	fileName,
	contentType,
	// Bytes go out as they are: what hides sealed secrets in answers looks at texts.
	body: new TextEncoder().encode(hideSealed(text)),
});

/** Where the parts of a run stand. */
type Source = {database: Database; readArtifact: Artifacts['read']};

/** A part of a run as a file; null when the run has none. Throws `ServiceError` where its place cannot be reached. */
export async function assetOf(source: Source, run: StoredRun, part: RunPart): Promise<Asset | null> {
	const {database} = source;
	switch (part.kind) {
		case 'trace': {
			// A run that left no traceback (it ended its own process) has what was seen of its end.
			const told = run.trace ?? run.error;
			return told === null ? null : asset('trace.txt', textType, told);
		}
		case 'output':
			return run.api_output === null ? null : asset('output.txt', textType, run.api_output);
		case 'code':
			if (run.code === null) return null;
			return run.step_count === null
				? asset('code.py', 'text/x-python; charset=utf-8', run.code)
				: asset('code.spec.ts', textType, run.code);
		case 'script': {
			const script = await findScript(database, run.test_id);
			return script && asset('script.json', jsonType, `${JSON.stringify(script, null, 2)}\n`);
		}
		case 'step': {
			const step = await findStep(database, run.id, part.index);
			return step && stepAsset(source, step, part.name);
		}
		case 'call': {
			const call = await findCallOf(database, run, part.seq);
			return call && asset(`call-${part.seq}.json`, jsonType, `${JSON.stringify(callView(call), null, 2)}\n`);
		}
	}
}

/** What one step of a plan shows, as a file; null when nothing is kept of it. */
async function stepAsset(source: Source, step: StepRow, name: StepPart): Promise<Asset | null> {
	const base = `step-${step.step_index}`;
	switch (name) {
		case 'picture': {
			const body = await bytesOf(source, step.picture_hash);
			return body && {fileName: `${base}.png`, contentType: 'image/png', body};
		}
		case 'html': {
			const text = await textOf(source, step.html_hash);
			return text === null ? null : asset(`${base}.html`, 'text/html; charset=utf-8', text);
		}
		case 'outline': {
			const text = await textOf(source, step.outline_hash);
			return text === null ? null : asset(`${base}.txt`, textType, text);
		}
		case 'console':
			return asset(`${base}-console.json`, jsonType, step.console);
		case 'network':
			return asset(`${base}-network.json`, jsonType, step.requests);
		case 'log':
			return asset(`${base}.log`, textType, step.log);
	}
}

async function textOf(source: Source, hash: string | null): Promise<string | null> {
	const bytes = await bytesOf(source, hash);
	return bytes && (await unpack(bytes)).toString();
}

async function bytesOf({database, readArtifact}: Source, hash: string | null): Promise<Uint8Array | null> {
	const blob = await findBlob(database, hash);
	// Bytes that were gone when their store was exported.
	if (!blob || (blob.address === null && blob.bytes.length === 0)) return null;
	if (blob.address === null) return blob.bytes;
	try {
		return await readArtifact(blob.address);
	} catch (error) {
		throw new ServiceError('UNAVAILABLE', 'The place where pictures and pages are kept cannot be reached.', {
			nextAction: 'Try again in a moment; the log of the service says what was answered.',
			cause: error,
		});
	}
}

/** A recorded call as people read it: request, then response. */
const callView = (call: RecordedCall) => ({
	seq: call.seq,
	startedAt: new Date(call.startedAt).toISOString(),
	latencyMs: call.latencyMs,
	error: call.error,
	truncated: call.truncated,
	request: {
		method: call.method,
		url: call.url,
		query: call.query,
		headers: call.requestHeaders,
		body: call.requestBody,
		encoding: call.requestEncoding,
		bytes: call.requestBytes,
	},
	response:
		call.status === null
			? null
			: {
					status: call.status,
					headers: call.responseHeaders,
					body: call.responseBody,
					encoding: call.responseEncoding,
					bytes: call.responseBytes,
				},
});
