import type {Test} from '../contract/test.ts';
import {memoizeLast} from './memoize.ts';

/** Texts that a filter looks at, in lower case; each is made once per test. */
export type TestSearch = {textOf(test: Test): string};

export function createTestSearch(): TestSearch {
	const texts = new WeakMap<Test, string>();
	return {
		textOf(test) {
			let text = texts.get(test);
			if (text === undefined) {
				const {name, id, category, priority, produces, consumes} = test;
				text = [name, id, category, priority, ...(produces ?? []), ...(consumes ?? [])].join(' ').toLowerCase();
				texts.set(test, text);
			}
			return text;
		},
	};
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

/** Orders of the list by name; newest first is the service's own. */
export const testOrders: readonly string[] = ['newest', 'name', 'status', 'priority'];

/** What needs attention comes first. */
const statusRank = ['failed', 'blocked', 'running', 'queued', 'cancelled', 'unknown', 'draft', 'ready', 'passed'];
const rankOf = ({status}: Test) => statusRank.indexOf(status);

const compare: Record<string, (a: Test, b: Test) => number> = {
	name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
	status: (a, b) => rankOf(a) - rankOf(b),
	priority: (a, b) => ((a.priority ?? 'p9') < (b.priority ?? 'p9') ? -1 : a.priority === b.priority ? 0 : 1),
};

/** Tests that pass the status filter and contain every word of the text filter, in the chosen order. */
export const selectTests = (search: TestSearch) =>
	memoizeLast((tests: readonly Test[], filter: string, only: string | null, sort: string | null): readonly Test[] => {
		const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
		const statuses = only === null ? undefined : statusFilters[only];
		const matching =
			words.length === 0 && !statuses
				? tests
				: tests.filter(
						test =>
							(!statuses || statuses.includes(test.status)) &&
							words.every(word => search.textOf(test).includes(word) || test.status.startsWith(word)),
					);
		const order = sort === null ? undefined : compare[sort];
		return order ? [...matching].sort(order) : matching;
	});
