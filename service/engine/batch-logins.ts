import {setTimeout as delay} from 'node:timers/promises';
import type {ClaimedRun} from '../store/claim-runs.ts';
import type {RunStore} from '../store/run-store.ts';
import type {ChangeBoard} from './change-board.ts';
import type {EngineLog} from './dispatcher.ts';
import type {LoginResult, RunAuth, RunCredentials} from './run-auth.ts';

type Parts = {
	store: Pick<RunStore, 'openLogin' | 'failLogin' | 'holdForLogin' | 'listOpenLogins'>;
	auth: RunAuth;
	board: ChangeBoard;
	/** Epoch milliseconds. */
	now(): number;
	log: EngineLog;
	/** Members may start now. */
	wake(): void;
};

type Token = {batchId: string; projectId: string; credentials: RunCredentials; expiresAt: number | null};

/** A token that is about to expire is renewed, so that it outlives the first calls of a test. */
const marginMs = 30_000;
/** A token that lives shorter than the margin would be renewed for ever. */
const leastUseMs = 1000;
const storeRetryMs = 1000;

/**
 * "Fetched once before a batch, shared by its tests, refreshed when it expires": members whose project logs in wait in
 * the store until the login has answered. Tokens live in memory only; after a restart open batches log in again.
 */
export class BatchLogins {
	readonly #parts: Parts;
	readonly #tokens = new Map<string, Token>();
	readonly #open = new Set<Promise<void>>();
	readonly #renewals = new Map<string, Promise<void>>();
	readonly #stop = new AbortController();

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/** Logs the projects of a new batch in. */
	begin(batchId: string, projectIds: readonly string[]): void {
		for (const projectId of projectIds) this.#begin(batchId, projectId);
	}

	/** Logs in for batches that an earlier process left open. */
	async resume(): Promise<void> {
		for (const login of await this.#parts.store.listOpenLogins()) {
			await this.#parts.store.holdForLogin(login);
			this.#begin(login.batch_id, login.project_id);
		}
	}

	/** What a run authenticates with: the token of its batch, else the static credential of its project. */
	credentialsOf(run: ClaimedRun): RunCredentials {
		const token = this.#tokens.get(keyOf(run.batch_id, run.project_id));
		return token?.credentials ?? this.#parts.auth.staticCredentials(run);
	}

	/** The token of a batch for one of its projects; null when it has none now. */
	tokenOf(batchId: string, projectId: string): RunCredentials | null {
		return this.#tokens.get(keyOf(batchId, projectId))?.credentials ?? null;
	}

	/** Logs a project of a batch in again, once for all who ask meanwhile; null when that gives no token. */
	async renew(batchId: string, projectId: string): Promise<RunCredentials | null> {
		const key = keyOf(batchId, projectId);
		let renewal = this.#renewals.get(key);
		if (!renewal) {
			renewal = this.#logIn(batchId, projectId).finally(() => this.#renewals.delete(key));
			this.#renewals.set(key, renewal);
		}
		await renewal;
		return this.tokenOf(batchId, projectId);
	}

	/** Holds back the members whose token is about to expire and logs in for them. Asked before runs are taken. */
	async renewExpiring(): Promise<void> {
		for (const [key, {batchId, projectId, expiresAt}] of [...this.#tokens]) {
			if (expiresAt === null || expiresAt - marginMs > this.#parts.now()) continue;
			// It stays usable for members that execute until its successor is there.
			this.#tokens.set(key, {...this.#tokens.get(key)!, expiresAt: null});
			await this.#parts.store.holdForLogin({batch_id: batchId, project_id: projectId});
			this.#begin(batchId, projectId);
		}
	}

	/** Forgets the tokens of a batch that has ended. */
	forget(batchId: string): void {
		for (const [key, token] of this.#tokens) if (token.batchId === batchId) this.#tokens.delete(key);
	}

	/** No further logins; resolves when none is under way. */
	async stop(): Promise<void> {
		this.#stop.abort();
		await Promise.all([...this.#open, ...this.#renewals.values()]);
	}

	#begin(batchId: string, projectId: string): void {
		if (this.#stop.signal.aborted) return;
		const login = this.#logIn(batchId, projectId).finally(() => this.#open.delete(login));
		this.#open.add(login);
	}

	async #logIn(batchId: string, projectId: string): Promise<void> {
		const {auth, log} = this.#parts;
		let result: LoginResult;
		try {
			result = await auth.logIn(projectId, this.#stop.signal);
		} catch (error) {
			log.error({err: error, projectId}, 'the login of a project broke');
			result = {credentials: null, expiresAt: null, error: 'the service failed to log in', calls: []};
		}
		// Stopped: the members wait, and the next process logs in.
		if (this.#stop.signal.aborted) return;
		await this.#store(batchId, projectId, result);
	}

	/** Stores what came of a login, again and again while the store fails: members wait for it. */
	async #store(batchId: string, projectId: string, result: LoginResult): Promise<void> {
		const {store, board, log, now, wake} = this.#parts;
		const login = {batch_id: batchId, project_id: projectId};
		while (!this.#stop.signal.aborted) {
			try {
				const {credentials, calls} = result;
				if (credentials) {
					const expiresAt =
						result.expiresAt === null ? null : Math.max(result.expiresAt, now() + marginMs + leastUseMs);
					this.#tokens.set(keyOf(batchId, projectId), {batchId, projectId, credentials, expiresAt});
					board.publish([await store.openLogin(login, calls)]);
				} else {
					this.#tokens.delete(keyOf(batchId, projectId));
					board.publish([await store.failLogin(login, {error: result.error ?? 'no token', calls})]);
				}
				wake();
				return;
			} catch (error) {
				log.error({err: error, batchId}, 'a login could not be stored; trying again');
				await delay(storeRetryMs, undefined, {signal: this.#stop.signal}).catch(() => undefined);
			}
		}
	}
}

const keyOf = (batchId: string, projectId: string) => `${batchId} ${projectId}`;
