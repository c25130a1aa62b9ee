/** A sentence of a text on one line, with the line at which it begins. */
type Sentence = {text: string; line: number};

const longestSentence = 500;
const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|incl|max|min)|\b[A-Z])$/i;

/** Sentences of a paragraph. @param line line of its beginning, from 1 */
export function sentencesOf(paragraph: string, line: number): Sentence[] {
	const sentences: Sentence[] = [];
	let [start, current] = [0, line];
	const take = (end: number) => {
		const raw = paragraph.slice(start, end);
		const text = plainText(raw);
		const lead = /^\s*/.exec(raw)![0];
		if (text !== '') sentences.push({text: text.slice(0, longestSentence), line: current + countLines(lead)});
		current += countLines(raw);
		start = end;
	};
	for (let place = 0; place < paragraph.length; place++) {
		const sign = paragraph[place]!;
		const next = paragraph[place + 1];
		const isEnd =
			(sign === '.' || sign === '!' || sign === '?' || sign === ';') && (next === undefined || /\s/.test(next));
		if (isEnd && !(sign === '.' && abbreviation.test(paragraph.slice(Math.max(start, place - 8), place))))
			take(place + 1);
	}
	take(paragraph.length);
	return sentences;
}

const countLines = (text: string): number => text.split('\n').length - 1;

/** Text without the marks of Markdown, on one line. */
export const plainText = (text: string): string =>
	text
		.replace(/[`*]{1,3}/g, '')
		.replace(/(?<=^|\s)_{1,2}(?=\S)|(?<=\S)_{1,2}(?=\s|$)/g, '')
		.replace(/\[([^\][]{1,300})\]\([^()\s]{1,500}\)/g, '$1')
		.replace(/^\s{0,10}(?:[-+•]|\d{1,3}[.)]|>|#{1,6})\s{1,10}/, '')
		.replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
		.trim();
