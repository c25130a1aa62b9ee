import type {RunsCancelled, WaitedRuns} from '../../../contract/documents/run.ts';
import type {RunId} from '../../../contract/ids.ts';
import {countsText} from '../../../contract/outcome-counts.ts';
import {cleanLine} from '../clean.ts';
import type {Look} from '../look.ts';

export function runs({results, summary}: WaitedRuns, look: Look): string {
	const rows = results.map(
		({runId, status, name}) =>
			`${cleanLine(runId)}  ${look.status(cleanLine(status))}${name ? `  ${cleanLine(name)}` : ''}\n`,
	);
	return `${rows.join('')}\n${countsText(summary)}\n`;
}

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
