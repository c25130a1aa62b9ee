import {dirname, join} from 'node:path';
import {writeFileAtomically} from '../process/atomic-write.ts';
import {makeDirectory} from '../process/place-file.ts';
import {readRegularFile} from '../process/regular-file.ts';

/**
 * Advice that does not follow from what was asked. `agent-skill`: the coding agent of this folder does not know svc;
 * `batch-watch`: how to follow what was started; `run-diff`: how to compare the two latest runs; `secret-on-line`: a
 * secret was typed where the history of the shell keeps it.
 */
export type HintKind = 'agent-skill' | 'batch-watch' | 'run-diff' | 'secret-on-line';

/** When each was last said, epoch milliseconds; `never`: its reader does not want it. */
type Memory = Record<string, number | 'never'>;

const dayMs = 86_400_000;

const pathIn = (home: string) => join(home, 'hints.json');

/** What is unreadable counts as nothing said yet: a hint too many does no harm. */
function read(home: string): Memory {
	try {
		const said: unknown = JSON.parse(readRegularFile(pathIn(home)));
		if (typeof said !== 'object' || said === null) return {};
		return Object.fromEntries(Object.entries(said).filter(([, at]) => typeof at === 'number' || at === 'never'));
	} catch {
		return {};
	}
}

/** A home that cannot be written keeps nobody from working. */
function write(home: string, said: Memory): void {
	const path = pathIn(home);
	try {
		makeDirectory(dirname(path), {mode: 0o700});
		writeFileAtomically(path, `${JSON.stringify(said, null, 2)}\n`, {mode: 0o600});
	} catch {
		// Then it is said once more next time.
	}
}

/** Whether a hint is due, at most once in 24 hours, and remembers that it is said now. @param home `~/.svc` */
export function isHintDue(home: string, kind: HintKind, now: number): boolean {
	const said = read(home);
	const last = said[kind];
	if (last === 'never') return false;
	// A clock that was put back must not silence it for good.
	if (last !== undefined && last <= now && now - last < dayMs) return false;
	write(home, {...said, [kind]: now});
	return true;
}

/** Whether somebody has said that a hint is never wanted. */
export const isHintUnwanted = (home: string, kind: HintKind): boolean => read(home)[kind] === 'never';

/** Remembers that somebody wants a hint never, or again. */
export function setHint(home: string, kind: HintKind, wanted: boolean): void {
	const {[kind]: last, ...others} = read(home);
	if (wanted === (last !== 'never')) return;
	write(home, wanted ? others : {...others, [kind]: 'never'});
}
