import {closest, distance} from 'fastest-levenshtein';
import {flagsOfSameMeaning, flagsOfSameWords} from './flag-synonyms.ts';

/** The known word a mistyped one probably means: "its edit distance is at most 2". */
function nearestWord(word: string, known: readonly string[], most = 2): string | undefined {
	if (known.length === 0) return undefined;
	const candidate = closest(word, known);
	return distance(word, candidate) <= most ? candidate : undefined;
}

/** What other tools call a command of ours: a sibling's name or, where no group was named, a whole line. */
const otherCommands: Readonly<Record<string, readonly string[]>> = {
	abort: ['cancel'],
	add: ['create'],
	describe: ['get', 'show'],
	edit: ['update'],
	environment: ['project env'],
	environments: ['project env'],
	get: ['show'],
	kill: ['cancel'],
	login: ['setup'],
	logout: ['auth remove', 'remove'],
	logs: ['result'],
	ls: ['list'],
	new: ['create'],
	remove: ['delete'],
	retry: ['rerun'],
	rm: ['delete'],
	show: ['get'],
	stop: ['cancel'],
	version: ['--version'],
	view: ['get', 'show'],
	watch: ['wait'],
	whoami: ['auth status', 'status'],
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
	// One letter is a slip; two may be another word (`--dir` and `--doc`), which a known meaning explains better.
	return firstOf([
		near(flag, known, 1),
		flagsOfSameMeaning(flag, known),
		near(flag, known),
		flagsOfSameWords(flag, known),
	]);
}

/** What a flag of another tool would name, where the argument says it with a word of its own. */
const otherArguments: Readonly<Record<string, readonly string[]>> = {
	source: ['url', 'api', 'doc', 'spec', 'openapi', 'document', 'file', 'target-url'],
};

/** The argument that a flag of its name means: `--project` and `--id` where a command takes `<project-id>`. */
export function argumentLike(flag: string, args: readonly string[]): string | undefined {
	const word = flag.slice(2).replace(/s$/, '');
	return args.find(name => {
		const one = name.replace(/s$/, '');
		const isId = one === `${word}-id` || (word === 'id' && one.endsWith('-id'));
		return one === word || isId || own(otherArguments, name).includes(word);
	});
}

const own = (table: Readonly<Record<string, readonly string[]>>, word: string): readonly string[] =>
	Object.hasOwn(table, word) ? (table[word] ?? []) : [];

const near = (word: string, known: readonly string[], most?: number): string[] => {
	const nearest = nearestWord(word, known, most);
	return nearest === undefined ? [] : [nearest];
};

const firstOf = (lists: readonly (readonly string[])[]): string[] =>
	(lists.find(({length}) => length > 0) ?? []).slice(0, mostSuggestions);
