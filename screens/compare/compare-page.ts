import {cleanLine} from '../../source/terminal/clean-text.ts';
import {batchSentence} from '../../source/view-model/batch-progress.ts';
import {comparisonSentence, memberChanges} from '../../source/view-model/compare-batches.ts';
import type {Page, Reader} from '../reader.ts';
import {shownComparison} from './compare-list.ts';

/** Two batches in words: what changed, and which tests. */
export function comparePage({dashboard, say}: Reader): Page {
	const comparison = shownComparison(dashboard);
	if (!comparison) return {lines: ['Reading both runs.'], choices: []};
	const {before, after, members, counts} = comparison;
	return {
		lines: [
			`Before: ${batchSentence(before)}.`,
			`After: ${batchSentence(after)}.`,
			`Changes: ${comparisonSentence(comparison)}.`,
		].map(cleanLine),
		choices: [
			...memberChanges
				.filter(change => counts[change] > 0)
				.map(change => ({
					label: `${change}: ${counts[change]}`,
					do: () =>
						say(
							members
								.filter(member => member.change === change)
								.map(({name, before: then, after: now}) =>
									cleanLine(`${name}: ${then?.status ?? 'not there'}, then ${now?.status ?? 'not there'}`),
								),
						),
				})),
		],
	};
}
