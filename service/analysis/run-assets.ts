import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import type {Asset} from '../domain/failures.ts';
import type {RunPart, StepPart} from '../domain/run-part.ts';
import {hideSealed} from '../domain/sealed-text.ts';
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

/** A part of a run as a file; null when the run has none. */
export async function assetOf(database: Database, run: StoredRun, part: RunPart): Promise<Asset | null> {
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
			return step && stepAsset(database, step, part.name);
		}
		case 'call': {
			const call = await findCallOf(database, run, part.seq);
			return call && asset(`call-${part.seq}.json`, jsonType, `${JSON.stringify(callView(call), null, 2)}\n`);
		}
	}
}

/** What one step of a plan shows, as a file; null when nothing is kept of it. */
async function stepAsset(database: Database, step: StepRow, name: StepPart): Promise<Asset | null> {
	const base = `step-${step.step_index}`;
	switch (name) {
		case 'picture': {
			const blob = await findBlob(database, step.picture_hash);
			return blob && {fileName: `${base}.png`, contentType: 'image/png', body: blob.bytes};
		}
		case 'html': {
			const blob = await findBlob(database, step.html_hash);
			const text = blob && (await unpack(blob.bytes)).toString();
			return text === null ? null : asset(`${base}.html`, 'text/html; charset=utf-8', text);
		}
		case 'outline': {
			const blob = await findBlob(database, step.outline_hash);
			const text = blob && (await unpack(blob.bytes)).toString();
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
