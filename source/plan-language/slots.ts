import type {Token} from './tokens.ts';

export const isQuoted = (tokens: readonly Token[]) => tokens.length === 1 && tokens[0]!.kind === 'quoted';
export const isCount = (tokens: readonly Token[]) => tokens.length === 1 && /^\d{1,3}$/.test(tokens[0]!.text);
/** At most so many words, whatever they are. */
export const isBrief = (tokens: readonly Token[]) => tokens.length <= 12;
export const isRemark = (tokens: readonly Token[]) =>
	tokens[0]!.text.startsWith('(') && tokens.at(-1)!.text.endsWith(')');
export const one = (words: string) => (tokens: readonly Token[]) =>
	tokens.length === 1 && words.split(' ').includes(tokens[0]!.lower);
