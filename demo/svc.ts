import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import process from 'node:process';
import {createInterface} from 'node:readline';
import * as z from 'zod/mini';
import {DemoError} from './demo-error.ts';

/** Text of the service or of the shop without control characters: a terminal must not obey what somebody else wrote. */
export const cleanText = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '?');

/** A command of the client that did not do its work, with what it said about it. */
export class SvcError extends DemoError {
	readonly exitCode: number;

	constructor(command: string, exitCode: number, message: string, nextStep: string) {
		super(`\`${command}\` ended with exit code ${exitCode}${message === '' ? '' : `: ${message}`}`, nextStep);
		this.exitCode = exitCode;
	}
}

const envelope = z.looseObject({error: z.looseObject({message: z.string(), nextAction: z.string()})});

interface SvcOptions {
	/** The built client. */
	cli: string;
	/** Becomes `SVC_HOME` and the working directory: nothing of the person's own set-up is read or written. */
	home: string;
	env: Record<string, string | undefined>;
	/** Ends the command that is running. */
	signal: AbortSignal;
	/** Gets the progress lines that a command writes to stderr. */
	notice(line: string): void;
	/** Gets what a streamed command writes to stdout. */
	print(line: string): void;
}

/** Own settings of the person must not lead the demo to another service; the choice of interpreters is theirs. */
export function demoEnvironment(env: Record<string, string | undefined>, home: string): NodeJS.ProcessEnv {
	const kept = Object.entries(env).filter(
		([name]) => !name.startsWith('SVC_') || name === 'SVC_PYTHON' || name === 'SVC_BROWSER',
	);
	return {...Object.fromEntries(kept), SVC_HOME: home, SVC_NO_SKILL_WARNING: '1'};
}

/** Drives the built client as a person would: one process per command. */
export class Svc {
	readonly #options: SvcOptions;

	constructor(options: SvcOptions) {
		this.#options = options;
	}

	/**
	 * Runs a command in JSON mode and gives its answer; any exit code but 0 is an SvcError with the envelope's words.
	 *
	 * @param verdicts exit codes that come with an answer, too
	 */
	async json<T>(args: string[], schema: z.ZodMiniType<T>, verdicts: readonly number[] = []): Promise<T> {
		const command = `svc ${args.join(' ')}`;
		const child = this.#spawn([...args, '--output', 'json'], {stdio: ['ignore', 'pipe', 'pipe']});
		const stdout: string[] = [];
		const errorLines: string[] = [];
		createInterface({input: child.stdout!}).on('line', line => stdout.push(line));
		createInterface({input: child.stderr!}).on('line', line => {
			// The envelope comes last and begins with a line of its own; everything before it is progress.
			if (errorLines.length > 0 || line === '{') errorLines.push(line);
			// What a script would need to repeat a command says nothing to the person who watches.
			else if (!line.startsWith('idempotency-key:')) this.#notice(line);
		});
		const exitCode = await this.#ended(child);
		if (exitCode !== 0 && !(verdicts.includes(exitCode) && stdout.length > 0))
			throw this.#failure(command, exitCode, errorLines.join('\n'));
		return parseAnswer(command, stdout.join('\n'), schema);
	}

	/** Runs a command in text mode and passes its lines on; resolves with its exit code. */
	async stream(args: string[]): Promise<number> {
		const child = this.#spawn(args, {stdio: ['ignore', 'pipe', 'pipe']});
		createInterface({input: child.stdout!}).on('line', line => this.#options.print(line));
		createInterface({input: child.stderr!}).on('line', line => this.#notice(line));
		return this.#ended(child);
	}

	/** Gives the terminal to a full-screen command until it is left; resolves with its exit code. */
	async screen(args: string[]): Promise<number> {
		return this.#ended(this.#spawn(args, {stdio: 'inherit', detached: false}));
	}

	/** A command in a process group of its own does not see Ctrl-C: the demo decides what ends when. */
	#spawn(args: string[], options: SpawnOptions): ChildProcess {
		const {cli, home, env, signal} = this.#options;
		signal.throwIfAborted();
		return spawn(process.execPath, [cli, ...args], {
			cwd: home,
			env: demoEnvironment(env, home),
			detached: true,
			windowsHide: true,
			...options,
		});
	}

	#ended(child: ChildProcess): Promise<number> {
		const {signal} = this.#options;
		return new Promise((resolve, reject) => {
			const end = () => child.kill('SIGTERM');
			signal.addEventListener('abort', end, {once: true});
			child.once('error', reject);
			child.once('close', code => {
				signal.removeEventListener('abort', end);
				if (signal.aborted) reject(signal.reason);
				else resolve(code ?? 1);
			});
		});
	}

	#notice(line: string): void {
		if (!this.#options.signal.aborted) this.#options.notice(line);
	}

	#failure(command: string, exitCode: number, text: string): SvcError {
		try {
			const {error} = envelope.parse(JSON.parse(text));
			return new SvcError(command, exitCode, cleanText(error.message), cleanText(error.nextAction));
		} catch {
			return new SvcError(command, exitCode, '', 'Run `npm run build` and try again.');
		}
	}
}

function parseAnswer<T>(command: string, text: string, schema: z.ZodMiniType<T>): T {
	try {
		return schema.parse(JSON.parse(text));
	} catch (error) {
		throw new DemoError(
			`\`${command}\` answered something that the demo does not understand.`,
			'Run `npm run build` and try again.',
			{cause: error},
		);
	}
}
