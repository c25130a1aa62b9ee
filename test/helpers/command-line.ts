import {commands} from '../../source/commands/index.ts';
import {isGroup, type Leaf, type Node} from '../../source/commands/tree.ts';
import {globalFlags} from '../../source/command-line/globals.ts';
import {locate, readTokens, spellingsOf} from '../../source/command-line/parse.ts';

/** What a command line of `svc` names. */
export type CommandLine = {
	/** E.g. `test failure get`; empty for `svc` alone. */
	path: string;
	isGroup: boolean;
	wantsHelp: boolean;
	/** Flags in their main spelling, e.g. `--wait`, `--no-agent`. */
	flags: string[];
	/** What the grammar says against it. */
	problem: unknown;
};

/** @param words behind `svc` */
export async function readCommandLine(words: readonly string[]): Promise<CommandLine> {
	const globals = spellingsOf(globalFlags);
	const {path, node, tokens, wantsHelp, problem} = locate(words, commands, globals);
	const flags = isGroup(node) ? globalFlags : {...globalFlags, ...(await node.load()).flags};
	const spellings = spellingsOf(flags);
	const given = readTokens(tokens, spellings, path);
	return {
		path: path.join(' '),
		isGroup: isGroup(node),
		wantsHelp,
		flags: tokens.flatMap(token => {
			const spelling = spellings.get(token.split('=')[0]!);
			return spelling && token.startsWith('-') ? [`--${spelling.name}`] : [];
		}),
		problem: wantsHelp ? problem : (problem ?? given.problem),
	};
}

/** Every command with the flags of its own, in their main spelling. */
export async function commandFlags(): Promise<Map<string, string[]>> {
	const leaves: Array<[string, Leaf]> = [];
	const collect = (path: string[], node: Node) => {
		if (!isGroup(node)) leaves.push([path.join(' '), node]);
		else for (const [word, child] of Object.entries(node.children)) collect([...path, word], child);
	};
	collect([], commands);
	const loaded = await Promise.all(
		leaves.map(async ([path, leaf]) => {
			const names = [...spellingsOf((await leaf.load()).flags).values()].map(({name}) => `--${name}`);
			return [path, [...new Set(names)]] as [string, string[]];
		}),
	);
	return new Map(loaded);
}
