// What a process and everything that it has started holds of the memory, read from outside.
import {readdirSync, readFileSync} from 'node:fs';

function childrenOf(pid) {
	const found = [];
	try {
		for (const task of readdirSync(`/proc/${pid}/task`))
			found.push(...readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number));
	} catch {
		// It has ended.
	}
	return found;
}

/** The process and its descendants. */
export const familyOf = pid => [pid, ...childrenOf(pid).flatMap(familyOf)];

/**
 * Bytes of all processes of a family together. `rss`: what each has in memory, shared pages once for each; `pss`: shared
 * pages once.
 */
export function memoryOf(pid) {
	const sum = {rss: 0, pss: 0};
	for (const one of familyOf(pid))
		try {
			const text = readFileSync(`/proc/${one}/smaps_rollup`, 'utf8');
			const bytes = name => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
			sum.rss += bytes('Rss');
			sum.pss += bytes('Pss');
		} catch {
			// It has ended meanwhile.
		}
	return sum;
}
