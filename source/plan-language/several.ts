import {isPhrase} from './names.ts';
import type {Token} from './tokens.ts';
import {isCapital, isDataLike} from './values.ts';

/** Most names of one list, and most words of each. */
const mostNames = 8;
const mostWords = 5;

/** Words behind the last of several names that say what kind of things they all are. */
const isKind = (token: Token): boolean =>
	token.kind === 'word' && /^\p{Ll}[\p{Ll}-]+s$|^\p{Ll}+boxes$/u.test(token.text);

/**
 * `A and B`, `A, B and C`, `"A", "B"`, `the A and B boxes`: two or more names, each in quotes, in capitals or with a digit.
 * Null: it is no such list, and may be one name. `mayEndInKind`: the last may end in a word for what they all are.
 */
export function namesIn(tokens: readonly Token[], mayEndInKind = false): Token[][] | null {
	const names: Token[][] = [[]];
	for (const token of tokens) {
		if ((token.kind === 'mark' && token.text === ',') || (token.kind === 'word' && token.text === 'and'))
			names.push([]);
		else names.at(-1)!.push(token);
	}
	const all = names.filter(name => name.length > 0);
	const last = all.at(-1);
	if (mayEndInKind && last && last.length > 1 && isKind(last.at(-1)!)) last.pop();
	for (const name of all) if (name.length > 1 && /^(?:the|both)$/.test(name[0]!.text)) name.shift();
	const isName = (name: Token[]) =>
		name.length <= mostWords &&
		(name[0]!.kind === 'quoted' ? name.length === 1 : (isCapital(name[0]) || isDataLike(name[0]!)) && isPhrase(name));
	// `May 12, 2026` is one.
	const isJoined = all.every(([first]) => first!.kind === 'quoted') || tokens.some(({text}) => text === 'and');
	return isJoined && all.length > 1 && all.length <= mostNames && all.every(isName) ? all : null;
}
