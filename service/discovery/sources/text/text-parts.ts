/** A line longer than that is no prose and no command. */
const longestLine = 4000;
/** Lines of one part: it ends at the next empty line, at the latest after `mostLines`. */
const fewLines = 200;
const mostLines = 600;
/** Lines of a text that are read. */
const mostTextLines = 50_000;

/** More marks of lists and quotes in front of one line than a text has: they say nothing. */
const manyMarks = /^(?:[ \t]{0,8}(?:[-+*>]|\d{1,9}[.)])[ \t]{0,8}){12,}/;

/**
 * A text in parts that can be read one after the other: the time that Markdown takes grows faster than its length when
 * a text is built against it. Blocks of code are kept together as far as they can be.
 */
export function* partsOf(text: string): Generator<{text: string; firstLine: number}> {
	let [lines, firstLine, isFenced] = [[] as string[], 1, false];
	for (const [place, raw] of text.split('\n', mostTextLines).entries()) {
		const line = raw.slice(0, longestLine).replace(manyMarks, '');
		lines.push(line);
		if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
		const isRest = !isFenced && line.trim() === '';
		if (!(isRest && lines.length >= fewLines) && lines.length < mostLines) continue;
		yield {text: lines.join('\n'), firstLine};
		[lines, firstLine] = [[], place + 2];
	}
	if (lines.length > 0) yield {text: lines.join('\n'), firstLine};
}
