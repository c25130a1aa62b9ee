import type {RoleWord, Target} from './reading.ts';
import {startsWith} from './pattern.ts';
import {type Token, textOf} from './tokens.ts';
import {isCapital} from './values.ts';
import {
	articles,
	grammarWords,
	lookWords,
	ordinalOf,
	prepositions,
	recordNouns,
	roleForms,
	tellingRoleWords,
	vagueModifiers,
	isVerb,
} from './words.ts';

/** Longest phrase without quotes. */
const maxPhraseWords = 10;

/** Adjectives of messages and controls that say nothing a name would hold. */
const emptyAdjectives = new Set([
	'error',
	'success',
	'warning',
	'info',
	'validation',
	'confirmation',
	'visible',
	'main',
	'single',
	'following',
	'corresponding',
	'respective',
	'new',
]);

/** `labelled`, `with the text` … between a role word and the name. */
const namers: string[][] = [
	'labelled',
	'labeled',
	'named',
	'called',
	'titled',
	'marked',
	'saying',
	'reading',
	'stating',
	'containing',
	'that says',
	'which says',
	'that reads',
	'with text',
	'with the text',
	'with label',
	'with the label',
	'with name',
	'with the name',
	'with title',
	'with the title',
	'with a title',
	'with the heading',
	'with value',
	'with the value',
	'with the message',
	'with message',
	'headed',
	'that contains',
	'that shows',
	'with placeholder',
	'with the placeholder',
	'as',
	':',
]
	.map(words => words.split(' '))
	.sort((one, other) => other.length - one.length);

export const emptyTarget = (role: RoleWord | null = null): Target => ({
	phrase: '',
	isQuoted: false,
	role,
	scopes: [],
	ordinal: null,
});

/** A name with its article, ordinal and role word, and no scope. */
export function simpleTarget(tokens: readonly Token[]): Target | null {
	let rest = [...tokens];
	while (rest.length > 0 && articles.has(rest[0]!.lower) && (rest.length > 1 || rest[0]!.lower !== 'a'))
		rest = rest.slice(1);
	if (rest.length === 0) return null;
	// `Row 3`
	if (rest.length === 2 && rest[0]!.text === 'Row' && /^[1-9]\d{0,2}$/.test(rest[1]!.text))
		return {...emptyTarget('row'), ordinal: Number(rest[1]!.text)};
	const {ordinal, after} = takeOrdinal(rest);
	rest = after;
	if (rest.length === 0) return null;
	const trailing = roleAtEnd(rest);
	// `error messages`: all of it is the word for what it is.
	const leading = trailing && trailing.rest.length === 0 ? null : roleAtStart(rest);
	if (leading) {
		const held = withoutNamer(holds(leading));
		// `a link to the privacy policy`
		// `the switch for e-mail digests`
		const isFor = /^(?:switch|checkbox|radio|slider|dropdown|field)$/.test(leading.role) && held[0]!.lower === 'for';
		const name =
			(leading.role === 'link' || isFor) && held.length > 1 && (isFor || held[0]!.lower === 'to')
				? held.slice(articles.has(held[1]!.lower) && held.length > 2 ? 2 : 1)
				: held;
		if (isName(name, leading.role, leading.rest.length !== name.length))
			return make(name, leading.role, ordinal, leading.telling);
	}
	if (trailing) {
		// `the "Dessert" category chip`
		const isQuotedKind = trailing.rest[0]?.kind === 'quoted' && trailing.rest.slice(1).every(isPlainNoun);
		if (trailing.role === 'message' && trailing.rest.every(isToneWord))
			return toldTarget(rest, ordinal, trailing.telling);
		// `the company logo`: no page says whose it is.
		if (
			rest.at(-1)!.text === 'logo' &&
			trailing.rest.length === 1 &&
			/^(?:company|site|brand|app|application|website|shop|main|page)$/.test(rest[0]!.text)
		)
			return make(rest.slice(-1), 'image', ordinal, '');
		const name = (isQuotedKind ? trailing.rest.slice(0, 1) : trailing.rest).filter(
			(token, index, all) =>
				!(
					index === all.length - 1 &&
					emptyAdjectives.has(token.lower) &&
					all.length > 1 &&
					all.some(({kind}) => kind === 'quoted')
				),
		);
		// `Pay by card` has no name without its last word.
		if (name.length > 0 && !isPhrase(name))
			return nameEnds.has(name.at(-1)!.lower) && (isCapital(rest[0]) || name.at(-1)!.lower === 'per') && isPhrase(rest)
				? make(rest, null, ordinal, '')
				: null;
		const made = make(name, trailing.role, ordinal, trailing.telling);
		const isError =
			trailing.role === 'message' && name.length > 0 && /^(?:errors?|warnings?)$/.test(rest.at(-1)!.lower);
		const target: Target | null = made && isError && !made.isQuoted ? {...made, isError} : made;
		return target && mayBeName(tokens, name) ? {...target, said: textOf(rest)} : target;
	}
	// `the user icon "ad"`: what it shows is its name, the word before it only says more.
	const inner =
		rest.length === 3 && rest[2]!.kind === 'quoted' && rest[0]!.text === rest[0]!.lower
			? roleAtEnd(rest.slice(1, 2))
			: null;
	if (inner) return {...make(rest.slice(2), inner.role, ordinal, '')!, purpose: rest[0]!.text};
	// `the "Terms" document`, `the "Lovely view" review`
	if (
		rest.length === 2 &&
		rest[0]!.kind === 'quoted' &&
		(recordNouns.has(rest[1]!.lower) || (articles.has(tokens[0]!.lower) && isPlainNoun(rest[1]!)))
	)
		return make(rest.slice(0, 1), 'item', ordinal, '');
	// `the lesson "10B History"`: what is quoted is its name, whatever kind of thing it is.
	const [noun, name] = rest;
	if (rest.length === 2 && noun!.kind === 'word' && name!.kind === 'quoted' && isPlainNoun(noun!))
		return {...make([name!], recordNouns.has(noun!.lower) ? 'item' : null, ordinal, '')!, purpose: noun!.text};
	// `the comment node "Nothing yet"`: the words in front say what kind of thing it is.
	const kinds = rest.slice(0, -1);
	if (rest.length === 3 && rest[2]!.kind === 'quoted' && recordNouns.has(rest[1]!.lower) && kinds.every(isPlainNoun))
		return {...make([rest[2]!], 'item', ordinal, '')!, purpose: textOf(kinds)};
	const record = rest.length > 1 && recordNouns.has(rest[0]!.lower) && !isCapital(rest[0]) ? rest.slice(1) : null;
	if (record) {
		const name = withoutNamer(record);
		if (
			isPhrase(name) &&
			(name[0]!.kind !== 'word' ||
				isCapital(name[0]) ||
				mayBeAddress.test(name[0]!.text) ||
				name.length < record.length)
		)
			return make(name, 'item', ordinal, '');
	}
	return isPhrase(rest) ? make(rest, null, ordinal, '') : null;
}

