import {isPage} from './families/claim.ts';
import {roleAtEnd} from './names.ts';
import {plainClaim} from './plain-words.ts';
import {predicatesOf} from './predicates.ts';
import type {Target} from './reading.ts';
import {type Token, quoted, textOf, word} from './tokens.ts';
import {articles, emptyAdverbs, grammarWords, lookWords, prepositions, vagueModifiers, verbOf} from './words.ts';

type Reads = (sentence: string) => boolean;

/** Most sentences of a refusal. */
const most = 3;

/**
 * Sentences that can be read, made of the step's own words: the families nearest to its verb, filled
 * with its quoted texts and content words.
 * @param reads whether a sentence has a reading; only those are given
 */
export function nearestForms(all: readonly Token[], type: 'action' | 'assertion', reads: Reads): string[] {
	const tokens = withoutRider(all);
	const quotes = tokens.filter(({kind}) => kind === 'quoted').map(({text}) => text);
	const words = namingWords(tokens, type);
	const verb = tokens.map(token => verbOf(token)).find(found => found !== null) ?? null;
	const name = words.join(' ');
	const short = words.slice(-3).join(' ');
	const candidates =
		type === 'assertion' ? claimForms(quotes, name, short, placeIn(tokens)) : actionForms(verb, quotes, name, short);
	return firstReadable(candidates, reads);
}

/** `Save instead of Cancel`, `… without pressing Enter`: what is not to be done is in no sentence that is offered. */
function withoutRider(tokens: readonly Token[]): readonly Token[] {
	const at = tokens.findIndex(
		({text}, index) =>
			index > 1 &&
			(/^(?:without|instead|unless|except)$/.test(text) ||
				(text === 'by' && /^\p{Ll}+ing$/u.test(tokens[index + 1]?.text ?? ''))),
	);
	return at > 0 ? tokens.slice(0, at) : tokens;
}

/** The same for a step that lacks its value. */
export function valueForms(op: string, target: Target | null, reads: Reads): string[] {
	const phrase = target && !vagueModifiers.has(target.phrase.toLowerCase()) ? target.phrase : '';
	const noun = target?.role && !phrase.toLowerCase().endsWith(target.role) ? ` ${target.role}` : '';
	const field = phrase === '' ? (target?.role ?? 'field') : `${phrase}${noun}`;
	const key = `VAR_${
		(phrase || 'value')
			.toUpperCase()
			.replace(/[^A-Z0-9]+/g, '_')
			.replace(/^_+|(?<!_)_+$/g, '') || 'VALUE'
	}`;
	const plain = phrase === '' ? `the ${field}` : phrase;
	const forms: Record<string, string[]> = {
		fill: [
			`Enter "…" in the ${field.endsWith('field') ? field : `${field} field`}`,
			`Fill ${plain} with ${key}`,
			`Type "…" into ${quoted(plain)}`,
		],
		search: ['Search for "…"', `Search for ${key}`, `Type "…" into the search field`],
		select: [
			`Select "…" from the ${field.endsWith('dropdown') ? field : `${field} dropdown`}`,
			`Select "…" as the ${plain}`,
			'Choose the first option',
		],
	};
	return firstReadable(
		forms[op] ?? [`The ${field} is "…"`, `The ${field} contains "…"`, `The ${field} is ${key}`],
		reads,
	);
}

function firstReadable(candidates: readonly string[], reads: Reads): string[] {
	const kept: string[] = [];
	for (const sentence of new Set(candidates)) {
		if (kept.length === most) break;
		if (sentence.length <= 300 && reads(sentence)) kept.push(sentence);
	}
	return kept;
}

/** Most words of a name. */
const mostWords = 4;

/**
 * The words that most likely name something: of those that stand together in the sentence the most, of as many the ones
 * in capitals. Words from all over the sentence would be a text that stands nowhere.
 */
function namingWords(tokens: readonly Token[], type: 'action' | 'assertion'): string[] {
	const isContent = contentOf(type);
	const runs: string[][] = [[]];
	for (const [at, token] of tokens.entries())
		if (isContent(token, at)) runs.at(-1)!.push(wordOf(token));
		else runs.push([]);
	const weight = (run: string[]) =>
		Math.min(run.length, mostWords) + (run.some(word => /^\p{Lu}/u.test(word)) ? 1.5 : 0);
	const [first = []] = runs.toSorted((one, other) => weight(other) - weight(one));
	return first.slice(0, mostWords);
}

