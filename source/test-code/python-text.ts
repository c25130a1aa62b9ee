/** A string literal of a source. */
export type PythonString = {
	text: string;
	/** 1-based. */
	line: number;
	/** Name the value is given to: of the variable or keyword argument before `=`, or of the key before `:`. */
	name: string | null;
};

/** Python source taken apart without parsing it. */
export type PythonText = {
	/** The source with comments gone and every string literal emptied to `""`; all lines keep their numbers. */
	code: string;
	strings: PythonString[];
};

// A string with its prefix, longest quotes first, or a comment. A string that never ends runs to the end of its line.
const token =
	/#[^\n]*|\b[rRbBuUfF]{1,2}(?=['"])|'''.*?(?:'''|$)|""".*?(?:"""|$)|'(?:\\.|[^'\\\n])*(?:'|(?=\n)|\\?$)|"(?:\\.|[^"\\\n])*(?:"|(?=\n)|\\?$)/gs;

/**
 * Separates strings and comments from code. A scan, not a parser: nested quotes of one kind inside an f-string (Python
 * 3.12) end the string early. Good enough for advice, never for a decision.
 */
export function readPythonText(source: string): PythonText {
	const strings: PythonString[] = [];
	let code = '';
	let line = 1;
	let read = 0;
	for (const match of source.matchAll(token)) {
		const [literal] = match;
		const between = source.slice(read, match.index);
		code += between;
		line += linesIn(between);
		read = match.index + literal.length;
		if (!/^['"]/.test(literal)) continue;
		strings.push({text: contentOf(literal), line, name: nameOf(between, strings.at(-1))});
		code += `""${'\n'.repeat(linesIn(literal))}`;
		line += linesIn(literal);
	}
	return {code: code + source.slice(read), strings};
}

const linesIn = (text: string) => text.split('\n').length - 1;

function contentOf(literal: string): string {
	const quotes = /^('''|"""|'|")/.exec(literal)?.[0] ?? '';
	const isClosed = literal.length >= 2 * quotes.length && literal.endsWith(quotes);
	return literal.slice(quotes.length, isClosed ? -quotes.length : undefined);
}

/** @param between the code since the string before this one */
function nameOf(between: string, before: PythonString | undefined): string | null {
	if (/^\s*(?::|\]\s*=)\s*$/.test(between)) return before?.text ?? null;
	// A name is short; looking further back would make a long source slow.
	return /(\w+)\s*(?::\s*\w+\s*)?=\s*\(?\s*$/.exec(between.slice(-200))?.[1] ?? null;
}
