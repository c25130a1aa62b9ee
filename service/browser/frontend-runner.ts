import {mkdirSync, readdirSync, rmSync} from 'node:fs';
import type {RunnerCheck, RunHandle} from '../runners/runner.ts';
import {BrowserHost} from './browser-host.ts';
import {browserVersion} from './browser-binary.ts';
import {findBrowser} from './find-browser.ts';
import type {FrontendJob, FrontendListener, FrontendOutcome, FrontendRunner} from './frontend-job.ts';
import type {HostEvent, HostOrder} from './host-messages.ts';
import {withoutPage} from './outcomes.ts';
import {
	type SiteHandle,
	type SiteJob,
	type SiteListener,
	type SiteOutcome,
	type SiteReader,
	withoutPages,
} from './site-job.ts';
import {join} from 'node:path';
import {isRunning} from '../../source/process/start-time.ts';

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
export function createFrontendRunner(options: FrontendRunnerOptions): FrontendRunner & SiteReader {
	return new Frontend(options);
}

/** Something that the host does: a plan, or the reading of a site. */
type Execution = {
	/** Plans share the slots; a site is read beside them. */
	isPlan: boolean;
	timeoutSeconds: number;
	order(refusedPorts: number[]): HostOrder;
	host: BrowserHost | null;
	/** Hosts that died under it. */
	losses: number;
	watch: NodeJS.Timeout | null;
	/** What the host tells of it; true: that was the end. */
	hear(event: HostEvent, losses: number): boolean;
	/** It ends without the host. @param reason null: it was cancelled */
	giveUp(reason: string | null): void;
};

class Frontend implements FrontendRunner, SiteReader {
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
		let finish: (outcome: FrontendOutcome) => void = () => {};
		const result = new Promise<FrontendOutcome>(resolve => {
			finish = resolve;
		});
		return this.#begin(job.executionId, result, {
			isPlan: true,
			timeoutSeconds: job.timeoutSeconds,
			order: refusedPorts => ({order: 'run', job, refusedPorts}),
			hear(event, losses) {
				if (event.event === 'step_start') listener.onStepStart?.(event.stepIndex);
				else if (event.event === 'step_end') listener.onStepEnd?.(event.step);
				else if (event.event === 'end') finish(losses > 0 ? withNote(event.outcome) : event.outcome);
				return event.event === 'end';
			},
			giveUp: reason =>
				finish(
					withoutPage(
						job,
						reason === null
							? {status: 'cancelled', failureKind: null, error: null}
							: {status: 'blocked', failureKind: 'infra', error: reason},
						this.#now(),
					),
				),
		});
	}

	readSite(job: SiteJob, listener: SiteListener = {}): SiteHandle {
		let finish: (outcome: SiteOutcome) => void = () => {};
		const result = new Promise<SiteOutcome>(resolve => {
			finish = resolve;
		});
		return this.#begin(job.plan.executionId, result, {
			isPlan: false,
			timeoutSeconds: job.plan.timeoutSeconds,
			order: refusedPorts => ({order: 'read_site', job, refusedPorts}),
			hear(event) {
				if (event.event === 'site_progress') listener.onProgress?.(event.progress);
				else if (event.event === 'site_end') finish(event.outcome);
				return event.event === 'site_end';
			},
			giveUp: reason => finish(withoutPages({status: reason === null ? 'cancelled' : 'failed', error: reason})),
		});
	}

	#begin<Outcome>(
		id: string,
		result: Promise<Outcome>,
		execution: Omit<Execution, 'host' | 'losses' | 'watch'>,
	): {result: Promise<Outcome>; cancel(): void} {
		this.#waiting.set(id, {...execution, host: null, losses: 0, watch: null});
		this.#startNext();
		return {result, cancel: () => this.#cancel(id)};
	}

	check(): Promise<RunnerCheck> {
		if (this.#isStopped) return Promise.resolve({ok: false, detail: 'the runner is stopped'});
		const now = performance.now();
		if (!this.#checked || now - this.#checked.at >= checkEveryMs) this.#checked = {at: now, result: this.#examine()};
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
			const plans = [...this.#running.values()].filter(({isPlan}) => isPlan).length;
			if (execution.isPlan && plans >= this.#options.maxParallel) continue;
			this.#waiting.delete(id);
			this.#running.set(id, execution);
			void this.#start(id, execution);
		}
	}

	async #start(id: string, execution: Execution): Promise<void> {
		try {
			const host = this.#warmHost();
			execution.host = host;
			await host.ready;
			// Cancelled while the host started, or lost with it.
			if (this.#running.get(id) !== execution || execution.host !== host) return;
			host.send(execution.order(this.#options.refusedPorts?.() ?? []));
			execution.watch = setTimeout(() => host.kill(), execution.timeoutSeconds * 1000 + silenceMs);
			execution.watch.unref();
		} catch (error) {
			// A host that never greeted is reported by its exit, which may start the run again.
			if (this.#running.get(id) === execution && execution.host === null) this.#giveUp(id, messageOf(error));
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
		if (execution?.hear(event, execution.losses)) this.#end(event.id);
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
			if (execution.losses > 1 || this.#isStopped) this.#giveUp(id, reason);
			else void this.#start(id, execution);
		}
	}

	#cancel(id: string): void {
		const execution = this.#running.get(id) ?? this.#waiting.get(id);
		execution?.host?.send({order: 'cancel', id});
		this.#giveUp(id, null);
	}

	#giveUp(id: string, reason: string | null): void {
		const execution = this.#running.get(id) ?? this.#waiting.get(id);
		if (!execution) return;
		execution.giveUp(reason);
		this.#end(id);
	}

	#end(id: string): void {
		const execution = this.#running.get(id) ?? this.#waiting.get(id);
		if (!execution) return;
		if (execution.watch) clearTimeout(execution.watch);
		this.#running.delete(id);
		this.#waiting.delete(id);
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

/** Removes what hosts that are gone left of their profiles; folders are named by process id. */
function sweepBrowserFolders(folder: string): void {
	for (const name of entriesOf(folder))
		if (!(/^\d+$/.test(name) && isRunning(Number(name)))) rmSync(join(folder, name), {recursive: true, force: true});
}

function entriesOf(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
