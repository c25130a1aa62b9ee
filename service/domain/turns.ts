import {type TestType, testTypes} from '../../contract/enums.ts';

/**
 * How much later, in milliseconds, a member counts as triggered than the one ranked before it. Ready members of all
 * batches start in the order of these times: a large batch goes on at its pace while a small one that comes later gets
 * its turn soon, and nobody waits for ever. What counts is no clock where tests are slower than that: see `turnNow`.
 */
const turnSpacingMs = 250;

/** When the turn of a member is whose batch counts from `from`. */
export const turnOf = (from: number, rank: number): number => from + rank * turnSpacingMs;

/**
 * Whose turn it is now: the members of a new batch count from there, so that they start in turn with those that wait already,
 * however far these are behind the clock. What is ahead of it lets the new ones go first.
 *
 * @param executing the latest turn of those that execute; null: none does
 * @param next the turn of the one that would start next; null: none waits
 */
export const turnNow = (now: number, executing: number | null, next: number | null): number =>
	Math.min(now, executing ?? next ?? now);

type InTurn = {id: string; turn: number};

/** How many of each kind may be taken at most. */
export const limitsOfKinds = (
	limit: number,
	kinds: Record<TestType, {limit: number}> | undefined,
): Record<TestType, number> => ({
	backend: Math.max(0, Math.min(limit, kinds?.backend.limit ?? limit)),
	frontend: Math.max(0, Math.min(limit, kinds?.frontend.limit ?? limit)),
});

/**
 * Which of those that may start are taken. "When both kinds are ready each keeps at least one slot": of a kind that executes
 * nothing yet one is taken, although others came before it.
 *
 * @param ready the first of each kind in their turns
 * @param executing how many of each kind execute already
 */
export function takeInTurn<Run extends InTurn>(
	ready: Record<TestType, readonly Run[]>,
	limit: number,
	executing: Record<TestType, number>,
): Run[] {
	const inOrder = [...ready.backend, ...ready.frontend].sort(byTurn);
	const taken = inOrder.slice(0, limit);
	for (const kind of testTypes) {
		const [first] = ready[kind];
		if (!first || executing[kind] > 0 || taken.includes(first)) continue;
		// The other kind keeps one as well.
		const other = kind === 'frontend' ? 'backend' : 'frontend';
		if (taken.length + executing[other] > 1) taken[taken.length - 1] = first;
	}
	return taken;
}

/** The lower turn first; the older run of two that have the same. */
export const byTurn = (a: InTurn, b: InTurn): number => a.turn - b.turn || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
