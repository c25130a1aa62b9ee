import type {Token} from './tokens.ts';

/** `as usual`, `like before`: what is to be done stands somewhere else. */
export const refersElsewhere = (tokens: readonly Token[]): boolean =>
	/^(?:as|like) (?:usual|always|normal|before)$/.test(
		tokens
			.slice(-2)
			.map(({lower}) => lower)
			.join(' '),
	) && tokens.length > 2;

/** What comes to somebody's telephone or letter box is on no page. */
export const isElsewhere = (tokens: readonly Token[]): boolean =>
	tokens.some(
		({lower}, at) =>
			/^(?:on|to|in)$/.test(lower) &&
			/^(?:his|her|their)$/.test(tokens[at + 1]?.lower ?? '') &&
			/^(?:mobile|phone|cell|inbox|mailbox|letterbox)$/.test(tokens[at + 2]?.lower ?? ''),
	);
