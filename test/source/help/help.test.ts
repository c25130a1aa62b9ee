import {describe, expect, it} from 'vitest';
import {commands} from '../../../source/commands/index.ts';
import {isGroup, type Leaf, type Node} from '../../../source/commands/tree.ts';
import {helpFor, readableExample} from '../../../source/help/help.ts';
import {exampleWords} from '../../helpers/example-words.ts';
import {svc} from '../../helpers/memory-system.ts';

type Page = [path: string[], node: Node];
const pagesBelow = (path: string[], node: Node): Page[] => [
	[path, node],
	...(isGroup(node)
		? Object.entries(node.children).flatMap(([word, child]) => pagesBelow([...path, word], child))
		: []),
];
const pages = pagesBelow([], commands);
const leaves = pages.filter((page): page is [string[], Leaf] => !isGroup(page[1]));

describe.each(pages.map(([path, node]) => [['svc', ...path].join(' '), path, node] as const))(
	'help of "%s"',
	(name, path, node) => {
		it('fits 80 columns and says how the line is written', async () => {
			const page = await helpFor(path, node);
			expect(page).toContain(`Usage: ${name}`);
			expect(page.split('\n').filter(line => line.length > 80)).toEqual([]);
			expect(page).not.toMatch(/[ \t]$/m);
			expect(page.match(/\b[a-z]{2,3}_\d+\b/g) ?? []).toEqual([]);
		});
	},
);

describe('help of the whole program', () => {
	it('lists every command of the first level under its heading', async () => {
		const page = await helpFor([], commands);
		for (const word of Object.keys(commands.children)) expect(page).toContain(`\n  ${word} `);
		for (const heading of ['Start', 'Projects and tests', 'Global flags', 'Exit codes'])
			expect(page).toContain(heading);
	});

	it('does not list aliases', async () => {
		const page = await helpFor([], commands);
		expect(page).not.toMatch(/^ {2}credits /m);
	});
});

describe('an example of help', () => {
	const examples = async () => {
		const all = await Promise.all(leaves.map(async ([path, leaf]) => ({path, ...(await leaf.load())})));
		return all.flatMap(({path, examples: lines}) => lines.map(line => ({path, line})));
	};

	it('is there for every command, and names it', async () => {
		const all = await examples();
		for (const [path] of leaves) {
			const name = path.join(' ');
			expect(all.filter(({path: other, line}) => other.join(' ') === name && line.includes(name))).not.toEqual([]);
		}
	});

	it('names no id that its reader has not got', () => {
		expect(readableExample('test diff run_1 run_2 --project prj_1 --value abc_7')).toBe(
			'test diff <run-id> <run-id> --project <project-id> --value abc_7',
		);
	});

	it('runs as a dry run', async () => {
		for (const {line} of await examples()) {
			// Where a shell would do more than read words.
			if (/[|>$<]/.test(line)) continue;
			const outcome = await svc(['--dry-run', ...exampleWords(line)], {env: {SVC_PROJECT_ID: 'prj_1'}});
			expect({line, ...outcome}).toMatchObject({line, exitCode: 0});
		}
	});
});
