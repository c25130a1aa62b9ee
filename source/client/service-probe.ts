import {healthz, type ReadinessCheck, readyz} from '../../contract/operations.ts';
import {openConnections} from './dispatcher.ts';
import {attempt} from './request.ts';

/** A process on this machine answers within milliseconds or is stuck. */
const probeTimeoutMs = 5000;

type Probe = {signal?: AbortSignal};

/** Version of the service that answers at `url`; null when none does. */
export async function healthOf(url: string, probe: Probe = {}): Promise<{version: string} | null> {
	const answer = await get(url, '/healthz', probe);
	if (answer?.status !== 200) return null;
	const health = healthz.safeParse(parseJson(answer.text));
	return health.success ? {version: health.data.version} : null;
}

/** Whether the service at `url` accepts work. */
export async function isReady(url: string, probe: Probe = {}): Promise<boolean> {
	const answer = await get(url, '/readyz', probe);
	return answer?.status === 200 && readyz.safeParse(parseJson(answer.text)).success;
}

/** What the service at `url` says of one thing that it stands on; null when it says nothing of it. */
export async function checkOf(url: string, name: string, probe: Probe = {}): Promise<ReadinessCheck | null> {
	return (await checksOf(url, probe)).find(check => check.name === name) ?? null;
}

/** What the service at `url` says of all that it stands on; empty when it does not answer. */
export async function checksOf(url: string, probe: Probe = {}): Promise<readonly ReadinessCheck[]> {
	const answer = await get(url, '/readyz', probe);
	const told = readyz.safeParse(parseJson(answer?.text ?? ''));
	return told.success ? told.data.checks : [];
}

/** What a service has to do: work in flight and tests in the queue; null when it does not tell. */
export async function loadOf(url: string, probe: Probe = {}): Promise<{inFlight: number; queue: number} | null> {
	const answer = await get(url, '/metrics', probe);
	if (answer?.status !== 200) return null;
	const queue = sumOf(answer.text, 'svc_queue_depth');
	const runs = sumOf(answer.text, 'svc_runs_in_flight');
	const batches = sumOf(answer.text, 'svc_batches_in_flight');
	return queue === null || runs === null || batches === null ? null : {inFlight: runs + batches, queue};
}

/** Sum over all label sets of a gauge in Prometheus text; null when the gauge is not there. */
function sumOf(metrics: string, name: string): number | null {
	const values = metrics
		.split('\n')
		.filter(line => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
		.map(line => Number(line.slice(line.lastIndexOf(' ') + 1)));
	return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

async function get(url: string, path: string, {signal}: Probe): Promise<{status: number; text: string} | null> {
	const {origin} = new URL(url);
	const connections = await openConnections(origin, {});
	try {
		const headers = {accept: '*/*'};
		const request = {origin, path, method: 'GET', headers, timeoutMs: probeTimeoutMs, signal} as const;
		const outcome = await attempt(connections.dispatcher, request);
		return outcome.kind === 'answer' ? outcome : null;
	} finally {
		await connections.close();
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
