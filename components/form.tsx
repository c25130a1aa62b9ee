import {useGlyphs} from '../hooks/use-terminal.ts';
import type {FormField} from '../source/stores/ui.ts';
import {cellWidth, fitCells, wrapCells} from '../source/terminal/cell-text.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {type Span, spansWidth} from '../source/terminal/spans.ts';
import {Dialog, DialogLine} from './dialog.tsx';
import {foundLines, pickSpans} from './pick-lines.ts';
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
	const focused = fields[focus];
	const found = focused?.kind === 'pick' ? foundLines(focused, room, glyphs) : [];
	const {top, end} = shownFields(fields.length, focus, area.rows - errorLines.length - found.length - aroundFields);
	const lines = fields.slice(top, end).flatMap((field, line): {key: string; spans: Span[]}[] => {
		const hasKeys = top + line === focus;
		const label = fitCells(field.label, labelWidth, glyphs.ellipsis);
		const spans: Span[] = [
			hasKeys ? {text: `${glyphs.cursor} `, role: 'selected'} : {text: '  '},
			{text: label, role: hasKeys ? 'selected' : 'muted'},
			...fieldSpans(field, hasKeys, room, glyphs),
		];
		const below = hasKeys ? found : [];
		const indent: Span = {text: ' '.repeat(labelWidth + 2)};
		return [
			{key: field.name, spans},
			...below.map((more, index) => ({key: `${field.name} ${index}`, spans: [indent, ...more]})),
		];
	});
	return (
		<Dialog title={title} inner={inner} area={area} contentHeight={lines.length + errorLines.length + 4}>
			{lines.map(({key, spans}) => (
				<DialogLine key={key} spans={spans} inner={inner} />
			))}
			<DialogLine spans={[]} inner={inner} />
			{errorLines.map((text, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
				<DialogLine key={index} spans={[{text, role: 'failed'}]} inner={inner} />
			))}
			<DialogLine
				spans={isBusy ? [{text: 'Sending', role: 'accent'}] : helpSpans(focused, focus === fields.length - 1)}
				inner={inner}
			/>
		</Dialog>
	);
}

/** Lines of a form that are no field: border, title, blanks, help. */
const aroundFields = 6;

/** The fields that fit into `room` lines, the one with the keys among them. */
function shownFields(count: number, focus: number, room: number): {top: number; end: number} {
	const height = Math.min(count, Math.max(1, room));
	const top = Math.min(Math.max(0, focus - height + 1), count - height);
	return {top, end: top + height};
}

function enterWords(field: FormField | undefined, isLast: boolean): string {
	if (field?.kind === 'pick' && field.cursor >= 0) return ' pick  ';
	return isLast ? ' send  ' : ' next, at the end: send  ';
}

const helpSpans = (field: FormField | undefined, isLast: boolean): Span[] => [
	{text: 'Enter', role: 'key'},
	{text: enterWords(field, isLast), role: 'muted'},
	{text: 'Tab', role: 'key'},
	{text: ' field  ', role: 'muted'},
	{text: 'Esc', role: 'key'},
	{text: ' close', role: 'muted'},
];

function fieldSpans(field: FormField, hasKeys: boolean, room: number, glyphs: Glyphs): Span[] {
	const caret = hasKeys ? glyphs.caret : '';
	if (field.kind === 'pick') return pickSpans(field, hasKeys, room, glyphs);
	if (field.kind === 'choice') {
		const all = field.options.flatMap((option, index): Span[] => [
			...(index > 0 ? [{text: '  '}] : []),
			index === field.selected ? {text: `[${option}]`, role: 'selected'} : {text: ` ${option} `, role: 'muted'},
		]);
		if (spansWidth(all) <= room) return all;
		return [
			{text: `[${field.options[field.selected] ?? ''}]`, role: 'selected'},
			{text: `  ${field.selected + 1} of ${field.options.length}`, role: 'muted'},
		];
	}
	const isEmpty = field.field.characters.length === 0;
	const note: Span[] = isEmpty && field.note ? [{text: ` ${field.note}`, role: 'muted'}] : [];
	const typed = field.isSecret ? {...field.field, characters: field.field.characters.map(() => '*')} : field.field;
	return [...textInputSpans(typed, room, caret), ...note];
}
