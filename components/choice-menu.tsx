import {Text} from 'ink';
import SelectInput from 'ink-select-input';
import {useTheme, useGlyphs} from '../hooks/use-terminal.ts';
import type {Choice} from '../source/stores/ui.ts';
import {cellWidth, fitCells, wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLines} from '../source/terminal/clean-text.ts';
import {Dialog, DialogLine} from './dialog.tsx';

type Props = {
	title: string;
	/** Explains the choices; foreign text is cleaned here. */
	lines: readonly string[];
	/** Up to ten. */
	choices: readonly Choice[];
	cursor: number;
	area: {columns: number; rows: number};
};

/**
 * A menu over the screen. ink-select-input draws it; the keys come from the one key table, because the component itself
 * would lose strokes that arrive in one read. So it is never focused, and drawn anew where the cursor went.
 */
export function ChoiceMenu({title, lines, choices, cursor, area}: Props) {
	const theme = useTheme();
	const glyphs = useGlyphs();
	const widest = Math.max(...[title, ...lines, ...choices.map(({label}) => `${label}      `)].map(cellWidth), 24);
	const inner = Math.min(widest, area.columns - 10);
	const texts = lines.flatMap(text => cleanLines(text).flatMap(line => wrapCells(line, inner)));
	const contentHeight = texts.length + choices.length + 3;
	return (
		<Dialog title={title} inner={inner} area={area} contentHeight={contentHeight}>
			{texts.map((text, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
				<DialogLine key={index} spans={[{text}]} inner={inner} />
			))}
			{texts.length > 0 && <DialogLine spans={[]} inner={inner} />}
			<SelectInput
				key={cursor}
				isFocused={false}
				initialIndex={cursor}
				items={choices.map(({id, label}, index) => ({key: id, label: `${(index + 1) % 10}  ${label}`, value: id}))}
				indicatorComponent={({isSelected}) => (
					<Text {...theme.selected}>{isSelected ? `  ${glyphs.cursor} ` : '    '}</Text>
				)}
				itemComponent={({isSelected, label}) => (
					<Text {...(isSelected ? theme.selected : {})}>{`${fitCells(label, inner - 2, glyphs.ellipsis)}  `}</Text>
				)}
			/>
			<DialogLine spans={[]} inner={inner} />
			<DialogLine
				spans={[
					{text: 'Enter', role: 'key'},
					{text: ' choose   ', role: 'muted'},
					{text: 'Esc', role: 'key'},
					{text: ' close', role: 'muted'},
				]}
				inner={inner}
			/>
		</Dialog>
	);
}
