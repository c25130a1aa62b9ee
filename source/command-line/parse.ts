import meow from 'meow';
import {type Flags, flagName, negation} from '../commands/flag.ts';
import {findChild, type Group, isGroup, type Node, pathsTo} from '../commands/tree.ts';

/** What is wrong with the grammar of a command line; `usage-problem.ts` makes an error of it. */
export type UsageProblem =
	| {
			kind: 'unknown-command';
			word: string;
			path: readonly string[];
			known: readonly string[];
			/** Those of `known` that only help knows. */
			topics: readonly string[];
			/** Commands of that very name in groups, when no group was named. */
			elsewhere: readonly string[];
	  }
	| {kind: 'unknown-flag'; flag: string; path: readonly string[]; known: readonly string[]}
	| {kind: 'missing-value'; flag: string}
	| {kind: 'unwanted-value'; flag: string};

/** Which command a command line names, and what is left of the line. */
export type Located = {
	/** Names down the tree; empty when the line names no command. */
	path: string[];
	node: Node;
	/** Global flags found before the command, then everything behind it. */
	tokens: string[];
	wantsHelp: boolean;
	wantsVersion: boolean;
	/** What `svc help` was asked about, where that is no command. */
	topic: string | null;
	problem: UsageProblem | null;
};

/** A flag as the command line writes it. */
type Spelling = {
	key: string;
	name: string;
	takesValue: boolean;
	/** Of `--no-<name>` beside `--<name> <value>`: the flag it negates. */
	negates?: Spelling;
};
type Spellings = ReadonlyMap<string, Spelling>;

/** Every way to write the given flags: `--name`, alias, one letter, `--no-name`. */
export function spellingsOf(flags: Flags): Spellings {
	const spellings = new Map<string, Spelling>();
	for (const key of Object.keys(flags)) {
		const flag = flags[key]!;
		const name = flag.onByDefault ? `no-${flagName(key)}` : flagName(key);
		const spelling = {key, name, takesValue: flag.placeholder !== null};
		spellings.set(`--${name}`, spelling);
		if (flag.negated) spellings.set(`--no-${name}`, {key, name: `no-${name}`, takesValue: false, negates: spelling});
		if (flag.alias) spellings.set(`--${flag.alias}`, spelling);
		if (flag.short) spellings.set(`-${flag.short}`, spelling);
	}
	return spellings;
}

const isFlag = (token: string) => token.length > 1 && token.startsWith('-');

/** `--name=value` → `['--name', 'value']`; without `=` the second is undefined. */
function splitFlag(token: string): [spelling: string, value: string | undefined] {
	const equals = token.indexOf('=');
	return equals === -1 ? [token, undefined] : [token.slice(0, equals), token.slice(equals + 1)];
}

/**
 * Finds the command a line names: words lead down the tree until they reach a command; global flags may stand between
 * them. Does not judge flags behind the command, whose types are not known before it is loaded. Goes on behind a word
 * that is wrong, because `--output` is judged first and may stand anywhere.
 */
export function locate(argv: readonly string[], root: Group, globals: Spellings): Located {
	const path: string[] = [];
	const tokens: string[] = [];
	let node: Node = root;
	let problem: UsageProblem | null = null;
	let flagsEnded = false;
	let wantsHelp = false;
	let wantsVersion = false;
	let topic: string | null = null;

	for (let index = 0; index < argv.length; index++) {
		const token = argv[index]!;
		if (!flagsEnded && (token === '-h' || token === '--help')) wantsHelp = true;
		if (!flagsEnded && (token === '-V' || token === '--version')) wantsVersion = true;
		if (!isGroup(node)) {
			flagsEnded ||= token === '--';
			tokens.push(token);
		} else if (!flagsEnded && token === '--') {
			flagsEnded = true;
		} else if (!flagsEnded && isFlag(token)) {
			const [spelling, value] = splitFlag(token);
			const known = globals.get(spelling);
			problem ??= known ? null : unknownFlag(spelling, path, globals);
			tokens.push(token);
			const next = argv[index + 1];
			if (known?.takesValue && value === undefined && next !== undefined && !isFlag(next)) {
				tokens.push(next);
				index++;
			}
		} else if (path.length === 0 && token === 'help') {
			wantsHelp = true;
		} else {
			const child = findChild(node, token);
			const fallback: Node | undefined = node.fallback ? node.children[node.fallback] : undefined;
			if (child) {
				path.push(child[0]);
				node = child[1];
			} else if (fallback) {
				path.push(node.fallback!);
				node = fallback;
				tokens.push(token);
			} else if (wantsHelp && path.length === 0 && Object.hasOwn(root.topics ?? {}, token)) {
				topic = token;
			} else {
				problem ??= {
					kind: 'unknown-command',
					word: token,
					path: [...path],
					known: [...Object.keys(node.children), ...Object.keys(node.topics ?? {})],
					topics: Object.keys(node.topics ?? {}),
					elsewhere: path.length === 0 ? [token, inOtherNumber(token)].flatMap(one => pathsTo(root, one)) : [],
				};
			}
		}
	}
	return {path, node, tokens, wantsHelp, wantsVersion, topic, problem};
}

