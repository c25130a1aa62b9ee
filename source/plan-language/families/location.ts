import type {Draft} from '../draft.ts';
import {simpleTarget} from '../names.ts';
import {startsWith} from '../pattern.ts';
import type {Predicate} from '../predicates.ts';
import {type Token, textOf} from '../tokens.ts';
import {isVague, writtenValue} from '../values.ts';
import {articles, ordinalOf, vagueModifiers} from '../words.ts';
import {claim, isPage, isPerson} from './claim.ts';
import {operandOf} from './values.ts';

/** "the URL is / contains / ends with …, the title contains …". */
export function address({subject, isNegated, verb, rest}: Predicate): Draft[] {
	const name = subject
		.filter(({lower}) => !articles.has(lower))
		.map(({lower}) => lower)
		.join(' ');
	const op = /^(?:current |page |browser |browser's )*(?:url|address|location|path)(?: of page)?$/.test(name)
		? 'url'
		: /^(?:page|browser|tab|browser tab|document|window|page's)? ?title(?: of (?:browser |current )?(?:page|tab|window|document|browser))?$/.test(
					name,
				)
			? 'title'
			: null;
	if (op === null) return [];
	if (verb === 'have') {
		const [first, ...others] = rest.filter(({lower}) => !articles.has(lower));
		return first && others.length === 0
			? [claim(isNegated, {op, comparison: 'equals', value: writtenValue([first])!})]
			: [];
	}
	const operand = operandOf(verb, rest);
	if (!operand) return [];
	const tokens = rest.length > 0 ? rest : [];
	const value = operand.value ?? (tokens.length > 0 && !saysNothing(tail(tokens)) ? writtenValue(tail(tokens)) : null);
	if (!value || value.text.includes(' and ')) return [];
	// `The address reads "Main Road 5, 10115 Berlin"`: where somebody lives.
	if (name === 'address' && /\s/.test(value.text.trim())) return [];
	return [claim(isNegated, {op, comparison: operand.comparison, value})];
}

/** `the correct products`: how it ought to be, not what it is. */
const saysNothing = (tokens: readonly Token[]): boolean =>
	tokens.length === 0 || tokens.length > 3 || articles.has(tokens[0]!.lower) || vagueModifiers.has(tokens[0]!.lower);

/** The operand without the words of its comparison. */
function tail(tokens: readonly Token[]): Token[] {
	const start = tokens.findIndex(({lower}) => !/^(?:with|in|to|equal|set|the|now)$/.test(lower));
	return tokens.slice(Math.max(0, start));
}

const arrivals = [
	'redirected to',
	'redirected back to',
	'taken to',
	'taken back to',
	'navigated to',
	'navigated back to',
	'sent to',
	'sent back to',
	'brought to',
	'forwarded to',
	'on',
	'at',
	'back on',
	'back at',
	'landed on',
	'directed to',
	'returned to',
	'logged in and redirected to',
]
	.map(words => words.split(' '))
	.sort((one, other) => other.length - one.length);

/** "I am on / redirected to the Dashboard page". @param tokens the whole claim, no contractions */
export function page({subject, isNegated, verb, rest}: Predicate): Draft[] {
	if (verb !== 'be') return [];
	const person = subject.length === 0 || isPerson(subject) || isPage(subject);
	const arrival = arrivals.find(words => startsWith(rest, 0, words));
	if (person && arrival)
		return onPage(rest.slice(arrival.length), isNegated, subject.length > 0 || arrival[0] !== 'at');
	// `the home page is visible`, `the Orders page is displayed`
	if (
		/^(?:displayed|shown|visible|open|opened|loaded|present)$/.test(rest[0]?.lower ?? '') &&
		rest.slice(1).every(({lower}) => lower === 'successfully') &&
		subject.at(-1)?.lower === 'page'
	)
		return onPage(subject, isNegated, true);
	return [];
}

function onPage(tokens: readonly Token[], isNegated: boolean, isSure: boolean): Draft[] {
	const rest = (articles.has(tokens[0]?.lower ?? '') ? tokens.slice(1) : [...tokens]).filter(
		({lower}, at, all) => !(at === all.length - 1 && lower === 'successfully'),
	);
	if (rest.length === 0 || !isSure) return [];
	const isUrl = rest.length === 1 && /^(?:\/\S*|https?:\/\/\S+)$/.test(rest[0]!.text);
	if (isUrl)
		return [
			claim(isNegated, {
				op: 'url',
				comparison: rest[0]!.text.startsWith('/') ? 'ends_with' : 'equals',
				value: {text: rest[0]!.text, isQuoted: rest[0]!.kind === 'quoted'},
			}),
		];
	const target = simpleTarget(rest);
	if (!target || ordinalOf(rest[0]) !== null) return [];
	const name = target.phrase || (textOf(rest).toLowerCase() === 'homepage' ? 'home' : '');
	if (
		name === '' ||
		(rest[0]!.text === rest[0]!.lower &&
			isVague(rest.slice(0, -1)) &&
			rest.length > 1 &&
			!/^(?:product|products|login|account|contact|form)$/.test(rest[0]!.lower))
	)
		return [];
	return target.role === null || target.role === 'page' || target.role === 'section' || target.role === 'form'
		? [claim(isNegated, {op: 'page', name: target.role === 'section' || target.role === 'form' ? textOf(rest) : name})]
		: [];
}
