import {kindWords, plainName, singular, wordsOf} from './word-form.ts';

/** Names of fields that stand for the record they belong to, best first. */
const ownNames = ['id', '_id', 'uuid', 'guid', 'uid', 'identifier', 'key', 'slug'];
const ownPlaces = new Map(ownNames.map((name, place) => [plainName(name), place]));

/** Fields of a request by which its sender names a record, best first. */
export const chosenNames = ['id', 'name', 'slug', 'key', 'code', 'username'];

/** Last words of the name of a parameter that wants an identifier and no name. */
const idWords = new Set(['id', 'uuid', 'guid', 'uid', 'identifier']);

/** Words for what opens something to whoever has it. */
const secretWords = new Set(['token', 'secret', 'apikey', 'accesskey']);

/** Whether a parameter wants an identifier rather than a name: `id`, `userId`, `order_uuid`. */
export const wantsId = (parameter: string): boolean => {
	const last = wordsOf(parameter).at(-1);
	return last !== undefined && (idWords.has(singular(last)) || ownPlaces.has(plainName(parameter)));
};

/** How well the name of a field fits a parameter, from 0 to 1, and why; null: it does not. */
type NameFit = {score: number; reason: string};

/**
 * How a field of a record stands to the parameter that ends the record's address. Only the record's own fields: never one
 * that names another record, such as `userId` of an order.
 *
 * @param kind name of the record's kind, such as the fixed segment in front of the parameter
 */
export function nameFit(field: string, parameter: string, kind: string): NameFit | null {
	if (plainName(field) === plainName(parameter)) return {score: 1, reason: 'it has the name of the parameter'};
	const kinds = kindWords(kind);
	const wanted = singulars(parameter);
	const given = singulars(field);
	if (given.length === 0) return null;
	if (isSame(withoutKind(wanted, kinds), given))
		return {score: 0.96, reason: 'it is the parameter without the name of the record'};
	if (isSame(withoutKind(given, kinds), wanted))
		return {score: 0.94, reason: 'it is the parameter with the name of the record'};
	if (isSame(wanted.slice(-given.length), given))
		return {score: given.length === 1 && idWords.has(given[0]!) ? 0.9 : 0.92, reason: 'it is a part of the parameter'};
	const place = wanted.indexOf('or');
	// `issueIdOrKey` takes either.
	if (place > 0 && (nameFit(field, wanted.slice(0, place).join('_'), kind) || isSame(wanted.slice(place + 1), given)))
		return {score: 0.89, reason: 'the parameter allows it'};
	// `{tokenName, secret}` of `/api-tokens/{token}`: what is handed out once.
	if (given.length === 1 && secretWords.has(given[0]!) && secretWords.has(wanted.at(-1) ?? ''))
		return {score: 0.72, reason: 'it is another word for the secret that the parameter asks for'};
	// `{tid: 12, uid: 1}` of a thread: the id of a user is called so in every record that has one.
	const initial = kinds[0]?.[0];
	const isInitial = initial !== undefined && plainName(field) === `${initial}id`;
	if (isInitial && initial !== 'u') return {score: 0.7, reason: 'it is the id with the initial of the record'};
	if (plainName(field) === 'uid' && !isInitial && initial !== undefined)
		return {score: 0.62, reason: 'it may be the id of the record or of a user'};
	const own = ownPlaces.get(plainName(field)) ?? ownPlaces.get(withoutKind(given, kinds).join(''));
	const isKind = isSame(wanted, kinds);
	if (own !== undefined)
		return wantsId(parameter) || isKind
			? {score: 0.88 - own / 50, reason: 'it is the identifier of the record'}
			: {
					score: 0.6 - own / 50,
					reason: 'it is the identifier of the record, and the parameter asks for something else',
				};
	if (isSame(given, kinds)) return {score: 0.74, reason: 'it is called like the record'};
	if (isKind && chosenNames.includes(plainName(field))) return {score: 0.68, reason: 'it is the name of the record'};
	return null;
}

/** Whether a field names another record: `userId` of an order. */
export const isForeign = (field: string, kind: string): boolean => {
	const words = singulars(field);
	const last = words.at(-1);
	if (words.length < 2 || last === undefined || !idWords.has(last)) return false;
	return !isSame(words.slice(0, -1), kindWords(kind));
};

const singulars = (name: string) => wordsOf(name).map(singular);

/** `order_number` of an order → `number`; of an order item, too, `item_number` → `number`. */
function withoutKind(words: readonly string[], kinds: readonly string[]): readonly string[] {
	for (let length = Math.min(kinds.length, words.length - 1); length > 0; length--)
		if (isSame(words.slice(0, length), kinds.slice(-length)) || isSame(words.slice(0, length), kinds.slice(0, length)))
			return words.slice(length);
	return words;
}

const isSame = (some: readonly string[], others: readonly string[]) =>
	some.length === others.length && some.length > 0 && some.every((word, place) => word === others[place]);
