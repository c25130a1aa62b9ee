import {setTimeout as delay} from 'node:timers/promises';
import type {BatchChanged} from '../store/batch-change.ts';
import type {CleanupRuleTable} from '../store/cleanup-tables.ts';
import type {SweepStore} from '../store/sweep-store.ts';
import {ContainedRecords} from './contained-records.ts';
import {type Answer, deleteRecord} from './delete-record.ts';
import {readBack} from './read-back.ts';
import {resourcesOfBatch} from './resources-of-batch.ts';
import type {SendRequest} from './send-request.ts';
import {sweepHeaders} from './sweep-headers.ts';
import {SweepOrder} from './sweep-order.ts';

/** Headers that carry the credentials of a project, and the texts in them that must not be stored. */
export type SweepCredentials = {headers: Record<string, string>; secrets: string[]};

/** Where the sweep gets the credentials of the API under test from. */
export type SweepAuth = {
	/** Those that a DELETE of this address gets. */
	credentialsOf(batchId: string, projectId: string, url: string): Promise<SweepCredentials>;
	/** A fresh token after a 401; null when this address gets none, or the login failed. */
	renew(batchId: string, projectId: string, url: string): Promise<SweepCredentials | null>;
};

export type SweeperParts = {
	store: SweepStore;
	auth: SweepAuth;
	send: SendRequest;
	/** Tells readers of what has changed. */
	publish(changes: readonly BatchChanged[]): void;
	/** Teardown tests may start now. */
	wake(): void;
	log: {error(fields: object, message: string): void};
};

/** A sweep has its own deadline: what is open then stays as it is, and the batch ends. */
const deadlineMs = 10 * 60_000;
/** Pause before the store is asked again after it failed. */
const storeRetryMs = 1000;

/**
 * Finds what batches have created and deletes it. The store says where each batch stands; everything here may be
 * forgotten at any moment and is taken up again by `resume`.
 */
export class Sweeper {
	readonly #parts: SweeperParts;
	readonly #sweeps = new Map<string, Promise<void>>();
	readonly #again = new Set<string>();
	readonly #stop = new AbortController();

	constructor(parts: SweeperParts) {
		this.#parts = parts;
	}

	/** The sweep of a batch has something to do. */
	begin(batchId: string): void {
		if (this.#stop.signal.aborted) return;
		if (this.#sweeps.has(batchId)) {
			this.#again.add(batchId);
			return;
		}
		const sweep = this.#work(batchId).finally(() => {
			this.#sweeps.delete(batchId);
			if (this.#again.delete(batchId)) this.begin(batchId);
		});
		this.#sweeps.set(batchId, sweep);
	}

	/** Goes on with the sweeps that an earlier process has left. */
	async resume(): Promise<void> {
		for (const batchId of await this.#parts.store.listSweeps()) this.begin(batchId);
	}

	/** Stops what is under way and resolves when nothing is sent any more; it is taken up again by the next process. */
	async stop(): Promise<void> {
		this.#stop.abort();
		await Promise.all(this.#sweeps.values());
	}

	async #work(batchId: string): Promise<void> {
		const {store, log} = this.#parts;
		const {signal} = this.#stop;
		while (!signal.aborted) {
			try {
				const state = await store.sweepState(batchId);
				if (state === 'search') await this.#search(batchId);
				else if (state === 'due' || state === 'retry') await this.#sweep(batchId);
				else return;
			} catch (error) {
				if (signal.aborted) return;
				log.error({err: error, batchId}, 'a cleanup was interrupted; trying again');
				await delay(storeRetryMs, undefined, {signal}).catch(() => undefined);
			}
		}
	}

	async #search(batchId: string): Promise<void> {
		const {store} = this.#parts;
		const facts = await store.readFacts(batchId);
		const changed = facts && (await store.saveSearch(facts, resourcesOfBatch(facts)));
		this.#tell(changed);
	}

