import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {useTheme, useGlyphs} from '../hooks/use-terminal.ts';

type Props = {
	direction: 'row' | 'column';
	/** Null where the other pane has all the room. */
	list: ReactNode;
	detail: ReactNode;
	/** Cells or lines of the line between them. */
	length: number;
	/** The line between panes that stand side by side, one character per line: a scrollbar of the list. */
	edge: readonly string[];
	/** The detail pane has the keys. */
	isDetailFocused: boolean;
};

/** Two panes with a line between them, or the one that is shown. */
export function DetailFrame({direction, list, detail, length, edge, isDetailFocused}: Props) {
	const theme = useTheme();
	const {rule} = useGlyphs();
	if (list === null || detail === null) return <>{list ?? detail}</>;
	const style = isDetailFocused ? theme.accent : theme.muted;
	const line =
		direction === 'row' ? (
			<Box width={2} flexShrink={0}>
				<Text {...style}>{edge.join('\n')}</Text>
			</Box>
		) : (
			<Text {...style}>{rule.repeat(length)}</Text>
		);
	return (
		<Box flexDirection={direction}>
			{list}
			{line}
			{detail}
		</Box>
	);
}
