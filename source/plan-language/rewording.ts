import {type Match, pattern} from './pattern.ts';
import type {Token} from './tokens.ts';
import {isDataLike} from './values.ts';
import {isVerb} from './words.ts';

/** A form of a loose sentence, and the one in known words that says the same; slots in quotes are texts. */
export type Rewording = {
	kind: 'action' | 'assertion' | 'any';
	form: ReturnType<typeof pattern>;
	/** With slots in it, or made of them. */
	say: string | ((match: Match) => string);
	holds: (match: Match) => boolean;
};

/** Several forms that are said again alike; `holds` looks at what stands in the slots. */
export const when = (
	kind: Rewording['kind'],
	forms: string[],
	say: Rewording['say'],
	holds: (match: Match) => boolean = () => true,
): Rewording[] => forms.map(form => ({kind, form: pattern(form), say, holds}));

/** The slot begins with a verb and says more. */
export const begins = (slot: string) => (match: Match) => isVerb(match[slot]![0]) && match[slot]!.length > 1;
export const isShort = (tokens: readonly Token[]) => tokens.length <= 5 && tokens.every(({kind}) => kind !== 'mark');
export const holdsData = (tokens: readonly Token[]) =>
	tokens.some(isDataLike) || tokens.some(({kind}) => kind === 'quoted');
