import type {BatchId, ProjectId, RunId} from '../../contract/ids.ts';
import {showing} from './read-back.ts';
import type {Renewals} from './renewals.ts';
import type {Answer} from './send-request.ts';
import {sweepHeaders} from './sweep-headers.ts';
import type {SpokenApi} from './spoken-api.ts';
import type {SweeperParts} from './sweeper-parts.ts';

/** The record that something is asked about: its DELETE, and a read, need the same credentials. */
type Caller = {projectId: ProjectId; runId: RunId; headers: Record<string, string>; handle: string | null};

/** The API that the records of a project are in. */
type ApiOf = (projectId: ProjectId) => SpokenApi;

/** Reads an address with the credentials of a record. */
export type SweepGet = (caller: Caller, url: string, isWhole?: boolean) => Promise<Answer>;

/** Reads of one sweep. Each is recorded: what it showed also counts after a crash. */
export function createSweepGet(
	{store, auth, send}: Pick<SweeperParts, 'store' | 'auth' | 'send'>,
	{batchId, renewals, signal, apiOf}: {batchId: BatchId; renewals: Renewals; signal: AbortSignal; apiOf: ApiOf},
): SweepGet {
	return async (caller, address, isWhole = false) => {
		const {projectId, runId, handle} = caller;
		const {method, url, body} = apiOf(projectId).sent('GET', address) ?? {method: 'GET', url: address, body: null};
		// A read that is none by its method is sent as such alone.
		if (method !== 'GET' && method !== 'POST') return notAsked;
		const tokens = await store.readTokens(runId);
		let credentials = await auth.credentialsOf(batchId, projectId, url);
		let isOwnRefused = false;
		for (let isRenewed = false; ; ) {
			const signs = {credentials: credentials.headers, tokens, isOwnRefused};
			const {sent, isBare, isOwn} = sweepHeaders(caller.headers, signs);
			if (credentials.missing !== null || isBare) return notAsked;
			const typed = body === null ? sent : {...sent, 'content-type': 'application/json'};
			const answer = await send({method, url, headers: typed, body, isWhole, signal});
			const shows = showing(answer, handle) !== 'no';
			await store.saveRead({batchId, projectId, url, answer, shows});
			if (answer.status !== 401 || isRenewed) return answer;
			if (isOwn) {
				isOwnRefused = true;
				continue;
			}
			isRenewed = true;
			const renewed = await renewals.renew({projectId, url}, credentials, false);
			if (!renewed) return answer;
			credentials = renewed.credentials;
		}
	};
}

/** Stands for the answer of a read that would have gone out without the credential that belongs to it. */
const notAsked: Answer = {status: null, latencyMs: 0, detail: {}, body: null, error: 'not asked'};
