import type {Argument, Arguments} from '../commands/argument.ts';
import type {AnyCommand} from '../commands/define-command.ts';
import {type AnyFlag, type Flags, flagName} from '../commands/flag.ts';
import {isGroup, type Group, type Leaf, type Node} from '../commands/tree.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {globalFlags} from '../command-line/globals.ts';

const pageWidth = 80;
/** Widest first column; a longer entry has its text on the next line. */
const maxEntryWidth = 30;

/** The help page of a group or a command, at most 80 columns wide. */
export async function helpFor(path: readonly string[], node: Node): Promise<string> {
	const name = ['svc', ...path].join(' ');
	const blocks = isGroup(node) ? groupBlocks(name, node, path.length === 0) : await commandBlocks(name, node);
	return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function groupBlocks(name: string, group: Group, isRoot: boolean): string[] {
	const usage = isRoot
		? `${name} [global flags] <command> [arguments] [flags]`
		: `${name} <command> [arguments] [flags]`;
	const sections = new Map<string, Entry[]>();
	for (const [word, child] of Object.entries(group.children)) {
		const section = child.section ?? 'Commands';
		sections.set(section, [...(sections.get(section) ?? []), [word, child.summary]]);
	}
	return [
		wrap(group.summary, 0),
		`Usage: ${usage}`,
		...[...sections].map(([title, entries]) => entryBlock(title, entries)),
		...(group.topics ? [entryBlock('Topics of svc help', Object.entries(group.topics))] : []),
		...(isRoot ? [flagBlock('Global flags, anywhere on the line', globalFlags), exitCodeBlock()] : []),
		`Help of one command: svc help ${name.replace(/^svc ?/, '')}${isRoot ? '' : ' '}<command>`,
	];
}

async function commandBlocks(name: string, leaf: Leaf): Promise<string[]> {
	const command: AnyCommand = await leaf.load();
	const words = Object.values(command.args as Arguments).map(writtenArgument);
	const hasFlags = Object.keys(command.flags).length > 0;
	return [
		wrap(`${leaf.summary}.`, 0),
		wrap(command.description ?? '', 0),
		wrap(`Usage: ${[name, ...words, ...(hasFlags ? ['[flags]'] : [])].join(' ')}`, 7),
		entryBlock(
			'Arguments',
			Object.values(command.args as Arguments).map(({name: argument, summary}) => [`<${argument}>`, summary]),
		),
		flagBlock('Flags', command.flags),
		command.examples.length > 0
			? `Examples\n${command.examples.map(line => exampleLines(readableExample(line))).join('\n')}`
			: '',
		'Global flags: svc --help',
	];
}

/** What an id of an example stands for, in the words of the usage lines. */
const idNames: Readonly<Record<string, string>> = {
	prj: 'project-id',
	tst: 'test-id',
	bat: 'batch-id',
	run: 'run-id',
	lst: 'list-id',
	sch: 'schedule-id',
	usr: 'account-id',
	mem: 'member',
	key: 'key-id',
	row: 'row-id',
	fnd: 'finding-id',
	chg: 'change-set-id',
	res: 'resource-id',
	ep: 'endpoint-id',
	doc: 'document-id',
	ref: 'refinement-id',
	hea: 'heal-id',
	crl: 'rule-id',
	chn: 'chain-id',
};

/** An example as a reader can use it: nobody's project is called `prj_1`, so ids are placeholders. */
export const readableExample = (line: string): string =>
	line.replace(/\b([a-z]{2,3})_\d+\b/g, (id, prefix: string) => (idNames[prefix] ? `<${idNames[prefix]}>` : id));

/** An example on the page; one that is too long goes on below, before a flag, as a shell reads it. */
function exampleLines(example: string): string {
	const lines = [`  svc ${example}`];
	for (;;) {
		const last = lines.at(-1)!;
		const flag = last.length > pageWidth ? last.lastIndexOf(' --', pageWidth - 2) : -1;
		if (last.includes('\n') || flag <= 6) return lines.join('\n');
		lines.splice(-1, 1, `${last.slice(0, flag)} \\`, `     ${last.slice(flag)}`);
	}
}

function writtenArgument({name, required, variadic}: Argument): string {
	const word = `<${name}>${variadic ? '...' : ''}`;
	return required ? word : `[${word}]`;
}

type Entry = readonly [entry: string, text: string];

const flagBlock = (title: string, flags: Flags): string =>
	entryBlock(
		title,
		Object.entries(flags).flatMap(([key, flag]): Entry[] => [
			[writtenFlag(key, flag), flagText(flag)],
			...(flag.negated ? [[`--no-${flagName(key)}`, flag.negated] as const] : []),
		]),
	);

function writtenFlag(key: string, flag: AnyFlag): string {
	const short = flag.short ? `-${flag.short}, ` : '';
	const name = `--${flag.onByDefault ? 'no-' : ''}${flagName(key)}`;
	return flag.placeholder === null ? `${short}${name}` : `${short}${name} ${flag.placeholder}`;
}

function flagText(flag: AnyFlag): string {
	const facts = [
		...(flag.required ? ['required'] : []),
		...(flag.repeatable && flag.placeholder !== '<list>' ? ['repeatable'] : []),
		...(flag.defaultText === undefined ? [] : [`default ${flag.defaultText}`]),
	];
	const choices = flag.choices && flag.placeholder !== flag.choices.join('|') ? `: ${flag.choices.join(', ')}` : '';
	return `${flag.summary}${choices}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`;
}

const exitCodeBlock = () =>
	entryBlock(
		'Exit codes',
		Object.entries(exitCodes).map(([code, meaning]) => [code, meaning]),
	);

/** Two columns under a title; empty without entries. */
function entryBlock(title: string, entries: readonly Entry[]): string {
	if (entries.length === 0) return '';
	const fitting = entries.map(([entry]) => entry.length).filter(length => length <= maxEntryWidth);
	const width = Math.max(0, ...fitting);
	const lines = entries.map(([entry, text]) => {
		const indent = width + 4;
		const wrapped = wrap(text, indent, indent);
		return entry.length <= width
			? `  ${entry.padEnd(width)}  ${wrapped}`
			: `  ${entry}\n${' '.repeat(indent)}${wrapped}`;
	});
	return `${title}\n${lines.join('\n')}`;
}

/** Words on lines of at most 80 columns; later lines are indented, the first has `used` columns taken already. */
function wrap(text: string, indent: number, used = 0): string {
	const lines = [''];
	let room = pageWidth - used;
	for (const word of text.split(' ')) {
		const line = lines.at(-1)!;
		if (line !== '' && line.length + 1 + word.length > room) {
			lines.push(word);
			room = pageWidth - indent;
		} else {
			lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
		}
	}
	return lines.join(`\n${' '.repeat(indent)}`);
}