/** How a message looks or what it is about, and no word of its text. */
const isToneWord = ({kind, text}: Token): boolean =>
	kind === 'word' && (emptyAdjectives.has(text) || /^(?:red|green|small|short|inline)$/.test(text));

/** `an error message`, `a green success toast`: no text of it is known. */
function toldTarget(tokens: readonly Token[], ordinal: Target['ordinal'], telling: string): Target {
	const target = make([], 'message', ordinal, telling)!;
	const says = (words: RegExp) => tokens.some(({lower}) => words.test(lower));
	const isBad = says(/^(?:errors?|warnings?|validation)$/);
	// What is to be confirmed may be told as a danger.
	if (isBad === says(/^success$/)) return target;
	return {...target, tone: isBad ? 'error' : 'success'};
}

/** `Photo` without an article, in capitals, is called so rather than being one; so may `Fix footer` or an `Upload area`. */
const mayBeName = (all: readonly Token[], name: readonly Token[]): boolean =>
	name.length === 0
		? isCapital(all[0]) && all.length < 3
		: all.at(-1)!.lower === 'area' || (isCapital(all[0]) && !articles.has(all[0]!.lower))
			? name[0]!.kind === 'word'
			: false;

function make(
	name: readonly Token[],
	role: RoleWord | null,
	ordinal: Target['ordinal'],
	telling: string,
): Target | null {
	const rest = name.length > 1 && articles.has(name[0]!.lower) && !isCapital(name[0]) ? name.slice(1) : name;
	// `the first search result`: what was searched for is a result like any other.
	const isFound = rest.length === 2 && rest[0]!.text === 'search' && rest[1]!.text === 'result';
	const phrase = rest.length === 0 ? telling : textOf(isFound ? rest.slice(1) : rest);
	return {phrase, isQuoted: rest.length === 1 && rest[0]!.kind === 'quoted', role, scopes: [], ordinal};
}

/** Also `Edit button 2`? No: a number behind a name belongs to the name. */
function takeOrdinal(tokens: readonly Token[]): {ordinal: Target['ordinal']; after: Token[]} {
	const ordinal = ordinalOf(tokens[0]);
	if (ordinal === null || tokens.length === 1 || isCapital(tokens[0])) return {ordinal: null, after: [...tokens]};
	// `first name`, `last name` are labels.
	if (/^(?:name|names|step)$/.test(tokens[1]!.lower)) return {ordinal: null, after: [...tokens]};
	// `last login`, `last updated`: when something happened.
	if (
		ordinal === 'last' &&
		/^(?:login|logged|seen|update|updated|modified|modification|edited|changed|visit|visited|activity|active|used|contact|contacted|sync|backup|run|payment)$/.test(
			tokens[1]!.lower,
		)
	)
		return {ordinal: null, after: [...tokens]};
	return {ordinal, after: tokens.slice(1)};
}

