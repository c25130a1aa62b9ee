import {readdirSync, readFileSync} from 'node:fs';
import process from 'node:process';
import {pushTo} from '../../domain/push-to.ts';

/** What a renderer, and the browser as a whole, may take. */
const usualLimits = {rendererBytes: 1.5 * 1024 ** 3, browserBytes: 3 * 1024 ** 3};
const everyMs = 1000;
const pageBytes = 4096;
/** A renderer that was ended is known by its crash within this time. */
const killToCrashMs = 5000;

export type MemoryWatch = {
	/** Call when a run begins, and what it gives when the run ends: while none runs nothing is measured. */
	begin(): () => void;
	/** The memory of the renderer whose crash has just been heard, when it was ended for it; each such end is told once. */
	takeKill(): number | null;
	stop(): void;
};

/**
 * Ends the renderer that has grown beyond its limit, and the largest one when the browser has. The page's own `crash`
 * event then tells whose it was. Only Linux tells the memory of processes cheaply; elsewhere the browser's own limit holds.
 */
export function watchMemory({rendererBytes, browserBytes} = usualLimits): MemoryWatch {
	let users = 0;
	let timer: NodeJS.Timeout | null = null;
	const kills: Array<{at: number; gigabytes: number}> = [];
	const look = () => {
		const processes = descendants(process.pid).map(pid => ({
			pid,
			bytes: residentBytes(pid),
			isRenderer: isRenderer(pid),
		}));
		const renderers = processes.filter(({isRenderer}) => isRenderer).sort((one, other) => other.bytes - one.bytes);
		const [largest] = renderers;
		if (!largest) return;
		const total = processes.reduce((sum, {bytes}) => sum + bytes, 0);
		if (largest.bytes < rendererBytes && total < browserBytes) return;
		try {
			process.kill(largest.pid, 'SIGKILL');
			kills.push({at: performance.now(), gigabytes: largest.bytes / 1024 ** 3});
		} catch {
			// It has just ended by itself.
		}
	};
	const sleep = () => {
		if (timer) clearInterval(timer);
		timer = null;
	};
	return {
		begin() {
			users++;
			timer ??= process.platform === 'linux' ? setInterval(look, everyMs) : null;
			return () => {
				users--;
				if (users === 0) sleep();
			};
		},
		takeKill() {
			const now = performance.now();
			while (kills.length > 0) {
				const {at, gigabytes} = kills.shift()!;
				if (now - at < killToCrashMs) return gigabytes;
			}
			return null;
		},
		stop: sleep,
	};
}

/** All processes below one. A browser's own children are in groups of their own. */
function descendants(root: number): number[] {
	const parents = new Map<number, number[]>();
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		const parent = parentOf(Number(name));
		if (parent !== null) pushTo(parents, parent, Number(name));
	}
	const below = (pid: number): number[] => (parents.get(pid) ?? []).flatMap(child => [child, ...below(child)]);
	return below(root);
}

function parentOf(pid: number): number | null {
	const stat = textOf(`/proc/${pid}/stat`);
	return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Without what is shared with other processes, which would be counted once for each. */
function residentBytes(pid: number): number {
	const [, resident = '0', shared = '0'] = (textOf(`/proc/${pid}/statm`) ?? '').split(' ');
	return (Number(resident) - Number(shared)) * pageBytes;
}

const isRenderer = (pid: number) => (textOf(`/proc/${pid}/cmdline`) ?? '').includes('--type=renderer');

function textOf(path: string): string | null {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return null;
	}
}
