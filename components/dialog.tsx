import {Box} from 'ink';
import type {ReactNode} from 'react';
import {useTheme, useGlyphs} from '../hooks/use-terminal.ts';
import {fillSpans, type Span} from '../source/terminal/spans.ts';
import {Line} from './line.tsx';

type Props = {
	title: string;
	/** Cells inside the border and its blanks. */
	inner: number;
	/** The area that the dialog lies over. */
	area: {columns: number; rows: number};
	/** Lines of the content, for centring. */
	contentHeight: number;
	children: ReactNode;
};

/** A box over the screen. Its content must fill its lines with blanks, because what lies below shines through. */
export function Dialog({title, inner, area, contentHeight, children}: Props) {
	const {box} = useGlyphs();
	const theme = useTheme();
	const [topLeft, topRight, bottomLeft, bottomRight, horizontal, vertical] = box;
	const border = {
		topLeft,
		topRight,
		bottomLeft,
		bottomRight,
		top: horizontal,
		bottom: horizontal,
		left: vertical,
		right: vertical,
	};
	const width = inner + 6;
	const height = contentHeight + 4;
	return (
		<Box
			position="absolute"
			marginLeft={Math.max(0, Math.floor((area.columns - width) / 2))}
			marginTop={Math.max(0, Math.floor((area.rows - height) / 3))}
		>
			<Box
				width={width}
				flexDirection="column"
				borderStyle={border}
				{...(theme.accent.color ? {borderColor: theme.accent.color} : {})}
			>
				<DialogLine spans={[{text: title, role: 'title'}]} inner={inner} />
				<DialogLine spans={[]} inner={inner} />
				{children}
			</Box>
		</Box>
	);
}

/** A line of a dialog, filled to its border. */
export function DialogLine({spans, inner}: {spans: readonly Span[]; inner: number}) {
	const {ellipsis} = useGlyphs();
	return (
		<Box height={1} flexShrink={0}>
			<Line spans={[{text: '  '}, ...fillSpans(spans, inner, ellipsis), {text: '  '}]} />
		</Box>
	);
}
