import {mkdirSync} from 'node:fs';
import type {RunnerCheck, RunHandle} from '../runners/runner.ts';
import {BrowserHost} from './browser-host.ts';
import {browserVersion} from './browser-version.ts';
import {findBrowser} from './find-browser.ts';
import type {FrontendJob, FrontendListener, FrontendOutcome, FrontendRunner} from './frontend-job.ts';
import type {HostEvent} from './host-messages.ts';
import {withoutPage} from './outcomes.ts';
import {sweepBrowserFolders} from './sweep-folders.ts';

export type FrontendRunnerOptions = {
	/** `tmp/browser` of the data directory: profiles and downloads, nothing else may live in it. */
	folder: string;
	/** The service's environment: `SVC_BROWSER`, `PATH`, proxies of the machine. */
	env: Readonly<Record<string, string | undefined>>;
	/** Ports of this machine that no page may reach: those of the service. */
	refusedPorts?: () => number[];
	/** Plans at once; further ones wait. */
	maxParallel: number;
	/** File of the host's program; beside the bundle when absent. */
	program?: string;
	/** Epoch milliseconds. */
	now?: () => number;
};

/** The browser is not looked for, nor asked for its version, more often than this. */
const checkEveryMs = 5 * 60_000;
/** A host without work ends after this. */
const idleMs = 5 * 60_000;
/** Added to a plan's own limit before a host that does not report its end is given up. */
const silenceMs = 60_000;

export const noBrowserMessage =
	'no browser was found; install one (Debian, Ubuntu: apt-get install chromium-headless-shell; elsewhere: npx playwright install --only-shell chromium) or name it in SVC_BROWSER';

/**
 * Executes plans in the browser host, which is started by the first of them and ends when none came for five minutes.
 * The runs of a host that died are started again, once.
 */
export function createFrontendRunner(options: FrontendRunnerOptions): FrontendRunner {
	return new Frontend(options);
}

type Execution = {
	job: FrontendJob;
	listener: FrontendListener;
	host: BrowserHost | null;
	/** Hosts that died under it. */
	losses: number;
	watch: NodeJS.Timeout | null;
	finish(outcome: FrontendOutcome): void;
};

class Frontend implements FrontendRunner {
	readonly #options: FrontendRunnerOptions;
	readonly #now: () => number;
	readonly #waiting = new Map<string, Execution>();
	readonly #running = new Map<string, Execution>();
	/** Hosts whose process is still there. */
	readonly #hosts = new Set<BrowserHost>();
	#host: BrowserHost | null = null;
	#idle: NodeJS.Timeout | null = null;
	#checked: {at: number; result: Promise<RunnerCheck>} | null = null;
	#isStopped = false;

	constructor(options: FrontendRunnerOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		// What a killed service left, though no plan may come for long.
		sweepBrowserFolders(options.folder);
	}

