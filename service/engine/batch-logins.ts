import {setTimeout as delay} from 'node:timers/promises';
import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {AuthNeed, RenewedAuth} from '../runners/runner.ts';
import type {ClaimedRun} from '../store/runs/claim-runs.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {BatchLogin} from '../store/batches/batch-logins.ts';
import {type Ownership, whenOwned} from '../domain/ownership.ts';
import {isStoreUnavailable} from '../domain/service-error.ts';
import {type BatchToken, newToken, openToken, sealToken} from './batch-token.ts';
import type {Team} from './team.ts';
import type {ChangeBoard} from './change-board.ts';
import type {EngineLog} from './engine.ts';
import {Refusals} from './refusals.ts';
import type {LoginResult, RunAuth, RunCredentials} from './run-auth.ts';

type Parts = {
	store: Pick<RunStore, 'openLogin' | 'failLogin' | 'holdForLogin' | 'listOpenLogins' | 'findLogin'>;
	auth: RunAuth;
	board: ChangeBoard;
	/** Epoch milliseconds. */
	now(): number;
	log: EngineLog;
	/** Members may start now. */
	wake(): void;
	/** Of a process among others; absent: it has its store for itself. */
	team?: Pick<Team, 'box' | 'executes'> & {ownership: Ownership};
};

const storeRetryMs = 1000;
/** Between two looks at a login that another process does. */
const otherLoginMs = 250;

/** What a run gets: `renewal` tells that its credential is a token that can be replaced. */
export type GivenCredentials = RunCredentials & {
	renewal: {renewAt: number | null} | null;
	/** A stored secret that belongs to it cannot be decrypted; absent: false. */
	isUnreadable?: boolean;
};

/**
 * "Fetched once before a batch, shared by its tests, refreshed when it expires or a call answers 401": members whose
 * project logs in wait in the store until the login has answered. One login at a time per batch and project, whoever
 * needs it. Tokens of a process that is alone live in memory only; after a restart open batches log in again. Several
 * processes find them in the store, encrypted, until the batch has ended, and one of them logs in for all.
 */
export class BatchLogins {
	readonly #parts: Parts;
	readonly #tokens = new Map<string, BatchToken>();
	/** Logins under way. */
	readonly #logins = new Map<string, Promise<void>>();
	/** Logins that failed: "the next batch tries again", this one does not for its tests. */
	readonly #failed = new Map<string, string>();
	readonly #refusals = new Map<string, Refusals>();
	readonly #stop = new AbortController();

	constructor(parts: Parts) {
		this.#parts = parts;
	}

