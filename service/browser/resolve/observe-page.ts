import type {Value} from '../../../source/plan-language/reading.ts';
import type {Look} from '../page/look.ts';
import {isShown} from '../page/tree.ts';
import {hasWords, words} from '../page/words.ts';
import {compare, expectation} from './compare.ts';
import {nameScore} from './label-score.ts';
import type {Seen} from './observe-rows.ts';
import {asksForPassword, signUp, signUpEntry} from './sign-up.ts';
import {isAtStart, startNames} from './start-page.ts';

/** A path is compared with the path, anything else with the whole address. */
export function seeUrl(url: string, comparison: Parameters<typeof compare>[1], wanted: Value): Seen {
	const {pathname, search, hash} = new URL(url, 'http://none.invalid/');
	const isPath = wanted.text.startsWith('/');
	const candidates =
		isPath && comparison !== 'contains'
			? [pathname, pathname + search, pathname + search + hash]
			: [url, url.replace(/\/$/, '')];
	return {
		is: candidates.some(one => compare(one, comparison, {...wanted, isQuoted: true})),
		expected: expectation(comparison, wanted.text),
		actual: isPath ? pathname + search + hash : url,
		where: 'url',
	};
}

const signIn = /^(?:sign[ -]?in|log[ -]?in)$/i;

/** The button that signs in beside a password, on a page whose title and heading only say what site it is; null: there is none. */
function signInEntry(look: Look): number | null {
	const button = look.elements.find(
		element => element.role === 'button' && isShown(look, element) && signIn.test(element.name.trim()),
	);
	return button && asksForPassword(look) ? button.index : null;
}

/**
 * `I am on the Dashboard page`: the path, the title or the main heading carries the words; the home page is the one that the
 * site opens with as well, unless it asks who one is there.
 */
export function seePage(said: string, look: Look, startUrl?: string): Seen {
	// `the thank-you page`: two words, joined because they stand before another one.
	const name = said.replace(/(?<=\p{L})-(?=\p{L})/gu, ' ');
	const heading =
		look.elements.find(element => element.role === 'heading' && element.level === 1) ??
		look.elements.find(element => element.role === 'heading');
	const {pathname, hash} = new URL(look.url, 'http://none.invalid/');
	const places: Array<[string, string]> = [
		['heading', heading?.name ?? ''],
		['title', look.title],
		['path', `${pathname} ${hash}`.replace(/[-_/#.]+/g, ' ')],
	];
	const place = places.find(
		([, text]) =>
			hasWords(text) && (nameScore(name, text) >= 0.6 || words(name).every(word => words(text).includes(word))),
	);
	const made = place === undefined && signUp.test(name.trim()) ? signUpEntry(look) : null;
	if (made !== null) return {is: true, expected: name, actual: 'a form to sign up', where: 'form', subject: made};
	const entry = place === undefined && signIn.test(name.trim()) ? signInEntry(look) : null;
	if (entry !== null) return {is: true, expected: name, actual: 'a form to sign in', where: 'form', subject: entry};
	const actual = [heading?.name, look.title, pathname + hash].filter(Boolean).join(' · ');
	if (place === undefined && startNames.test(name.trim()) && isAtStart(look, startUrl) && !asksForPassword(look))
		return {is: true, expected: name, actual, where: 'path', subject: null};
	return {
		is: place !== undefined,
		expected: name,
		actual,
		where: place?.[0] ?? null,
		subject: place?.[0] === 'heading' ? heading!.index : null,
	};
}
