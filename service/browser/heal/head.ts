import {fold, plainWords, words} from '../page/words.ts';
import {isKind, isLabelVerb} from './vocabulary.ts';

/** What follows them tells more about the thing before them. */
const signs = /[([:;,?!–—/|&]|\s-\s/u;
const joints =
	/\b(?:of|for|to|in|on|at|with|from|by|as|per|or|and|under|during|until|that|which|who|when|where|if|via|using|von|vom|fur|zu|zum|zur|und|oder|mit|im|de|du|des|pour|ou|et|avec|del|para|con|per)\b/u;

/**
 * Words of a name of a thing that may say what it is: the last one before what tells more about it, `requests` of
 * `Special requests or wishes`, stemmed. Kinds of things behind it are left out, and verbs in front where something
 * follows: `Add a title`, `Filter by title` and `Title field` are a title, `E-mail` is an e-mail.
 */
export function headsOf(name: string): string[] {
	const parts = partsOf(name);
	const things = parts.map(part => (isLabelVerb(part[0]!) ? part.slice(1) : part));
	const first = (...ways: string[][][]) => ways.flatMap(way => way.filter(part => part.length > 0))[0]?.at(-1);
	return [first(own(things), things, parts), first(own(parts), parts)].filter(head => head !== undefined);
}

/** Those of each part: `name` and `tag` of `Filter by name or tag`. */
export const allHeadsOf = (name: string): string[] => own(partsOf(name)).flatMap(part => part.slice(-1));

export const hasJoint = (name: string): boolean => partsOf(name).length > 1;

const own = (parts: string[][]) => parts.map(part => part.filter(word => !isKind(word)));

function partsOf(name: string): string[][] {
	const pieces = name.split(signs).flatMap(piece => fold(piece).split(joints));
	return pieces.map(piece => plainWords(piece).flatMap(words)).filter(part => part.length > 0);
}
