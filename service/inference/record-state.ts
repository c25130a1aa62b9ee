import {isObject} from './json-value.ts';
import {wordsOf} from './word-form.ts';

/** Names of a field that says in which state a record is. */
export const stateNames = /^(?:\w*_)?(?:state|status|lifecycle|phase)$/i;

/**
 * What ends something that is under way, as a verb or as the state that comes of it; what costs least comes first. Plurals
 * are collections of their own: `POST /orders/{id}/returns`.
 */
const endings: readonly RegExp[] = [
	/^cancel(?:l?ed|lation)?\b/,
	/^void(?:ed)?\b/,
	/^abort(?:ed)?\b/,
	/^withdr(?:aw|awn|awal)\b/,
	/^stop(?:ped)?\b/,
	/^end(?:ed)?\b/,
	/^return(?:ed)?\b/,
	/^releas(?:e|ed)\b/,
	/^check(?:ed)? ?out\b/,
	/^check(?:ed)? ?in\b/,
	/^hand(?:ed)? (?:back|over)\b/,
	/^finish(?:ed)?\b/,
	/^complet(?:e|ed|ion)\b/,
	/^(?:mark )?(?:as )?done\b/,
	/^conclu(?:de|ded|sion)\b/,
	/^clos(?:e|ed|ure)\b/,
	/^terminat(?:e|ed|ion)\b/,
	/^expired?\b/,
	/^resolved?\b/,
	/^declined?\b/,
	/^reject(?:ed|ion)?\b/,
	/^revoked?\b/,
	/^(?:deactivat(?:e|ed|ion)|inactive)\b/,
	/^disabled?\b/,
	/^retired?\b/,
];

/** How soon something that ends a record is tried: a verb or a state; null: it ends nothing. */
export function endingRank(name: string): number | null {
	const words = wordsOf(name).join(' ');
	const rank = endings.findIndex(ending => ending.test(words));
	return rank < 0 ? null : rank;
}

const deepest = 3;

/** The values of the fields that say in which state the record of an answer is, also within envelopes. */
export function statesIn(body: unknown, depth = 0): string[] {
	if (!isObject(body) || depth > deepest) return [];
	return Object.entries(body).flatMap(([name, value]) => {
		if (isObject(value)) return statesIn(value, depth + 1);
		return typeof value === 'string' && stateNames.test(name) ? [value] : [];
	});
}

/** Whether a refusal speaks of the state of a record: "A running trip cannot be deleted", `{"code": "invalid_state"}`. */
export function speaksOfState(said: string, states: readonly string[]): boolean {
	const words = ` ${wordsOf(said).join(' ')} `;
	return [...states.map(one => wordsOf(one).join(' ')), 'state', 'status'].some(
		one => one !== '' && words.includes(` ${one} `),
	);
}
