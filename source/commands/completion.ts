import type {CompletionFlag, CompletionNode, CompletionTree, CompletionValue} from '../completion/completion-tree.ts';
import {
	completionName,
	type CompletionThing,
	completionThings,
	type Shell,
	shells,
} from '../completion/completion-tree.ts';
import {completionScript} from '../completion/script.ts';
import {globalFlags} from '../command-line/globals.ts';
import {type Arguments, optionalWord} from './argument.ts';
import {type AnyCommand, defineCommand} from './define-command.ts';
import {type AnyFlag, choice, type Flags, flagName, text} from './flag.ts';
import {missingArguments} from './missing-flags.ts';
import {commands} from './index.ts';
import {type Group, isGroup, type Node} from './tree.ts';

export const completion = defineCommand({
	description:
		'Prints a script that completes commands, flags, their values, profile names, and ids and names of projects, tests, ' +
		'batches, runs, schedules and test lists of the service of this machine while it runs: none is started, and no other ' +
		'one is asked. Load it in the start file of the shell; make it again after an upgrade.\n\n' +
		'`--names` is what the script asks: one id or name a line.',
	args: {shell: optionalWord('shell', 'Shell to write it for', shells)},
	flags: {
		names: choice('Ids and names of these instead of a script', completionThings),
		beginning: text('Only those that begin so', {mayBeBlank: true}),
		project: text('Only of this project', {placeholder: '<id>'}),
	},
	examples: [
		'completion bash > ~/.svc-completion.bash',
		'completion zsh > ~/.svc-completion.zsh',
		'completion fish | source',
		'completion --names test --project prj_1',
	],
	settings: 'none',
	rules({shell, names}) {
		if (shell === undefined && names === undefined) throw missingArguments(['shell'], [], 'completion');
	},
	async run({shell, names, beginning = '', project}, context) {
		if (names !== undefined) {
			const {offeredNames} = await import('./offered-names.ts');
			const offered = context.dryRun ? [] : await offeredNames(names, {beginning, project}, context);
			for (const word of offered) context.writeLine(word);
		}
		if (shell === undefined) return {};
		// A script has no JSON form: it is written as it is in both modes.
		const script =
			context.preparedText(completionName(shell as Shell)) ?? (await madeScript(shell as Shell, context.version));
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
