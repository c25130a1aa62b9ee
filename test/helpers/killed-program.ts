import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';

const hasEnded = ({exitCode, signalCode}: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Waits until a program says something on stdout; throws when it ends before, for then it never will. */
export async function untilItSpeaks(child: ChildProcess): Promise<void> {
	const waiting = new AbortController();
	const {signal} = waiting;
	const said = once(child.stdout!, 'data', {signal});
	const ended = once(child, 'close', {signal}).then(() => {
		throw new Error(`The program has ended (${child.exitCode ?? child.signalCode}) before it said anything.`);
	});
	try {
		await Promise.race([said, ended]);
	} finally {
		waiting.abort();
		await Promise.allSettled([said, ended]);
	}
}

/** Kills a program with SIGKILL, also one that has ended by itself; resolves when it is gone. */
export async function killProgram(child: ChildProcess): Promise<void> {
	if (hasEnded(child)) return;
	const exit = once(child, 'exit');
	child.kill('SIGKILL');
	await exit;
}
