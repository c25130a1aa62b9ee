import {tellPlaces} from '../../view-model/places.ts';
import type {Page} from '../../../contract/fields.ts';
import type {Call} from '../../../contract/call.ts';
import type {Finding, FindingWithCalls} from '../../../contract/finding.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';
import {bodyLines} from './calls.ts';

const columns: Column<Finding>[] = [
	{key: 'id', head: 'ID', cell: finding => finding.findingId},
	{key: 'state', head: 'STATE', cell: finding => finding.state},
	{key: 'kind', head: 'KIND', cell: finding => finding.kind},
	{key: 'scope', head: 'SCOPE', cell: finding => finding.scope},
	{key: 'count', head: 'COUNT', cell: finding => finding.count},
	{key: 'title', head: 'TITLE', cell: finding => finding.title},
];

export const findings = (page: Page<Finding>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'findings', shape, look});

/** A finding; below it the calls that show it where they were asked for. */
export const finding = (one: Finding | FindingWithCalls): string =>
	labelBlock([
		['id', one.findingId],
		['state', one.state],
		['kind', one.kind],
		['title', one.title],
		['document', one.document],
		['observed', one.observed],
		['endpoints', one.count],
		['evidence', one.evidence.flatMap(({callId, runId}) => callId ?? runId ?? []).join(', ') || null],
		['changeSet', one.changeSetId],
		['help', one.help && tellPlaces(one.help)],
		['lastSeen', one.lastSeenAt],
	]) + callsText(one);

function callsText(one: Finding | FindingWithCalls): string {
	if (!('calls' in one)) return '';
	const calls = one.calls as readonly Call[];
	const kept = new Set(calls.map(({callId}) => callId));
	const gone = one.evidence.flatMap(({callId}) => (callId === null || kept.has(callId) ? [] : callId));
	return [
		...calls.map(callText),
		...gone.map(callId => `\n${cleanLine(callId)} is no longer kept: a later discovery has taken its place.\n`),
		...(calls.length + gone.length === 0 ? ['\nNo call was recorded that shows it.\n'] : []),
	].join('');
}

const indent = '  ';
/** Headers of the connection say nothing about the API; `--output json` has all of them. */
const ofConnection = /^(?:connection|keep-alive|transfer-encoding|date)$/i;

function callText(call: Call): string {
	const {callId, kind, method, url, status, latencyMs, error, requestHeaders, responseHeaders, truncated} = call;
	const took = latencyMs === null ? '' : ` in ${latencyMs} ms`;
	const headers = (mark: '>' | '<', some: Readonly<Record<string, string>>) =>
		Object.entries(some)
			.filter(([name]) => !ofConnection.test(name))
			.map(([name, value]) => `${indent}${mark} ${cleanLine(`${name}: ${value}`)}\n`);
	return [
		`\n${cleanLine(callId)} (${kind === 'discovery' ? 'probe' : cleanLine(kind)})\n`,
		`${indent}${cleanLine(`${method} ${url}`)}  ${status ?? cleanLine(error ?? 'no answer')}${took}\n`,
		...headers('>', requestHeaders),
		bodyLines('>', call.requestBody, call.requestEncoding, indent),
		...headers('<', responseHeaders ?? {}),
		bodyLines('<', call.responseBody, call.responseEncoding, indent),
		...(truncated ? [`${indent}(the recording was cut: the body was longer)\n`] : []),
	].join('');
}
