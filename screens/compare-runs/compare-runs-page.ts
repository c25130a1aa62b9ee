import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Page, Reader} from '../reader.ts';
import {shownRuns} from './shown-comparison.ts';

/** Two runs in words: what differs. */
export function compareRunsPage({dashboard}: Reader): Page {
	const comparison = shownRuns(dashboard);
	if (!comparison) return {lines: ['Reading both runs.'], choices: []};
	const {before, after, diff} = comparison;
	const change = (a: unknown, b: unknown) =>
		a === b ? `${a ?? 'none'}, the same` : `${a ?? 'none'}, then ${b ?? 'none'}`;
	return {
		lines: [
			`Verdict: ${change(before.status, after.status)}.`,
			`Failure: ${change(before.failureKind, after.failureKind)}.`,
			`Failed step: ${change(before.failedStepIndex, after.failedStepIndex)}.`,
			`Code: ${change(before.codeVersion, after.codeVersion)}.`,
			`Steps that differ: ${diff.changedSteps.length}.`,
			...diff.changedSteps.map(
				({stepIndex, statusA, statusB, errorB}) =>
					`Step ${stepIndex}: ${change(statusA, statusB)}.${errorB ? ` ${errorB}` : ''}`,
			),
		].map(cleanLine),
		choices: [],
	};
}
