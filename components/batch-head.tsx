import {Box} from 'ink';
import {type Batch, type BatchCleanup, type BatchSummary, isPartial} from '../contract/batch.ts';
import {recordsToClean} from '../contract/cleanup.ts';
import {useGlyphs} from '../hooks/use-terminal.ts';
import {batchProgress, type KnownDuration} from '../source/view-model/batch-progress.ts';
import {formatClock, formatDuration} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {fillSpans, type Span, spansWidth, spreadSpans} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';
import {barSpans} from './progress-bar.ts';
import {statusSpan} from './status-text.ts';

type Props = {
	batch: Batch;
	now: number;
	spinner: string;
	width: number;
	height: number;
	/** Of a part of the tests: the run that decides how the project stands. */
	whole?: BatchSummary | null;
	/** For the time that is left. */
	durationOf: KnownDuration;
};

/** Four lines about a batch as a whole: phase and time, its bar, its counts, its cleanup; blank ones below. */
export function BatchHead({batch, now, spinner, width, height, durationOf, whole}: Props) {
	const glyphs = useGlyphs();
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0}>
			{batchHeadLines(batch, now, spinner, width, glyphs, durationOf, whole).map((spans, index) => (
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
	durationOf?: KnownDuration,
	whole: BatchSummary | null = null,
): readonly (readonly Span[])[] {
	const {summary, waves} = batch;
	const {done, total, elapsedMs, remainingMs} = batchProgress(batch, now, durationOf);
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
	const phase: Span[] = [{text: '   '}, ...phaseSpans(batch, waves.length, spinner, glyphs)];
	const room = width - spansWidth(phase) - spansWidth(time) - 1;
	return [
		spreadSpans([...phase, ...partSpans(batch, whole, room, glyphs)], time, width, glyphs.ellipsis),
		fillSpans([{text: '   '}, ...bar, {text: tally, role: 'muted'}], width, glyphs.ellipsis),
		fillSpans([{text: '   '}, ...countSpans(batch, width - 3, glyphs)], width, glyphs.ellipsis),
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

/** That a run ran some of the tests only, and how the project stands by the run that decides. */
function partSpans(batch: Batch, whole: BatchSummary | null, width: number, glyphs: Glyphs): Span[] {
	if (!isPartial(batch)) return [];
	const muted = (text: string): Span => ({text, role: 'muted'});
	const part = muted('   part of the tests');
	if (whole === null) return firstFit(width, [[part], [muted('   part')]]);
	const {failed, blocked} = whole.summary;
	const counts: Span[] = [
		...(failed > 0 ? [{text: `  ${glyphs.status.failed} ${failed}`, role: 'failed' as const}] : []),
		...(blocked > 0 ? [{text: `  ${glyphs.status.blocked} ${blocked}`, role: 'blocked' as const}] : []),
	];
	const verdict = counts.length > 0 ? counts : [{text: '  '}, statusSpan(whole.status, glyphs)];
	const isOfAll = !isPartial(whole);
	return firstFit(width, [
		[part, muted(isOfAll ? ', the last run of all:' : ', the project by another part:'), ...verdict, muted('  (W)')],
		[muted(isOfAll ? '   part, of all:' : '   part, the project:'), ...verdict, muted('  (W)')],
		[muted('   part')],
	]);
}

const countWords = ['passed', 'failed', 'blocked', 'running', 'queued', 'cancelled', 'skipped'] as const;
type CountWord = (typeof countWords)[number];

/** Words for a narrow line. */
const shortWords: Record<CountWord, string> = {
	passed: 'pass',
	failed: 'fail',
	blocked: 'block',
	running: 'run',
	queued: 'wait',
	cancelled: 'cancel',
	skipped: 'skip',
};

/** Counts in words, as many as the width allows: what is zero stands back, then goes; then words get shorter. */
function countSpans({summary}: Batch, width: number, glyphs: Glyphs): Span[] {
	const {total, selected = total, closure = 0} = summary;
	const counted = countWords.filter(word => summary[word] > 0);
	const always: CountWord[] = ['passed', 'failed', 'blocked'];
	const withZeros = countWords.filter(word => summary[word] > 0 || always.includes(word));
	const line = (words: readonly CountWord[], gap: number, wordOf: (word: CountWord) => string): Span[] =>
		words.flatMap((word, index): Span[] => {
			const {text, role} = statusSpan(word, glyphs);
			const [glyph] = text.split(' ');
			const tone = summary[word] > 0 ? role : 'muted';
			const before = index > 0 ? [{text: ' '.repeat(gap)}] : [];
			return [...before, {text: `${glyph} ${summary[word]} ${wordOf(word)}`, ...(tone ? {role: tone} : {})}];
		});
	const full = (word: CountWord) => word;
	const short = (word: CountWord) => shortWords[word];
	// Why there are more tests than were asked for.
	const why: Span = {text: `   of ${total} (${selected} selected, ${closure} closure)`, role: 'muted'};
	const withReason = closure > 0 ? [line(withZeros, 3, full), line(counted, 2, full), line(counted, 1, short)] : [];
	return firstFit(width, [
		...withReason.map(spans => [...spans, why]),
		line(withZeros, 3, full),
		line(counted, 3, full),
		line(counted, 2, full),
		line(counted, 2, short),
		line(counted, 1, short),
	]);
}

/** The first of the lines that is not too wide, else the last one. */
const firstFit = (width: number, lines: readonly Span[][]): Span[] =>
	lines.find(spans => spansWidth(spans) <= width) ?? lines.at(-1) ?? [];

/** Cells of the cleanup bar: a narrow screen has more use for the words. */
const cleanupBarWidth = (width: number) => (width < 100 ? 10 : 20);

const cleanupWords: Record<string, string> = {
	none: 'no DELETE was sent',
	waiting: 'waits for the tests',
	running: 'running',
	done: 'done',
	failed: 'failed',
	asking: 'waits for your word',
};

/** Whether the cleanup has anything to say: a record, or a state that is more than "there was nothing to do". */
const speaks = ({state, captured}: BatchCleanup): boolean =>
	captured > 0 || state === 'running' || state === 'failed' || state === 'asking';

/** The cleanup phase with its own bar; empty before there is anything to clean. */
function cleanupSpans(cleanup: BatchCleanup, width: number, glyphs: Glyphs): Span[] {
	const {state, captured, cleaned, orphaned, kept, dismissed, pending} = cleanup;
	if (!speaks(cleanup)) return [{text: ' '}];
	const total = recordsToClean(cleanup);
	const refused = Math.max(0, captured - cleaned - orphaned - kept - dismissed - pending);
	const parts = [
		{count: cleaned, role: 'passed'},
		{count: refused, role: 'failed'},
		{count: orphaned, role: 'blocked'},
	] as const;
	const title: Span = {text: 'cleanup  ', role: 'muted'};
	const bar = total === 0 ? [] : [...barSpans(parts, total, cleanupBarWidth(width), glyphs), {text: '  '}];
	const tally: Span[] =
		total === 0 ? [] : [{text: `${cleaned} of ${total} cleaned up`, role: state === 'running' ? 'running' : 'muted'}];
	const count = (number: number, words: string, role: 'failed' | 'blocked' | 'muted', glyph = ''): Span[] =>
		number === 0 ? [] : [{text: `   ${glyph}${number} ${words}`, role}];
	const left = [
		...count(refused, 'not deleted', 'failed', `${glyphs.status.failed} `),
		...count(orphaned, 'might be orphaned', 'blocked', `${glyphs.status.blocked} `),
	];
	const rest = [...count(kept, 'kept', 'muted'), ...count(dismissed, 'dismissed', 'muted')];
	const where: Span[] = [
		{text: `   ${cleanupWords[state] ?? state}`, role: state === 'failed' ? 'failed' : 'muted'},
		...(pending > 0 && state === 'running' ? [{text: `, ${pending} to go`, role: 'muted' as const}] : []),
		...(state === 'asking' ? [{text: `, ${pending} to send (7, then s)`, role: 'waiting' as const}] : []),
	];
	const isFirst = state === 'failed' || state === 'asking';
	// On a narrow line the bar goes first; a failure of the cleanup, or its question, is said before anything else is.
	return firstFit(width - 3, [
		[title, ...bar, ...tally, ...left, ...rest, ...where],
		[title, ...tally, ...left, ...rest, ...where],
		[title, ...tally, ...left, ...where],
		isFirst ? [{text: 'cleanup', role: 'muted'}, ...where, ...left] : [title, ...tally, ...left],
	]);
}
