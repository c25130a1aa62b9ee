/** Beginnings of words that say that reading an address may do more than read, or answer more than a record. */
const unsafe = [
	...['logout', 'logoff', 'signout', 'delet', 'remov', 'unsubscrib', 'reset', 'restart', 'shutdown'],
	...['export', 'download', 'debug'],
];

/**
 * Whether one of the words, or two or three of them in a row read as one (`log-out`, `add to cart`), begins like a word that does
 * harm. @param words in lower case @param more beginnings besides the usual ones
 */
export function haveUnsafe(words: readonly string[], more: readonly string[] = []): boolean {
	const beginnings = [...unsafe, ...more];
	const joined = [1, 2, 3].flatMap(count => words.map((_, place) => words.slice(place, place + count).join('')));
	return joined.some(word => beginnings.some(one => word.startsWith(one)));
}
