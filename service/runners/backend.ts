import {rmSync} from 'node:fs';
import {cpus} from 'node:os';
import type {SandboxMode} from '../../contract/service-process.ts';
import {findPython, noPythonMessage, type PythonInterpreter} from './find-python.ts';
import {pythonDirectory, PythonParent, type TestLimits} from './python-parent.ts';
import {
	type PythonEnd,
	type PythonMessage,
	type PythonResult,
	readCall,
	readNeed,
	readResult,
} from './python-messages.ts';
import {cancelledVerdict, infraVerdict, runOutcome, withoutRun} from './run-outcome.ts';
import {takeLeftExecutions} from './left-executions.ts';
import {type Journal, readJournals, recoverCalls} from './left-journals.ts';
import {type KeyBox, sealOrder} from './left-seal.ts';
import type {
	LeftExecution,
	LeftExecutions,
	RecordedCall,
	RunHandle,
	RunJob,
	RunListener,
	Runner,
	RunnerCheck,
	RunOutcome,
} from './runner.ts';
import {type Sandbox, sandboxLevel, sandboxOf, sandboxProblem} from './sandbox.ts';
import {TestOutput} from './test-output.ts';
import {spellings, secretValues} from '../domain/secret-spellings.ts';

export type BackendRunnerOptions = {
	/** The interpreter to use; looked for when it is absent. */
	python?: PythonInterpreter;
	/** Folder of the Python runtime; beside this module when absent. */
	pythonDir?: string;
	/** Holds the tests' working directories; nothing else may live in it. */
	scratchDir: string;
	/** The service's data directory, which may hold a private Python environment. */
	dataDir: string;
	/** The service's environment; tests see PATH, LANG and TZ of it. */
	env: Readonly<Record<string, string | undefined>>;
	/** Tests at once; further ones wait. */
	maxParallel?: number;
	limits?: Partial<TestLimits>;
	/** What tests are kept away from; `auto` when absent. */
	sandbox?: SandboxMode;
	/** Networks, in CIDR notation, that code of a test must not connect to; none when absent. */
	refusedNetworks?: readonly string[];
	/** Socket file of the only way to the network that tests of `strict` have; absent or null: the network is open. */
	gate?: string | null;
	/** Encrypts what tests of a killed service leave on disk; as it is when absent. */
	box?: KeyBox;
	/** Epoch milliseconds. */
	now?: () => number;
};

export const defaultLimits: TestLimits = {
	addressSpaceBytes: 2 * 1024 ** 3,
	openFiles: 512,
	fileBytes: 64 * 1024 ** 2,
	scratchBytes: 512 * 1024 ** 2,
	processes: 64,
};

/** Added to a test's own limit before a runtime that does not report its end is given up, in milliseconds. */
const silenceMs = 45_000;

/** A runner of code in Python. */
export type CodeRunner = Runner & {
	/** The Python that tests run on; rejects where there is none. */
	interpreter(): Promise<PythonInterpreter>;
};

/** Executes backend tests in a warm Python process that forks one child per test. */
export function createBackendRunner(options: BackendRunnerOptions): CodeRunner {
	return new BackendRunner(options);
}

type Execution = {
	job: RunJob;
	listener: RunListener;
	forms: string[];
	output: TestOutput;
	calls: RecordedCall[];
	result: PythonResult | null;
	/** The parent that has the order; null before. */
	parent: PythonParent | null;
	watch: NodeJS.Timeout | null;
	finish(outcome: RunOutcome): void;
};

class BackendRunner implements CodeRunner {
	readonly #options: BackendRunnerOptions;
	readonly #now: () => number;
	readonly #sandbox: Sandbox;
	readonly #maxParallel: number;
	readonly #waiting = new Map<string, Execution>();
	readonly #running = new Map<string, Execution>();
	/** Of executions whose parent was lost, until their outcome is stored. */
	readonly #journals = new Map<string, string>();
	#parent: Promise<PythonParent> | null = null;
	#isStopped = false;

