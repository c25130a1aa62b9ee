/**
 * A selector that remembers its last result and returns it as long as every argument is the same object: a key press
 * must not filter or group a hundred thousand rows again.
 */
export function memoizeLast<Arguments extends readonly unknown[], Result>(
	select: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
	return memoizeBy((...args) => args, select);
}

/** The same for arguments whose identity says less than the values that `keyOf` makes of them. */
export function memoizeBy<Arguments extends readonly unknown[], Result>(
	keyOf: (...args: Arguments) => readonly unknown[],
	select: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
	let last: {key: readonly unknown[]; result: Result} | undefined;
	return (...args) => {
		const key = keyOf(...args);
		if (last?.key.length === key.length && last.key.every((value, index) => Object.is(value, key[index])))
			return last.result;
		last = {key, result: select(...args)};
		return last.result;
	};
}