	async #sweep(batchId: string): Promise<void> {
		const {store} = this.#parts;
		const facts = await store.readFacts(batchId);
		if (!facts) return;
		// Teardown tests have run since the search: what they have deleted or created is known now.
		if (facts.batch.sweep === 'due') this.#tell(await store.planSweep(facts, resourcesOfBatch(facts)));
		const limit = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(deadlineMs)]);
		const contained = new ContainedRecords(async ({projectId, runId, headers}, url) => {
			const {headers: credentials} = await this.#parts.auth.credentialsOf(batchId, projectId, url);
			const {sent} = sweepHeaders(headers, credentials, await store.readTokens(runId));
			return this.#parts.send({method: 'GET', url, headers: sent, signal: limit});
		});
		await contained.note(await store.listContained(batchId));
		const doubtful = new Set(facts.calls.filter(isDoubtful).map(({url}) => url));
		for (const isLastRound of [false, true]) await this.#round(batchId, facts.rules, {isLastRound, doubtful}, limit);
		if (!limit.aborted) this.#tell(await store.settleContained(batchId, await contained.gone()));
		if (!this.#stop.signal.aborted) this.#tell(await store.endSweep(batchId, facts.batch.sweep));
	}

	/** Sends the DELETEs that are due, in their order; a second round repeats those that met a conflict. */
	async #round(batchId: string, rules: readonly CleanupRuleTable[], round: Round, signal: AbortSignal): Promise<void> {
		const order = new SweepOrder(await this.#parts.store.listDue(batchId), rules);
		const running = new Map<string, Promise<void>>();
		const failures: unknown[] = [];
		while (!order.isDone && failures.length === 0 && !signal.aborted) {
			for (const one of order.start()) {
				const sent = this.#delete(batchId, one, round, signal)
					.catch((error: unknown) => void failures.push(error))
					.finally(() => {
						order.end(one.resourceId);
						running.delete(one.resourceId);
					});
				running.set(one.resourceId, sent);
			}
			await Promise.race(running.values());
		}
		await Promise.all(running.values());
		if (failures.length > 0) throw failures[0];
	}

	async #delete(batchId: string, one: DueDelete, {isLastRound, doubtful}: Round, signal: AbortSignal): Promise<void> {
		const {store, auth, send} = this.#parts;
		const tokens = await store.readTokens(one.runId);
		let credentials = await auth.credentialsOf(batchId, one.projectId, one.url);
		const headers = () => sweepHeaders(one.headers, credentials.headers, tokens);
		let last: {callId: string; answer: Answer} | null = null;
		const done = await deleteRecord({
			isLastRound,
			// Also after a DELETE whose answer a service that was killed did not live to see.
			isUncertain: one.attempts > 0 || doubtful.has(one.url),
			sendDelete: async ({asJson}) => {
				if (last) await store.saveAnswer(last.callId, last.answer);
				const kind: Record<string, string> = asJson ? {'content-type': 'application/json'} : {};
				const {sent, shown} = headers();
				const begun = await store.beginDelete(one.testId, one.url, {...shown, ...kind});
				if (!begun) return null;
				this.#tell(begun.changed);
				const raw = await send({method: 'DELETE', url: one.url, headers: {...sent, ...kind}, signal});
				const secrets = Object.keys(sent).flatMap(name => (sent[name] === shown[name] ? [] : [sent[name] ?? '']));
				const answer = withoutSecrets(raw, {...shown, ...kind}, [...credentials.secrets, ...secrets]);
				last = {callId: begun.callId, answer};
				return answer;
			},
			readBack: () => readBack(one.url, url => send({method: 'GET', url, headers: headers().sent, signal})),
			renew: async mustLogIn => {
				// Another DELETE may have been refused, too, and has got a token meanwhile.
				const current = await auth.credentialsOf(batchId, one.projectId, one.url);
				const isNewer = JSON.stringify(current.headers) !== JSON.stringify(credentials.headers);
				const renewed = isNewer && !mustLogIn ? current : await auth.renew(batchId, one.projectId, one.url);
				if (renewed) credentials = renewed;
				return renewed && (renewed === current ? 'taken' : 'fresh');
			},
			wait: ms => delay(ms, undefined, {signal}),
		}).catch((error: unknown) => {
			if (!signal.aborted) throw error;
			return null;
		});
		if (done && last)
			this.#tell(await store.endDelete(one.testId, (last as {callId: string}).callId, done.answer, done.verdict));
	}

	#tell(changed: BatchChanged | null): void {
		if (!changed) return;
		this.#parts.publish([changed]);
		this.#parts.wake();
	}
}

/** One pass over the DELETEs that are due. */
type Round = {
	isLastRound: boolean;
	/** Addresses whose DELETE a test sent without learning whether it worked. */
	doubtful: ReadonlySet<string>;
};

const isDoubtful = ({method, status}: {method: string; status: number | null}): boolean =>
	method === 'DELETE' && (status === null || status >= 500);

type DueDelete = Awaited<ReturnType<SweepStore['listDue']>>[number];

/** What is stored of an answer: it may repeat what it was sent. */
function withoutSecrets(answer: Answer, requestHeaders: Record<string, string>, secrets: readonly string[]): Answer {
	const hidden = secrets.map(secret => secret.replace(/^(?:bearer|basic) /i, '')).filter(({length}) => length >= 4);
	const clean = (text: string) => hidden.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
	return {
		...answer,
		body: answer.body && clean(answer.body),
		error: answer.error && clean(answer.error),
		detail: {...(JSON.parse(clean(JSON.stringify(answer.detail))) as object), requestHeaders},
	};
}
