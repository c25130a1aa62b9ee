import {Box} from 'ink';
import {cellWidth, wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLines} from '../source/terminal/clean-text.ts';
import type {Role} from '../source/terminal/themes.ts';
import {Line} from './line.tsx';

type Props = {
	title: string;
	/** Foreign text is cleaned here. */
	lines: readonly string[];
	titleRole?: Role;
	width: number;
	height: number;
};

/** Cells left and right of the text. */
const margins = 6;

const isCommand = (line: string): boolean => /^(?:svc|export|npm) /.test(line);

/** A command stays on its line; where that is too narrow it goes on as a shell takes it, so that it can still be copied. */
export function commandLines(command: string, width: number): string[] {
	if (cellWidth(command) <= width) return [command];
	const lines: string[] = [];
	for (const part of command.split(/ (?=--)/)) {
		const line = lines.at(-1);
		if (line !== undefined && cellWidth(`${line} ${part} \\`) <= width) lines[lines.length - 1] = `${line} ${part}`;
		else lines.push(line === undefined ? part : `  ${part}`);
	}
	return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}

/** A state of a screen that has no rows to show: empty, loading, failed. Says what to do next. */
export function Panel({title, lines, titleRole = 'title', width, height}: Props) {
	const inner = Math.max(1, Math.min(width - margins, 76));
	const texts = lines.flatMap(text =>
		cleanLines(text).flatMap(line => (isCommand(line) ? commandLines(line, width - margins) : wrapCells(line, inner))),
	);
	const shown = [{text: title, role: titleRole}, {text: ''}, ...texts.map(text => ({text}))].slice(
		0,
		Math.max(1, height - 2),
	);
	return (
		<Box width={width} height={height} flexDirection="column" paddingLeft={3} paddingTop={1}>
			{shown.map((span, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
				<Box key={index} height={1} flexShrink={0}>
					<Line spans={[span.text === '' ? {text: ' '} : span]} />
				</Box>
			))}
		</Box>
	);
}
