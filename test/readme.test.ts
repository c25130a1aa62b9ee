import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {readCommandLine} from './helpers/command-line.ts';
import {commandsOf} from './helpers/shell-commands.ts';

const page = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** Every `svc …` of a page, in a code span or on a line of a code block; several words at once are each tried. */
function linesOf(text: string): string[] {
	const found = text.replace(/\s*\\\n\s+/g, ' ').match(/(?<=`)svc [^`\n]+(?=`)|^svc .+$/gm) ?? [];
	return found.flatMap(line => {
		const filled = line.replace(/<[\w-]+>/g, 'x');
		const choice = /\w+(\|\w+)+/.exec(filled)?.[0];
		return choice ? choice.split('|').map(word => filled.replace(choice, word)) : [filled];
	});
}

it.each(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'])(
	'%s shows commands of this client, with flags that it has',
	async name => {
		for (const line of linesOf(page(name))) {
			const [{words} = {words: []}] = commandsOf(line);
			expect({line, ...(await readCommandLine(words.slice(1)))}).toMatchObject({line, problem: null});
		}
	},
);

it('README.md shows commands and scripts that there are', () => {
	expect(linesOf(page('README.md')).length).toBeGreaterThan(10);
	const {scripts} = JSON.parse(page('package.json')) as {scripts: Record<string, string>};
	const named = [...page('README.md').matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script!);
	expect(named.filter(script => !(script in scripts))).toEqual([]);
});
