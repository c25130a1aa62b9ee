import {hasWords} from './words.ts';

export type Direction = 'up' | 'down';

const directions: Record<Direction, {sign: RegExp; word: RegExp}> = {
	up: {sign: /^[+＋▲↑]$/u, word: /\b(?:increase|increment|plus|more|raise|step up|add one|one more)\b/i},
	down: {
		sign: /^[−–—-]$|^[▼↓]$/u,
		word: /\b(?:decrease|decrement|minus|less|fewer|reduce|step down|remove one|one less)\b/i,
	},
};

/** Which way a button of a number leads by its name: `+`, `Increase adults`, `fewer`; null: it is no such button. */
export function directionOf(name: string): Direction | null {
	const found = (['up', 'down'] as const).filter(
		way => directions[way].sign.test(name.trim()) || (hasWords(name) && directions[way].word.test(name)),
	);
	return found.length === 1 ? found[0]! : null;
}
