import {failureWords} from '../source/view-model/failure-words.ts';
import type {BatchSummary} from '../contract/batch.ts';
import type {RunHistoryItem} from '../contract/run.ts';
import type {HistoryRow} from '../source/stores/history.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {batchSentence} from '../source/view-model/batch-progress.ts';
import {tookOf} from './history-row.ts';
import {labelled, wrapped} from './pane-lines.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';

/** `isMetered`: the service counts credits. */
type Look = {glyphs: Glyphs; width: number; isMetered: boolean};

/** A moment as it is read: day and time, UTC. */
export const momentText = (moment: string | null): string | null =>
	moment === null ? null : moment.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');

/** Everything that a history knows of one of its rows. */
export const historyDetailLines = (row: HistoryRow, look: Look): PaneLine[] =>
	row.kind === 'batch' ? batchLines(row.batch, look) : runLines(row.run, look);

function batchLines(batch: BatchSummary, {glyphs, width, isMetered}: Look): PaneLine[] {
	const {batchId, status, trigger, source, environment, targetUrl, scheduleId, testListId, credits} = batch;
	return [
		...wrapped(cleanLine(batchId), width, 'title'),
		[statusSpan(cleanLine(status), glyphs), {text: `   ${tookOf(batch)}`, role: 'muted'}],
		[],
		...labelled('Tests', batchSentence(batch).replace(/^\w+: /, ''), width),
		...labelled('Started', momentText(batch.startedAt ?? batch.createdAt), width),
		...labelled('Ended', momentText(batch.finishedAt), width),
		...labelled('As', trigger.replaceAll('_', ' '), width),
		...labelled('By', source.replaceAll('_', ' '), width),
		...labelled('Needs', batch.skipDependencies ? 'taken from the run before' : null, width),
		...labelled('Target', targetUrl, width),
		...labelled('Environ.', environment, width),
		...labelled('Schedule', scheduleId, width),
		...labelled('Test list', testListId, width),
		...labelled('Credits', isMetered && credits.charged > 0 ? String(credits.charged) : null, width),
		...labelled('Before it', batch.previousBatchId, width),
	];
}

function runLines(run: RunHistoryItem, {glyphs, width}: Look): PaneLine[] {
	const {runId, batchId, status, source, isRerun, createdFrom, codeVersion, failureKind, targetUrl} = run;
	return [
		...wrapped(cleanLine(runId), width, 'title'),
		[statusSpan(cleanLine(status), glyphs), {text: `   ${tookOf(run)}`, role: 'muted'}],
		[],
		...labelled('Failure', failureWords(failureKind), width, 'failed'),
		...labelled('Code', codeVersion, width),
		...labelled('Started', momentText(run.startedAt ?? run.createdAt), width),
		...labelled('Ended', momentText(run.finishedAt), width),
		...labelled('As', isRerun ? 'rerun' : 'run', width),
		...labelled('From', createdFrom, width),
		...labelled('By', source.replaceAll('_', ' '), width),
		...labelled('Target', targetUrl, width),
		...labelled('Batch', batchId, width),
	];
}
