import {byAge, isTeardown, type PlanTest} from './plan-test.ts';
import {pushTo} from '../domain/push-to.ts';

/** Answers which test feeds a needed name. */
export type ProducerChoice = {
	/**
	 * The one producer of `variable` for `consumer`, the same in every run: the consumer's wiring, else the oldest
	 * producer, then the smaller id. Null when no test produces the name.
	 */
	chosen(consumer: PlanTest, variable: string): PlanTest | null;
	/** All tests that declare the name, oldest first. */
	all(variable: string): readonly PlanTest[];
	/** Every declared name. */
	names(): Iterable<string>;
};

/**
 * Chooses among `tests`. A test never feeds itself, and a teardown test never feeds a test outside the final wave: it
 * starts when those have ended.
 */
export function producersOf(tests: Iterable<PlanTest>): ProducerChoice {
	const byName = new Map<string, PlanTest[]>();
	for (const test of tests)
		for (const name of new Set(test.produces)) {
			pushTo(byName, name, test);
		}
	for (const list of byName.values()) list.sort(byAge);
	return {
		chosen(consumer, variable) {
			const candidates = (byName.get(variable) ?? []).filter(
				test => test.id !== consumer.id && (isTeardown(consumer) || !isTeardown(test)),
			);
			return candidates.find(test => test.id === consumer.wiring[variable]) ?? candidates[0] ?? null;
		},
		all: variable => byName.get(variable) ?? [],
		names: () => byName.keys(),
	};
}
