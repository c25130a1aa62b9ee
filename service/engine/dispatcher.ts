import {setTimeout as delay, setImmediate as nextTurn} from 'node:timers/promises';
import type {Runner, RunHandle, RunOutcome} from '../runners/runner.ts';
import type {BatchChanged} from '../store/batch-change.ts';
import type {Claim, ClaimedRun} from '../store/claim-runs.ts';
import type {Finish} from '../store/finish-run.ts';
import type {RunStore} from '../store/run-store.ts';
import type {ChangeBoard} from './change-board.ts';
import {finishOf, jobOf, runnerBroke, verdictOnly} from './execution.ts';
import {OutputTail} from './output-tail.ts';

/** Where the engine tells an operator what a user does not see. The logger of the service fits. */
export type EngineLog = {
	warn(fields: object, message: string): void;
	error(fields: object, message: string): void;
};

export type DispatcherParts = {
	store: Pick<RunStore, 'claim' | 'finishAndClaim' | 'beat' | 'reap'>;
	runner: Runner;
	board: ChangeBoard;
	/** Tests at once. */
	slots: number;
	workerId: string;
	/** Epoch milliseconds. */
	now(): number;
	log: EngineLog;
};

type Execution = {
	run: ClaimedRun;
	handle: RunHandle;
	tail: OutputTail;
	/** Resolves when the end is stored, or nothing more will be. */
	settled: Promise<void>;
	/** The service stops: a killed execution goes back to the queue instead of ending cancelled. */
	givenBack: boolean;
};

/** A run is lost when its worker has not beaten for this long. */
const leaseMs = 30_000;
const beatMs = 10_000;
/** A verdict counts more than its calls and captures: should these be what cannot be stored, it goes without them. */
const fullTries = 3;
/** Pause before the store is asked again after it failed, e.g. on a full disk. */
const storeRetryMs = 1000;

/**
 * Takes runs that may start and executes them, `slots` at once. Wakes when something may have become ready: a trigger,
 * an end, a cancel; while nothing runs it has no timer.
 */
export class Dispatcher {
	readonly #parts: DispatcherParts;
	readonly #executions = new Map<string, Execution>();
	/** Slots promised to claims under way. */
	#reserved = 0;
	#pumping: Promise<void> | null = null;
	#pumpAgain = false;
	#stopping = false;
	#givingBack = false;
	#beat: NodeJS.Timeout | null = null;
	#retry: NodeJS.Timeout | null = null;

	constructor(parts: DispatcherParts) {
		this.#parts = parts;
	}

