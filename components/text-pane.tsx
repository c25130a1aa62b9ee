import {Box} from 'ink';
import {useGlyphs} from '../hooks/use-terminal.ts';
import {cutSpans, type Span} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';

/** A printable line of a pane. */
export type PaneLine = readonly Span[];

type Props = {lines: readonly PaneLine[]; scroll: number; width: number; height: number};

/** Lines of text, of which those from `scroll` on that fit are drawn. */
export function TextPane({lines, scroll, width, height}: Props) {
	const {ellipsis} = useGlyphs();
	const top = clampScroll(scroll, lines.length, height);
	return (
		<Box width={width} height={height} flexDirection="column">
			{lines.slice(top, top + height).map((spans, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
				<Box key={index} height={1} flexShrink={0}>
					<Line spans={spans.length === 0 ? [{text: ' '}] : cutSpans(spans, width, ellipsis)} />
				</Box>
			))}
		</Box>
	);
}

/** A scroll position within what there is to scroll. */
export const clampScroll = (scroll: number, lines: number, height: number): number =>
	Math.min(Math.max(0, scroll), Math.max(0, lines - height));
