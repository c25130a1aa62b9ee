import {useGlyphs} from '../hooks/use-glyphs.ts';
import type {FormField} from '../source/stores/ui.ts';
import {cellWidth, fitCells, wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Span} from '../source/terminal/spans.ts';
import {Dialog, DialogLine} from './dialog.tsx';
import {textInputSpans} from './text-input.ts';

type Props = {
	title: string;
	fields: readonly FormField[];
	/** Index of the field that has the keys. */
	focus: number;
	/** What was wrong with the last try; foreign text is cleaned here. */
	error: string | null;
	isBusy: boolean;
	area: {columns: number; rows: number};
};

/** A small form over the screen: one line per field. */
export function Form({title, fields, focus, error, isBusy, area}: Props) {
	const glyphs = useGlyphs();
	const inner = Math.min(66, area.columns - 10);
	const labelWidth = Math.max(...fields.map(({label}) => cellWidth(label))) + 2;
	const room = inner - labelWidth - 2;
	const errorLines = error === null ? [] : wrapCells(cleanLine(error), inner);
	return (
		<Dialog title={title} inner={inner} area={area} contentHeight={fields.length + errorLines.length + 4}>
			{fields.map((field, index) => {
				const hasKeys = index === focus;
				const label = fitCells(field.label, labelWidth, glyphs.ellipsis);
				const spans: Span[] = [
					hasKeys ? {text: `${glyphs.cursor} `, role: 'selected'} : {text: '  '},
					{text: label, role: hasKeys ? 'selected' : 'muted'},
					...fieldSpans(field, hasKeys, room, glyphs.caret),
				];
				return <DialogLine key={field.name} spans={spans} inner={inner} />;
			})}
			<DialogLine spans={[]} inner={inner} />
			{errorLines.map((text, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
				<DialogLine key={index} spans={[{text, role: 'failed'}]} inner={inner} />
			))}
			<DialogLine spans={isBusy ? [{text: 'Sending', role: 'accent'}] : helpSpans} inner={inner} />
		</Dialog>
	);
}

const helpSpans: Span[] = [
	{text: 'Enter', role: 'key'},
	{text: ' next, on the last field: send   ', role: 'muted'},
	{text: 'Tab', role: 'key'},
	{text: ' field   ', role: 'muted'},
	{text: 'Esc', role: 'key'},
	{text: ' close', role: 'muted'},
];

function fieldSpans(field: FormField, hasKeys: boolean, room: number, caret: string): Span[] {
	if (field.kind === 'choice')
		return field.options.flatMap((option, index): Span[] => [
			...(index > 0 ? [{text: '   '}] : []),
			index === field.selected ? {text: `[${option}]`, role: 'selected'} : {text: ` ${option} `, role: 'muted'},
		]);
	const isEmpty = field.field.characters.length === 0;
	const note: Span[] = isEmpty && field.note ? [{text: ` ${field.note}`, role: 'muted'}] : [];
	return [...textInputSpans(field.field, room, hasKeys ? caret : ''), ...note];
}
