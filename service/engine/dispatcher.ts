import {setTimeout as delay, setImmediate as nextTurn} from 'node:timers/promises';
import type {TestType} from '../../contract/enums.ts';
import type {RunId} from '../../contract/ids.ts';
import {maxAttempts} from '../domain/run-state.ts';
import {secretValues} from '../domain/secret-spellings.ts';
import {isStoreUnavailable} from '../domain/service-error.ts';
import type {Runner, RunHandle, RunOutcome} from '../runners/runner.ts';
import type {TargetReason} from '../store/runs/block-for-target.ts';
import type {Claim, ClaimedRun} from '../store/runs/claim-runs.ts';
import type {FinishedPlan} from '../store/runs/finish-plan.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {BatchLogins} from './batch-logins.ts';
import type {ChangeBoard} from './change-board.ts';
import {
	finishOf,
	jobOf,
	runnerBroke,
	withoutCredential,
	type StepsOf,
	type Execution,
	type Ended,
	afterFailure,
	finishOfEnd,
} from './execution.ts';
import {LiveSteps} from './live-steps.ts';
import type {PlaceBlobs} from './place-blobs.ts';
import {finishedPlanOf, type Frontend, planJobOf} from './plan-execution.ts';
import {OutputTail} from './output-tail.ts';
import {repeatOf} from './repeat.ts';
import type {TargetWatch} from './target-watch.ts';
import type {EngineLog} from './engine.ts';

/** A trace of one execution; its end is null where the runner has failed. */
export type TraceRun = (run: ClaimedRun) => (outcome: RunOutcome | null) => void;

export type DispatcherParts = {
	store: Pick<RunStore, 'finishAndClaim' | 'beat' | 'reap' | 'saveLiveSteps' | 'hasReady'>;
	/** Executes code. */
	runner: Runner;
	/** Executes plans; absent: none can be executed here. */
	frontend?: Frontend;
	/** Frontend tests at once; absent: `slots`. */
	frontendSlots?: number;
	board: ChangeBoard;
	placeBlobs: PlaceBlobs;
	logins: Pick<BatchLogins, 'credentialsOf' | 'renewExpiring' | 'renewFor'>;
	/** Asks after APIs that are gone; absent: what they did to a test is its verdict. */
	target?: TargetWatch;
	/** Reads the steps out of an execution of code; absent: its runs have none. */
	stepsOf?: StepsOf;
	/** Tests at once. */
	slots: number;
	/** Kinds of tests that this one of several processes executes; absent: it has the store for itself. */
	kinds?: readonly TestType[];
	workerId: string;
	/** Told of every execution that begins; what it gives is told of its end. Absent: nobody traces. */
	traceRun?: TraceRun;
	/** Epoch milliseconds. */
	now(): number;
	log: EngineLog;
};

/** A run is lost when its worker has not beaten for this long. */
const leaseMs = 30_000;
const beatMs = 10_000;
/** Pause before the store is asked again after it failed, e.g. on a full disk. */
const storeRetryMs = 1000;

/**
 * Takes runs that may start and executes them, `slots` at once. One loop talks to the store: it stores the ends that have
 * come in and takes what may start now in one transaction, so that ends which come together cost one write to the disk.
 * It wakes when something may have become ready (a trigger, an end, a cancel); while nothing runs there is no timer.
 */
export class Dispatcher {
	readonly #parts: DispatcherParts;
	readonly #executions = new Map<string, Execution>();
	readonly #live: LiveSteps;
	#ended: Ended[] = [];
	/** Something may have become ready since the store was asked last. */
	#woken = false;
	#loop: Promise<void> | null = null;
	#stopping = false;
	/** Tests at once; halves when an API asks for patience, until nothing runs any more. */
	#slots: number;
	#givingBack = false;
	#isHeldUp = false;
	#beat: NodeJS.Timeout | null = null;
	/** The leases are being renewed, or were. */
	#keeping: Promise<void> = Promise.resolve();

	constructor(parts: DispatcherParts) {
		this.#parts = parts;
		this.#slots = parts.slots;
		this.#live = new LiveSteps(parts);
	}

