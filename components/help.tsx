import {Box} from 'ink';
import {useGlyphs} from '../hooks/use-terminal.ts';
import {cellWidth, wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {type Binding, keyLabel} from '../source/terminal/key-table.ts';
import {fillSpans, type Span} from '../source/terminal/spans.ts';
import {clampScroll, TextPane} from './text-pane.tsx';

export type HelpSection = {title: string; bindings: readonly Binding[]};

type Props = {
	/** Whose keys they are, above them; null: nothing is said of it. Foreign text is cleaned here. */
	head: string | null;
	sections: readonly HelpSection[];
	scroll: number;
	width: number;
	height: number;
};

const columnWidth = 44;
/** Keys of an action that are shown; the others are the same keys for other habits. */
const shownKeys = 2;

/** All keys of the place, in as many columns as there is room for. */
export function Help({head, sections, scroll, width, height}: Props) {
	const {ellipsis} = useGlyphs();
	const headLines: Span[][] =
		head === null ? [] : [...wrapCells(cleanLine(head), width - 4).map((text): Span[] => [{text, role: 'muted'}]), []];
	const lines = [...headLines, ...helpLines(sections, width - 4, ellipsis)];
	return (
		<Box width={width} height={height} paddingLeft={3} paddingTop={1}>
			<TextPane
				lines={lines}
				scroll={clampScroll(scroll, lines.length, height - 1)}
				width={width - 4}
				height={height - 1}
			/>
		</Box>
	);
}

/** Sections one under the other, dealt to columns of about the same length. */
function helpLines(sections: readonly HelpSection[], width: number, ellipsis: string): Span[][] {
	const count = Math.max(1, Math.min(sections.length, Math.floor(width / columnWidth)));
	const cells = Math.floor(width / count);
	const blocks = sections.filter(({bindings}) => bindings.length > 0).map(section => sectionLines(section, cells - 2));
	const columns: Span[][][] = Array.from({length: count}, () => []);
	for (const block of blocks) {
		const shortest = columns.reduce((best, column) => (column.length < best.length ? column : best));
		shortest.push(...block, []);
	}
	const height = Math.max(...columns.map(column => column.length));
	return Array.from({length: height}, (_, line) =>
		columns.flatMap(column => [...fillSpans(column[line] ?? [], cells - 2, ellipsis), {text: '  '}]),
	);
}

function sectionLines({title, bindings}: HelpSection, width: number): Span[][] {
	const labels = bindings.map(({keys}) => keys.slice(0, shownKeys).map(keyLabel).join('  '));
	const keysWidth = Math.min(18, Math.max(...labels.map(cellWidth))) + 2;
	return [
		[{text: title, role: 'accent'}],
		...bindings.flatMap(({help}, index) =>
			wrapCells(help, Math.max(1, width - keysWidth)).map((text, line): Span[] => [
				...fillSpans([{text: line === 0 ? (labels[index] ?? '') : '', role: 'key'}], keysWidth, ' '),
				{text},
			]),
		),
	];
}
