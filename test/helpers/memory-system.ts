import {EventEmitter} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {onTestFinished} from 'vitest';
import {type Clock, systemClock} from '../../source/client/clock.ts';
import type {EndingSignal} from '../../source/command-line/exit-codes.ts';
import {main} from '../../source/main.ts';
import type {OutputStream, System} from '../../source/system/system.ts';
import {expectDeclared} from './strict-document.ts';

export type MemoryOptions = {
	/** The service is a later one: its answers hold what no schema has. */
	isLaterService?: boolean;
	env?: Record<string, string>;
	cwd?: string;
	/** What is typed or piped in. */
	stdin?: string;
	/** Which streams are terminals. */
	terminals?: {stdin?: boolean; stdout?: boolean; stderr?: boolean};
	size?: {columns: number; rows: number};
	clock?: Clock;
	serviceAddress?: string;
};

/** An output stream that keeps its text, and can lose its reader. */
class MemoryStream extends EventEmitter implements OutputStream {
	text = '';
	isBroken = false;
	constructor(
		readonly isTTY: boolean,
		readonly columns: number,
		readonly rows: number,
	) {
		super();
	}

	write(text: string, done?: (error?: Error | null) => void): boolean {
		if (this.isBroken) {
			const error = Object.assign(new Error('write EPIPE'), {code: 'EPIPE'});
			queueMicrotask(() => this.emit('error', error));
			done?.(error);
			return false;
		}
		this.text += text;
		done?.();
		return true;
	}
}

/** A process in memory: streams that keep what is written, signals that a test raises. */
export class MemorySystem {
	readonly stdout: MemoryStream;
	readonly stderr: MemoryStream;
	/** Signals that ended the process at once. */
	readonly endedBy: EndingSignal[] = [];
	readonly #signals = new EventEmitter();
	readonly #isLaterService: boolean;
	readonly system: System;

	constructor(argv: readonly string[], options: MemoryOptions = {}) {
		const {terminals = {}, size = {columns: 100, rows: 30}, isLaterService = false} = options;
		this.#isLaterService = isLaterService;
		const folder = mkdtempSync(join(tmpdir(), 'svc-memory-'));
		onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
		this.stdout = new MemoryStream(terminals.stdout ?? false, size.columns, size.rows);
		this.stderr = new MemoryStream(terminals.stderr ?? false, size.columns, size.rows);
		this.system = {
			argv,
			env: {SVC_HOME: join(folder, 'home'), ...options.env},
			cwd: options.cwd ?? folder,
			version: '1.2.3',
			preparedText: () => null,
			nodeVersion: '20.1.0',
			stdin: () => new PassThrough().end(options.stdin ?? ''),
			isInputTerminal: () => terminals.stdin ?? false,
			stdout: this.stdout,
			stderr: this.stderr,
			clock: options.clock ?? systemClock,
			uuid: () => '00000000-0000-4000-8000-000000000000',
			every: () => () => undefined,
			onSignal: listener => {
				this.#signals.on('signal', listener);
				return () => this.#signals.off('signal', listener);
			},
			endBy: signal => {
				this.endedBy.push(signal);
			},
			exitEvents: new EventEmitter(),
			cliPath: join(folder, 'cli.js'),
			serviceAddress: options.serviceAddress ?? 'file:///nowhere/service.js',
		};
	}

	/** Fails when what was written to stdout is not the document that is declared for the command. */
	async run(): Promise<number> {
		const exitCode = await main(this.system);
		if (!this.#isLaterService) expectDeclared(this.system.argv, this.stdout.text);
		return exitCode;
	}

	raise(signal: EndingSignal): void {
		this.#signals.emit('signal', signal);
	}
}

export type Outcome = {exitCode: number; stdout: string; stderr: string};

/** Runs one command line in this process. */
export async function svc(argv: readonly string[], options: MemoryOptions = {}): Promise<Outcome> {
	const memory = new MemorySystem(argv, options);
	const exitCode = await memory.run();
	return {exitCode, stdout: memory.stdout.text, stderr: memory.stderr.text};
}

/** The error envelope at the end of stderr in JSON mode; fails when there is not exactly one. */
export function envelopeOf(stderr: string): {code: string; nextAction: string; details: Record<string, unknown>} {
	const starts = [...stderr.matchAll(/^\{$/gm)];
	if (starts.length !== 1) throw new Error(`${starts.length} JSON documents on stderr:\n${stderr}`);
	return JSON.parse(stderr.slice(starts[0]!.index)).error;
}
