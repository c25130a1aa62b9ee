import {readFileSync} from 'node:fs';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {systemClock} from '../client/clock.ts';
import {type EndingSignal, signalExitCodes} from '../command-line/exit-codes.ts';
import {main} from '../main.ts';

const signals = Object.keys(signalExitCodes) as EndingSignal[];

/**
 * Runs a command line with the streams, signals and clock of this process; resolves with its exit code.
 * @param entryAddress of the entry script; the service's bundle lies beside it
 */
export const runProcess = (argv: readonly string[], version: string, entryAddress: string): Promise<number> =>
	main({
		argv,
		env: process.env,
		cwd: process.cwd(),
		version,
		nodeVersion: process.versions.node,
		stdin: () => process.stdin,
		isInputTerminal: () => process.stdin.isTTY === true,
		stdout: process.stdout,
		stderr: process.stderr,
		clock: systemClock,
		// Through the global, which loads node:crypto only when a key is made.
		uuid: () => crypto.randomUUID(),
		every(ms, callback) {
			const timer = setInterval(callback, ms);
			return () => clearInterval(timer);
		},
		onSignal(listener) {
			for (const signal of signals) process.on(signal, listener);
			return () => {
				for (const signal of signals) process.off(signal, listener);
			};
		},
		endBy(signal) {
			// Without a listener the system ends the process; a shell reads 128 + the number of the signal.
			process.removeAllListeners(signal);
			process.kill(process.pid, signal);
		},
		exitEvents: process,
		cliPath: fileURLToPath(entryAddress),
		serviceAddress: new URL('service.js', entryAddress).href,
		preparedText(name) {
			try {
				return readFileSync(new URL(`prepared/${name}`, entryAddress), 'utf8');
			} catch {
				// Not a built package, or a page that was not made: it is made now.
				return null;
			}
		},
	});
