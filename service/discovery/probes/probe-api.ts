import type {FindingKind} from '../../../contract/finding.ts';
import type {Answer} from '../../domain/endpoint-detail.ts';
import {parameterOf} from '../../inference/path-template.ts';
import type {SeenDeviation} from '../../store/findings/report-deviations.ts';
import {createLanes} from '../lanes.ts';
import {type Documented, jsonOf, judgeProbe, type Judged} from './judge-probe.ts';
import type {Pace} from './pace.ts';
import {handlesOf, isDenied} from './probe-rules.ts';
import type {ProbeAnswer, SendProbe} from './send-probe.ts';

/** A GET of the list that may be called. */
export type Probed = Documented & {
	pathKey: string;
	family: string;
	summary: string | null;
	basePath: string;
	callPrefix: string;
	/** True: it takes a query without which it means nothing. */
	needsQuery: boolean;
};

export type ProbeCall = {id: string; url: string; answer: ProbeAnswer; headers: Record<string, string>};

export type ProbeResult = {
	confirmed: boolean;
	reason: string | null;
	observed: Answer[];
	callPrefix: string;
	looks: FindingKind[];
	deviations: Array<Omit<SeenDeviation, 'endpointId'>>;
	/** What the API showed about credentials; null: nothing. */
	authRequired: boolean | null;
};

type ProbeParts = {
	baseUrl: string;
	/** Headers that carry the credential; empty without one. */
	credentials: Record<string, string>;
	pace: Pace;
	send: SendProbe;
	newCallId(): string;
	signal: AbortSignal;
	/** Told of each call, and of how many endpoints are done. */
	onCall(call: ProbeCall): void;
	onProgress(probed: number): Promise<void>;
};

const parallel = 4;
const mostRefusals = 3;

/**
 * Calls the safe GETs of an API: first those without parameters, then with handles out of list answers (three a list),
 * then one per family without a credential. By path key.
 */
export async function probeApi(endpoints: readonly Probed[], parts: ProbeParts): Promise<Map<string, ProbeResult>> {
	const {baseUrl, credentials, pace, send, newCallId, signal, onCall, onProgress} = parts;
	const lanes = createLanes(parallel);
	const results = new Map<string, ProbeResult>();
	const handles = new Map<string, unknown>();
	const base = baseUrl.replace(/(?<!\/)\/+$/, '');
	let refusals = 0;

	async function call(path: string, headers: Record<string, string>): Promise<ProbeCall | null> {
		return lanes(async () => {
			if (!(await pace.turn(signal))) return null;
			const url = base + path;
			const answer = await send(url, headers, signal);
			const made = {id: newCallId(), url, answer, headers};
			onCall(made);
			if (answer.error?.isRefused && ++refusals >= mostRefusals) pace.end();
			if (answer.status === 429 || answer.status === 503) pace.slowDown(answer.headers['retry-after'] ?? null);
			return made;
		});
	}

	function keep(endpoint: Probed, made: ProbeCall, judged: Judged, callPrefix: string): void {
		const before = results.get(endpoint.pathKey);
		const known = before?.observed ?? [];
		const evidence = [{callId: made.id, runId: null}];
		results.set(endpoint.pathKey, {
			confirmed: judged.confirmed || before?.confirmed === true,
			reason: judged.confirmed || before?.confirmed ? null : judged.reason,
			observed:
				judged.observed && !known.some(({status}) => status === judged.observed!.status)
					? [...known, judged.observed]
					: known,
			callPrefix,
			looks: [...new Set([...(before?.looks ?? []), ...judged.looks])],
			deviations: [
				...(before?.deviations ?? []),
				...judged.deviations
					.filter(one => !before?.deviations.some(other => other.difference === one.difference))
					.map(one => ({...one, evidence})),
			],
			authRequired: before?.authRequired ?? null,
		});
	}

	const safe = endpoints.filter(one => !isDenied(one) && !one.needsQuery);
	const plain = safe.filter(({path}) => segmentsOf(path).every(segment => parameterOf(segment) === null));
	const prefixes = await findPrefixes(plain, call, credentials);
	const prefixOf = (one: Probed) => prefixes.get(one.basePath) ?? one.callPrefix;

	await Promise.all(
		plain.map(async one => {
			const made = await call(prefixOf(one) + one.path, credentials);
			if (!made) return;
			keep(one, made, judgeProbe(one, made.answer, false), prefixOf(one));
			if (made.answer.status === 200) handles.set(one.path, jsonOf(made.answer.bytes));
			await onProgress(results.size);
		}),
	);
	const withParameters = safe.filter(one => !plain.includes(one)).sort((one, other) => depthOf(one) - depthOf(other));
	for (const one of withParameters) {
		const paths = filledPaths(one.path, handles);
		const calls = await Promise.all(
			paths.map(async path => ({path, made: await call(prefixOf(one) + path, credentials)})),
		);
		for (const {path, made} of calls) {
			if (!made) continue;
			keep(one, made, judgeProbe(one, made.answer, true), prefixOf(one));
			if (made.answer.status === 200) handles.set(path, jsonOf(made.answer.bytes));
		}
		await onProgress(results.size);
	}
	await compareCredentials(safe, results, prefixOf);
	return results;

	/** One GET per family without a credential, to learn whether one is needed. */
	async function compareCredentials(
		some: readonly Probed[],
		known: Map<string, ProbeResult>,
		prefix: (one: Probed) => string,
	): Promise<void> {
		if (Object.keys(credentials).length === 0) {
			for (const result of known.values()) if (result.reason === 'auth_required') result.authRequired = true;
			return;
		}
		const families = new Set<string>();
		for (const one of some) {
			const result = known.get(one.pathKey);
			const isGood = result?.observed.some(({status}) => status.startsWith('2'));
			const [path] = isGood ? filledPaths(one.path, handles) : [];
			if (!result || path === undefined || families.has(one.family)) continue;
			families.add(one.family);
			const made = await call(prefix(one) + path, {});
			const status = made?.answer.status;
			if (!made || status === null || status === undefined) continue;
			result.looks.push('auth_open');
			const isRefused = status === 401 || status === 403;
			for (const other of some) {
				const same = known.get(other.pathKey);
				if (same && other.family === one.family && (isRefused || status < 300)) same.authRequired = isRefused;
			}
			if (one.auth.required === true && status < 300)
				result.deviations.push({
					kind: 'auth_open',
					difference: `answers ${status} without a credential`,
					document: 'a credential is needed',
					observed: String(status),
					facts: {},
					evidence: [{callId: made.id, runId: null}],
				});
		}
	}
}

