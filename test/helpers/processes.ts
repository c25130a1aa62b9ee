import {readdirSync, readFileSync} from 'node:fs';
import {setTimeout as delay} from 'node:timers/promises';

/** A process that is there and no zombie. */
export function isRunning(pid: number): boolean {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2)[0]!);
	} catch {
		return false;
	}
}

/** Processes that were started with a home at or below a folder: a runner's parent, its tests and theirs. */
export function processesOf(folder: string): number[] {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.map(Number)
		.filter(pid => isRunning(pid) && homeOf(pid)?.startsWith(folder));
}

/** The runner's parent of a folder: the one that none of the others has started. Numbers of processes begin anew. */
export function runtimeOf(folder: string): number {
	const found = processesOf(folder);
	const runtime = found.find(pid => !found.includes(parentOf(pid) ?? 0));
	if (runtime === undefined) throw new Error(`No runtime has its home in ${folder}.`);
	return runtime;
}

function homeOf(pid: number): string | undefined {
	try {
		const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
		return environment.find(entry => entry.startsWith('HOME='))?.slice('HOME='.length);
	} catch {
		return undefined;
	}
}

/** All processes below some, whatever group they are in. */
export function processesBelow(roots: readonly number[]): number[] {
	const parents = readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.map(name => ({pid: Number(name), parent: parentOf(Number(name))}));
	const below = (pid: number): number[] =>
		parents.filter(one => one.parent === pid).flatMap(one => [one.pid, ...below(one.pid)]);
	return roots.flatMap(below);
}

function parentOf(pid: number): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
	} catch {
		return null;
	}
}

/** Waits until something is so; fails with a sentence after two minutes. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
	const deadline = performance.now() + 120_000;
	while (!isSo()) {
		if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
		await delay(10);
	}
}
