/** ASCII; without the carriage return, which is one character with the line feed after it. */
const ascii = /^[\x00-\x0C\x0E-\x7F]*$/;

/**
 * The characters of a text as people count them: a letter with its accents is one. The segmenter is made only for text
 * that needs it, because the first one of a process costs more than a frame.
 */
export const graphemesOf = (text: string): string[] =>
	ascii.test(text)
		? [...text]
		: Array.from(new Intl.Segmenter(undefined, {granularity: 'grapheme'}).segment(text), ({segment}) => segment);
