import type {CompletionFlag, CompletionNode, CompletionTree, CompletionValue} from '../completion/completion-tree.ts';
import {completionName, type Shell, shells} from '../completion/completion-tree.ts';
import {completionScript} from '../completion/script.ts';
import {globalFlags} from '../globals.ts';
import {type Arguments, word} from './argument.ts';
import {type AnyCommand, defineCommand} from './define-command.ts';
import {type AnyFlag, type Flags, flagName} from './flag.ts';
import {commands} from './index.ts';
import {type Group, isGroup, type Node} from './tree.ts';

export const completion = defineCommand({
	description:
		'Prints a script that completes commands, flags, their values and profile names. Load it in the start file of the ' +
		'shell; make it again after an upgrade.',
	args: {shell: word('shell', 'Shell to write it for', shells)},
	flags: {},
	examples: [
		'completion bash > ~/.svc-completion.bash',
		'completion zsh > ~/.zsh/completions/_svc',
		'completion fish | source',
	],
	settings: 'none',
	async run({shell}, context) {
		// A script has no JSON form: it is written as it is in both modes.
		const script = context.preparedText(completionName(shell)) ?? (await madeScript(shell, context.version));
		for (const line of script.trimEnd().split('\n')) context.writeLine(line);
		return {};
	},
});

/** The script of a shell, made from all commands. */
export const madeScript = async (shell: Shell, version: string): Promise<string> =>
	completionScript(shell, await completionTree(commands), version);

/** The command tree as data; every command is loaded. */
export async function completionTree(root: Group): Promise<CompletionTree> {
	const [top, ...others] = await nodesOf(root, ['']);
	// `svc help` is followed by what follows `svc` itself: a word that leads nowhere.
	return {globals: flagsOf(globalFlags), nodes: [{...top!, words: ['help']}, ...others]};
}

/** The node behind these paths, then everything below it. */
async function nodesOf(node: Node, paths: string[]): Promise<CompletionNode[]> {
	if (!isGroup(node)) {
		const {flags, args}: AnyCommand = await node.load();
		return [{paths, children: [], flags: flagsOf(flags), words: wordsOf(args)}];
	}
	const children = Object.entries(node.children).map(([name, child]) => ({
		name,
		aliases: isGroup(child) ? [] : [...(child.aliases ?? [])],
		summary: child.summary,
	}));
	const below = await Promise.all(
		children.map(({name, aliases}) =>
			nodesOf(
				node.children[name]!,
				paths.flatMap(path => [name, ...aliases].map(spelling => `${path} ${spelling}`.trim())),
			),
		),
	);
	return [{paths, children, flags: [], words: []}, ...below.flat()];
}

const wordsOf = (args: Arguments): string[] => Object.values(args).flatMap(({choices}) => [...(choices ?? [])]);

const flagsOf = (flags: Flags): CompletionFlag[] =>
	Object.entries(flags).flatMap(([key, flag]): CompletionFlag[] => [
		{
			names: [`--${flag.onByDefault ? 'no-' : ''}${flagName(key)}`, ...(flag.short ? [`-${flag.short}`] : [])],
			summary: flag.summary,
			value: flag.placeholder === null ? null : valueKind(key, flag),
		},
		...(flag.negated ? [{names: [`--no-${flagName(key)}`], summary: flag.negated, value: null}] : []),
	]);

function valueKind(key: string, {choices, placeholder, repeatable}: AnyFlag): CompletionValue {
	if (choices) return {kind: 'words', words: choices, isList: repeatable === true};
	if (key === 'output') return {kind: 'words', words: ['json', 'text'], isList: false};
	if (key === 'profile') return {kind: 'profiles'};
	if (placeholder === '<dir>') return {kind: 'directories'};
	return /^<(path|file)/.test(placeholder ?? '') ? {kind: 'files'} : {kind: 'any'};
}
