import {useGlyphs} from '../hooks/use-terminal.ts';
import {type TextField, textOf} from '../source/view-model/text-field.ts';
import {wrapCells, takeCells} from '../source/terminal/cell-text.ts';
import {cleanLines, cleanLine} from '../source/terminal/clean-text.ts';
import {Dialog, DialogLine} from './dialog.tsx';
import {textInputSpans} from './text-input.ts';

type Props = {
	title: string;
	lines: readonly string[];
	/** What must be typed. */
	word: string;
	field: TextField;
	area: {columns: number; rows: number};
};

const typeLabel = 'Type ';

/** Asks for a word to be typed before something that cannot be undone. */
export function ConfirmDialog({title, lines, word, field, area}: Props) {
	const {caret} = useGlyphs();
	const inner = Math.min(60, area.columns - 10);
	const texts = lines.flatMap(text => cleanLines(text).flatMap(line => wrapCells(line, inner)));
	const isRight = isWordTyped(field, word);
	const isWrong = !isRight && !isBeginOf(field, word);
	const wanted = wordLines(word, inner - typeLabel.length);
	return (
		<Dialog title={title} inner={inner} area={area} contentHeight={texts.length + wanted.length + 5}>
			{texts.map((text, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
				<DialogLine key={index} spans={[{text}]} inner={inner} />
			))}
			<DialogLine spans={[]} inner={inner} />
			{wanted.map((text, index) => (
				<DialogLine
					// biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
					key={index}
					spans={[
						{text: index === 0 ? typeLabel : ' '.repeat(typeLabel.length), role: 'muted'},
						{text, role: 'title'},
					]}
					inner={inner}
				/>
			))}
			<DialogLine spans={[{text: '> ', role: 'key'}, ...textInputSpans(field, inner - 2, caret)]} inner={inner} />
			<DialogLine spans={[]} inner={inner} />
			<DialogLine
				spans={[
					{text: 'Enter', role: isRight ? 'danger' : 'muted'},
					{text: ' confirm   ', role: 'muted'},
					{text: 'Esc', role: 'key'},
					{text: ' keep it', role: 'muted'},
					...(isWrong ? [{text: '   not the text above', role: 'danger' as const}] : []),
				]}
				inner={inner}
			/>
		</Dialog>
	);
}

/** Whether the word was typed, as it is or as it can be seen: what is not drawn cannot be typed. */
export const isWordTyped = (field: TextField, word: string): boolean =>
	textOf(field) === word || textOf(field) === cleanLine(word);

/** Whether what was typed so far may still become the word. */
export const isBeginOf = (field: TextField, word: string): boolean =>
	word.startsWith(textOf(field)) || cleanLine(word).startsWith(textOf(field));

/** A word in lines of at most `width` cells, every character of it: blanks at the end of a line stay. */
export function wordLines(word: string, width: number): string[] {
	const lines: string[] = [];
	for (let rest = cleanLine(word); rest !== ''; ) {
		const line = takeCells(rest, width) || rest;
		lines.push(line);
		rest = rest.slice(line.length);
	}
	return lines;
}
