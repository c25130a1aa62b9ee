import type {RunId, TestId} from '../../../contract/ids.ts';
import {countsText, type OutcomeCounts} from '../../../contract/outcome-counts.ts';
import {cleanLine} from '../clean.ts';
import type {Look} from '../look.ts';

/** Result of waiting for several runs; `failed` counts failed, blocked and cancelled. */
export type RunsOutcome = {
	/** `status` of the run, or `timeout`, or `error:<CODE>`. */
	results: {runId: RunId; status: string; testId?: TestId; name?: string}[];
	summary: OutcomeCounts;
};

export function runs({results, summary}: RunsOutcome, look: Look): string {
	const rows = results.map(
		({runId, status, name}) =>
			`${cleanLine(runId)}  ${look.status(cleanLine(status))}${name ? `  ${cleanLine(name)}` : ''}\n`,
	);
	return `${rows.join('')}\n${countsText(summary)}\n`;
}

/** Result of cancelling several runs. */
export type RunsCancelled = {
	cancelled: string[];
	alreadyCancelled: string[];
	conflicts: {runId: RunId; status: string}[];
	notFound: string[];
	errors: {runId: RunId; message: string}[];
};

/** @param shape the ids in the order they were given */
export function cancelledRuns(outcome: RunsCancelled, look: Look, {runIds}: {runIds: readonly RunId[]}): string {
	const words = new Map<string, string>();
	for (const runId of outcome.cancelled) words.set(runId, 'cancelled');
	for (const runId of outcome.alreadyCancelled) words.set(runId, 'already cancelled');
	for (const {runId, status} of outcome.conflicts) words.set(runId, `conflict (${status})`);
	for (const runId of outcome.notFound) words.set(runId, 'not found');
	for (const {runId} of outcome.errors) words.set(runId, 'error');
	return runIds
		.map(runId => {
			const word = cleanLine(words.get(runId) ?? 'not asked');
			return `${cleanLine(runId)}  ${look.status(word, word.split(' ')[0])}\n`;
		})
		.join('');
}
