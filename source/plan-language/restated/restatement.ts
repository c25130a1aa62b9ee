import type {PlanFileStep} from '../../../contract/plan-file.ts';
import {sentenceOf, type Token, word} from '../tokens.ts';

/** A sentence said again as one or more plainer ones, which are all read like steps of their own. */
export type Restatement = {
	said: Array<{type: PlanFileStep['type']; tokens: readonly Token[]}>;
	/** Words of the sentence that are in none of them, for the note of the step. */
	leaves?: string;
};

export type Restate = (tokens: readonly Token[], type: PlanFileStep['type']) => Restatement[];

export const wordsOf = (text: string): Token[] => text.split(' ').map(word);
export const spaced = (tokens: readonly Token[]): Token[] =>
	tokens.map((token, at) => (at === 0 ? {...token, isSpaced: true} : token));

/** Words as one name, as if they stood in quotes. */
export const asOne = (tokens: readonly Token[]): Token[] =>
	tokens.length === 1 && tokens[0]!.kind === 'quoted'
		? [...tokens]
		: [{text: sentenceOf(tokens), lower: '', kind: 'quoted', isSpaced: true}];

export const claim = (...pieces: Array<string | readonly Token[]>): Restatement['said'][number] =>
	said('assertion', pieces);
export const act = (...pieces: Array<string | readonly Token[]>): Restatement['said'][number] => said('action', pieces);

const said = (type: PlanFileStep['type'], pieces: Array<string | readonly Token[]>) => ({
	type,
	tokens: pieces.flatMap(piece => (typeof piece === 'string' ? wordsOf(piece) : spaced(piece))),
});

/** A word of grammar: in small letters, and in no quotes. */
export const isWord = (token: Token | undefined, form: RegExp): boolean =>
	token?.kind === 'word' && token.text === token.lower && form.test(token.lower);
export const isMark = (token: Token | undefined, form: RegExp): boolean =>
	token?.kind === 'mark' && form.test(token.text);

/** A word that a sentence may begin with, in capitals or not. */
export const opensWith = (token: Token | undefined, form: RegExp): boolean =>
	token?.kind === 'word' && form.test(token.lower);
