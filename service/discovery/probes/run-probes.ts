import type {Endpoint} from '../../../source/contract/endpoint.ts';
import type {Answer} from '../../domain/endpoint-detail.ts';
import type {Database} from '../../store/database.ts';
import {updateDiscovery} from '../../store/discoveries.ts';
import type {DiscoveryTable} from '../../store/document-tables.ts';
import type {NewId} from '../../store/ids.ts';
import {findGetIds, listFoundGets, replaceProbeCalls, saveProbed} from '../../store/probe-results.ts';
import {type DeviationReport, reportDeviationsIn} from '../../store/report-deviations.ts';
import type {CallTable} from '../../store/tables.ts';
import {withoutSecrets} from '../sources/secret-fields.ts';
import {jsonOf} from './judge-probe.ts';
import type {Pace} from './pace.ts';
import {type ProbeCall, type ProbeResult, probeApi} from './probe-api.ts';
import type {SendProbe} from './send-probe.ts';

export type RunProbesParts = {
	database: Database;
	baseUrl: string;
	credentials: Record<string, string>;
	pace: Pace;
	send: SendProbe;
	newId: NewId;
	now(): number;
	signal: AbortSignal;
	changed(): void;
};

export type Probing = {
	/** Stores what was seen once the endpoints of the discovery are those of the project. Inside a transaction. */
	report(transaction: Database): Promise<void>;
};

/** Probes the endpoints that a discovery has found, and keeps beside them what was seen. */
export async function runProbes(discovery: DiscoveryTable, parts: RunProbesParts): Promise<Probing> {
	const {database, newId, now, changed} = parts;
	const found = await listFoundGets(database, discovery.id);
	const endpoints = found
		.filter(({protocol}) => protocol === null || protocol === 'rest')
		.map(row => ({
			path: row.path,
			pathKey: row.path_key,
			family: row.family,
			summary: row.summary,
			basePath: row.base_path,
			callPrefix: row.call_prefix,
			needsQuery: ((JSON.parse(row.query) ?? []) as Array<{required: boolean}>).some(({required}) => required),
			answers: (JSON.parse(row.answers ?? '[]') ?? []) as Answer[],
			body: JSON.parse(row.body ?? 'null') as unknown,
			auth: JSON.parse(row.auth) as Endpoint['auth'],
		}));
	const calls: CallTable[] = [];
	await updateDiscovery(database, discovery.id, {status: 'probing', endpoints_total: endpoints.length});
	changed();
	const results = await probeApi(endpoints, {
		...parts,
		newCallId: () => newId('cal'),
		onCall: call => calls.push(callRow(call, discovery.project_id, calls.length, now())),
		async onProgress(probed) {
			await updateDiscovery(database, discovery.id, {endpoints_probed: probed});
			changed();
		},
	});
	for (const [path_key, {confirmed, reason, observed, callPrefix, authRequired}] of results)
		await saveProbed(database, discovery.id, {
			path_key,
			confirmed,
			unconfirmed_reason: confirmed ? null : (reason ?? 'not_probed'),
			observed,
			call_prefix: callPrefix,
			authRequired,
		});
	return {
		async report(transaction) {
			await replaceProbeCalls(transaction, discovery.project_id, calls);
			const report = reportOf(results, await findGetIds(transaction, discovery.project_id));
			await reportDeviationsIn(transaction, discovery.project_id, report, {newId, now: now()});
		},
	};
}

function reportOf(results: ReadonlyMap<string, ProbeResult>, ids: ReadonlyMap<string, string>): DeviationReport {
	const known = [...results].flatMap(([pathKey, result]) => {
		const endpointId = ids.get(pathKey);
		return endpointId === undefined ? [] : [{endpointId, ...result}];
	});
	return {
		looks: known.flatMap(({endpointId, looks}) => looks.map(kind => ({endpointId, kind}))),
		deviations: known.flatMap(({endpointId, deviations}) => deviations.map(one => ({...one, endpointId}))),
	};
}

const largestBody = 16_384;
const secretHeader = /^(?:cookie|set-cookie2?|.*(?:api-?key|token|secret|authorization).*)$/i;

/** A probe as a recorded call: neither its credential nor what looks like a secret in its answer is kept. */
function callRow({id, url, answer, headers}: ProbeCall, projectId: string, seq: number, at: number): CallTable {
	const masked = (some: Record<string, string>) =>
		Object.fromEntries(Object.entries(some).map(([name, value]) => [name, secretHeader.test(name) ? '•••' : value]));
	const value = answer.isCut ? undefined : jsonOf(answer.bytes);
	const text = value === undefined ? null : JSON.stringify(withoutSecrets(value));
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
		url,
		status: answer.status,
		latency_ms: answer.latencyMs,
		started_at: at - answer.latencyMs,
		detail: JSON.stringify({
			// A credential may travel under any name: none of the values is kept.
			requestHeaders: Object.fromEntries(Object.keys(headers).map(name => [name, '•••'])),
			requestBody: null,
			responseHeaders: masked(answer.headers),
			responseBody: text === null ? null : text.slice(0, largestBody),
			responseEncoding: 'utf8',
			responseBytes: answer.bytes.length,
			truncated: answer.isCut || (text !== null && text.length > largestBody),
			error: answer.error?.reason ?? null,
		}),
	};
}
