import {readFileSync} from 'node:fs';
import process from 'node:process';

/**
 * When a process started, as text that is equal for equal processes and differs for a reused pid: on Linux the boot id
 * and the start in clock ticks since that boot, elsewhere what `ps` prints. Null: no such process (a zombie counts as
 * none). `unknown`: the process lives but this system does not tell; then the pid alone decides.
 */
export async function startTimeOf(pid: number): Promise<string | null> {
	if (!Number.isSafeInteger(pid) || pid <= 0) return null;
	if (process.platform === 'linux') return linuxStartTime(pid);
	return (await startTimeFromPs(pid)) ?? (isAlive(pid) ? 'unknown' : null);
}

/** Whether a pid is in use; a process of another user counts. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Whether a process still runs: a zombie, which has ended and was not collected yet, does not. */
export const isRunning = (pid: number): boolean =>
	process.platform === 'linux' ? linuxStartTime(pid) !== null : isAlive(pid);

function linuxStartTime(pid: number): string | null {
	let stat: string;
	try {
		stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	} catch {
		return isAlive(pid) ? 'unknown' : null;
	}
	// The second field is the command in parentheses and may itself hold blanks and parentheses: count from the last one.
	// What follows starts with field 3 (state); field 22 is the start time.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [state, startTicks] = [fields[0], fields[19]];
	if (state === 'Z' || state === 'X' || startTicks === undefined) return null;
	return `${bootId()}:${startTicks}`;
}

function bootId(): string {
	try {
		return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
	} catch {
		// Hidden in some containers; the ticks alone still tell two processes of one boot apart.
		return 'boot';
	}
}

async function startTimeFromPs(pid: number): Promise<string | null> {
	const {execFile} = await import('node:child_process');
	return new Promise(resolve => {
		// A fixed locale: the same process must read the same from every shell.
		execFile('ps', ['-o', 'lstart=', '-p', String(pid)], {env: {...process.env, LC_ALL: 'C'}}, (error, stdout) =>
			resolve(error ? null : stdout.trim() || null),
		);
	});
}
