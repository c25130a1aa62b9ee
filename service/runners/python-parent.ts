import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {mkdirSync, writeFileSync, existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {PythonInterpreter} from './find-python.ts';
import {type PythonMessage, readMessage} from './python-messages.ts';
import {type Sandbox, sandboxed} from './sandbox.ts';
import {fileURLToPath} from 'node:url';

/** Limits of one test that the operating system enforces. */
export type TestLimits = {
	addressSpaceBytes: number;
	openFiles: number;
	fileBytes: number;
	/** What its folder may hold in all. */
	scratchBytes: number;
	/** Processes that a test may have below it at once. */
	processes: number;
};

export type PythonParentOptions = {
	python: PythonInterpreter;
	/** Folder of `main.py`. */
	pythonDir: string;
	/** Folder below which every parent makes its own; left-overs of earlier parents are removed from it. */
	scratchDir: string;
	/** The only environment a test sees, besides its HOME. */
	environment: {PATH: string; LANG: string; TZ: string};
	limits: TestLimits;
	sandbox: Sandbox;
	/** Networks, in CIDR notation, that code of a test must not connect to. */
	refusedNetworks: readonly string[];
	onMessage(message: PythonMessage): void;
	/** The parent is gone; `reason` is a sentence for people. Called once, after the last message. */
	onExit(reason: string): void;
};

/** How long a parent may take to load its libraries, and to stop: calls under way get 5 s, the last reports 3 s. */
const startTimeoutMs = 30_000;
const stopTimeoutMs = 12_000;
/** Of what the interpreter prints when it breaks. */
const keptStderr = 4096;

/** The warm Python process: one per runner. It kills all tests and leaves when its standard input closes. */
export class PythonParent {
	/** Resolves with the greeting of the parent; rejects with a sentence for people. */
	readonly ready: Promise<Extract<PythonMessage, {event: 'ready'}>>;
	/** Name of its folder below `scratchDir`. */
	readonly folder = `runtime-${randomBytes(8).toString('hex')}`;
	readonly #child: ChildProcessWithoutNullStreams;
	readonly #exited: Promise<void>;
	#stderr = '';

	constructor(options: PythonParentOptions) {
		mkdirSync(options.scratchDir, {recursive: true, mode: 0o700});
		const home = join(options.scratchDir, this.folder);
		const {executable, userSite} = options.python;
		const {mode, hidden} = options.sandbox;
		const settings = {
			home,
			userSite,
			environment: options.environment,
			limits: options.limits,
			sandbox: mode,
			hidden,
			refusedNetworks: options.refusedNetworks,
		};
		const args = ['-I', '-B', join(options.pythonDir, 'main.py'), JSON.stringify(settings)];
		const [command, ...words] = sandboxed([executable, ...args], options.sandbox, {
			scratchDir: options.scratchDir,
			gateway: [executable, '-I', '-S', '-B', join(options.pythonDir, 'gateway.py')],
			readable: [options.pythonDir, dirname(dirname(executable))],
		});
		// A session of its own: Ctrl-C in the terminal of the service is for the service, which then stops this.
		this.#child = spawn(command!, words, {
			cwd: options.scratchDir,
			env: {...options.environment, HOME: home},
			detached: true,
			stdio: 'pipe',
		});
		let greet: (message: Extract<PythonMessage, {event: 'ready'}>) => void = () => {};
		let refuse: (reason: Error) => void = () => {};
		this.ready = new Promise((resolve, reject) => {
			greet = resolve;
			refuse = reject;
		});
		// A run that waits for it reports the reason; nobody else has to.
		this.ready.catch(() => {});
		const timer = setTimeout(() => this.kill(), startTimeoutMs);
		this.#readLines(message => {
			if (message.event === 'ready') {
				clearTimeout(timer);
				if (options.sandbox.bwrap !== null) this.#nameOwner(home);
				greet(message);
			} else options.onMessage(message);
		});
		this.#exited = new Promise(resolve => {
			const leave = (reason: string) => {
				clearTimeout(timer);
				refuse(new Error(reason));
				options.onExit(reason);
				resolve();
			};
			this.#child.once('error', error => {
				// Without a process there will be no `close`.
				if (this.#child.pid === undefined) leave(`${executable} could not be started: ${error.message}`);
			});
			this.#child.once('close', (code, signal) => leave(this.#lastWords(executable, code, signal)));
		});
	}

	get pid(): number | undefined {
		return this.#child.pid;
	}

	send(order: object): void {
		this.#child.stdin.write(`${JSON.stringify(order)}\n`);
	}

	/** Ends the parent at once; its tests die with it, what they left is removed by the next parent. */
	kill(): void {
		this.#child.kill('SIGKILL');
	}

	/** Lets the parent kill its tests and leave; resolves when it is gone. */
	async stop(): Promise<void> {
		this.#child.stdin.end();
		const timer = setTimeout(() => this.kill(), stopTimeoutMs);
		await this.#exited;
		clearTimeout(timer);
	}

	/** In a namespace of its own the runtime does not know by which number others may wait for its end. */
	#nameOwner(home: string): void {
		try {
			writeFileSync(join(home, 'lock'), String(this.pid));
		} catch {
			// It has ended meanwhile.
		}
	}

	#readLines(onMessage: (message: PythonMessage) => void): void {
		const {stdin, stdout, stderr} = this.#child;
		let partial = '';
		stdout.setEncoding('utf8').on('data', (chunk: string) => {
			const lines = (partial + chunk).split('\n');
			partial = lines.pop()!;
			for (const line of lines) {
				const message = readMessage(line);
				if (message) onMessage(message);
			}
		});
		stderr.setEncoding('utf8').on('data', (chunk: string) => {
			this.#stderr = (this.#stderr + chunk).slice(-keptStderr);
		});
		// The parent may die while an order is on its way; its exit tells.
		stdin.on('error', () => {});
	}

	#lastWords(executable: string, code: number | null, signal: string | null): string {
		const said = this.#stderr.trim().split('\n').at(-1);
		const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
		return `the Python runtime (${executable}) ended ${how}${said ? `: ${said}` : ''}`;
	}
}

/** Where `main.py` lies seen from a module: beside it in the source tree, beside or above it in a bundle. */
const places = ['./python/', '../python/'];

/**
 * The folder of the Python runtime as it is shipped. `moduleUrl` is the `import.meta.url` of a module in
 * `service/runners` or of a bundle. Throws when the runtime is missing, which only a broken installation can cause.
 */
export function pythonDirectory(moduleUrl: string = import.meta.url): string {
	const folders = places.map(place => fileURLToPath(new URL(place, moduleUrl)));
	const found = folders.find(folder => existsSync(join(folder, 'main.py')));
	if (found === undefined) {
		throw new Error(`The Python runtime is missing from ${folders.join(' and ')}; install svc again.`);
	}
	return found;
}
