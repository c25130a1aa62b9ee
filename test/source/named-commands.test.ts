import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseAst} from 'rolldown/parseAst';
import {describe, expect, it} from 'vitest';
import {globalFlags} from '../../source/command-line/globals.ts';
import {locate, readTokens, spellingsOf} from '../../source/command-line/parse.ts';
import {commands} from '../../source/commands/index.ts';
import type {Command} from '../../source/commands/define-command.ts';
import {isGroup} from '../../source/commands/tree.ts';
import {placeWords} from '../../source/view-model/places.ts';
import {exampleWords} from '../helpers/example-words.ts';

/**
 * Every command that the product names in a next step, a hint or a screen is one that can be typed: it is there, with
 * these flags, and what its reader has to fill in has a word of `placeWords`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['source', 'service', 'contract', 'screens', 'components', 'hooks']
	.flatMap(wing => readdirSync(join(root, wing), {recursive: true, encoding: 'utf8'}).map(name => `${wing}/${name}`))
	.filter(name => /\.tsx?$/.test(name) && !/agent-skills\/skills|\/samples\/|source\/help\//.test(name));

type Node = {
	type?: string;
	value?: unknown;
	operator?: string;
	left?: Node;
	right?: Node;
	quasis?: {value: {cooked: string}}[];
	expressions?: Node[];
};

/** What a text says, with `X` for what is not known here; null: it is no text. */
function textOf(node: Node): string | null {
	if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
	if (node.type === 'TemplateLiteral')
		return node
			.quasis!.map(
				({value}, index) => value.cooked + (node.expressions![index] ? heldBy(node.expressions![index]) : ''),
			)
			.join('');
	if (node.type === 'BinaryExpression' && node.operator === '+') {
		const [left, right] = [textOf(node.left!), textOf(node.right!)];
		return left === null && right === null ? null : `${left ?? 'X'}${right ?? 'X'}`;
	}
	return null;
}

/** A place that stands in for a value that is missing is part of the text. */
function heldBy(node: Node): string {
	if (node.type === 'LogicalExpression' && node.right?.type === 'Literal') return textOf(node.right) ?? 'X';
	return 'X';
}

function textsOf(file: string): string[] {
	const found: string[] = [];
	const visit = (node: unknown): void => {
		if (node === null || typeof node !== 'object') return;
		const text = textOf(node as Node);
		if (text !== null) found.push(text);
		else Object.values(node).forEach(visit);
	};
	visit(parseAst(readFileSync(join(root, file), 'utf8'), {lang: file.endsWith('x') ? 'tsx' : 'ts'}).body);
	return found;
}

const named = files.flatMap(file =>
	textsOf(file).flatMap(text =>
		[...text.matchAll(/(?<![-\w/.])svc ((?:[a-z]|X )[^\n`;·…]*)/g)].map(([, line = '']) => [file, line] as const),
	),
);

/** Up to where the sentence goes on. */
const commandOf = (line: string): string => line.split(/, |: | \(|\. |[.,]$|\)| → | -->/)[0]!.trim();

/** `svc again`, `svc needs …` and a command that is put in speak of the program. */
const isCommand = (line: string): boolean => {
	const [word = ''] = line.split(/[^\w-]/);
	return word === 'help' || Object.hasOwn(commands.children, word);
};

const globals = spellingsOf(globalFlags);
const words = (line: string): string[] => {
	try {
		return exampleWords(line);
	} catch {
		return line.split(' ');
	}
};

/** What cannot be typed of a command as it is named; null: nothing. */
async function slipOf(line: string, isFromService: boolean): Promise<string | null> {
	const argv = words(commandOf(line));
	const {path, node, tokens, wantsHelp, problem} = locate(argv, commands, globals);
	if (problem) return JSON.stringify(problem);
	const flags = isGroup(node) ? {} : (await node.load()).flags;
	const read = readTokens(tokens, spellingsOf({...globalFlags, ...flags}), path);
	if (read.problem?.kind === 'unknown-flag') return JSON.stringify(read.problem.flag);
	const places = [...commandOf(line).matchAll(/<([^<>]*)>/g)].map(([, name = '']) => name);
	const unknown = places.find(name => !Object.hasOwn(placeWords, name));
	if (unknown !== undefined) return `<${unknown}> has no words`;
	return isGroup(node) || wantsHelp ? null : lackOf(await node.load(), read, line, isFromService);
}

/** What a command would ask for that is named without it; null: nothing. */
function lackOf(
	{args, flags}: Command,
	{words: given, flags: set}: ReturnType<typeof readTokens>,
	line: string,
	isFromService: boolean,
) {
	const wanted = Object.values(args).filter(({required}) => required);
	if (given.length < wanted.length) return `needs ${wanted.map(({name}) => name).join(', ')}`;
	const lacking = Object.keys(flags).filter(key => flags[key]!.required && !Object.hasOwn(set, key));
	if (lacking.length > 0 && !line.includes('…')) return `needs ${lacking.join(', ')}`;
	// The folder of a client may name the project; the service knows no folder.
	const isNamed = Object.hasOwn(set, 'project') || wanted.some(({name}) => name.endsWith('-id')) || /\bX\b/.test(line);
	return isFromService && Object.hasOwn(flags, 'project') && !isNamed ? 'needs --project' : null;
}

/** Names of commands in sentences about them, which nobody is asked to type. */
const mentions = [
	'source/commands/try.ts: svc try',
	'source/commands/serve.ts: svc service ready on ',
	'source/commands/admin/account.ts: svc admin account enable.',
	'source/plan-files/plan-warnings.ts: svc project list>',
	'source/ci/test-files.ts: svc endpoint add --method DELETE X >/dev/null',
	'service/discovery/probes/read-bare-url.ts: svc test create',
	'source/commands/project/cleanup/rules.ts: svc batch cleanup --start)',
	'service/process/archive/import-store.ts: svc service import ',
	'screens/schedules/schedule-form.ts: svc schedule create takes any by its id.',
];

describe('commands in the texts of the product', () => {
	it('are found', () => {
		expect(named.length).toBeGreaterThan(200);
		expect(named.some(([, line]) => line.startsWith('test list --project <project-id>'))).toBe(true);
	});

	it('can be typed', async () => {
		const slips: string[] = [];
		for (const [file, line] of named.filter(([, text]) => isCommand(text))) {
			const slip = await slipOf(line, file.startsWith('service/'));
			const said = `${file}: svc ${line}`;
			if (slip !== null && !mentions.some(one => said.startsWith(one))) slips.push(`${said}\n    ${slip}`);
		}
		expect(slips).toEqual([]);
	});
});
