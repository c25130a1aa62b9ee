import {Box} from 'ink';
import type {Batch} from '../contract/batch.ts';
import {useGlyphs} from '../hooks/use-terminal.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {formatAge} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {fillSpans, type Span} from '../source/terminal/spans.ts';
import {type BatchComparison, memberChanges} from '../source/view-model/compare-batches.ts';
import {changeSpan} from './compare-row.ts';
import {tookOf} from './history-row.ts';
import {Line} from './line.tsx';
import {statusSpan} from './status-text.ts';

type Props = {comparison: BatchComparison; now: number; width: number};

/** Three lines above two batches side by side: what changed, then the one before, then the one after. */
export function CompareHead({comparison, now, width}: Props) {
	const glyphs = useGlyphs();
	return (
		<Box flexDirection="column" width={width} flexShrink={0}>
			{compareHeadLines(comparison, now, glyphs).map((spans, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: three lines, each in its place
				<Line key={index} spans={fillSpans(spans, width, glyphs.ellipsis)} />
			))}
		</Box>
	);
}

function compareHeadLines({before, after, counts}: BatchComparison, now: number, glyphs: Glyphs): Span[][] {
	const told = memberChanges.filter(change => counts[change] > 0);
	const words = told.flatMap((change): Span[] => {
		const {text, role} = changeSpan(change, glyphs);
		const [glyph = '', ...rest] = text.split(' ');
		return [{text: `${glyph} ${counts[change]} ${rest.join(' ')}   `, ...(role ? {role} : {})}];
	});
	return [
		[{text: '   '}, ...(words.length > 0 ? words : [{text: 'Neither has a test.', role: 'muted' as const}])],
		sideSpans('before', before, now, glyphs),
		sideSpans('after', after, now, glyphs),
	];
}

function sideSpans(title: string, batch: Batch, now: number, glyphs: Glyphs): Span[] {
	const {status, summary, finishedAt, createdAt, trigger, source, batchId} = batch;
	const facts = [
		`${summary.passed}/${summary.total} passed`,
		formatAge(Date.parse(finishedAt ?? createdAt), now),
		tookOf(batch),
		`${trigger.replaceAll('_', ' ')} by ${source.replaceAll('_', ' ')}`,
		batchId,
	].filter(Boolean);
	const {text, role} = statusSpan(cleanLine(status), glyphs);
	return [
		{text: `   ${title.padEnd(8)}`, role: 'muted'},
		{text: text.padEnd(12), ...(role ? {role} : {})},
		{text: facts.map(cleanLine).join(`  ${glyphs.separator}  `), role: 'muted'},
	];
}