/** `members` for `member`, `key` for `keys`. */
const inOtherNumber = (word: string): string => (word.endsWith('s') ? word.slice(0, -1) : `${word}s`);

const unknownFlag = (flag: string, path: readonly string[], known: Spellings): UsageProblem => ({
	kind: 'unknown-flag',
	flag,
	path: [...path],
	known: [...known.keys()],
});

/** Flags and words behind a command, as texts: every occurrence of a flag under its key, in order. */
export type GivenTexts = {flags: Record<string, string[]>; words: string[]; problem: UsageProblem | null};

/**
 * Reads the tokens behind a command. meow does the parsing; before, every token is checked and written in the one way
 * meow takes literally: a value that starts with `-` behind `=`, any other as a token of its own (behind `=` it would
 * lose its quotes), words behind `--`. What is wrong does not stop the reading, so that `--output` can be judged first.
 */
export function readTokens(tokens: readonly string[], spellings: Spellings, path: readonly string[]): GivenTexts {
	const {args, words, used, problem} = normalise(tokens, spellings, path);
	const {flags, input} = meow({
		importMeta: import.meta,
		pkg: {name: 'svc'},
		description: false,
		autoHelp: false,
		autoVersion: false,
		argv: [...args, '--', ...words],
		// Only flags that occur: meow prepares every flag it is told about at some cost.
		flags: Object.fromEntries(
			[...used].map(({key, takesValue}) => [
				key,
				takesValue ? ({type: 'string', isMultiple: true} as const) : ({type: 'boolean'} as const),
			]),
		),
	});
	const given: Record<string, string[]> = {};
	for (const {key} of used) {
		const value: unknown = flags[key];
		given[key] = Array.isArray(value) ? value : [];
	}
	return {flags: given, words: input, problem};
}

type Normalised = {args: string[]; words: string[]; used: Set<Spelling>; problem: UsageProblem | null};

function normalise(tokens: readonly string[], spellings: Spellings, path: readonly string[]): Normalised {
	const result: Normalised = {args: [], words: [], used: new Set(), problem: null};
	for (let index = 0; index < tokens.length; index++) {
		const token = tokens[index]!;
		if (token === '--') {
			result.words.push(...tokens.slice(index + 1));
			break;
		}
		if (!isFlag(token)) {
			result.words.push(token);
			continue;
		}
		const [written, value] = splitFlag(token);
		const spelling = spellings.get(written);
		if (!spelling) {
			result.problem ??= unknownFlag(written, path, spellings);
		} else if (!spelling.takesValue) {
			if (value !== undefined) result.problem ??= {kind: 'unwanted-value', flag: spelling.name};
			result.used.add(spelling.negates ?? spelling);
			result.args.push(`--${flagName(spelling.key)}`, ...(spelling.negates ? [negation] : []));
		} else {
			const next = tokens[index + 1];
			const text = value ?? (next !== undefined && !isFlag(next) ? next : undefined);
			if (value === undefined && text !== undefined) index++;
			if (text === undefined) {
				result.problem ??= {kind: 'missing-value', flag: spelling.name};
			} else {
				result.used.add(spelling);
				const flag = `--${flagName(spelling.key)}`;
				result.args.push(...(text.startsWith('-') ? [`${flag}=${text}`] : [flag, text]));
			}
		}
	}
	return result;
}
