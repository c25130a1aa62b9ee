import {kindOf, remembered, singular, wordsOf} from '../../inference/word-form.ts';

/** Words at the end of a name that say that it names a record and not what the record is. */
const handleWords = new Set([
	'id',
	'uuid',
	'guid',
	'code',
	'key',
	'slug',
	'name',
	'number',
	'ref',
	'uid',
	'identifier',
]);
/** Of these, the ones that say nothing but that. */
const idWords = new Set(['id', 'uuid', 'guid', 'uid', 'identifier']);
/** Words that say what an endpoint does, beside those that `kindOf` leaves out. */
const looking = new Set(['list', 'get', 'all', 'find', 'search', 'by']);

export type ReferenceName = {
	/** The kind that is named, each word in the singular: `ownerUserIds` → `owner`, `user`. Empty for a bare `id`. */
	words: readonly string[];
	/** How the name ends: `id`, `slug`, …; null for a bare word. */
	handle: string | null;
	/** It names several: `userIds`. */
	many: boolean;
};

/** What a parameter or a field says by its name: `userId`, `user_id`, `user.id`, `UserID` are the same. */
export const referenceName: (name: string) => ReferenceName = remembered(readName);

function readName(name: string): ReferenceName {
	const words = wordsOf(name);
	const last = words.at(-1) ?? '';
	const handle = handleWords.has(last) ? last : handleWords.has(singular(last)) ? singular(last) : null;
	const stem = handle === null ? words : words.slice(0, -1);
	const kind = stem.map(singular).filter(word => !looking.has(word));
	return {words: kind, handle, many: last !== singular(last)};
}

/** Whether a name is an id and says so. */
export const isIdName = (name: string): boolean => idWords.has(referenceName(name).handle ?? '');

/** `kindOf`, remembered: planning asks for the same few segments again and again. */
export const kindWord: (segment: string) => string = remembered(kindOf);

/** `Cart-Items` → `cart_item`: the name of a kind inside the name of a variable. */
export const snakeOf = (segment: string): string => wordsOf(segment).map(singular).join('_');

/** `cart_item` → `cart item`, as people say it. */
export const spoken = (snake: string): string => snake.replaceAll('_', ' ');

/** The first letter large, as a sentence begins. */
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `an order`, `a user`. */
export const withArticle = (noun: string): string =>
	`${/^(?:[aeio]|un(?!i)|u(?!ni|se|ti|r[li]))/i.test(noun) || /^(?:x-|hour|hono)/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** `category` → `categories`, `box` → `boxes`. */
export function plural(noun: string): string {
	if (/(?:[^aeiou])y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
	if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
	return `${noun}s`;
}

/** `who` for people, `that` for things. */
export const pronoun = (noun: string): string =>
	/\b(?:user|customer|person|member|author|employee|contact|guest|student|player|admin|owner|account holder)$/.test(
		noun,
	)
		? 'who'
		: 'that';

/** `name`, `name or price`, `name, price, … or 3 other fields`: what is wrong in one case each. */
export function either(names: readonly string[], most = 6): string {
	const all = [...new Set(names)];
	const shown = all.slice(0, all.length > most ? most - 1 : most);
	const rest = all.length - shown.length;
	const last = rest > 0 ? `${rest} other fields` : shown.pop();
	return shown.length > 0 ? `${shown.join(', ')} or ${last}` : (last ?? '');
}

/** `a`; `one at a time: a, b`: what the cases of a table send; `before` stands in front of the only one. */
export const oneByOne = (names: readonly string[], how = 'one at a time', before = ''): string =>
	names.length === 1 ? `${before}${names[0]}` : `${how}: ${listed(names)}`;

/** `a, b, c and 4 more` */
export function listed(names: readonly string[], most = 12): string {
	const shown = names.slice(0, most);
	return names.length > most ? `${shown.join(', ')} and ${names.length - most} more` : shown.join(', ');
}

/** A name as that of a variable: `petId` → `pet_id`; empty when nothing of it can be one. */
export const snake = (name: string): string =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1_$2')
		.replace(/\W+/g, '_')
		.replace(/^_+|(?<!_)_+$/g, '')
		.toLowerCase()
		.replace(/^(?=\d)/, 'n')
		.slice(0, 60);

/** `VAR_OWNER` stands for `{owner}`. */
export const environmentKeyOf = (name: string): string => (snake(name) || 'value').toUpperCase();
