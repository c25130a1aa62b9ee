import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import type {HostEvent, HostOrder, HostSettings} from './host-messages.ts';

export type BrowserHostOptions = {
	settings: HostSettings;
	/** File of the host's program; beside this module when absent. */
	program?: string;
	/** The service's environment; the host gets what a browser needs of it, and no secret. */
	env: Readonly<Record<string, string | undefined>>;
	onEvent(event: HostEvent): void;
	/** The host is gone; `reason` is a sentence for people. Called once, after the last event. */
	onExit(reason: string): void;
};

/** How long a host may take to load its library, and to close its browser when it is told to stop. */
const startTimeoutMs = 60_000;
const stopTimeoutMs = 5000;
/** Of what the host prints when it breaks. */
const keptStderr = 4096;

/** Environment variables that a browser and the way to the network need. */
const passedOn = [
	...['PATH', 'LANG', 'LC_ALL', 'TZ', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE', 'LD_LIBRARY_PATH', 'SSL_CERT_FILE'],
	...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
];

/** Where the host lies seen from a module of the bundle: beside it or above it. */
const places = ['./browser-host.js', '../browser-host.js'];

/**
 * The browser host: one process per worker which loads Playwright and keeps one browser. It ends when
 * the channel to it closes, and the browser when its pipe to the host does, so that a killed service leaves neither.
 */
export class BrowserHost {
	/** Resolves when it takes orders; rejects with a sentence for people. */
	readonly ready: Promise<void>;
	readonly #child: ChildProcess;
	readonly #exited: Promise<void>;
	#stderr = '';

	constructor(options: BrowserHostOptions) {
		const program = options.program ?? hostProgram();
		const environment = Object.fromEntries(
			passedOn.flatMap(name => (options.env[name] === undefined ? [] : [[name, options.env[name]]])),
		);
		// A process group of its own: Ctrl-C in the terminal of the service is for the service, which then stops this.
		this.#child = spawn(process.execPath, [program, JSON.stringify(options.settings)], {
			env: environment,
			detached: true,
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
			serialization: 'advanced',
		});
		let greet: () => void = () => {};
		let refuse: (reason: Error) => void = () => {};
		this.ready = new Promise((resolve, reject) => {
			greet = resolve;
			refuse = reject;
		});
		// A run that waits for it reports the reason; nobody else has to.
		this.ready.catch(() => {});
		const timer = setTimeout(() => this.kill(), startTimeoutMs);
		this.#child.on('message', (event: HostEvent) => {
			if (event.event === 'ready') {
				clearTimeout(timer);
				greet();
			} else options.onEvent(event);
		});
		this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
			this.#stderr = (this.#stderr + chunk).slice(-keptStderr);
		});
		this.#exited = new Promise(resolve => {
			let isGone = false;
			const leave = (reason: string) => {
				if (isGone) return;
				isGone = true;
				clearTimeout(timer);
				refuse(new Error(reason));
				options.onExit(reason);
				resolve();
			};
			this.#child.on('error', error => {
				// An order on its way to a dead host fails here as well; its exit tells.
				if (this.#child.pid === undefined) leave(`the browser host could not be started: ${error.message}`);
			});
			this.#child.once('close', (code, signal) => leave(this.#lastWords(code, signal)));
		});
	}

	get pid(): number | undefined {
		return this.#child.pid;
	}

	send(order: HostOrder): void {
		if (this.#child.connected) this.#child.send(order, () => {});
	}

	/** Ends the host at once; its browser follows. */
	kill(): void {
		this.#child.kill('SIGKILL');
	}

	/** Lets the host close its browser and leave; resolves when it is gone. */
	async stop(): Promise<void> {
		this.send({order: 'stop'});
		const timer = setTimeout(() => this.kill(), stopTimeoutMs);
		await this.#exited;
		clearTimeout(timer);
	}

	#lastWords(code: number | null, signal: string | null): string {
		const said = this.#stderr.trim().split('\n').at(-1);
		const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
		return `the browser host ended ${how}${said ? `: ${said}` : ''}`;
	}
}

function hostProgram(): string {
	const files = places.map(place => fileURLToPath(new URL(place, import.meta.url)));
	const found = files.find(file => existsSync(file));
	if (found === undefined)
		throw new Error(`The browser host is missing from ${files.join(' and ')}; install svc again.`);
	return found;
}
