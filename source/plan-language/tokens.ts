/**
 * A step cut into tokens. Quoted text is one token and never grammar; everything else is folded the
 * way people do not notice: compatibility characters, curly quotes, blanks, contractions are left to the sentence.
 */
export type Token = {
	/** Of a quoted token: what stands between the quotes, as it was written. */
	text: string;
	/** What grammar compares; empty for quoted text and variables, which no word of grammar equals. */
	lower: string;
	kind: 'word' | 'quoted' | 'variable' | 'mark';
	/** Whether blank space stood before it. */
	isSpaced: boolean;
};

const quoteOf: Record<string, string> = {
	'"': '"',
	'“': '"',
	'”': '"',
	'„': '"',
	'‟': '"',
	'«': '"',
	'»': '"',
	'″': '"',
	"'": "'",
	'‘': "'",
	'’': "'",
	'‚': "'",
	'‛': "'",
	'`': '`',
};
const isBlank = (character: string | undefined) => character === undefined || /\s/u.test(character);
/** Format characters that nobody sees, among them those that turn the direction of writing. */
const invisible = /[\p{Cf}\p{Cc}]/gu;
const variableName = /^VAR_[A-Z0-9_]+$/;

/** @param text a step, ≤ 2,000 characters. Linear in its length but for the search of closing quotes. */
export function tokensOf(text: string): Token[] {
	const characters = [...text];
	const tokens: Token[] = [];
	let at = 0;
	while (at < characters.length) {
		const before = at;
		while (at < characters.length && isBlank(characters[at])) at++;
		const isSpaced = at > before;
		if (at >= characters.length) break;
		const close = closingQuote(characters, at);
		if (close !== null) {
			const inside = characters
				.slice(at + 1, close)
				.join('')
				.replace(/\\(["'`\\])/g, '$1');
			tokens.push({text: inside, lower: '', kind: 'quoted', isSpaced});
			at = close + 1;
			continue;
		}
		const start = at;
		while (at < characters.length && !isBlank(characters[at])) {
			if (at > start && /[([:,=]/.test(characters[at - 1]!) && closingQuote(characters, at) !== null) break;
			at++;
		}
		tokens.push(...wordTokens(characters.slice(start, at).join(''), isSpaced, at >= characters.length));
	}
	return withoutFullStop(tokens);
}

/** Where the text that is quoted from here ends; null: no quote opens here, or it never closes. */
function closingQuote(characters: string[], at: number): number | null {
	const quote = quoteOf[characters[at]!];
	const previous = characters[at - 1];
	if (quote === undefined || !(isBlank(previous) || /[([:,;=>/]/.test(previous!))) return null;
	for (let end = at + 1; end < characters.length; end++) {
		if (characters[end] === '\\') end++;
		else if (quoteOf[characters[end]!] === quote && isClosed(characters, end))
			return end > at + 1 || quote === '"' ? end : null;
	}
	return null;
}

function isClosed(characters: string[], end: number): boolean {
	const next = characters[end + 1];
	return isBlank(next) || /[.,;:!?)\]\-/>]/.test(next!);
}

/** `Ctrl+,`: a mark may be a key. */
const chord = /^((?:(?:ctrl|control|cmd|command|meta|win|alt|option|shift)\+)+[,.;:+])([,;:]*)$/iu;

/** A run without blanks: marks at its end are tokens of their own. */
function wordTokens(run: string, isSpaced: boolean, isLast: boolean): Token[] {
	const folded = run
		.normalize('NFKC')
		.replace(invisible, '')
		.replace(/[‘’‚‛]/g, "'")
		.replace(/[“”„‟«»″]/g, '"');
	const [, word = '', marks = ''] = chord.exec(folded) ?? /^(.*?)([,;:]*)$/su.exec(folded) ?? [];
	const tokens: Token[] = [];
	const sentenceEnd =
		!isLast &&
		marks === '' &&
		/^[\p{L}\d'-]{2,}[.!]$|^[^\s]*\)\.$/u.test(word) &&
		word.endsWith('.') &&
		!abbreviations.test(word);
	const text = sentenceEnd ? word.slice(0, -1) : word;
	if (text !== '')
		tokens.push(
			variableName.test(text)
				? {text, lower: '', kind: 'variable', isSpaced}
				: {
						text,
						lower: text.toLowerCase(),
						kind: /^(?:[>→»|=&+–—-]|->|=>|>>)$/u.test(text) ? 'mark' : 'word',
						isSpaced,
					},
		);
	for (const mark of sentenceEnd ? '.' : marks)
		tokens.push({text: mark, lower: mark, kind: 'mark', isSpaced: text === '' && isSpaced});
	return tokens;
}

/** Their full stop ends no sentence. */
const abbreviations =
	/^(?:no|nr|st|approx|max|min|tel|dept|inc|ltd|qty|ref|vs|etc|fig|vol|dr|mr|mrs|ms|ave|blvd|rd|apt|bldg|ca|incl|excl|fl|jr|sr)\.$|(?:^|\p{L})str\.$/iu;

function withoutFullStop(tokens: Token[]): Token[] {
	const kept = [...tokens];
	while (kept.length > 0) {
		const last = kept.at(-1)!;
		if (chord.test(last.text) || kept.at(-2)?.text === '+') break;
		if (last.kind === 'mark' && /^[.,;:]$/.test(last.text)) kept.pop();
		else if (last.kind === 'word' && /^[.!?]+$/.test(last.text)) kept.pop();
		else if (last.kind === 'word' && last.text.endsWith('.') && !last.text.endsWith('..')) {
			const text = last.text.slice(0, -1);
			kept[kept.length - 1] = variableName.test(text)
				? {...last, text, lower: '', kind: 'variable'}
				: {...last, text, lower: text.toLowerCase()};
			break;
		} else break;
	}
	return kept;
}

/** The tokens as a person would write them, quotes left out. */
export const textOf = (tokens: readonly Token[]): string =>
	tokens.map((token, index) => (index > 0 && token.isSpaced ? ` ${token.text}` : token.text)).join('');

/** The same with the quotes, so that it can be read again. */
export const sentenceOf = (tokens: readonly Token[]): string =>
	tokens
		.map((token, index) => {
			const text = token.kind === 'quoted' ? quoted(token.text) : token.text;
			return index > 0 && token.isSpaced ? ` ${text}` : text;
		})
		.join('');

/** As a text of a sentence that is read again: quotes in it would end it. */
export const inQuotes = (text: string): string => `"${text.replaceAll('"', '')}"`;

/** In double quotes, so that the same text comes out when it is read. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** One word as it stands in a sentence. */
export const word = (text: string): Token => ({text, lower: text.toLowerCase(), kind: 'word', isSpaced: true});
