import {isModifier, keyOf} from '../families/keys.ts';
import {type Token, textOf} from '../tokens.ts';
import {countOf} from '../words.ts';
import {act, isMark, isWord, opensWith, type Restate} from './restatement.ts';

/** Most keys of one step. */
const most = 12;
const verb = /^(?:press|hit|strike|use|tap|push)$/;

type Key = {name: string; times: number};

/** `Press the down arrow and then Enter to open it`: one key after another. Keys that are held are no such list. */
export const keysInTurn: Restate = tokens => {
	if (!opensWith(tokens[0], verb)) return [];
	const keys: Key[] = [];
	let piece: Token[] = [];
	const end = tokens.findIndex((token, at) => at > 1 && isWord(token, /^to$/));
	for (const token of [...tokens.slice(1, end < 0 ? undefined : end), null]) {
		const isCut = token === null || isMark(token, /^(?:,|;|→)$/) || isWord(token, /^(?:and|then|followed|by)$/);
		if (!isCut) piece.push(token);
		else if (piece.length > 0) {
			const key = keyIn(piece);
			if (!key) return [];
			keys.push(key);
			piece = [];
		}
	}
	if (keys.length < 2 || keys.length > most) return [];
	return [
		{
			said: keys.map(({name, times}) => act('press', name, ...(times > 1 ? [`${times} times`] : []))),
		},
	];
};

/** `the down arrow key twice`, `press Enter`, `Tab 3 times`. Null: no key, or one that only goes with another. */
function keyIn(piece: readonly Token[]): Key | null {
	if (piece.some(({kind}) => kind !== 'word')) return null;
	let words = opensWith(piece[0], verb) && piece.length > 1 ? piece.slice(1) : piece;
	let times = 1;
	if (isWord(words.at(-1), /^(?:once|twice)$/)) {
		times = words.at(-1)!.lower === 'twice' ? 2 : 1;
		words = words.slice(0, -1);
	} else if (isWord(words.at(-1), /^times$/) && words.length > 2) {
		times = countOf(words.at(-2)) ?? 0;
		words = words.slice(0, -2);
	}
	const own = words.filter(
		(token, at) => !(at === 0 && /^(?:the|a|an)$/.test(token.lower)) && !isWord(token, /^(?:key|keys)$/),
	);
	const name = own.length > 0 && own.length <= 2 && times > 0 && times <= 100 ? keyOf(textOf(own)) : null;
	return name === null || isModifier(textOf(own)) ? null : {name, times};
}
