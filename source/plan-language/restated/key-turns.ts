import {isModifier, keyOf} from '../families/keys.ts';
import {type Token, textOf} from '../tokens.ts';
import {countOf} from '../words.ts';
import {act, asOne, isMark, isWord, opensWith, type Restate} from './restatement.ts';

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

const seeks = /^(?:look|search|type|enter|find|write)$/;

/** `Press Ctrl+F and look for bell`: the key opens the field, which what is sought is typed into. */
export const keyThenSeek: Restate = tokens => {
	if (!opensWith(tokens[0], verb)) return [];
	const at = tokens.findIndex((token, index) => index > 1 && isWord(token, seeks));
	const joined = tokens.slice(0, Math.max(at, 0));
	const joints = [...joined].reverse().findIndex(token => !isWord(token, /^(?:and|then)$/) && !isMark(token, /^,$/));
	const key = joints < 1 ? null : keyIn(joined.slice(1, joined.length - joints));
	if (key === null) return [];
	const said = tokens.slice(isWord(tokens[at + 1], /^for$/) ? at + 2 : at + 1);
	const isPlain = said.length > 0 && said.length <= 3 && said.every(({kind}) => kind !== 'mark');
	if (!isPlain || (said.length > 1 && said.some(token => isWord(token, notSought)))) return [];
	if (/^(?:look|search)$/.test(tokens[at]!.lower) && !isWord(tokens[at + 1], /^for$/)) return [];
	return [{said: [act('press', key.name, ...(key.times > 1 ? [`${key.times} times`] : [])), act('type', asOne(said))]}];
};
const notSought = /^(?:the|a|an|in|into|on|to|it|them|for|that|whether|if|of|with)$/;
