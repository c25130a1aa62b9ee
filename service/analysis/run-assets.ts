import type {Asset} from '../domain/failures.ts';
import type {RunPart} from '../domain/run-part.ts';
import {hideSealed} from '../domain/sealed-text.ts';
import type {RecordedCall} from '../runners/runner.ts';
import type {Database} from '../store/database.ts';
import {findCallOf, type StoredRun} from '../store/read-failure.ts';

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
		case 'trace':
			return run.trace === null ? null : asset('trace.txt', textType, run.trace);
		case 'output':
			return run.api_output === null ? null : asset('output.txt', textType, run.api_output);
		case 'code':
			return run.code === null ? null : asset('code.py', 'text/x-python; charset=utf-8', run.code);
		case 'call': {
			const call = await findCallOf(database, run, part.seq);
			return call && asset(`call-${part.seq}.json`, jsonType, `${JSON.stringify(callView(call), null, 2)}\n`);
		}
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
