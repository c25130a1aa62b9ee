import type {Test} from '../../contract/test.ts';
import {byRank} from './list-view.ts';
import {memoizeLast} from './memoize.ts';

const texts = new WeakMap<Test, string>();

/** The text that a filter looks at, in lower case; it is made once per test. */
export function searchText(test: Test): string {
	let text = texts.get(test);
	if (text === undefined) {
		const {name, id, category, priority, produces, consumes} = test;
		text = [name, id, category, priority, ...(produces ?? []), ...(consumes ?? [])].join(' ').toLowerCase();
		texts.set(test, text);
	}
	return text;
}

/** Status filters by name: the words of the menu, and the statuses each lets through. */
export const statusFilters: Record<string, readonly string[]> = {
	'failed or blocked': ['failed', 'blocked'],
	failed: ['failed'],
	blocked: ['blocked'],
	passed: ['passed'],
	'queued or running': ['queued', 'running'],
	cancelled: ['cancelled'],
	'never ran': ['draft', 'ready'],
};

/** Orders of the list by name; what needs attention stands first unless another one is chosen. */
export const testOrders: readonly string[] = ['status', 'newest', 'name', 'priority'];

/** What needs attention comes first. */
const statusRank = [
	'failed',
	'blocked',
	'flaky',
	'repair',
	'running',
	'queued',
	'cancelled',
	'unknown',
	'draft',
	'ready',
	'passed',
];
/** A status of a later version stands between what runs and what passed. */
const rankOf = (test: Test, flaky: ReadonlySet<string>): number => {
	const isFlaky = flaky.has(test.id) && test.status === 'passed';
	const isWaiting = (test.openHeals ?? 0) > 0 && test.status === 'passed';
	const rank = statusRank.indexOf(isFlaky ? 'flaky' : isWaiting ? 'repair' : test.status);
	return rank < 0 ? statusRank.indexOf('unknown') : rank;
};

const compare: Record<string, (a: Test, b: Test) => number> = {
	name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
	priority: (a, b) => ((a.priority ?? 'p9') < (b.priority ?? 'p9') ? -1 : a.priority === b.priority ? 0 : 1),
};

const noneFlaky: ReadonlySet<string> = new Set();

/** Tests that pass the status filter and contain every word of the text filter, in the chosen order. */
export const selectTests = () =>
	memoizeLast(
		(
			tests: readonly Test[],
			filter: string,
			only: string | null,
			sort: string | null,
			flaky: ReadonlySet<string> = noneFlaky,
		): readonly Test[] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const statuses = only === null ? undefined : statusFilters[only];
			const matching =
				words.length === 0 && !statuses
					? tests
					: tests.filter(
							test =>
								(!statuses || statuses.includes(test.status)) &&
								words.every(word => searchText(test).includes(word) || test.status.startsWith(word)),
						);
			if (sort === null || sort === 'status') return byRank(matching, test => rankOf(test, flaky));
			const order = compare[sort];
			return order ? [...matching].sort(order) : matching;
		},
	);
