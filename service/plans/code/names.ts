import {singular, wordsOf} from '../../inference/word-form.ts';
import type {Operation, Recipe} from '../recipe.ts';

/** Words that a variable of a test must not take: of Python, of what is injected, and of what every test uses. */
const taken = new Set(
	`False None True and as assert async await break class continue def del elif else except finally for from global if
	import in is lambda nonlocal not or pass raise return try while with match case
	abs all any bool bytes dict dir filter float format hash id input int iter len list map max min next object open
	pow print property range repr reversed round set slice sorted str sum super tuple type vars zip
	requests re time datetime timedelta timezone json base64 variables produce leaks read_json wrong_credential tag_letters call response body field value kind item
	case why got sent headers params url path size options location link others keys kept listed fresh unknown seen cursor part
	made posted patched replaced deleted gone listing quote accepted`.split(/\s+/),
);

/** A name as Python people write it: `priceCents` → `price_cents`. Never empty, never a word that is taken. */
export function snake(name: string): string {
	const words = wordsOf(name).join('_');
	const safe = /^[a-z_]/.test(words) ? words : `the_${words || 'value'}`;
	return taken.has(safe) ? `${safe}_` : safe;
}

/** `/carts/{cartId}/items` → `item`: what one record of the path is called. */
export function nounOf({path}: Operation): string {
	const fixed = path.split('/').filter(segment => segment !== '' && !segment.startsWith('{'));
	const words = wordsOf(fixed.at(-1) ?? 'answer');
	const noun = [...words.slice(0, -1), singular(words.at(-1) ?? 'answer')].join('_');
	const safe = snake(noun);
	return safe.endsWith('_') ? `the_${safe.slice(0, -1)}` : safe;
}

/** What every test finds around it: a variable of that name would hide it in the whole function. */
const around = [
	'variables',
	'produce',
	'leaks',
	'read_json',
	'wrong_credential',
	'tag_letters',
	'requests',
	're',
	'quote',
	'time',
	'datetime',
	'timedelta',
	'timezone',
	'json',
	'base64',
];

/** Names of one test: gives every thing a name of its own. */
export class Names {
	readonly #given = new Set<string>(around);

	/** Whether a thing of the test is called so. */
	has(name: string): boolean {
		return this.#given.has(name);
	}

	/** The first of the candidates that is free; the last one with a number when none is. */
	take(...candidates: string[]): string {
		const free = candidates.find(name => !this.#given.has(name));
		let name = free ?? candidates.at(-1)!;
		for (let number = 2; this.#given.has(name); number++) name = `${candidates.at(-1)}_${number}`;
		this.#given.add(name);
		return name;
	}
}

const articles = new Set(['a', 'an', 'the', 'its', 'their', 'own', 'every', 'with', 'in']);
/** Where the name of a test function may end: what follows in the title says more, not something else. */
const ends = new Set(['that', 'who', 'which', 'and', 'or', 'one', 'until', 'when', 'so']);
const mostWords = 10;
/** `name, price or 3 other fields`: a list of fields in a title. */
const fieldList =
	/(?:(?:[\w.[\]-]+, )+[\w.[\]-]+|[\w.[\]-]+) (?:or|and) (?:\d+ other (?:fields|parameters)|an unknown field|[\w.[\]-]+)(?= |$)/;

/** Rows of which each case is about another field. */
const isTable = new Set(['invalid-body', 'bounds-refused', 'bounds-accepted', 'invalid-query']);

/** "creates a product that can be read back" → `test_create_product`. */
export function functionName({title, endpoint, template}: Pick<Recipe, 'title' | 'endpoint' | 'template'>): string {
	const said = title.replace(/^(?:GET|POST|PUT|PATCH|DELETE)\s+\S+\s+/, '');
	const sentence = (
		isTable.has(template) && !/ of \d/.test(said)
			? said.replace(fieldList, template === 'invalid-query' ? 'parameters' : 'fields')
			: said
	)
		.replace(/([a-z\d])([A-Z])/g, '$1_$2')
		.split(/[,:;.–(]/)[0]!
		.toLowerCase()
		.replace(/ as (?:it is|they are)$/, ' unchanged');
	const words = sentence
		.replace(/e-mail/g, 'email')
		.replace(/['’]s?(?=\s|$)/g, '')
		.split(/[^a-z\d]+/)
		.filter(Boolean);
	const end = words.findIndex((word, place) => place > 2 && ends.has(word));
	const kept = (end < 0 ? words : words.slice(0, end)).filter(word => !articles.has(word) || word === 'with');
	// Prose of a document is no name.
	if (prose.has(words[0] ?? '')) return `test_${template.replaceAll('-', '_')}_${nounOf(endpoint)}`;
	const isPhrase = articles.has(words[0] ?? '');
	const named = kept
		.slice(0, mostWords)
		.map((word, place) => (place === 0 && !isPhrase ? baseForm(word) : word))
		.filter(
			(word, place, all) => !(place === all.length - 1 && /^(?:with|for|of|to|by|from|without|than|is)$/.test(word)),
		);
	if (named.length === 0) return `test_${snake(template)}_${nounOf(endpoint)}`;
	// A verb alone says nothing of what is looked at.
	if (named.length === 1) named.push(...wordsOf(endpoint.path.split('/').findLast(part => /^\w/.test(part)) ?? ''));
	return `test_${named.join('_')}`;
}

/** How a sentence of a document begins that does not say what an operation does. */
const prose = new Set(['this', 'these', 'that', 'it', 'you', 'if', 'when', 'note', 'please', 'starting']);

/** `creates` → `create`, `refuses` → `refuse`, `searches` → `search`. */
function baseForm(verb: string): string {
	const irregular = {has: 'have', does: 'do', is: 'be'}[verb];
	if (irregular !== undefined) return irregular;
	if (/(?:ch|sh|ss|x|zz|o)es$/.test(verb)) return verb.slice(0, -2);
	if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
	return verb.endsWith('s') && !verb.endsWith('ss') ? verb.slice(0, -1) : verb;
}
