import {useGlyphs} from '../hooks/use-terminal.ts';
import type {TextField} from '../source/view-model/text-field.ts';
import {cellWidth, fitCells} from '../source/terminal/cell-text.ts';
import {Dialog, DialogLine} from './dialog.tsx';
import {textInputSpans} from './text-input.ts';

export type PaletteItem = {id: string; label: string; keys: string};

type Props = {
	field: TextField;
	/** Best match first. */
	items: readonly PaletteItem[];
	cursor: number;
	area: {columns: number; rows: number};
};

/** Said where nothing is found: the dashboard has no screen for all that the command line has. */
const nothing = [
	'Nothing by that name.',
	'More is done in a shell: svc --help.',
	'Members, keys, audit log: svc admin, svc keys.',
];

/** Every action of the place and every screen, found by typing. */
export function Palette({field, items, cursor, area}: Props) {
	const glyphs = useGlyphs();
	const inner = Math.min(64, area.columns - 10);
	const height = Math.max(3, Math.min(12, area.rows - 10));
	const top = Math.max(0, Math.min(cursor - Math.floor(height / 2), items.length - height));
	const shown = items.slice(top, top + height);
	const keysWidth = Math.max(8, ...shown.map(({keys}) => cellWidth(keys)));
	return (
		<Dialog title="Command" inner={inner} area={area} contentHeight={height + 2}>
			<DialogLine
				spans={[{text: ': ', role: 'key'}, ...textInputSpans(field, inner - 2, glyphs.caret)]}
				inner={inner}
			/>
			<DialogLine spans={[]} inner={inner} />
			{Array.from({length: height}, (_, line) => {
				const item = shown[line];
				const isSelected = top + line === cursor;
				const spans = item
					? [
							{text: isSelected ? `${glyphs.cursor} ` : '  ', role: 'selected' as const},
							{
								text: fitCells(item.label, inner - keysWidth - 4, glyphs.ellipsis),
								...(isSelected ? {role: 'selected' as const} : {}),
							},
							{text: `  ${item.keys}`, role: 'muted' as const},
						]
					: shown.length === 0
						? [{text: fitCells(`  ${nothing[line] ?? ''}`, inner, glyphs.ellipsis), role: 'muted' as const}]
						: [];
				// biome-ignore lint/suspicious/noArrayIndexKey: lines of a box of fixed height
				return <DialogLine key={line} spans={spans} inner={inner} />;
			})}
		</Dialog>
	);
}