	constructor(options: BackendRunnerOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const home = options.env['SVC_HOME'];
		const hidden = home === undefined ? [options.dataDir] : [options.dataDir, home];
		this.#sandbox = sandboxOf(options.sandbox ?? 'auto', hidden, options.env, options.gate);
		this.#maxParallel = options.maxParallel ?? Math.max(8, 4 * cpus().length);
	}

	run(job: RunJob, listener: RunListener = {}): RunHandle {
		const forms = secretForms(job);
		const execution: Execution = {
			job,
			listener,
			forms,
			output: new TestOutput(forms),
			calls: [],
			result: null,
			parent: null,
			watch: null,
			finish: () => {},
		};
		const result = new Promise<RunOutcome>(resolve => {
			execution.finish = resolve;
		});
		this.#waiting.set(job.executionId, execution);
		this.#startNext();
		return {
			result,
			cancel: () => this.#cancel(job.executionId),
			release: () => this.#forget(job.executionId, execution.parent),
		};
	}

	async takeLeft(elsewhere?: string): Promise<LeftExecutions> {
		const own = await this.#parent?.catch(() => null);
		const {scratchDir, box} = this.#options;
		return takeLeftExecutions(elsewhere ?? scratchDir, own?.folder ?? null, box ?? null, journals =>
			this.#recover(journals),
		);
	}

	interpreter(): Promise<PythonInterpreter> {
		return this.#python();
	}

