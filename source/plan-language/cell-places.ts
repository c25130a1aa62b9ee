import {type Token, textOf, tokensOf} from './tokens.ts';
import {articles, ordinalOf} from './words.ts';

type Kind = 'action' | 'assertion';
/** A row or a column as a sentence names it, and where its words end. */
type Side = {name: Token[]; end: number};

const cellWords = /^(?:cell|value|text|entry|content|contents)$/;
const placeWords = /^(?:in|at|of|for|under|from|on)$/;
const namers = /^(?:of|for|named|called|titled|labelled|with|containing|:|=)$/;
/** Words that no name of a row or a column without quotes goes over. */
const stops =
	/^(?:and|,|or|the|in|at|of|for|under|on|from|to|as|with|row|column|cell|it|there|is|are|was|should|must|will|can|has|have|shows?|reads?|says?|contains?|equals?|displays?|does|doesn't|isn't|shouldn't|starts|ends|matches)$/;
/** Most words of a name without quotes. */
const longestName = 4;

/**
 * A cell that is said by its row and its column together (`the cell in row "Bob" and column "Role"`) in the words that
 * the forms know, so that the `and` is no second claim. Everything else stays as it is.
 */
export function withCellPlaces(tokens: readonly Token[], kind: Kind): readonly Token[] {
	for (let at = 0; at < tokens.length - 3; at++) {
		const start = afterArticle(tokens, at);
		const isCell = cellWords.test(tokens[start]?.lower ?? '') && placeWords.test(tokens[start + 1]?.lower ?? '');
		const isFirst = kind === 'assertion' && (at === 0 || /^(?:that|if|whether)$/.test(tokens[at - 1]!.lower));
		if (!isCell && !isFirst) continue;
		const found = crossing(tokens, isCell ? start + 2 : placeWords.test(tokens[at]!.lower) ? at + 1 : at);
		if (!found) continue;
		// `Row 2, column Role: Paid` is a form of its own.
		if (!isCell && (tokens[found.end]?.text === ':' || !found.isJoined)) continue;
		const rest = isCell ? tokens.slice(found.end) : withoutPronoun(tokens.slice(found.end));
		return [...tokens.slice(0, at), ...said(found, kind), ...rest];
	}
	return tokens;
}

const afterArticle = (tokens: readonly Token[], at: number): number =>
	articles.has(tokens[at]?.lower ?? '') ? at + 1 : at;

/** A row and a column behind one another, in either order. */
function crossing(
	tokens: readonly Token[],
	at: number,
): {row: Token[]; column: Token[]; end: number; isJoined: boolean} | null {
	for (const [first, second] of [
		['row', 'column'],
		['column', 'row'],
	] as const)
		for (const one of sides(tokens, at, first)) {
			const next = afterJoin(tokens, one.end);
			for (const other of next === null ? [] : sides(tokens, next, second))
				return {
					row: first === 'row' ? one.name : other.name,
					column: first === 'row' ? other.name : one.name,
					end: other.end,
					isJoined: tokens[one.end]?.lower === 'and' || tokens[one.end]?.text === ',',
				};
		}
	return null;
}

/** Behind `and`, a comma or a preposition between the two; null: something else stands there. */
function afterJoin(tokens: readonly Token[], from: number): number | null {
	let at = from;
	if (tokens[at]?.text === ',') at++;
	if (tokens[at]?.lower === 'and') at++;
	if (placeWords.test(tokens[at]?.lower ?? '')) at++;
	return at < tokens.length ? at : null;
}

/** `row "Bob"`, `the row for Bob`, `the "Bob" row`, `the second row`. */
function sides(tokens: readonly Token[], from: number, kind: 'row' | 'column'): Side[] {
	const at = afterArticle(tokens, from);
	if (tokens[at]?.lower === kind) {
		const start = namers.test(tokens[at + 1]?.lower ?? tokens[at + 1]?.text ?? '') ? at + 2 : at + 1;
		const end = nameEnd(tokens, afterArticle(tokens, start));
		const name = tokens.slice(afterArticle(tokens, start), end);
		return name.length > 0 ? [{name, end}] : [];
	}
	const end = nameEnd(tokens, at);
	return end > at && tokens[end]?.lower === kind ? [{name: tokens.slice(at, end), end: end + 1}] : [];
}

function nameEnd(tokens: readonly Token[], at: number): number {
	if (tokens[at]?.kind === 'quoted' || tokens[at]?.kind === 'variable') return at + 1;
	let end = at;
	while (
		end < tokens.length &&
		end - at < longestName &&
		!(tokens[end]!.kind !== 'word' || stops.test(tokens[end]!.lower))
	)
		end++;
	return end;
}

/** `In row 2 and column "Role" it says …`: what says it has been named. */
function withoutPronoun(tokens: readonly Token[]): readonly Token[] {
	const start = tokens[0]?.text === ',' ? 1 : 0;
	if (/^(?:it|there)$/.test(tokens[start]?.lower ?? '')) return tokens.slice(start + 1);
	const noun = afterArticle(tokens, start);
	return noun > start && cellWords.test(tokens[noun]?.lower ?? '') ? tokens.slice(noun + 1) : tokens.slice(start);
}

function said({row, column}: {row: Token[]; column: Token[]}, kind: Kind): Token[] {
	const [only] = row;
	const isPlace = row.length === 1 && only!.kind === 'word';
	const inRow =
		isPlace && ordinalOf(only) !== null
			? [...tokensOf('in the'), only!, ...tokensOf('row')]
			: isPlace && /^\d{1,3}$/.test(only!.text)
				? [...tokensOf('in row'), only!]
				: [...tokensOf('in the row of'), ...asQuoted(row.map(withoutOwner))];
	const cell =
		kind === 'action'
			? [...tokensOf('the cell in the'), ...asQuoted(column), ...tokensOf('column')]
			: [...tokensOf('the'), ...asQuoted(column)];
	return [...cell, ...inRow].map(token => ({...token, isSpaced: true}));
}

/** A name that holds no grammar, as one token. */
const asQuoted = (name: readonly Token[]): Token[] =>
	name.length === 1 && name[0]!.kind !== 'word'
		? [...name]
		: [{text: textOf(name), lower: '', kind: 'quoted', isSpaced: true}];

/** `Bob's row` */
const withoutOwner = (token: Token): Token =>
	token.kind === 'word' && /^\p{Lu}.*['’]s$/u.test(token.text)
		? {...token, text: token.text.slice(0, -2), lower: token.lower.slice(0, -2)}
		: token;
