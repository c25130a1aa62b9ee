import type {RunDiff} from '../../contract/documents/run.ts';
import {getBatch} from '../../contract/routes/batches.ts';
import {getRun} from '../../contract/routes/runs.ts';
import type {Run} from '../../contract/run.ts';
import {compareBatches, type BatchComparison} from '../view-model/compare-batches.ts';
import {compareRuns} from '../view-model/compare-runs.ts';
import {type Dashboard, storeKey} from './dashboard.ts';
import {createLoader, type Loader} from './loader.ts';
import {memoizeLast} from './memoize.ts';

/** Two runs, the earlier one first, and what differs. */
export type RunComparison = {before: Run; after: Run; diff: RunDiff};

/** Key of two things that are compared, for the loaders here. */
export const pairKey = (one: string, other: string): string => `${one} ${other}`;

const pairOf = (key: string): [string, string] => {
	const [one = '', other = ''] = key.split(' ');
	return [one, other];
};

/** Two batches side by side, by their `pairKey`. */
export const batchComparisonStore = storeKey(createBatchComparison);

function createBatchComparison({session}: Pick<Dashboard, 'session'>): Loader<BatchComparison> {
	return createLoader<BatchComparison>(
		{session},
		{
			async read(key, _known, signal) {
				const [one, other] = await Promise.all(
					pairOf(key).map(batchId => session.call(getBatch, {params: {batchId}, query: {}, signal})),
				);
				if (!one || !other) throw new Error('Two batches are compared.');
				return compareBatches(one, other);
			},
		},
	);
}

/** Two runs side by side, by their `pairKey`. */
export const runComparisonStore = storeKey(createRunComparison);

function createRunComparison({session}: Pick<Dashboard, 'session'>): Loader<RunComparison> {
	return createLoader<RunComparison>(
		{session},
		{
			async read(key, _known, signal) {
				const [one, other] = await Promise.all(
					pairOf(key).map(runId => session.call(getRun, {params: {runId}, query: {includeSteps: 'true'}, signal})),
				);
				if (!one || !other) throw new Error('Two runs are compared.');
				const [before, after] = one.createdAt <= other.createdAt ? [one, other] : [other, one];
				return {before, after, diff: compareRuns(before, after)};
			},
		},
	);
}

/** Orders of compared members by name. */
export const comparisonOrders: readonly string[] = ['what changed', 'name', 'slower'];

/** Members of a comparison that pass the filter, in the chosen order. */
export const selectCompared = () =>
	memoizeLast(
		(
			members: BatchComparison['members'],
			filter: string,
			only: string | null,
			sort: string | null,
		): BatchComparison['members'] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const kept = members.filter(({name, testId, change}) => {
				const text = `${name} ${testId} ${change}`.toLowerCase();
				return (only === null || change === only) && words.every(word => text.includes(word));
			});
			if (sort === 'name') kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
			if (sort === 'slower') kept.sort((a, b) => (b.slowerMs ?? -Infinity) - (a.slowerMs ?? -Infinity));
			return kept;
		},
	);
