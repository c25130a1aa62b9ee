import type {RunHandle, RunJob, Runner, RunOutcome} from '../../service/runners/runner.ts';

/** How a test of the script ends: what it leaves out is that of a test that passed without a word. */
export type ScriptedOutcome = Partial<Omit<RunOutcome, 'captures'>> & {
	/** Values it produces, by name. */
	produces?: Record<string, unknown>;
};

/** A scripted test: its outcome, or a function that decides with the job at hand. */
export type ScriptedTest = ScriptedOutcome | ((job: RunJob) => ScriptedOutcome | Promise<ScriptedOutcome>);

export type ScriptedRunner = Runner & {
	/** Every execution in the order of its start. */
	readonly jobs: RunJob[];
	/** Names of the tests in the order of their starts. */
	readonly started: string[];
	/** Most executions at once. */
	readonly peak: number;
	/** Executing now, by test name. */
	readonly executing: ReadonlySet<string>;
	/** Scripts a test by its name; one that is not scripted passes at once. */
	script(name: string, test: ScriptedTest): void;
	/** The next execution of a test waits until it is let go. */
	hold(name: string): {started: Promise<RunJob>; print(text: string): void; release(outcome?: ScriptedOutcome): void};
};

type Held = {
	onStart(job: RunJob, print: (text: string) => void): void;
	released: Promise<ScriptedOutcome>;
};

/**
 * A runner without processes: executes nothing and answers what the script says. Keeps the promises of the interface:
 * one answer per execution, `cancelled` after a cancel.
 */
export function scriptedRunner(now: () => number = Date.now): ScriptedRunner {
	const scripts = new Map<string, ScriptedTest>();
	const held = new Map<string, Held>();
	const jobs: RunJob[] = [];
	const executing = new Set<string>();
	const cancels = new Set<() => void>();
	let peak = 0;

	function run(job: RunJob, listener: Parameters<Runner['run']>[1] = {}): RunHandle {
		const startedAt = now();
		jobs.push(job);
		executing.add(job.testName);
		peak = Math.max(peak, executing.size);
		let cancel = () => {};
		const cancelled = new Promise<ScriptedOutcome>(resolve => {
			cancel = () => resolve({status: 'cancelled'});
		});
		cancels.add(cancel);
		const holding = held.get(job.testName);
		held.delete(job.testName);
		holding?.onStart(job, text => listener.onOutput?.(text));
		const script = scripts.get(job.testName) ?? {};
		const decided = holding?.released ?? Promise.resolve(typeof script === 'function' ? script(job) : script);
		const result = Promise.race([cancelled, decided]).then(outcome => {
			cancels.delete(cancel);
			executing.delete(job.testName);
			return outcomeOf(job, outcome, startedAt, now());
		});
		return {result, cancel};
	}

	return {
		jobs,
		executing,
		get started() {
			return jobs.map(job => job.testName);
		},
		get peak() {
			return peak;
		},
		run,
		script: (name, test) => void scripts.set(name, test),
		hold(name) {
			let release: (outcome: ScriptedOutcome) => void = () => {};
			let begin: (job: RunJob) => void = () => {};
			let print: (text: string) => void = () => {};
			const released = new Promise<ScriptedOutcome>(resolve => {
				release = resolve;
			});
			const started = new Promise<RunJob>(resolve => {
				begin = resolve;
			});
			held.set(name, {
				released,
				onStart(job, printer) {
					print = printer;
					begin(job);
				},
			});
			return {started, print: text => print(text), release: (outcome = {}) => release(outcome)};
		},
		async stop() {
			for (const cancel of cancels) cancel();
		},
		check: async () => ({ok: true, detail: 'scripted'}),
	};
}

function outcomeOf(
	job: RunJob,
	{produces, ...outcome}: ScriptedOutcome,
	startedAt: number,
	finishedAt: number,
): RunOutcome {
	return {
		status: 'passed',
		failureKind: outcome.status === 'failed' ? 'assertion' : null,
		error: outcome.status === 'failed' ? 'AssertionError: expected 200, got 500' : null,
		trace: outcome.status === 'failed' ? `File "${job.testName}.py", line 1\nAssertionError` : null,
		apiOutput: '',
		failedLine: outcome.status === 'failed' ? 1 : null,
		calls: [],
		advisories: [],
		startedAt,
		finishedAt,
		...outcome,
		captures: Object.entries(produces ?? {}).map(([name, value]) => ({
			name,
			value,
			declared: job.produces.includes(name),
			at: finishedAt,
		})),
	};
}
