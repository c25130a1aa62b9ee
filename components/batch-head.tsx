import {Box} from 'ink';
import {useGlyphs} from '../hooks/use-glyphs.ts';
import type {Batch, BatchCleanup} from '../source/contract/batch.ts';
import {batchProgress} from '../source/view-model/batch-progress.ts';
import {formatClock, formatDuration} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {fillSpans, type Span, spreadSpans} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';
import {barSpans} from './progress-bar.ts';
import {statusSpan} from './status-text.ts';

type Props = {batch: Batch; now: number; spinner: string; width: number; height: number};

/** Four lines about a batch as a whole: phase and time, its bar, its counts, its cleanup; blank ones below. */
export function BatchHead({batch, now, spinner, width, height}: Props) {
	const glyphs = useGlyphs();
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0}>
			{batchHeadLines(batch, now, spinner, width, glyphs).map((spans, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: four lines, each in its place
				<Line key={index} spans={spans} />
			))}
		</Box>
	);
}

export function batchHeadLines(
	batch: Batch,
	now: number,
	spinner: string,
	width: number,
	glyphs: Glyphs,
): readonly (readonly Span[])[] {
	const {summary, waves} = batch;
	const {done, total, elapsedMs, remainingMs} = batchProgress(batch, now);
	const parts = [
		{count: summary.passed, role: 'passed'},
		{count: summary.failed, role: 'failed'},
		{count: summary.blocked, role: 'blocked'},
		{count: summary.cancelled + summary.skipped, role: 'cancelled'},
	] as const;
	const tally = `  ${String(done).padStart(String(total).length)}/${total} `;
	const bar = barSpans(parts, total, Math.max(10, width - tally.length - 3), glyphs);
	const time: Span[] = [
		{text: batch.finishedAt ? formatDuration(elapsedMs) : formatClock(elapsedMs), role: 'title'},
		...(remainingMs === null || remainingMs < 1000
			? []
			: [{text: `   about ${formatClock(remainingMs)} left`, role: 'muted' as const}]),
		{text: ' '},
	];
	return [
		spreadSpans([{text: '   '}, ...phaseSpans(batch, waves.length, spinner, glyphs)], time, width, glyphs.ellipsis),
		fillSpans([{text: '   '}, ...bar, {text: tally, role: 'muted'}], width, glyphs.ellipsis),
		fillSpans([{text: '   '}, ...countSpans(batch, glyphs)], width, glyphs.ellipsis),
		fillSpans([{text: '   '}, ...cleanupSpans(batch.cleanup, width, glyphs)], width, glyphs.ellipsis),
	];
}

function phaseSpans(
	{status, phase, currentWave, outcome}: Batch,
	waves: number,
	spinner: string,
	glyphs: Glyphs,
): Span[] {
	const muted = (text: string): Span => ({text, role: 'muted'});
	if (phase === 'done') return [statusSpan(status, glyphs)];
	if (phase === 'cleanup')
		return [
			statusSpan('running', glyphs, spinner),
			muted('   cleaning up'),
			...(outcome ? [muted('   tests: '), statusSpan(outcome, glyphs)] : []),
		];
	const where = phase === 'queued' ? 'waiting for a free runner' : `wave ${currentWave} of ${waves}`;
	return [statusSpan(status, glyphs, spinner), muted(`   ${where}`)];
}

/** Counts in words; what is zero stands back. */
function countSpans({summary}: Batch, glyphs: Glyphs): Span[] {
	const words = ['passed', 'failed', 'blocked', 'running', 'queued', 'cancelled', 'skipped'] as const;
	return words
		.filter(word => summary[word] > 0 || word === 'passed' || word === 'failed' || word === 'blocked')
		.flatMap((word): Span[] => {
			const span = statusSpan(word, glyphs);
			const [glyph] = span.text.split(' ');
			const role = summary[word] > 0 ? span.role : 'muted';
			return [{text: `${glyph} ${summary[word]} ${word}   `, ...(role ? {role} : {})}];
		});
}

/** Cells of the cleanup bar: a narrow screen has more use for the words. */
const cleanupBarWidth = (width: number) => (width < 100 ? 10 : 20);

/** The cleanup phase with its own bar; empty before there is anything to clean. */
function cleanupSpans(
	{state, captured, cleaned, orphaned, pending}: BatchCleanup,
	width: number,
	glyphs: Glyphs,
): Span[] {
	if (state === 'none' || captured === 0) return [{text: ' '}];
	const parts = [
		{count: cleaned, role: 'passed'},
		{count: orphaned, role: 'blocked'},
	] as const;
	const words: Record<string, string> = {
		waiting: 'waits for the tests',
		running: 'running',
		done: 'done',
		failed: 'failed',
	};
	return [
		{text: 'cleanup  ', role: 'muted'},
		...barSpans(parts, captured, cleanupBarWidth(width), glyphs),
		{text: `  ${cleaned} of ${captured} cleaned up`, role: state === 'running' ? 'running' : 'muted'},
		...(orphaned > 0
			? [{text: `   ${glyphs.status.blocked} ${orphaned} might be orphaned`, role: 'blocked' as const}]
			: []),
		{text: `   ${words[state] ?? state}`, role: state === 'failed' ? 'failed' : 'muted'},
		...(pending > 0 && state === 'running' ? [{text: `, ${pending} to go`, role: 'muted' as const}] : []),
	];
}
