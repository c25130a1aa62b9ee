import type {Context} from '../../context.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {refuseTogether, text} from '../flag.ts';

const maxSampleBytes = 65_536;

/** Flags that give an example of a request body. */
export const sampleFlags = {
	sampleBody: text('Example of a request body, as JSON', {placeholder: '<json>'}),
	sampleBodyFile: text('The same from a file; - for stdin', {placeholder: '<path>'}),
};

type SampleOptions = {sampleBody: string | undefined; sampleBodyFile: string | undefined};

/** One of the two, and JSON. */
export function checkSample({sampleBody, sampleBodyFile}: SampleOptions): void {
	refuseTogether('sample-body', sampleBody !== undefined, 'sample-body-file', sampleBodyFile !== undefined);
	if (sampleBody !== undefined) parseSample(sampleBody, 'sample-body');
}

/** Undefined: none is given. */
export async function readSample({sampleBody, sampleBodyFile}: SampleOptions, {files}: Context): Promise<unknown> {
	if (sampleBody !== undefined) return parseSample(sampleBody, 'sample-body');
	if (sampleBodyFile === undefined) return undefined;
	const flag = 'sample-body-file';
	const bytes = await files.read(sampleBodyFile, {flag, maxBytes: maxSampleBytes});
	return parseSample(Buffer.from(bytes).toString('utf8'), flag);
}

function parseSample(json: string, flag: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		throw refusedFlag(flag, {reason: 'not_json', text: 'must be JSON'});
	}
}
