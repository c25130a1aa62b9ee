import {Buffer} from 'node:buffer';
import type {ProjectId} from '../../../contract/ids.ts';
import {masked} from '../../domain/sealed-text.ts';
import {spellings} from '../../domain/secret-spellings.ts';
import type {CallTable} from '../../store/calls/call-tables.ts';
import {withoutSecrets} from '../sources/secret-fields.ts';
import {jsonOf} from './judge-probe.ts';
import type {ProbeCall} from './probe-api.ts';

const largestBody = 16_384;
const secretHeader = /^(?:cookie|set-cookie2?)$|api-?key|token|secret|authorization/i;
/** Shorter texts stand in too many places by chance. */
const shortest = 4;

/**
 * A probe as a recorded call of no batch. Neither its credential, also where the API repeats it, nor what looks like a
 * secret in its answer is kept.
 * @param credentials headers that carry the credential of the discovery
 * @param at milliseconds since 1970 when it was answered
 */
export function recordedProbe(
	{id, url, answer, headers}: ProbeCall,
	{
		projectId,
		seq,
		at,
		credentials,
	}: {projectId: ProjectId; seq: number; at: number; credentials: Record<string, string>},
): CallTable {
	const forms = secretsOf(Object.values(credentials)).flatMap(spellings);
	const hide = (text: string): string => forms.reduce((left, form) => left.replaceAll(form, masked), text);
	const value = answer.isCut ? undefined : jsonOf(answer.bytes);
	const text = value === undefined ? null : hide(JSON.stringify(withoutSecrets(value)));
	return {
		id,
		batch_id: null,
		project_id: projectId,
		run_id: null,
		test_id: null,
		attempt: 1,
		seq,
		kind: 'discovery',
		method: 'GET',
		url: hide(url),
		status: answer.status,
		latency_ms: answer.latencyMs,
		started_at: at - answer.latencyMs,
		detail: JSON.stringify({
			// A credential may travel under any name: none of the values is kept.
			requestHeaders: Object.fromEntries(Object.keys(headers).map(name => [name, masked])),
			requestBody: null,
			responseHeaders: Object.fromEntries(
				Object.entries(answer.headers).map(([name, value]) => [name, secretHeader.test(name) ? masked : hide(value)]),
			),
			responseBody: text === null ? null : text.slice(0, largestBody),
			responseEncoding: 'utf8',
			responseBytes: answer.bytes.length,
			truncated: answer.isCut || (text !== null && text.length > largestBody),
			error: answer.error?.reason ?? null,
		}),
	};
}

/** What of a credential is secret: the whole value, what follows its scheme, and the password within a Basic one. */
function secretsOf(values: readonly string[]): string[] {
	const found = values.flatMap(value => {
		const bare = /^[\w-]+ +(\S.*)$/.exec(value)?.[1];
		if (bare === undefined) return [value];
		if (!/^basic /i.test(value)) return [value, bare];
		const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(bare, 'base64').toString('utf8')) ?? [];
		return [value, bare, password];
	});
	return [...new Set(found)].filter(text => text.length >= shortest).sort((a, b) => b.length - a.length);
}