	run(job: FrontendJob, listener: FrontendListener = {}): RunHandle<FrontendOutcome> {
		const execution: Execution = {job, listener, host: null, losses: 0, watch: null, finish: () => {}};
		const result = new Promise<FrontendOutcome>(resolve => {
			execution.finish = resolve;
		});
		this.#waiting.set(job.executionId, execution);
		this.#startNext();
		return {result, cancel: () => this.#cancel(job.executionId)};
	}

	check(): Promise<RunnerCheck> {
		if (this.#isStopped) return Promise.resolve({ok: false, detail: 'the runner is stopped'});
		if (!this.#checked || this.#now() - this.#checked.at >= checkEveryMs)
			this.#checked = {at: this.#now(), result: this.#examine()};
		return this.#checked.result;
	}

	async stop(): Promise<void> {
		this.#isStopped = true;
		if (this.#idle) clearTimeout(this.#idle);
		for (const id of [...this.#waiting.keys(), ...this.#running.keys()]) this.#cancel(id);
		await Promise.all([...this.#hosts].map(host => host.stop()));
		sweepBrowserFolders(this.#options.folder);
	}

	async #examine(): Promise<RunnerCheck> {
		const binary = findBrowser(this.#options.env);
		if (binary === null) return {ok: false, detail: this.#missing()};
		try {
			const {name, version} = await browserVersion(binary);
			return {ok: true, detail: `${name} ${version} (${binary})`};
		} catch (error) {
			return {ok: false, detail: messageOf(error)};
		}
	}

	#missing(): string {
		const named = this.#options.env['SVC_BROWSER']?.trim();
		return named ? `SVC_BROWSER names ${named}, which cannot be executed` : noBrowserMessage;
	}

	#startNext(): void {
		for (const [id, execution] of this.#waiting) {
			if (this.#running.size >= this.#options.maxParallel) return;
			this.#waiting.delete(id);
			this.#running.set(id, execution);
			void this.#start(id, execution);
		}
	}

	async #start(id: string, execution: Execution): Promise<void> {
		const {job} = execution;
		try {
			const host = this.#warmHost();
			execution.host = host;
			await host.ready;
			// Cancelled while the host started, or lost with it.
			if (this.#running.get(id) !== execution || execution.host !== host) return;
			host.send({order: 'run', job, refusedPorts: this.#options.refusedPorts?.() ?? []});
			execution.watch = setTimeout(() => host.kill(), job.timeoutSeconds * 1000 + silenceMs);
			execution.watch.unref();
		} catch (error) {
			// A host that never greeted is reported by its exit, which may start the run again.
			if (this.#running.get(id) === execution && execution.host === null) this.#blocked(id, messageOf(error));
		}
	}

	/** The running host, or a new one. */
	#warmHost(): BrowserHost {
		if (this.#isStopped) throw new Error('the runner is stopped');
		if (this.#idle) clearTimeout(this.#idle);
		this.#idle = null;
		if (this.#host) return this.#host;
		const {folder, env, program} = this.#options;
		const binary = findBrowser(env);
		if (binary === null) throw new Error(this.#missing());
		mkdirSync(folder, {recursive: true, mode: 0o700});
		sweepBrowserFolders(folder);
		const host: BrowserHost = new BrowserHost({
			settings: {binary, folder},
			...(program === undefined ? {} : {program}),
			env,
			onEvent: event => this.#onEvent(event),
			onExit: reason => this.#onExit(host, reason),
		});
		this.#hosts.add(host);
		this.#host = host;
		return host;
	}

	#onEvent(event: HostEvent): void {
		if (event.event === 'ready') return;
		const execution = this.#running.get(event.id);
		if (!execution) return;
		if (event.event === 'step_start') execution.listener.onStepStart?.(event.stepIndex);
		else if (event.event === 'step_end') execution.listener.onStepEnd?.(event.step);
		else this.#end(event.id, execution.losses > 0 ? withNote(event.outcome) : event.outcome);
	}

	#onExit(host: BrowserHost, reason: string): void {
		this.#hosts.delete(host);
		if (this.#host === host) this.#host = null;
		sweepBrowserFolders(this.#options.folder);
		for (const [id, execution] of [...this.#running]) {
			if (execution.host !== host) continue;
			if (execution.watch) clearTimeout(execution.watch);
			execution.host = null;
			execution.losses++;
			if (execution.losses > 1 || this.#isStopped) this.#blocked(id, reason);
			else void this.#start(id, execution);
		}
	}

	#cancel(id: string): void {
		const execution = this.#running.get(id) ?? this.#waiting.get(id);
		if (!execution) return;
		execution.host?.send({order: 'cancel', id});
		this.#end(id, withoutPage(execution.job, {status: 'cancelled', failureKind: null, error: null}, this.#now()));
	}

	#blocked(id: string, reason: string): void {
		const execution = this.#running.get(id)!;
		this.#end(id, withoutPage(execution.job, {status: 'blocked', failureKind: 'infra', error: reason}, this.#now()));
	}

	#end(id: string, outcome: FrontendOutcome): void {
		const execution = this.#running.get(id) ?? this.#waiting.get(id);
		if (!execution) return;
		if (execution.watch) clearTimeout(execution.watch);
		this.#running.delete(id);
		this.#waiting.delete(id);
		execution.finish(outcome);
		this.#startNext();
		if (this.#running.size === 0 && !this.#isStopped) this.#sleepLater();
	}

	#sleepLater(): void {
		if (this.#idle) clearTimeout(this.#idle);
		this.#idle = setTimeout(() => {
			const host = this.#host;
			this.#host = null;
			void host?.stop();
		}, idleMs);
		this.#idle.unref();
	}
}

const withNote = (outcome: FrontendOutcome): FrontendOutcome => ({
	...outcome,
	note: [outcome.note, 'started again: the browser host had died'].filter(Boolean).join('; '),
});

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
