import type {Value} from '../../../source/plan-language/reading.ts';
import type {Look} from '../page/look.ts';
import {hasWords, words} from '../page/words.ts';
import {compare, expectation} from './compare.ts';
import {nameScore} from './label-score.ts';
import type {Seen} from './observe-rows.ts';

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

/** `I am on the Dashboard page`: the path, the title or the main heading carries the words. */
export function seePage(name: string, look: Look): Seen {
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
	const actual = [heading?.name, look.title, pathname + hash].filter(Boolean).join(' · ');
	return {
		is: place !== undefined,
		expected: name,
		actual,
		where: place?.[0] ?? null,
		subject: place?.[0] === 'heading' ? heading!.index : null,
	};
}
