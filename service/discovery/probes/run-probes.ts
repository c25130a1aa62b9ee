import type {Endpoint} from '../../../contract/endpoint.ts';
import type {Answer} from '../../domain/endpoint-detail.ts';
import type {Database} from '../../store/database.ts';
import {updateDiscovery} from '../../store/documents/discoveries.ts';
import type {DiscoveryTable} from '../../store/documents/document-tables.ts';
import type {NewId} from '../../store/ids.ts';
import {findGetIds, listFoundGets, replaceProbeCalls, saveProbed} from '../../store/documents/probe-results.ts';
import {type DeviationReport, reportDeviationsIn} from '../../store/findings/report-deviations.ts';
import type {CallTable} from '../../store/calls/call-tables.ts';
import type {Pace} from './pace.ts';
import {type ProbeResult, probeApi} from './probe-api.ts';
import {recordedProbe} from './recorded-probe.ts';
import type {SendProbe} from './send-probe.ts';

type RunProbesParts = {
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

type Probing = {
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
		onCall: call =>
			calls.push(
				recordedProbe(call, {
					projectId: discovery.project_id,
					seq: calls.length,
					at: now(),
					credentials: parts.credentials,
				}),
			),
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
