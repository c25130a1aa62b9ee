/** Names whose values open something; compared by word, so that case and separators do not matter. */
export const secretNames = [
	'password',
	'passwd',
	'pwd',
	'passphrase',
	'secret',
	'token',
	'api key',
	'client secret',
	'pin',
	'cvv',
	'cvc',
	'authorization',
	'jwt',
	'bearer',
	'credential',
] as const;

const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const without = (names: readonly string[], taken: readonly string[]) => {
	const gone = new Set(taken.map(bare));
	return names.filter(name => !gone.has(bare(name)));
};
const distinct = (names: readonly string[]) =>
	names.filter((name, index) => index === names.findIndex(other => bare(other) === bare(name)));

/** The usual names that a project still masks. */
export const usualNames = (remove: readonly string[]): string[] => without(secretNames, remove);

/**
 * What a project's lists become when names are added and taken away. A name that was taken away and is added again is
 * masked as everybody's; one that was added and is taken away is forgotten.
 */
export function changedNames(
	known: {readonly add: readonly string[]; readonly remove: readonly string[]},
	change: {readonly add: readonly string[]; readonly remove: readonly string[]},
): {add: string[]; remove: string[]} {
	const own = change.add.filter(name => !secretNames.some(usual => bare(usual) === bare(name)));
	const gone = without(change.remove, known.add);
	return {
		add: distinct([...without(known.add, change.remove), ...own]),
		remove: distinct([...without(known.remove, change.add), ...gone]),
	};
}