type RoleForm = (typeof roleForms)[number];
const formsStartingWith = byWord(words => words[0]!);
const formsEndingIn = byWord(words => words.at(-1)!);

function byWord(wordOf: (words: string[]) => string): Map<string, RoleForm[]> {
	const found = new Map<string, RoleForm[]>();
	for (const form of roleForms) found.set(wordOf(form.words), [...(found.get(wordOf(form.words)) ?? []), form]);
	return found;
}

type Ending = {role: RoleWord; rest: Token[]; telling: string};

/** `Add to cart button`; a capital in the middle of a name is still a role word at its end (`Sign In Button`). */
export function roleAtEnd(tokens: readonly Token[]): Ending | null {
	for (const {words, role} of formsEndingIn.get(tokens.at(-1)?.lower ?? '') ?? []) {
		const at = tokens.length - words.length;
		if (at < 0 || !startsWith(tokens, at, words)) continue;
		const telling = at === 0 ? words.filter(word => tellingRoleWords.has(word)).join(' ') : '';
		return {role, rest: tokens.slice(0, at), telling};
	}
	return null;
}

/** `button "Save"`, `message Nothing to do`, `tab named Flow 2`. */
export function roleAtStart(tokens: readonly Token[]): Ending | null {
	for (const {words, role} of formsStartingWith.get(tokens[0]?.lower ?? '') ?? []) {
		if (tokens.length <= words.length || !startsWith(tokens, 0, words)) continue;
		// `Message "Saved" is shown`: a sentence begins with it.
		if (isCapital(tokens[0]) && tokens[words.length]!.kind !== 'quoted') return null;
		// `the notification badge`: what belongs to them.
		if (
			role === 'message' &&
			/^(?:badge|bell|count|counter|cent(?:er|re)|settings|area)$/.test(tokens[words.length]!.text)
		)
			return null;
		return {role, rest: tokens.slice(words.length), telling: ''};
	}
	return tokens.length > 2 && emptyAdjectives.has(tokens[0]!.lower) && !isCapital(tokens[0])
		? roleAtStart(tokens.slice(1))
		: null;
}

export function withoutNamer(tokens: readonly Token[]): Token[] {
	for (const words of namers)
		if (tokens.length > words.length && startsWith(tokens, 0, words)) return tokens.slice(words.length);
	return [...tokens];
}

/** `cell with 1,250.00`, `row with INV-0099`: what stands in it names it. */
const holds = ({role, rest}: Ending): Token[] =>
	['row', 'cell', 'item', 'card', 'option'].includes(role) && rest.length > 1 && rest[0]!.lower === 'with'
		? rest.slice(1)
		: rest;

/** `@acme/cart`, `tea-timer`, `10B`: no word of the language. */
const mayBeAddress = /\d|[@/_]|\p{L}-\p{L}/u;

/** What may follow a role word as the name of the thing. */
function isName(tokens: readonly Token[], role: RoleWord, isNamed: boolean): boolean {
	const [first] = tokens;
	if (!first || !isPhrase(tokens)) return false;
	if (isNamed || first.kind !== 'word' || isCapital(first) || mayBeAddress.test(first.text)) return true;
	return (role === 'text' || role === 'message' || role === 'heading') && roleAtEnd(tokens) === null;
}

/** One word in small letters that is neither grammar nor something to do. */
const isPlainNoun = (token: Token): boolean =>
	/^\p{Ll}[\p{Ll}-]{2,}$/u.test(token.text) &&
	!/^(?:words?|phrase|sentence|name|value|line|caption|called|named|number)$/.test(token.lower) &&
	!grammarWords.has(token.lower) &&
	!prepositions.has(token.lower) &&
	!articles.has(token.lower) &&
	!vagueModifiers.has(token.lower) &&
	!lookWords.has(token.lower) &&
	!isVerb(token);

/** Words of grammar that names hold as well, behind a capital: `Sort by price`, `Pay by card`, `How it works`. */
const nameGrammar = new Set(['by', 'per', 'via']);
/** What a name may hold in front of a word for a kind of thing: `Snap to grid`, `Fit to page`. */
const nameEnds = new Set([...nameGrammar, 'to', 'for', 'on', 'per']);
const questionWords = new Set(['how', 'what', 'where', 'who', 'why', 'when', 'i']);

