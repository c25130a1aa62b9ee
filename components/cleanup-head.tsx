import {Box} from 'ink';
import {type CleanupView, recordsToClean} from '../contract/cleanup.ts';
import {cleanupWords, isUntouched} from '../contract/cleanup-words.ts';
import {useGlyphs} from '../hooks/use-terminal.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {fillSpans, type Span, spreadSpans} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';
import {barSpans} from './progress-bar.ts';
import {counted} from '../source/view-model/counted.ts';

const tones: Record<string, 'passed' | 'failed' | 'running' | 'waiting'> = {
	none: 'passed',
	running: 'running',
	done: 'passed',
	failed: 'failed',
};

/** Three lines about a cleanup as a whole: its state, its bar, its counts. */
function cleanupHeadLines(view: CleanupView, width: number, glyphs: Glyphs): readonly (readonly Span[])[] {
	const {cleaned, orphaned, failed, pending, kept, dismissed} = view.progress;
	const total = recordsToClean(view.progress);
	const standing = {state: view.state, orphaned, pending};
	const tone = isUntouched(standing) ? 'failed' : (tones[view.state] ?? 'waiting');
	const words = cleanupWords(standing);
	const deletes = `${counted(view.totals.deleteCalls, 'DELETE call')} `;
	const tally = `  ${cleaned}/${total} cleaned up `;
	const bar = barSpans(
		[
			{count: cleaned, role: 'passed'},
			{count: failed, role: 'failed'},
			{count: orphaned, role: 'blocked'},
		],
		total,
		Math.max(10, width - tally.length - 3),
		glyphs,
	);
	const count = (
		number: number,
		word: string,
		role: 'blocked' | 'failed' | 'waiting' | 'idle' | 'cancelled',
	): Span[] => (number === 0 ? [] : [{text: `${glyphs.status[role]} ${number} ${word}   `, role}]);
	const counts = [
		...count(orphaned, 'might be orphaned', 'blocked'),
		...count(failed, 'failed', 'failed'),
		...count(pending, 'pending', 'waiting'),
		...count(kept, 'kept', 'idle'),
		...count(dismissed, 'dismissed', 'cancelled'),
	];
	const left: Span[] = [{text: '   '}, {text: `${glyphs.status[tone]} ${words}`, role: tone}];
	return [
		spreadSpans(left, [{text: deletes, role: 'muted'}], width, glyphs.ellipsis),
		fillSpans([{text: '   '}, ...bar, {text: tally, role: 'muted'}], width, glyphs.ellipsis),
		fillSpans(
			[{text: '   '}, ...(counts.length > 0 ? counts : [{text: 'nothing is left', role: 'muted' as const}])],
			width,
			glyphs.ellipsis,
		),
	];
}

/** The head over the cards. */
export function CleanupHead({view, width}: {view: CleanupView; width: number}) {
	const glyphs = useGlyphs();
	return (
		<Box flexDirection="column" width={width}>
			{cleanupHeadLines(view, width, glyphs).map((spans, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: three lines, each in its place
				<Line key={index} spans={spans} />
			))}
		</Box>
	);
}
