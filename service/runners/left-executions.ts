import {existsSync, readFileSync} from 'node:fs';
import {readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as delay} from 'node:timers/promises';
import {type Journal, readJournals, executionsOf} from './left-journals.ts';
import {type KeyBox, openedLines} from './left-seal.ts';
import type {LeftExecution, LeftExecutions} from './runner.ts';

/** A runtime whose service is gone gives calls under way 5 s, and itself 3 s to write what its tests did. */
const patienceMs = 12_000;
const lookMs = 25;

/**
 * What the runtimes of a killed service wrote about tests whose outcome it had not stored. Waits for those that are
 * still writing. Files that no runtime finished are removed with the others by `discard`.
 *
 * @param box what the runtimes were told to encrypt it with; null: they were told nothing
 * @param recover the calls of journals, of runtimes that were killed with their service
 * @param own name of the folder of a runtime that belongs to this process, which nobody has left
 */
export async function takeLeftExecutions(
	scratchDir: string,
	own: string | null = null,
	box: KeyBox | null = null,
	recover: (journals: readonly Journal[]) => Promise<LeftExecution[]> = async () => [],
): Promise<LeftExecutions> {
	await untilRuntimesAreGone(scratchDir, own);
	const names = (await namesIn(scratchDir)).filter(name => /^runtime-.*\.jsonl(\.part)?$/.test(name));
	const paths = names.map(name => join(scratchDir, name));
	const executions: LeftExecution[] = [];
	for (const path of paths)
		if (path.endsWith('.jsonl')) executions.push(...executionsOf(openedLines(await readFile(path, 'utf8'), box)));
	const reported = new Set(executions.map(({executionId}) => executionId));
	const {journals, files} = await readJournals(scratchDir, folder => folder !== own, box);
	// A journal that cannot be told now waits for a service that has a Python.
	const untold = journals.filter(({executionId}) => !reported.has(executionId));
	const recovered = await recover(untold).catch(() => null);
	executions.push(...(recovered ?? []));
	const waiting = new Set(recovered === null ? untold.map(({path}) => path) : []);
	paths.push(...files.filter(path => !waiting.has(path)));
	return {
		executions,
		async discard() {
			await Promise.all(paths.map(path => rm(path, {force: true})));
		},
	};
}

async function untilRuntimesAreGone(scratchDir: string, own: string | null): Promise<void> {
	for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookMs) {
		const homes = (await namesIn(scratchDir)).filter(name => /^runtime-[0-9a-f]+$/.test(name) && name !== own);
		const owners = await Promise.all(homes.map(name => ownerOf(join(scratchDir, name))));
		if (!owners.some(pid => pid !== null && isRuntime(pid, scratchDir))) return;
		await delay(lookMs);
	}
}

/** The process that a runtime's folder belongs to; null when it is not known. */
async function ownerOf(home: string): Promise<number | null> {
	const pid = Number(await readFile(join(home, 'lock'), 'utf8').catch(() => ''));
	return Number.isInteger(pid) && pid > 1 ? pid : null;
}

/**
 * Whether a runtime of this folder still runs under a number. A dead one that nobody collects keeps its number, where the
 * first process of a container collects none, and another process may have got it: neither writes anything any more.
 */
function isRuntime(pid: number, scratchDir: string): boolean {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(JSON.stringify(scratchDir).slice(1, -1));
	} catch (error) {
		// Without /proc nobody knows better.
		return !existsSync('/proc/self/cmdline') || (error as NodeJS.ErrnoException).code === 'EACCES';
	}
}

const namesIn = (folder: string) => readdir(folder).catch(() => []);