	/** Something may have become ready. */
	wake(): void {
		this.#woken = true;
		this.#work();
	}

	/** What a run that executes here has printed so far; null when it does not. */
	outputOf(runId: RunId): string | null {
		return this.#executions.get(runId)?.tail.toString() ?? null;
	}

	/** Kills the runs of the list that execute here; resolves when their ends are stored. */
	async cancel(runIds: readonly RunId[]): Promise<void> {
		// A run the store has just handed out is entered before the next turn of the event loop.
		if (runIds.some(id => !this.#executions.has(id))) await nextTurn();
		const executions = runIds.flatMap(id => this.#executions.get(id) ?? []);
		for (const {handle} of executions) handle.cancel();
		await Promise.all(executions.map(execution => execution.settled));
	}

	/** No new work; what has not ended after `graceMs` or when `hurry` aborts goes back to the queue. */
	async stop({graceMs, hurry}: {graceMs: number; hurry: AbortSignal}): Promise<void> {
		this.#stopping = true;
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

	/** Resolves when nothing executes here, nothing is being taken, and the store is asked nothing more. */
	async #idle(): Promise<void> {
		while (this.#loop || this.#executions.size > 0)
			await Promise.all([this.#loop, ...[...this.#executions.values()].map(execution => execution.settled)]);
		await this.#keeping;
	}

	#giveUp(execution: Execution): void {
		execution.givenBack = true;
		execution.handle.cancel();
	}

	/** Ends of runs wait because the store takes nothing at the moment. */
	get isHeldUp(): boolean {
		return this.#isHeldUp;
	}

	/** There is something to store, or something may be taken. */
	get #hasWork(): boolean {
		return this.#ended.length > 0 || (this.#woken && this.#free > 0);
	}

	get #free(): number {
		return this.#stopping ? 0 : Math.max(0, this.#slots - this.#executions.size);
	}

	#work(): void {
		if (this.#loop || !this.#hasWork) return;
		this.#loop = this.#untilIdle().finally(() => {
			this.#loop = null;
			// Woken between its last look and now.
			this.#work();
		});
	}

	async #untilIdle(): Promise<void> {
		/** After a failure ends go one by one: one that cannot be stored must not hold up the others. */
		let together = true;
		// Ends that are on their way in this turn of the event loop go into the same transaction.
		await nextTurn();
		while (this.#hasWork) {
			const ended = this.#ended.splice(0, together ? this.#ended.length : 1);
			this.#woken = false;
			try {
				await this.#step(ended);
				this.#isHeldUp = false;
			} catch (error) {
				this.#isHeldUp = isStoreUnavailable(error);
				this.#parts.log.error({err: error}, 'the store failed; trying again');
				together = false;
				// A verdict is only given up when the service stops: the run is then executed once more.
				if (this.#stopping) for (const {execution} of ended) this.#leave(execution);
				else {
					this.#ended.push(...ended.map(end => afterFailure(end, error)));
					this.#woken = true;
					await delay(storeRetryMs);
				}
			}
		}
	}

	/** Stores ends, and takes as many runs as slots are free then. */
	async #step(ended: readonly Ended[]): Promise<void> {
		const {store, log, board, logins, workerId} = this.#parts;
		const back = ended.filter(
			({execution, outcome, again}) => again || (execution.givenBack && outcome.status === 'cancelled'),
		);
		if (back.length > 0) {
			const lost = back.map(({execution: {run}, outcome}) => finishOf(run, outcome));
			board.publish(
				await store.reap(
					lost.map(({runId, attempt}) => ({id: runId, attempt})),
					lost,
				),
			);
			for (const {execution} of back) this.#forget(execution);
		}
		const rest = ended.filter(end => !back.includes(end));
		const limit = this.#stopping ? 0 : this.#free + rest.length;
		if (rest.length === 0 && (limit === 0 || !(await this.#mayTake()))) return;
		if (limit > 0) await logins.renewExpiring();
		const finishes = rest.map(end => finishOfEnd(end, this.#parts.stepsOf));
		const takenAt = performance.now();
		const stored = await store.finishAndClaim(finishes, {workerId, limit, kinds: this.#kinds(rest), leaseMs});
		for (const [place, {execution}] of rest.entries()) {
			const {id, attempt} = execution.run;
			if (!stored.ended[place]) log.warn({runId: id, attempt}, 'a run ended after it was taken away');
			this.#forget(execution);
		}
		for (const run of stored.runs) this.#execute(run, takenAt + leaseMs);
		board.publish(stored.changed);
	}

	/** Several processes are woken by what one of them may take: those that find nothing must not keep the others waiting. */
	async #mayTake(): Promise<boolean> {
		const {kinds, store} = this.#parts;
		return kinds === undefined || (kinds.length > 0 && store.hasReady(kinds));
	}

	/** How many runs of each kind may be taken when these have ended. */
	#kinds(ended: readonly Ended[]): NonNullable<Claim['kinds']> {
		const left = [...this.#executions.values()].filter(one => !ended.some(({execution}) => execution === one));
		const frontend = left.filter(({run}) => run.type === 'frontend').length;
		const {frontendSlots, kinds} = this.#parts;
		const serves = (kind: TestType) => kinds?.includes(kind) ?? true;
		const most = this.#parts.frontend && serves('frontend') ? Math.min(this.#slots, frontendSlots ?? this.#slots) : 0;
		return {
			frontend: {limit: Math.max(0, most - frontend), executing: frontend},
			backend: {limit: serves('backend') ? this.#slots : 0, executing: left.length - frontend},
		};
	}

	#execute(run: ClaimedRun, leasedUntil: number): void {
		const tail = new OutputTail();
		const secrets: string[] = [];
		const handle = this.#start(run, tail, secrets);
		const endTrace = this.#parts.traceRun?.(run);
		if (endTrace) void handle.result.then(endTrace, () => endTrace(null));
		let settle = () => {};
		const settled = new Promise<void>(resolve => {
			settle = resolve;
		});
		const execution: Execution = {
			run,
			handle,
			tail,
			since: performance.now(),
			leasedUntil,
			secrets,
			givenBack: false,
			settled,
			settle,
		};
		this.#executions.set(run.id, execution);
		handle.result
			.catch((error: unknown) => {
				this.#parts.log.error({err: error, runId: run.id}, 'the runner broke its promise to answer');
				return runnerBroke(this.#parts.now());
			})
			.then(async outcome => {
				const judged = await this.#judge(execution, outcome);
				const plan = await this.#planOf(execution, judged.outcome);
				this.#ended.push({execution, ...judged, plan, refusals: 0, outages: 0});
				this.#woken ||= judged.again;
				this.#work();
			});
		// Taken while the service was told to stop.
		if (this.#givingBack) this.#giveUp(execution);
		// Among others the beat goes on without an end: somebody has to miss those that have died.
		if (this.#parts.kinds === undefined)
			this.#beat ??= setInterval(() => {
				this.#keeping = this.keepLeases().then(() => this.reapExpired());
			}, beatMs);
	}

	/**
	 * "The API is gone: the base URL is asked for up to 30 s. Back: the member is executed once more." "429 is no verdict:
	 * concurrency halves, `Retry-After` is kept, the member is executed once more." Of generated tests, which have no
	 * opinion of their own about either.
	 */
	async #judge(execution: Execution, outcome: RunOutcome): Promise<Pick<Ended, 'outcome' | 'again' | 'blockedBy'>> {
		const {target, now} = this.#parts;
		const {run, givenBack} = execution;
		if (outcome.blockedBy)
			return {outcome: {...outcome, failureKind: null}, again: false, blockedBy: outcome.blockedBy};
		const verdict = {outcome, again: false, blockedBy: null};
		// What executed it has died, alone: that says nothing about the test.
		if (outcome.isLost && !givenBack && run.attempt < maxAttempts) return {...verdict, again: true};
		const repeat = target && run.isGenerated && !givenBack && !this.#stopping ? repeatOf(outcome, now()) : null;
		if (!target || !repeat || run.target_url === null) return verdict;
		const isFirst = run.attempt < maxAttempts;
		const blocked = (blockedBy: TargetReason) => ({
			outcome: {...outcome, status: 'blocked' as const, failureKind: null},
			again: false,
			blockedBy,
		});
		if (repeat.why === 'rate_limited') {
			this.#slots = Math.max(1, Math.floor(this.#slots / 2));
			if (!isFirst) return blocked('rate_limited');
			await delay(repeat.waitMs);
		} else if (!(await target.isBack(run.target_url))) return blocked('target_down');
		else if (!isFirst) return verdict;
		// The service stops meanwhile: what was left is executed by the next one.
		return {...verdict, again: true};
	}

	#start(run: ClaimedRun, tail: OutputTail, secrets: string[]): RunHandle {
		try {
			const {runner, frontend, logins, now} = this.#parts;
			const credentials = logins.credentialsOf(run);
			if (credentials.isUnreadable || run.isUnreadable)
				return {result: Promise.resolve(withoutCredential(now())), cancel() {}};
			secrets.push(...secretValues(credentials));
			if (run.plan && frontend)
				return frontend.runner.run(planJobOf(run, run.plan, credentials, frontend, now()), {
					onStepEnd: step => this.#live.add(run, step),
				});
			return runner.run(jobOf(run, credentials, frontend?.browserPath()), {
				onOutput: text => tail.add(text),
				async renewAuth(need) {
					const fresh = await logins.renewFor(run, need);
					if (fresh) secrets.push(...secretValues(fresh));
					return fresh;
				},
			});
		} catch (error) {
			return {result: Promise.reject(error), cancel() {}};
		}
	}

	/** What a plan brings along; without it, should it not be readable: a verdict counts more. */
	async #planOf({run}: Execution, outcome: RunOutcome): Promise<FinishedPlan | null> {
		const {frontend, placeBlobs, log} = this.#parts;
		if (!frontend) return null;
		try {
			return await finishedPlanOf(run, outcome, frontend, placeBlobs);
		} catch (error) {
			log.error({err: error, runId: run.id}, 'the steps of a run could not be read');
			return null;
		}
	}

	/** Its end is stored: nobody needs what the runner still knows of it. */
	#forget(execution: Execution): void {
		execution.handle.release?.();
		this.#leave(execution);
	}

	#leave(execution: Execution): void {
		this.#executions.delete(execution.run.id);
		execution.settle();
		if (this.#executions.size === 0) this.#slots = this.#parts.slots;
		if (this.#executions.size > 0 || !this.#beat) return;
		clearInterval(this.#beat);
		this.#beat = null;
	}

	/**
	 * "A worker that loses the database kills its tests when its lease is over, because another worker may have them." Asks nobody:
	 * a question to a database that is out of reach may stay open for minutes.
	 */
	endLeases(): void {
		const now = performance.now();
		for (const execution of this.#executions.values())
			if (execution.leasedUntil <= now && !execution.givenBack) this.#giveUp(execution);
	}

	/** Keeps the leases of what runs here, and stops what was taken away or cancelled elsewhere. */
	async keepLeases(): Promise<void> {
		const {store, workerId, log} = this.#parts;
		try {
			const executing = [...this.#executions.values()];
			const leasedUntil = performance.now() + leaseMs;
			if (executing.length > 0 || this.#parts.kinds === undefined) {
				const held = new Map((await store.beat({workerId, leaseMs})).map(run => [run.id, run]));
				for (const execution of executing) {
					const {run, handle} = execution;
					const lease = held.get(run.id);
					const isHeld = lease?.attempt === run.attempt;
					if (isHeld) execution.leasedUntil = leasedUntil;
					if (!isHeld || lease.cancelRequested) handle.cancel();
				}
			}
		} catch (error) {
			log.error({err: error}, 'renewing the leases of running tests failed');
		}
	}

	/** Takes back what dead workers executed. */
	async reapExpired(): Promise<void> {
		const {store, log, board} = this.#parts;
		try {
			const changed = await store.reap('expired');
			if (changed.length === 0) return;
			board.publish(changed);
			this.wake();
		} catch (error) {
			log.error({err: error}, 'what dead workers executed is taken back later');
		}
	}
}
