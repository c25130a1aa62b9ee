export type TokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'definition' | 'plain';
type Token = {kind: TokenKind; text: string};

const keywords = new Set(
	(
		'and as assert async await break case class continue def del elif else except False finally for from global if ' +
		'import in is lambda match None nonlocal not or pass raise return True try while with yield'
	).split(' '),
);

/** Behind these a name is made. */
const makers = new Set(['def', 'class']);

/** A comment, the beginning of a text, a word, a number, a decorator; whatever else is plain. */
const pattern =
	/#.*|[rRbBfFuU]{0,2}(?:"""|'''|"|')|[^\W\d]\w*|0[xXoObB][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?|@[^\W\d][\w.]*/gu;

/** Longer lines are data, not code. */
const maxLineLength = 2000;

/**
 * The lines of a Python program in coloured pieces. It knows no grammar: enough to tell text, comments and keywords
 * apart, for code that is right and for code that is not.
 */
export function pythonTokens(lines: readonly string[]): Token[][] {
	/** The quotes of a text that goes on in the next line. */
	let open: string | null = null;
	return lines.map(line => {
		if (line.length > maxLineLength) return [{kind: 'plain', text: line}];
		const tokens: Token[] = [];
		const add = (kind: TokenKind, text: string) => {
			const last = tokens.at(-1);
			if (text === '') return;
			if (last?.kind === kind) last.text += text;
			else tokens.push({kind, text});
		};
		let at = 0;
		if (open !== null) {
			const end = endOfText(line, 0, open);
			add('string', line.slice(0, end ?? line.length));
			if (end === null) return tokens;
			open = null;
			at = end;
		}
		let isName = false;
		for (;;) {
			pattern.lastIndex = at;
			const match = pattern.exec(line);
			if (!match) break;
			const [found] = match;
			add('plain', line.slice(at, match.index));
			at = match.index + found.length;
			const quotes = /(?<!["'])["']+$/.exec(found)?.[0];
			if (found.startsWith('#')) add('comment', found);
			else if (quotes) {
				const end = endOfText(line, at, quotes);
				add('string', line.slice(match.index, end ?? line.length));
				// A text in single quotes ends with its line, whether it was closed or not.
				if (end === null && quotes.length === 3) open = quotes;
				at = end ?? line.length;
			} else if (isName) add('definition', found);
			else if (found.startsWith('@')) add('definition', found);
			else if (/^\d/.test(found)) add('number', found);
			else add(keywords.has(found) ? 'keyword' : 'plain', found);
			isName = makers.has(found);
		}
		add('plain', line.slice(at));
		return tokens;
	});
}

/** Index behind the closing quotes; null where they are not on this line. A backslash takes the next character along. */
function endOfText(line: string, from: number, quotes: string): number | null {
	for (let index = from; index < line.length; index++) {
		if (line[index] === '\\') index++;
		else if (line.startsWith(quotes, index)) return index + quotes.length;
	}
	return null;
}
