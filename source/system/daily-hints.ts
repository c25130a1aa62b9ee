import {type HintKind, isHintDue} from '../credentials/hint-memory.ts';
import type {Notes} from '../output/notes.ts';

/** Says advice of a kind at most once in 24 hours, and never twice in one process, also where nothing can be remembered. */
export type DailyHint = (kind: HintKind, text: string) => void;

/** @param home `~/.svc`; null reads and remembers nothing (`--dry-run`) */
export function createDailyHint({home, notes, now}: {home: string | null; notes: Notes; now: () => number}): DailyHint {
	const said = new Set<HintKind>();
	return (kind, text) => {
		if (said.has(kind)) return;
		said.add(kind);
		if (home === null || isHintDue(home, kind, now())) notes.say('hint', text);
	};
}
