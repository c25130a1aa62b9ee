/** A one-line text that is being typed; `caret` counts characters (graphemes) before it. */
export type TextField = {characters: readonly string[]; caret: number};

const ascii = /^[\x20-\x7E]*$/;

/** Made only for text that needs it: the first segmenter of a process costs more than a frame. */
const split = (text: string): string[] =>
	ascii.test(text)
		? [...text]
		: Array.from(new Intl.Segmenter(undefined, {granularity: 'grapheme'}).segment(text), ({segment}) => segment);

export const textField = (text = ''): TextField => {
	const characters = split(text);
	return {characters, caret: characters.length};
};
export const textOf = ({characters}: TextField): string => characters.join('');

export function typeText({characters, caret}: TextField, text: string): TextField {
	const typed = split(text);
	// Joined and split again, because a combining character belongs to the one before it.
	const before = split([...characters.slice(0, caret), ...typed].join(''));
	return {characters: [...before, ...characters.slice(caret)], caret: before.length};
}

type Edit = (field: TextField) => TextField;

const cut = ({characters}: TextField, from: number, to: number): TextField => ({
	characters: [...characters.slice(0, from), ...characters.slice(to)],
	caret: from,
});

/** Editing strokes of a text field by name. */
export const textEdits: Record<string, Edit> = {
	backspace: field => (field.caret === 0 ? field : cut(field, field.caret - 1, field.caret)),
	left: ({characters, caret}) => ({characters, caret: Math.max(0, caret - 1)}),
	right: ({characters, caret}) => ({characters, caret: Math.min(characters.length, caret + 1)}),
	home: ({characters}) => ({characters, caret: 0}),
	end: ({characters}) => ({characters, caret: characters.length}),
	'ctrl+a': ({characters}) => ({characters, caret: 0}),
	'ctrl+e': ({characters}) => ({characters, caret: characters.length}),
	'ctrl+u': field => cut(field, 0, field.caret),
	'ctrl+w': field => cut(field, startOfWord(field), field.caret),
};

function startOfWord({characters, caret}: TextField): number {
	let start = caret;
	while (start > 0 && characters[start - 1] === ' ') start--;
	while (start > 0 && characters[start - 1] !== ' ') start--;
	return start;
}
