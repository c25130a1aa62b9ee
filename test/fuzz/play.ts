import {spawn} from 'node:child_process';
import {EventEmitter} from 'node:events';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {PassThrough} from 'node:stream';
import {sleep} from '../../source/client/clock.ts';
import type {EndingSignal} from '../../source/command-line/exit-codes.ts';
import {main} from '../../source/main.ts';
import type {OutputStream} from '../../source/system/system.ts';
import type {FuzzCase} from './generate.ts';
import type {Sandbox} from './sandbox.ts';

/** What a line left behind. */
export type Played = {
	exitCode: number | null;
	stdout: string;
	stderr: string;
	/** It was asked to end because it took long. */
	interrupted: boolean;
	/** It did not end when it was asked to. */
	hung: boolean;
	elapsedMs: number;
};

export type Endpoint = {url: string | null; key: string | null};

/** Prepares the home of a case and gives the variables of its line. */
export function prepare(fuzzCase: FuzzCase, sandbox: Sandbox, endpoint: Endpoint): Record<string, string> {
	const home = join(sandbox.home, '.svc');
	if (fuzzCase.credentials !== null || fuzzCase.config !== null) mkdirSync(home, {recursive: true, mode: 0o700});
	if (fuzzCase.credentials !== null)
		writeFileSync(join(home, 'credentials'), fuzzCase.credentials, {mode: fuzzCase.seed % 2 === 0 ? 0o600 : 0o644});
	if (fuzzCase.config !== null) writeFileSync(join(home, 'config'), fuzzCase.config, {mode: 0o600});
	const env: Record<string, string> = {
		...fuzzCase.env,
		HOME: sandbox.home,
		SVC_HOME: home,
		TMPDIR: sandbox.temporary,
		PATH: sandbox.bin,
	};
	if (endpoint.url !== null) env['SVC_API_URL'] = endpoint.url;
	if (endpoint.key !== null && env['SVC_API_KEY'] !== undefined) env['SVC_API_KEY'] = endpoint.key;
	return env;
}

class TextStream extends EventEmitter implements OutputStream {
	text = '';
	write(text: string, done?: (error?: Error | null) => void): boolean {
		this.text += text;
		done?.();
		return true;
	}
}

export type InProcessOptions = {
	fuzzCase: FuzzCase;
	sandbox: Sandbox;
	env: Record<string, string>;
	/** A script that stands for the client's own, when it starts a daemon; a module that stands for the service. */
	cliPath: string;
	serviceAddress: string;
	/** After that many milliseconds the line is sent SIGINT. */
	patienceMs: number;
	/** How many times as fast as real time its clock runs; 200 unless given. */
	speed?: number | undefined;
};

/** A line that was asked to end and has not done so after that time hangs: no machine is that slow. */
const hungMs = 60_000;

/** A wait of ten minutes is over in three seconds. */
const usualSpeed = 200;

/** Runs a line in this process, with a clock that is faster than the real one. */
export async function playInProcess(options: InProcessOptions): Promise<Played> {
	const {fuzzCase, sandbox, env, patienceMs, speed = usualSpeed} = options;
	const [stdout, stderr] = [new TextStream(), new TextStream()];
	const signals = new EventEmitter();
	const startedAt = Date.now();
	const clock = {
		now: () => startedAt + (Date.now() - startedAt) * speed,
		elapsed: () => (Date.now() - startedAt) * speed,
		random: () => 0.5,
		sleep: (ms: number, signal?: AbortSignal) => sleep(ms / speed, signal),
	};
	let interrupted = false;
	let ended: ((code: null) => void) | undefined;
	const giveUp = new Promise<null>(resolve => {
		ended = resolve;
	});
	const polite = setTimeout(() => {
		interrupted = true;
		signals.emit('signal', 'SIGINT');
	}, patienceMs);
	const last = setTimeout(() => ended?.(null), patienceMs + hungMs);
	try {
		const exitCode = await Promise.race([
			giveUp,
			main({
				argv: fuzzCase.argv,
				env,
				cwd: sandbox.cwd,
				version: '1.2.3',
				nodeVersion: process.versions.node,
				preparedText: () => null,
				stdin: () => new PassThrough().end(fuzzCase.stdin),
				isInputTerminal: () => false,
				stdout,
				stderr,
				clock,
				uuid: () => '00000000-0000-4000-8000-000000000000',
				every: () => () => undefined,
				onSignal(listener: (signal: EndingSignal) => void) {
					signals.on('signal', listener);
					return () => signals.off('signal', listener);
				},
				endBy: () => ended?.(null),
				exitEvents: new EventEmitter(),
				cliPath: options.cliPath,
				serviceAddress: options.serviceAddress,
			}),
		]);
		const elapsedMs = Date.now() - startedAt;
		return {exitCode, stdout: stdout.text, stderr: stderr.text, interrupted, hung: exitCode === null, elapsedMs};
	} finally {
		clearTimeout(polite);
		clearTimeout(last);
	}
}

export type ProcessOptions = Pick<InProcessOptions, 'fuzzCase' | 'sandbox' | 'env' | 'patienceMs'> & {
	cli: string;
};

/** Runs a line as a process of its own. */
export function playAsProcess({fuzzCase, sandbox, env, cli, patienceMs}: ProcessOptions): Promise<Played> {
	return new Promise(resolve => {
		const startedAt = Date.now();
		const child = spawn(process.execPath, [cli, ...fuzzCase.argv], {cwd: sandbox.cwd, env});
		let [stdout, stderr] = ['', ''];
		let [interrupted, hung] = [false, false];
		child.stdout.setEncoding('utf8').on('data', text => (stdout += text));
		child.stderr.setEncoding('utf8').on('data', text => (stderr += text));
		child.stdin.on('error', () => undefined).end(fuzzCase.stdin);
		const polite = setTimeout(() => {
			interrupted = true;
			child.kill('SIGINT');
		}, patienceMs);
		const last = setTimeout(() => {
			hung = true;
			child.kill('SIGKILL');
		}, patienceMs + hungMs);
		child.once('close', (code, signal) => {
			clearTimeout(polite);
			clearTimeout(last);
			const numbers: Record<string, number> = {SIGHUP: 129, SIGINT: 130, SIGTERM: 143};
			const exitCode = code ?? numbers[signal ?? ''] ?? null;
			resolve({exitCode, stdout, stderr, interrupted, hung, elapsedMs: Date.now() - startedAt});
		});
	});
}
