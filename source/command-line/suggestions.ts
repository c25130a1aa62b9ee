import {closest, distance} from 'fastest-levenshtein';

/** The known word a mistyped one probably means: "its edit distance is at most 2". */
function nearestWord(word: string, known: readonly string[]): string | undefined {
	if (known.length === 0) return undefined;
	const candidate = closest(word, known);
	return distance(word, candidate) <= 2 ? candidate : undefined;
}

/** What other tools call a command of ours: a sibling's name or, where no group was named, a whole line. */
const otherCommands: Readonly<Record<string, readonly string[]>> = {
	abort: ['cancel'],
	add: ['create'],
	edit: ['update'],
	kill: ['cancel'],
	login: ['setup'],
	logout: ['auth remove', 'remove'],
	logs: ['result'],
	new: ['create'],
	remove: ['delete'],
	rm: ['delete'],
	show: ['get'],
	stop: ['cancel'],
	version: ['--version'],
	view: ['get'],
	whoami: ['auth status', 'status'],
};

/** What other tools call a flag of ours. */
const otherFlags: Readonly<Record<string, readonly string[]>> = {
	'--format': ['--output'],
	'--json': ['--output json'],
};

/** More would be a list to read, not an answer. */
const mostSuggestions = 3;

/**
 * The commands that a word which names none may mean, best first, as words behind the group.
 * @param path the group; empty: none was named
 * @param known the commands of the group
 * @param elsewhere commands of that very name below other groups
 */
export function commandsLike({
	word,
	path,
	known,
	elsewhere,
}: {
	word: string;
	path: readonly string[];
	known: readonly string[];
	elsewhere: readonly string[];
}): string[] {
	const nearRootFirst = [...elsewhere].sort((a, b) => a.split(' ').length - b.split(' ').length);
	const isLine = (other: string) => /^-|\s/.test(other);
	const synonyms = own(otherCommands, word).filter(other =>
		isLine(other) ? path.length === 0 : known.includes(other),
	);
	return firstOf([nearRootFirst, synonyms, near(word, known)]);
}

/** The flags that an unknown one may mean, best first. @param flag as it was written, with its dashes */
export function flagsLike(flag: string, known: readonly string[]): string[] {
	if (/^-[a-z]$/i.test(flag)) {
		const letter = flag[1]!.toLowerCase();
		const inOtherCase = known.filter(one => one.toLowerCase() === `-${letter}`);
		return firstOf([[...inOtherCase, ...known.filter(one => one.startsWith(`--${letter}`))]]);
	}
	return firstOf([own(otherFlags, flag), near(flag, known)]);
}

const own = (table: Readonly<Record<string, readonly string[]>>, word: string): readonly string[] =>
	Object.hasOwn(table, word) ? (table[word] ?? []) : [];

const near = (word: string, known: readonly string[]): string[] => {
	const nearest = nearestWord(word, known);
	return nearest === undefined ? [] : [nearest];
};

const firstOf = (lists: readonly (readonly string[])[]): string[] =>
	(lists.find(({length}) => length > 0) ?? []).slice(0, mostSuggestions);
