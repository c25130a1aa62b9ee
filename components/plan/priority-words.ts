import type {Priority} from '../../contract/enums.ts';

/** Priorities in words. Two are High: what tells them apart is said with the word. */
export const priorityWords: Readonly<Record<Priority, string>> = {
	p0: 'High, before p1',
	p1: 'High',
	p2: 'Medium',
	p3: 'Low',
};
