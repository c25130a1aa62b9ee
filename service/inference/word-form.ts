/** Names come again and again while an API is compared with itself; what was worked out for them is kept, up to a bound. */
const mostKept = 20_000;

/** A pure function of a text that keeps its results. */
export function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
	const kept = new Map<string, Value>();
	return text => {
		const known = kept.get(text);
		if (known !== undefined) return known;
		const value = make(text);
		if (kept.size >= mostKept) kept.clear();
		// Values of bodies pass through here too: long ones are not worth the memory.
		if (text.length <= 100) kept.set(text, value);
		return value;
	};
}

/** Words that say that an endpoint makes a record: `POST /users/create`, `POST /createUser`. */
const making = new Set(['create', 'add', 'new', 'register', 'insert']);
/** Words that say that it takes one away: `DELETE /users/delete/{id}`. */
const removing = new Set(['delete', 'remove', 'destroy']);

/** `orderItems`, `order-items`, `Order_Items` → `order`, `items`. */
export const wordsOf: (name: string) => readonly string[] = remembered(name =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.filter(Boolean),
);

const singularsOf = (plurals: string) => Object.fromEntries(plurals.split(' ').map(word => [word, word.slice(0, -1)]));

/** Plurals that no ending tells. */
const irregular = new Map(
	Object.entries({
		people: 'person',
		children: 'child',
		men: 'man',
		women: 'woman',
		indices: 'index',
		vertices: 'vertex',
		matrices: 'matrix',
		criteria: 'criterion',
		quizzes: 'quiz',
		analyses: 'analysis',
		diagnoses: 'diagnosis',
		hypotheses: 'hypothesis',
		crises: 'crisis',
		movies: 'movie',
		cookies: 'cookie',
		calories: 'calorie',
		shelves: 'shelf',
		leaves: 'leave',
		halves: 'half',
		knives: 'knife',
		lenses: 'lens',
		shoes: 'shoe',
		// A word ends with `i` or `u` more rarely than with `is` or `us`: those that documents of APIs use.
		...singularsOf('uris apis kpis emojis taxis wikis pois guis clis safaris'),
		...singularsOf('menus skus gpus cpus tpus gurus'),
	}),
);

/** Words that end like a plural and are none. */
const unchanged = new Set(['news', 'series', 'species', 'lens', 'alias', 'canvas', 'atlas', 'bias', 'gas']);

/** `categories` → `category`, `boxes` → `box`, `users` → `user`, `address` stays. Enough to compare names with names. */
export const singular: (word: string) => string = remembered(word => {
	const known = irregular.get(word);
	if (known !== undefined) return known;
	if (unchanged.has(word)) return word;
	if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
	// `branches`, `statuses`, `heroes`; but `caches`, `houses`, `releases`.
	if (/(?:ss|x|sh|zz|[^a]ch|[eo]ach|[^aeo]us|(?:ali|canv|atl|bi|g)as)es$/.test(word) && word.length > 4)
		return word.slice(0, -2);
	if (/[^aeiou]oes$/.test(word) && word.length > 4) return word.slice(0, -2);
	if (word.endsWith('s') && word.length > 2 && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
	return word;
});

/**
 * The kind of record that a path segment or a key is about, the same for singular and plural, for every case and for
 * the words around it: `Users`, `user`, `createUser`, `users.json` → `user`. Empty for a bare action such as `create`.
 */
export const kindOf: (name: string) => string = remembered(name => kindWords(name).join(''));

/** The words of a kind, each in the singular: `orderItems` → `order`, `item`. */
export const kindWords: (name: string) => readonly string[] = remembered(name =>
	wordsOf(withoutFormat(name))
		.filter(word => !making.has(word) && !removing.has(word))
		.map(singular),
);

/** `users.json` → `users`: the form of the answer is no part of a name. */
export const withoutFormat = (segment: string): string => segment.replace(/(?<=[^.{}])\.(?:json|xml|ya?ml|csv)$/i, '');

/** Whether a segment only says that something is made: `create`, `add`. */
export const isMakingWord = (segment: string): boolean => {
	const words = wordsOf(segment);
	return words.length > 0 && words.every(word => making.has(word));
};

/** Words that say that an endpoint does it to many records at once. `batch` alone is a kind of record as well. */
const manyWords = new Set(['bulk', 'batch', 'many', 'multiple', 'mass']);
const changing = new Set(['update', 'edit', 'patch', 'upsert', 'save']);

/** Whether a segment only says that many are made at once: `bulk`, `batch-create`, `createMany`. */
export const isMakingMany = (segment: string): boolean => {
	const words = wordsOf(segment);
	const others = words.filter(word => !manyWords.has(word));
	const isSaid = others.length < words.length && (others.length > 0 || !words.includes('batch'));
	return isSaid && others.every(word => making.has(word));
};

/** Whether a segment only says that something is done to many at once: `bulk`, `bulk-delete`, `batchUpdate`. */
export const isDoneToMany = (segment: string): boolean =>
	isMakingMany(
		wordsOf(segment)
			.map(word => (removing.has(word) || changing.has(word) ? 'create' : word))
			.join('-'),
	);

/** Whether a segment or a name says that something is taken away: `remove`, `deleteUser`. */
export const isRemovingWord = (segment: string): boolean => wordsOf(segment).some(word => removing.has(word));

/** A name without case and separators: `silenceID`, `silence_id` → `silenceid`. */
export const plainName = remembered((name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, ''));

/** Whether a name stands for one thing: `favorite`, `lock`; not `members`. */
export const isSingular = (name: string): boolean => {
	const last = wordsOf(withoutFormat(name)).at(-1);
	return last !== undefined && singular(last) === last;
};
