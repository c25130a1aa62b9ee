import type {Priority} from '../../contract/enums.ts';
import type {PlanTest} from './plan-test.ts';
import type {Waves} from './waves.ts';

const place: Record<Priority, number> = {p0: 0, p1: 1, p2: 2, p3: 3};

/**
 * Place of every member among members that could start at the same moment, from 0: higher priority first (none counts
 * as p2), then the longest remaining path, then creation order as given by `tests`.
 *
 * @param tests in creation order
 */
export function rankOf(tests: readonly PlanTest[], waves: Waves): Map<string, number> {
	const path = (test: PlanTest) => waves.remaining.get(test.id)!;
	const ordered = [...tests].sort((a, b) => place[a.priority ?? 'p2'] - place[b.priority ?? 'p2'] || path(b) - path(a));
	return new Map(ordered.map((test, rank) => [test.id, rank]));
}