/**
 * Where the paths of a document begin: when nothing is found below the target URL and something below the base path that
 * the document names, that is it.
 */
async function findPrefixes(
	plain: readonly Probed[],
	call: (path: string, headers: Record<string, string>) => Promise<ProbeCall | null>,
	credentials: Record<string, string>,
): Promise<Map<string, string>> {
	const prefixes = new Map<string, string>();
	for (const basePath of new Set(plain.map(one => one.basePath))) {
		const [first] = plain.filter(one => one.basePath === basePath && one.callPrefix === '');
		if (!first || basePath === '') continue;
		const without = await call(first.path, credentials);
		if (without?.answer.status !== 404) continue;
		const below = await call(basePath + first.path, credentials);
		const status = below?.answer.status;
		if (status !== null && status !== undefined && status !== 404) prefixes.set(basePath, basePath);
	}
	return prefixes;
}

const segmentsOf = (path: string): string[] => path.split('?', 1)[0]!.split('/').filter(Boolean);
const depthOf = ({path}: Probed): number => segmentsOf(path).filter(segment => parameterOf(segment) !== null).length;

/**
 * Paths of a template with handles of the lists in front of its parameters: up to three for the last one, the first for
 * those before. Empty: a handle is missing.
 */
export function filledPaths(template: string, bodies: ReadonlyMap<string, unknown>): string[] {
	let paths = [''];
	const segments = segmentsOf(template);
	const last = segments.findLastIndex(segment => parameterOf(segment) !== null);
	for (const [place, segment] of segments.entries()) {
		const parameter = parameterOf(segment);
		if (parameter === null) paths = paths.map(path => `${path}/${segment}`);
		else
			paths = paths.flatMap(path => {
				const handles = handlesOf(bodies.get(path), parameter);
				return handles.slice(0, place === last ? 3 : 1).map(handle => `${path}/${encodeURIComponent(handle)}`);
			});
	}
	return paths.map(path => path || '/');
}