	/** Logs the projects of a new batch in. */
	begin(batchId: BatchId, projectIds: readonly ProjectId[]): void {
		if (this.#parts.team?.executes === false) return;
		for (const projectId of projectIds) void this.#logIn(batchId, projectId);
	}

	/** Logs in for batches that an earlier process left open, or that nobody logs in for. */
	async resume(): Promise<void> {
		const {store, team} = this.#parts;
		if (team?.executes === false) return;
		if (team) {
			for (const {batch_id, project_id} of await store.listOpenLogins('waiting'))
				void this.#logIn(batch_id, project_id);
			return;
		}
		for (const login of await store.listOpenLogins('open')) {
			await this.#parts.store.holdForLogin(login);
			void this.#logIn(login.batch_id, login.project_id);
		}
	}

	/** What a run authenticates with: the token of its batch, else the static credential of its project. */
	credentialsOf(run: ClaimedRun): GivenCredentials {
		this.#adopt(run.batch_id, run.project_id, run.batchToken);
		const token = this.#tokens.get(keyOf(run.batch_id, run.project_id)) ?? null;
		const credentials = this.#parts.auth.credentialsOf(run, token?.credentials ?? null);
		return {...credentials, renewal: token && {renewAt: token.renewAt}};
	}

	/** The token of a batch for one of its projects, fresh when it was about to expire; null when it has none. */
	async tokenOf(batchId: BatchId, projectId: ProjectId): Promise<RunCredentials | null> {
		await this.#look(batchId, projectId);
		const renewAt = this.#tokens.get(keyOf(batchId, projectId))?.renewAt ?? null;
		if (renewAt !== null && renewAt <= this.#parts.now()) await this.#renew(batchId, projectId);
		return this.#tokenNow(batchId, projectId);
	}

	/** Logs a project of a batch in again, once for all who ask meanwhile; null when that gives no token. */
	async renew(batchId: BatchId, projectId: ProjectId): Promise<RunCredentials | null> {
		await this.#renew(batchId, projectId);
		return this.#tokenNow(batchId, projectId);
	}

	#tokenNow(batchId: BatchId, projectId: ProjectId): RunCredentials | null {
		return this.#tokens.get(keyOf(batchId, projectId))?.credentials ?? null;
	}

	/** A token for a test whose token has run out or was refused; null when there is no better one. Never rejects. */
	async renewFor(run: Pick<ClaimedRun, 'batch_id' | 'project_id'>, need: AuthNeed): Promise<RenewedAuth | null> {
		try {
			return await this.#renewed(run, need);
		} catch (error) {
			this.#parts.log.error({err: error, batchId: run.batch_id}, 'a test could not be given another token');
			return null;
		}
	}

	async #renewed(
		{batch_id: batchId, project_id: projectId}: Pick<ClaimedRun, 'batch_id' | 'project_id'>,
		need: AuthNeed,
	): Promise<RenewedAuth | null> {
		const key = keyOf(batchId, projectId);
		await this.#look(batchId, projectId);
		const token = this.#tokens.get(key);
		if (!token || this.#failed.has(key)) return null;
		const isCurrent = token.credentials.auth.credential === need.credential;
		if (need.reason === 'no_help') {
			const refusals = this.#refusals.get(key) ?? new Refusals();
			this.#refusals.set(key, refusals);
			refusals.note(need.call);
			return null;
		}
		const now = this.#parts.now();
		const isDue = token.renewAt !== null && token.renewAt <= now;
		if (isCurrent && need.reason === 'refused' && !isDue) {
			const isBelievable = this.#refusals.get(key)?.isBelievable(need.call, now - token.gotAt) ?? true;
			if (!isBelievable) return null;
		}
		const isFetched = isCurrent || isDue;
		if (isFetched) await this.#renew(batchId, projectId);
		const newer = this.#tokens.get(key);
		if (!newer || newer.credentials.auth.credential === need.credential) return null;
		const {auth, secrets} = newer.credentials;
		return {auth, secrets, renewAt: newer.renewAt, isFetched};
	}

	/** Holds back the members whose token is about to expire and logs in for them. Asked before runs are taken. */
	async renewExpiring(): Promise<void> {
		for (const [key, {batchId, projectId, renewAt}] of [...this.#tokens]) {
			if (renewAt === null || renewAt > this.#parts.now() || this.#logins.has(key)) continue;
			if (this.#parts.team) {
				void this.#renew(batchId, projectId);
				continue;
			}
			// The old one stays usable for members that execute until its successor is there.
			await this.#parts.store.holdForLogin({batch_id: batchId, project_id: projectId});
			void this.#logIn(batchId, projectId);
		}
	}

	/** Forgets the tokens of a batch that has ended. */
	forget(batchId: BatchId): void {
		for (const [key, token] of this.#tokens) if (token.batchId === batchId) this.#tokens.delete(key);
		for (const key of this.#refusals.keys()) if (key.startsWith(`${batchId} `)) this.#refusals.delete(key);
		for (const [key, failedBatch] of this.#failed) if (failedBatch === batchId) this.#failed.delete(key);
	}

	/** No further logins; resolves when none is under way. */
	async stop(): Promise<void> {
		this.#stop.abort();
		await Promise.all(this.#logins.values());
	}

	/** A login in the middle of a batch: members that have not started wait for it, and end with it when it fails. */
	async #renew(batchId: BatchId, projectId: ProjectId): Promise<void> {
		const underWay = this.#logins.get(keyOf(batchId, projectId));
		if (underWay) return underWay;
		return this.#once(batchId, projectId, 'waits', async () => {
			try {
				await this.#parts.store.holdForLogin({batch_id: batchId, project_id: projectId});
			} catch (error) {
				this.#parts.log.error({err: error, batchId}, 'members could not be held back for a login');
			}
			await this.#request(batchId, projectId);
		});
	}

	#logIn(batchId: BatchId, projectId: ProjectId): Promise<void> {
		return (
			this.#logins.get(keyOf(batchId, projectId)) ??
			this.#once(batchId, projectId, 'leaves it', () => this.#request(batchId, projectId))
		);
	}

	/** @param whenTaken what to do while another process logs in */
	#once(
		batchId: BatchId,
		projectId: ProjectId,
		whenTaken: 'waits' | 'leaves it',
		work: () => Promise<void>,
	): Promise<void> {
		if (this.#stop.signal.aborted) return Promise.resolve();
		const key = keyOf(batchId, projectId);
		const login = this.#owned({batch_id: batchId, project_id: projectId}, whenTaken, work)
			.catch((error: unknown) => this.#parts.log.error({err: error, batchId}, 'a login could not be begun'))
			.finally(() => this.#logins.delete(key));
		this.#logins.set(key, login);
		return login;
	}

	async #owned(login: BatchLogin, whenTaken: 'waits' | 'leaves it', work: () => Promise<void>): Promise<void> {
		const {team} = this.#parts;
		if (!team) return work();
		const key = keyOf(login.batch_id, login.project_id);
		const before = this.#tokens.get(key)?.gotAt ?? null;
		while (!this.#stop.signal.aborted) {
			const whenMine = async () => {
				const state = await this.#look(login.batch_id, login.project_id);
				const isNewer = (this.#tokens.get(key)?.gotAt ?? null) !== before;
				// Another process has logged in since this one wanted it, or has tried.
				const isWanted = state === 'waiting' || (state === 'ready' && whenTaken === 'waits' && !isNewer);
				if (isWanted) await work();
			};
			const isDone = await this.#patiently(() => whenOwned(team.ownership, `login ${key}`, whenMine));
			if (isDone || whenTaken === 'leaves it') return;
			await delay(otherLoginMs, undefined, {signal: this.#stop.signal}).catch(() => undefined);
		}
	}

	/** Takes over what another process has stored of a login. */
	async #look(batchId: BatchId, projectId: ProjectId): Promise<'waiting' | 'ready' | 'failed' | null> {
		if (!this.#parts.team) return null;
		const {store} = this.#parts;
		const found = await this.#patiently(() => store.findLogin({batch_id: batchId, project_id: projectId}));
		const key = keyOf(batchId, projectId);
		if (found?.state === 'failed') this.#failed.set(key, batchId);
		else this.#failed.delete(key);
		this.#adopt(batchId, projectId, found?.token ?? null);
		return found?.state ?? null;
	}

	#adopt(batchId: BatchId, projectId: ProjectId, sealed: string | null): void {
		const {team} = this.#parts;
		if (!team || sealed === null) return;
		const token = openToken(team.box, {batchId, projectId}, sealed);
		const key = keyOf(batchId, projectId);
		if (token.gotAt > (this.#tokens.get(key)?.gotAt ?? Number.NEGATIVE_INFINITY)) this.#tokens.set(key, token);
	}

	async #request(batchId: BatchId, projectId: ProjectId): Promise<void> {
		const {auth, log} = this.#parts;
		let result: LoginResult;
		try {
			result = await this.#patiently(() => auth.logIn(projectId, batchId, this.#stop.signal));
		} catch (error) {
			if (this.#stop.signal.aborted) return;
			log.error({err: error, projectId}, 'the login of a project broke');
			result = {credentials: null, expiresAt: null, error: 'the service failed to log in', calls: []};
		}
		// Stopped: the members wait, and the next process logs in.
		if (this.#stop.signal.aborted) return;
		await this.#store(batchId, projectId, result);
	}

	/** Asks again while the store takes nothing: that says nothing about a login, and everybody waits for what comes of it. */
	async #patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
		for (;;)
			try {
				return await ask();
			} catch (error) {
				if (!isStoreUnavailable(error) || this.#stop.signal.aborted) throw error;
				this.#parts.log.error({err: error}, 'a login waits for the store');
				await delay(storeRetryMs, undefined, {signal: this.#stop.signal}).catch(() => undefined);
			}
	}

	/** Stores what came of a login, again and again while the store fails: members wait for it. */
	async #store(batchId: BatchId, projectId: ProjectId, result: LoginResult): Promise<void> {
		const {store, board, log, now, wake} = this.#parts;
		const login = {batch_id: batchId, project_id: projectId};
		const key = keyOf(batchId, projectId);
		const {credentials, expiresAt, calls} = result;
		if (credentials) {
			this.#tokens.set(key, newToken({batchId, projectId}, {credentials, expiresAt}, now()));
			this.#failed.delete(key);
		} else {
			this.#tokens.delete(key);
			this.#failed.set(key, batchId);
		}
		while (!this.#stop.signal.aborted) {
			try {
				if (credentials) board.publish([await store.openLogin(login, {calls, token: this.#sealed(key)})]);
				else board.publish([await store.failLogin(login, {error: result.error ?? 'no token', calls})]);
				wake();
				return;
			} catch (error) {
				log.error({err: error, batchId}, 'a login could not be stored; trying again');
				await delay(storeRetryMs, undefined, {signal: this.#stop.signal}).catch(() => undefined);
			}
		}
	}

	/** For the other processes; null: there are none. */
	#sealed(key: string): string | null {
		const {team} = this.#parts;
		const token = this.#tokens.get(key);
		return team && token ? sealToken(team.box, token) : null;
	}
}

const keyOf = (batchId: BatchId, projectId: ProjectId) => `${batchId} ${projectId}`;
