/** Adds a value to the list that a map has under a key, which begins with it where there is none. */
export function pushTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
	const own = lists.get(key);
	if (own) own.push(value);
	else lists.set(key, [value]);
}
