import type {Heal} from '../../contract/heal.ts';

/** `button "Add"`: an element as people call it. */
const targetWords = ({role, name}: Pick<Heal['from'], 'role' | 'name'>): string => `${role} "${name}"`;

/** `button "Add" → button "Add task" (0.93)`. */
export const healWords = ({from, to, score}: Pick<Heal, 'from' | 'to' | 'score'>): string =>
	`${targetWords(from)} → ${targetWords(to)} (${score.toFixed(2)})`;