const superlatives = new Set(
	'cheapest dearest newest oldest highest lowest largest smallest biggest shortest longest earliest nearest best worst most least'.split(
		' ',
	),
);

/** Whether these words can be the name of something: nothing of a sentence is left over in them. */
export function isPhrase(tokens: readonly Token[]): boolean {
	if (tokens.length === 0 || tokens.length > maxPhraseWords) return false;
	const quotedCount = tokens.filter(({kind}) => kind === 'quoted').length;
	if (quotedCount > 0) return tokens.length === 1 && tokens[0]!.text.trim() !== '';
	// `next to …` is a place, and `next` a thing that many pages have.
	const isNext = tokens[0]!.lower === 'next' && tokens[1]?.lower !== 'to';
	if (prepositions.has(tokens[0]!.lower) && !isCapital(tokens[0]) && !isNext) return false;
	const end = tokens.at(-1)!;
	// `Sort by`, `Filter by`: labels of what stands beside them.
	const isLabel =
		tokens.length === 2 && end.lower === 'by' && /^(?:Sort|Order|Filter|Group|Show|View|Search)$/.test(tokens[0]!.text);
	if (
		tokens.length > 1 &&
		!isLabel &&
		end.text === end.lower &&
		(articles.has(end.lower) || /^(?:of|for|to|from|with|at|as|by)$/.test(end.lower))
	)
		return false;
	if (tokens.every(({kind, text}) => kind === 'mark' && !/^[+–—=-]$/.test(text))) return false;
	// `the link in a new` tab: how it opens.
	if (tokens.length > 3 && /^(?:new|second|separate)$/.test(end.text) && tokens.at(-3)!.text === 'in') return false;
	if (
		vagueModifiers.has(tokens[0]!.lower) &&
		!isCapital(tokens[0]) &&
		tokens[0]!.lower !== 'new' &&
		tokens[0]!.lower !== 'all' &&
		tokens[0]!.lower !== 'test'
	)
		return false;
	// `the cheapest room`: which one that is has to be worked out, and no page says it.
	if (superlatives.has(tokens[0]!.text) && tokens.length > 1) return false;
	// `one of the drivers`: which one is not said.
	if (/^(?:one|some|any)$/.test(tokens[0]!.text) && tokens.length === 1) return false;
	// An adverb, and no place or thing.
	if (tokens.length === 1 && /^(?:already|again|somewhere|anywhere|everywhere|nowhere|therein)$/.test(tokens[0]!.text))
		return false;
	// `the most expensive down to the cheapest`: an order, and no name.
	if (
		tokens.some(({text}, index) => text === 'to' && tokens[index + 1]?.text === 'the') &&
		/^(?:most|least|highest|lowest|cheapest|newest|oldest)$/.test(tokens[0]!.text)
	)
		return false;
	// `The Decline button is hidden and the Accept …`: two sentences, and no name.
	const hasBe = tokens.some(
		({text}, index) =>
			index > 0 &&
			/^(?:is|are|was|were|should|must|shows|reads|says|contains|displays|closes|opens|appears|disappears)$/.test(text),
	);
	if (hasBe && tokens.some(({text}) => text === 'and' || text === 'but')) return false;
	const isTitle = tokens.filter(isCapital).length >= 2;
	const isQuestion = isCapital(tokens[0]) && questionWords.has(tokens[0]!.lower);
	return tokens.every((token, index) => {
		if (token.kind === 'variable') return true;
		if (token.kind === 'mark')
			return (
				tokens.length === 1 ||
				token.text === '&' ||
				token.text === '+' ||
				token.text === '-' ||
				token.text === '–' ||
				token.text === '/'
			);
		if (/["`]/.test(token.text)) return false;
		const lower = token.text === token.lower;
		const isInName =
			index > 0 &&
			(isTitle ||
				isQuestion ||
				(token.lower === 'per' && index < tokens.length - 1) ||
				(isCapital(tokens[0]) && nameGrammar.has(token.lower)));
		if (lower && grammarWords.has(token.lower) && !isInName) return false;
		if (lower && lookWords.has(token.lower) && !(isCapital(tokens[0]) && index > 0)) return false;
		// `Login button and verify the page`: a second clause, not a name; `Save and close` ends with its verb.
		if (token.text === 'with' && !isCapital(tokens[0])) return false;
		if (token.text === 'and' || token.text === 'or' || token.text === 'to')
			return (
				index > 0 &&
				index < tokens.length - 1 &&
				!(
					token.lower === 'and' &&
					isVerb(tokens[index + 1]) &&
					tokens[index + 1]!.text === tokens[index + 1]!.lower &&
					index + 2 < tokens.length
				)
			);
		return true;
	});
}