const wordOf = (token: Token) => textOf([{...token, isSpaced: false}]).replace(/["`]/g, '');

const contentWords = (tokens: readonly Token[], type: 'action' | 'assertion'): string[] =>
	tokens.filter(contentOf(type)).slice(0, 6).map(wordOf);

/** Words that may name something: no verb in front, no grammar, no article. */
const contentOf =
	(type: 'action' | 'assertion') =>
	(token: Token, at: number): boolean =>
		(token.kind === 'word' || token.kind === 'variable') &&
		!(at < 2 && (verbOf(token) !== null || (at === 0 && type === 'action'))) &&
		!articles.has(token.lower) &&
		!prepositions.has(token.lower) &&
		!grammarWords.has(token.lower) &&
		!emptyAdverbs.has(token.lower) &&
		!vagueModifiers.has(token.lower) &&
		!lookWords.has(token.lower) &&
		!/^(?:and|or|user|i|we|you|am|that|not|page|button|link|icon|field|box|row|looks|works|shown|displayed|visible|close|open)$/.test(
			token.lower,
		) &&
		/[\p{L}\p{N}]/u.test(token.text);

/** What the sentence is about, where it may hold the text in quotes: a few words in front of its verb, or what ends in a role. */
function placeIn(tokens: readonly Token[]): string {
	const subject = predicatesOf(plainClaim(tokens))[0]?.subject ?? null;
	if (subject === null) {
		const words = contentWords(tokens, 'assertion').slice(-3);
		return roleAtEnd(words.map(word)) ? words.join(' ') : '';
	}
	const isOne = subject.length <= 4 && subject.every(({kind, lower}) => kind === 'word' && lower !== 'and');
	return isOne && !isPage(subject) ? contentWords(subject, 'assertion').join(' ') : '';
}

function claimForms(quotes: readonly string[], name: string, short: string, place: string): string[] {
	const texts = quotes.map(quoted);
	// Beside a text in quotes a few words are no text of their own.
	const named = name === '' || texts.length > 0 ? [] : [name, short];
	return [
		...texts.flatMap(text => [`${text} is visible`, `The page shows ${text}`]),
		...(texts[0] && place ? [`The ${place} contains ${texts[0]}`] : []),
		...named.flatMap(words => [
			`${quoted(words)} is visible`,
			`I am on the ${words} page`,
			`The page shows ${quoted(words)}`,
			`${quoted(words)} is not visible`,
		]),
		'The page shows "…"',
		'"…" is visible',
		'The URL contains "…"',
	];
}

function actionForms(verb: string | null, quotes: readonly string[], name: string, short: string): string[] {
	const texts = quotes.map(quoted);
	const words = short || name;
	const named = words === '' ? '…' : words;
	const first = texts[0] ?? quoted(named);
	const byVerb: Record<string, string[]> = {
		type: [`Type ${texts[0] ?? '"…"'} into the ${named} field`, `Fill ${quoted(named)} with ${texts[0] ?? '"…"'}`],
		select: [`Select ${texts[0] ?? '"…"'} from the ${named} dropdown`, `Choose ${first}`],
		go: [`Go to the ${named} page`, 'Go to "/…"'],
		check: [`Check ${first}`],
		drag: [`Drag ${first} onto ${texts[1] ?? '"…"'}`],
		upload: [`Upload "….pdf" to ${first}`],
		press: ['Press Enter', `Press ${first}`],
		wait: [`Wait until ${first} is visible`],
		hover: [`Hover over ${first}`],
		scroll: [`Scroll to ${first}`],
		log: ['Log in', 'Log in as "…" with password VAR_PASSWORD'],
		search: [`Search for ${texts[0] ?? '"…"'}`],
		save: [`Save the ${named} as NAME`, `Click ${first}`],
		verify: [`${first} is visible`, `The page shows ${first}`],
	};
	const alike: Record<string, string> = {
		enter: 'type',
		fill: 'type',
		input: 'type',
		write: 'type',
		set: 'type',
		change: 'type',
		update: 'type',
		put: 'type',
		provide: 'type',
		choose: 'select',
		pick: 'select',
		navigate: 'go',
		open: 'go',
		visit: 'go',
		head: 'go',
		browse: 'go',
		tick: 'check',
		uncheck: 'check',
		move: 'drag',
		attach: 'upload',
		drop: 'upload',
		hit: 'press',
		login: 'log',
		sign: 'log',
		find: 'search',
		look: 'search',
		remember: 'save',
		store: 'save',
		capture: 'save',
		ensure: 'verify',
		make: 'verify',
		expect: 'verify',
		see: 'verify',
		assert: 'verify',
		validate: 'verify',
	};
	const near = verb === null ? [] : (byVerb[alike[verb] ?? verb] ?? []);
	return [
		...near,
		`Click ${first}`,
		...(texts.length === 0 && words ? [`Click the ${words} button`] : []),
		`Type ${texts[0] ?? '"…"'} into the ${named} field`,
		`Wait until ${first} is visible`,
		`Go to the ${named} page`,
		'Click "…"',
		'Type "…" into the "…" field',
		'Wait until "…" is visible',
	];
}
