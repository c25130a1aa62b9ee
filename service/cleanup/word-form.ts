/** Words that say what an endpoint does to a record: `POST /users/create`, `POST /createUser`, `DELETE /users/delete/{id}`. */
const actions = new Set(['create', 'add', 'new', 'register', 'insert', 'delete', 'remove', 'destroy']);

/** `orderItems`, `order-items`, `Order_Items` → `order`, `items`. */
export const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.filter(Boolean);

/** `categories` → `category`, `boxes` → `box`, `users` → `user`, `address` stays. Enough to compare names with names. */
export function singular(word: string): string {
	if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
	if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
	if (word.endsWith('s') && word.length > 2 && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
	return word;
}

/**
 * The kind of record that a path segment or a key is about, the same for singular and plural, for every case and for
 * the words around it: `Users`, `user`, `createUser` → `user`. Empty for a bare action such as `create`.
 */
export const kindOf = (name: string): string =>
	wordsOf(name)
		.filter(word => !actions.has(word))
		.map(singular)
		.join('');

/** A name without case and separators: `silenceID`, `silence_id` → `silenceid`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** Whether a name stands for one thing: `favorite`, `lock`; not `members`. */
export const isSingular = (name: string): boolean => {
	const last = wordsOf(name).at(-1);
	return last !== undefined && singular(last) === last;
};
