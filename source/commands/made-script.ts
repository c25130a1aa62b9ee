import {bashScript} from '../completion/bash-script.ts';
import type {
	CompletionFlag,
	CompletionNode,
	CompletionThing,
	CompletionTree,
	CompletionValue,
	Shell,
} from '../completion/completion-tree.ts';
import {globalFlags} from '../command-line/globals.ts';
import {fishScript} from '../completion/fish-script.ts';
import {zshScript} from '../completion/zsh-script.ts';
import type {Arguments} from './argument.ts';
import type {AnyCommand} from './define-command.ts';
import {type AnyFlag, type Flags, flagName} from './flag.ts';
import {commands} from './index.ts';
import {type Group, isGroup, type Node} from './tree.ts';

const scripts: Record<Shell, (tree: CompletionTree, version: string) => string> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
};

/** The script that completes `svc` in a shell: static words of the tree, nothing is run but `sed` for profile names. */
export const completionScript = (shell: Shell, tree: CompletionTree, version: string): string =>
	scripts[shell](tree, version);

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
		return [{paths, children: [], flags: flagsOf(flags), words: wordsOf(args), things: thingsOf(args)}];
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
	return [{paths, children, flags: [], words: [], things: []}, ...below.flat()];
}

const wordsOf = (args: Arguments): string[] => Object.values(args).flatMap(({choices}) => [...(choices ?? [])]);

/** What an argument or a flag names, by its name or its placeholder. */
const thingNames: Record<string, CompletionThing> = {
	'project-id': 'project',
	project: 'project',
	'test-id': 'test',
	case: 'test',
	after: 'test',
	'batch-id': 'batch',
	'run-id': 'run',
	'run-a': 'run',
	'run-b': 'run',
	'schedule-id': 'schedule',
	'list-id': 'testlist',
};

const thingsOf = (args: Arguments): CompletionThing[] => [
	...new Set(Object.values(args).flatMap(({name}) => thingNames[name] ?? [])),
];

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
	const of = thingNames[flagName(key)] ?? thingNames[(placeholder ?? '').replace(/^<(.*)>$/, '$1')];
	if (of) return {kind: 'names', of};
	if (placeholder === '<dir>') return {kind: 'directories'};
	return /^<(path|file)/.test(placeholder ?? '') ? {kind: 'files'} : {kind: 'any'};
}