	/** Something may have become ready. */
	wake(): void {
		this.#pumpAgain = true;
		this.#pumping ??= this.#takeRuns().finally(() => {
			this.#pumping = null;
			// Woken between its last look and now.
			if (this.#pumpAgain && this.#free > 0) this.wake();
		});
	}

	/** What a run that executes here has printed so far; null when it does not. */
	outputOf(runId: string): string | null {
		return this.#executions.get(runId)?.tail.toString() ?? null;
	}

	/** Kills the runs of the list that execute here; resolves when their ends are stored. */
	async cancel(runIds: readonly string[]): Promise<void> {
		// A run the store has just handed out is entered before the next turn of the event loop.
		if (runIds.some(id => !this.#executions.has(id))) await nextTurn();
		const executions = runIds.flatMap(id => this.#executions.get(id) ?? []);
		for (const {handle} of executions) handle.cancel();
		await Promise.all(executions.map(execution => execution.settled));
	}

	/** No new work; what has not ended after `graceMs` or when `hurry` aborts goes back to the queue. */
	async stop({graceMs, hurry}: {graceMs: number; hurry: AbortSignal}): Promise<void> {
		this.#stopping = true;
		if (this.#retry) clearTimeout(this.#retry);
		const idle = this.#idle();
		const noPatience = new AbortController();
		const over = () => noPatience.abort();
		hurry.addEventListener('abort', over, {once: true});
		if (hurry.aborted) over();
		await Promise.race([idle, delay(graceMs, undefined, {signal: noPatience.signal}).catch(() => {})]);
		hurry.removeEventListener('abort', over);
		over();
		this.#givingBack = true;
		for (const execution of this.#executions.values()) this.#giveUp(execution);
		await idle;
	}

	/** Resolves when nothing executes here and nothing is being taken. */
	async #idle(): Promise<void> {
		while (this.#pumping || this.#executions.size > 0)
			await Promise.all([this.#pumping, ...[...this.#executions.values()].map(execution => execution.settled)]);
	}

	#giveUp(execution: Execution): void {
		execution.givenBack = true;
		execution.handle.cancel();
	}

	get #free(): number {
		return this.#stopping ? 0 : this.#parts.slots - this.#executions.size - this.#reserved;
	}

	/** Takes as many runs as there are slots. Woken meanwhile, it looks once more. */
	async #takeRuns(): Promise<void> {
		try {
			while (this.#pumpAgain && this.#free > 0) {
				this.#pumpAgain = false;
				const limit = this.#free;
				this.#reserved += limit;
				try {
					const {runs, changed} = await this.#parts.store.claim(this.#claim(limit));
					this.#started(runs, changed);
				} finally {
					this.#reserved -= limit;
				}
			}
		} catch (error) {
			this.#parts.log.error({err: error}, 'taking runs from the store failed; trying again');
			if (this.#stopping) return;
			this.#retry ??= setTimeout(() => {
				this.#retry = null;
				this.wake();
			}, storeRetryMs);
		}
	}

	#claim(limit: number): Claim {
		return {workerId: this.#parts.workerId, limit, leaseMs};
	}

	#started(runs: readonly ClaimedRun[], changed: readonly BatchChanged[]): void {
		for (const run of runs) this.#execute(run);
		this.#parts.board.publish(changed);
	}

	#execute(run: ClaimedRun): void {
		const tail = new OutputTail();
		const handle = this.#start(run, tail);
		const execution: Execution = {run, handle, tail, settled: Promise.resolve(), givenBack: false};
		execution.settled = handle.result
			.catch((error: unknown) => {
				this.#parts.log.error({err: error, runId: run.id}, 'the runner broke its promise to answer');
				return runnerBroke(this.#parts.now());
			})
			.then(outcome => this.#settle(execution, outcome));
		this.#executions.set(run.id, execution);
		// Taken while the service was told to stop.
		if (this.#givingBack) this.#giveUp(execution);
		this.#beat ??= setInterval(() => void this.#keepLeases(), beatMs);
	}

	#start(run: ClaimedRun, tail: OutputTail): RunHandle {
		try {
			return this.#parts.runner.run(jobOf(run), {onOutput: text => tail.add(text)});
		} catch (error) {
			return {result: Promise.reject(error), cancel() {}};
		}
	}

	async #settle(execution: Execution, outcome: RunOutcome): Promise<void> {
		const {run} = execution;
		const finish = finishOf(run, outcome);
		for (let tries = 1; ; tries++) {
			try {
				if (execution.givenBack && outcome.status === 'cancelled') await this.#giveBack(execution);
				else await this.#finish(execution, tries > fullTries ? verdictOnly(finish) : finish);
				return;
			} catch (error) {
				this.#parts.log.error({err: error, runId: run.id}, 'storing the end of a run failed; trying again');
				// A verdict is only given up when the service stops: the run is then executed once more.
				if (this.#stopping) return this.#left(execution);
				await delay(storeRetryMs);
			}
		}
	}

	async #finish(execution: Execution, finish: Finish): Promise<void> {
		const {store, log, board} = this.#parts;
		const others = Math.max(0, this.#free);
		const limit = this.#stopping ? 0 : 1 + others;
		let taken = 0;
		this.#reserved += others;
		try {
			const {ended, runs, changed} = await store.finishAndClaim(finish, this.#claim(limit));
			this.#left(execution);
			if (ended) board.publish([ended]);
			else log.warn({runId: finish.runId, attempt: finish.attempt}, 'a run ended after it was taken away');
			this.#started(runs, changed);
			taken = runs.length;
		} finally {
			this.#reserved -= others;
		}
		// As many as asked for: there may be more, and slots that other claims did not need.
		if (taken === limit && this.#free > 0) this.wake();
	}

	async #giveBack(execution: Execution): Promise<void> {
		const {run} = execution;
		const changed = await this.#parts.store.reap([{id: run.id, attempt: run.attempt}]);
		this.#left(execution);
		this.#parts.board.publish(changed);
	}

	#left({run}: Execution): void {
		this.#executions.delete(run.id);
		if (this.#executions.size > 0 || !this.#beat) return;
		clearInterval(this.#beat);
		this.#beat = null;
	}

	/** Keeps the leases of what runs here, stops what was taken away or cancelled elsewhere, and reaps dead workers. */
	async #keepLeases(): Promise<void> {
		const {store, workerId, log, board} = this.#parts;
		try {
			const held = new Map((await store.beat({workerId, leaseMs})).map(run => [run.id, run]));
			for (const {run, handle} of this.#executions.values()) {
				const lease = held.get(run.id);
				if (!lease || lease.attempt !== run.attempt || lease.cancelRequested) handle.cancel();
			}
			const changed = await store.reap('expired');
			if (changed.length === 0) return;
			board.publish(changed);
			this.wake();
		} catch (error) {
			log.error({err: error}, 'renewing the leases of running tests failed');
		}
	}
}