	async check(): Promise<RunnerCheck> {
		if (this.#isStopped) return {ok: false, detail: 'the runner is stopped'};
		try {
			const parent = await this.#warmParent();
			const {executable, version, requests} = await parent.ready;
			const library = requests === null ? 'without requests' : `requests ${requests}`;
			const level = await this.#levelOf(parent);
			const problem = sandboxProblem(this.#sandbox, level);
			if (problem !== null) return {ok: false, detail: problem};
			return {ok: true, detail: `Python ${version} (${executable}), ${library}, sandbox: ${level}`};
		} catch (error) {
			return {ok: false, detail: messageOf(error)};
		}
	}

	async stop(): Promise<void> {
		this.#isStopped = true;
		for (const {job} of [...this.#waiting.values()]) this.#cancel(job.executionId);
		const parent = await this.#parent?.catch(() => null);
		await parent?.stop();
	}

	#startNext(): void {
		for (const [id, execution] of this.#waiting) {
			if (this.#running.size >= this.#maxParallel) return;
			this.#waiting.delete(id);
			this.#running.set(id, execution);
			void this.#start(id, execution);
		}
	}

	async #start(id: string, execution: Execution): Promise<void> {
		try {
			const parent = await this.#warmParent();
			const problem = sandboxProblem(this.#sandbox, await this.#levelOf(parent));
			if (problem !== null) throw new Error(problem);
			// Cancelled while the runtime started, or lost with it.
			if (this.#running.get(id) !== execution) return;
			execution.parent = parent;
			parent.send(orderOf(id, execution));
			execution.watch = setTimeout(() => parent.kill(), execution.job.timeoutSeconds * 1000 + silenceMs);
			execution.watch.unref();
		} catch (error) {
			if (this.#running.get(id) === execution) this.#end(id, withoutRun(infraVerdict(messageOf(error)), this.#now()));
		}
	}

	/** What its tests are kept away by, in words. */
	async #levelOf(parent: PythonParent): Promise<string> {
		return sandboxLevel(this.#sandbox, (await parent.ready).sandbox);
	}

	/** The running parent, or a new one. */
	#warmParent(): Promise<PythonParent> {
		if (this.#isStopped) return Promise.reject(new Error('the runner is stopped'));
		if (!this.#parent) {
			const starting = this.#startParent();
			this.#parent = starting;
			starting.catch(() => {
				// The next test tries again: Python may have been installed meanwhile.
				if (this.#parent === starting) this.#parent = null;
			});
		}
		return this.#parent;
	}

	async #startParent(): Promise<PythonParent> {
		const {env, scratchDir, limits, box} = this.#options;
		const python = await this.#python();
		const parent = new PythonParent({
			python,
			pythonDir: this.#options.pythonDir ?? pythonDirectory(),
			scratchDir,
			environment: {
				PATH: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
				LANG: env['LANG'] ?? 'C.UTF-8',
				TZ: env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
			},
			limits: {...defaultLimits, ...limits},
			sandbox: this.#sandbox,
			refusedNetworks: this.#options.refusedNetworks ?? [],
			onMessage: message => this.#onMessage(message),
			onExit: reason => void this.#onExit(reason, parent.folder),
		});
		// The first order: no test may run before the runtime knows how to leave its calls behind.
		if (box) parent.send(sealOrder(box));
		return parent;
	}

	async #python(): Promise<PythonInterpreter> {
		const {python, env, dataDir} = this.#options;
		if (python) return python;
		const {chosen, findings} = await findPython({env, dataDir});
		if (!chosen) throw new Error(noPythonMessage(findings));
		return chosen;
	}

	#onMessage(message: PythonMessage): void {
		if (message.event === 'ready') return;
		const execution = this.#running.get(message.id);
		if (!execution) return;
		switch (message.event) {
			case 'start':
				execution.listener.onStart?.(message.pid);
				break;
			case 'output':
				show(execution, execution.output.add(message.text, message.dropped));
				break;
			case 'call': {
				const call = readCall(message.value);
				if (call) execution.calls.push(call);
				break;
			}
			case 'result':
				execution.result = readResult(message.value);
				break;
			case 'ask':
				void renew(message.id, execution, message.value);
				break;
			case 'lost':
				collect(message.id, execution);
				break;
			case 'end':
				this.#onEnd(message, execution);
		}
	}

	#onEnd(end: PythonEnd, execution: Execution): void {
		show(execution, execution.output.end());
		const {result, calls, output, job} = execution;
		const apiOutput = output.tail();
		this.#end(end.id, runOutcome({end, result, calls, apiOutput, timeoutSeconds: job.timeoutSeconds}));
	}

	async #onExit(reason: string, folder: string): Promise<void> {
		this.#parent = null;
		const isStopped = this.#isStopped;
		// Those of another one are told by its own exit, which may still be reading what they have left.
		const lost = [...this.#running].filter(([, {parent}]) => parent === null || parent.folder === folder);
		if (lost.length === 0) return;
		const verdict = isStopped
			? {...cancelledVerdict, error: 'the service stopped while the test ran'}
			: infraVerdict(reason);
		// A new parent removes what the tests of the lost one may have left running.
		if (!isStopped) this.#warmParent().catch(() => {});
		const {journals} = await readJournals(this.#options.scratchDir, name => name === folder, this.#options.box ?? null);
		const left = await this.#recover(journals).catch(() => []);
		for (const [id, {calls, output}] of lost) {
			const kept = left.find(({executionId}) => executionId === id)?.calls ?? [];
			const journal = journals.find(({executionId}) => executionId === id)?.path;
			if (journal !== undefined) this.#journals.set(id, journal);
			this.#end(id, {
				...withoutRun(verdict, this.#now()),
				calls: [...calls, ...kept.filter(({seq}) => !calls.some(call => call.seq === seq))],
				apiOutput: output.tail(),
				isLost: !isStopped,
			});
		}
	}

	async #recover(journals: readonly Journal[]): Promise<LeftExecution[]> {
		if (journals.length === 0) return [];
		const pythonDir = this.#options.pythonDir ?? pythonDirectory();
		const {executable} = await this.#python();
		return recoverCalls(journals, {executable, pythonDir, scratchDir: this.#options.scratchDir});
	}

	/** The outcome of an execution is stored. */
	#forget(id: string, parent: PythonParent | null): void {
		const journal = this.#journals.get(id);
		this.#journals.delete(id);
		if (journal === undefined) parent?.send({order: 'forget', id});
		else rmSync(journal, {force: true});
	}

	#cancel(id: string): void {
		const parent = this.#running.get(id)?.parent;
		if (parent) parent.send({order: 'cancel', id});
		else this.#end(id, withoutRun(cancelledVerdict, this.#now()));
	}

	#end(id: string, outcome: RunOutcome): void {
		const execution = this.#waiting.get(id) ?? this.#running.get(id);
		this.#waiting.delete(id);
		this.#running.delete(id);
		if (execution?.watch) clearTimeout(execution.watch);
		execution?.finish(outcome);
		this.#startNext();
	}
}

function orderOf(id: string, {job, forms}: Execution): object {
	return {
		order: 'run',
		id,
		fileName: fileNameOf(job.testName),
		code: job.code,
		timeoutSeconds: job.timeoutSeconds,
		targetUrl: (job.targetUrl ?? '').replace(/(?<!\/)\/+$/, ''),
		authType: job.auth.type,
		authCredential: job.auth.credential,
		authHeaders: job.auth.headers,
		extraHeaders: job.auth.extraHeaders,
		authRules: job.authRules ?? null,
		renewal: job.renewal ?? null,
		readBefore: job.readBefore ?? null,
		variables: job.variables,
		exactVariables: job.exactVariables ?? {},
		produces: job.produces,
		lenient: job.lenient ?? [],
		runTag: job.runTag ?? '',
		browserPath: job.browserPath ?? null,
		environment: job.environment,
		secretForms: forms,
		hiddenHeaders: hiddenHeaders(job),
	};
}

/** "file name shown in tracebacks `<test name>.py`", in one line whatever the name holds. */
const fileNameOf = (testName: string) => `${testName.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')}.py`;

/** The runtime keeps no secrets of running tests, so it gets them again to report for one that died. */
function collect(id: string, {forms, job, parent}: Execution): void {
	parent?.send({order: 'collect', id, secretForms: forms, headerNames: hiddenHeaders(job)});
}

/** Names of the headers that carry credentials of this run. */
const hiddenHeaders = ({auth, authRules}: RunJob): string[] => [
	...Object.keys(auth.headers),
	...(authRules?.choices.flatMap(({headers}) => Object.keys(headers)) ?? []),
];

/** Answers a test that asks for a fresh token. Everything that hides secrets knows it before the test does. */
async function renew(id: string, execution: Execution, value: unknown): Promise<void> {
	const need = readNeed(value);
	const fresh = (need && (await execution.listener.renewAuth?.(need))) ?? null;
	if (need?.reason === 'no_help') return;
	if (!fresh) {
		execution.parent?.send({order: 'auth', id, auth: null});
		return;
	}
	execution.forms = withForms(execution.forms, secretForms(fresh));
	execution.output.hide(execution.forms);
	const {renewAt, isFetched} = fresh;
	const {credential, headers} = fresh.auth;
	const auth = {credential, headers, renewAt, isFetched, secretForms: execution.forms};
	execution.parent?.send({order: 'auth', id, auth});
}

function show({listener}: Execution, text: string): void {
	if (text) listener.onOutput?.(text);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Every spelling in which a secret of a job may appear in a URL, a header, a body, a traceback or the output, longest
 * first, so that no replacement leaves a part of a longer one behind.
 */
export function secretForms(job: Pick<RunJob, 'secrets' | 'auth'>): string[] {
	const forms = new Set(secretValues(job).flatMap(spellings));
	return [...forms].sort((a, b) => b.length - a.length);
}

/** Both lists as one, longest first. */
const withForms = (forms: readonly string[], more: readonly string[]): string[] =>
	[...new Set([...forms, ...more])].sort((a, b) => b.length - a.length);
