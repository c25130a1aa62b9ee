import {systemClock} from '../../../source/client/clock.ts';
import {describe, expect, it} from 'vitest';
import {knownCommands} from '../../fuzz/known-commands.ts';
import {exampleWords} from '../../helpers/example-words.ts';
import {type MemoryOptions, svc} from '../../helpers/memory-system.ts';

/** Every example of every command that prints text, as a shell cuts it, without what follows a pipe. */
const lines = (await knownCommands())
	.flatMap(({command}) => command.examples)
	.filter(example => !example.includes('--output json'))
	.map(example => exampleWords(example.replace(/ [|>].*$/, '')));

const clock = {...systemClock, now: () => Date.UTC(2026, 0, 31), elapsed: () => 0};

/** What all examples print as dry runs. */
async function printed(options: MemoryOptions, flags: string[] = []): Promise<string> {
	const texts: string[] = [];
	for (const line of lines) {
		const env = {SVC_PROJECT_ID: 'prj_1', SVC_HOME: '/nowhere/home', ...options.env};
		const {exitCode, stdout, stderr} = await svc([...flags, '--dry-run', ...line], {
			cwd: '/nowhere',
			clock,
			...options,
			env,
		});
		texts.push(`${line.join(' ')}\nexit ${exitCode}\n${stdout}\n${stderr}`);
	}
	return texts.join('\n');
}

const onTerminal = {terminals: {stdin: true, stdout: true, stderr: true}};
const colour = /\u001B\[(\d+)m([^\u001B\n]*)\u001B\[39m/g;

describe('what any command prints', () => {
	it.each([
		['without a terminal', {env: {TERM: 'xterm-256color'}}],
		['without a terminal on stdout', {terminals: {stdin: true, stdout: false, stderr: true}}],
		['with NO_COLOR', {...onTerminal, env: {NO_COLOR: '1', TERM: 'xterm-256color'}}],
		['with NO_COLOR=0, which is set', {...onTerminal, env: {NO_COLOR: '0', TERM: 'xterm-256color'}}],
		['with TERM=dumb', {...onTerminal, env: {TERM: 'dumb'}}],
		['with TERM=dumb and an empty NO_COLOR', {...onTerminal, env: {TERM: 'dumb', NO_COLOR: ''}}],
	] satisfies [string, MemoryOptions][])('%s has no escape sequence', async (_, options) => {
		expect(await printed(options)).not.toContain('\u001B');
	});

	it('as JSON has no escape sequence on a terminal either', async () => {
		expect(await printed({...onTerminal, env: {TERM: 'xterm-256color'}}, ['--output', 'json'])).not.toContain('\u001B');
	});

	it.each([{TERM: 'xterm-256color'}, {TERM: 'xterm-256color', NO_COLOR: ''}, {}] as Record<string, string>[])(
		'on a terminal with %j differs from the plain text by the colour of status words alone',
		async env => {
			const coloured = await printed({...onTerminal, env});
			expect(coloured.replace(colour, '$2')).toBe(await printed({...onTerminal, env: {...env, NO_COLOR: '1'}}));
			const words = new Set([...coloured.matchAll(colour)].map(([, , text = '']) => text.trim().toLowerCase()));
			expect([...words].filter(word => !/^\[?[a-z]+\]?$/.test(word))).toEqual([]);
			expect([...words]).toEqual(expect.arrayContaining(['failed', 'passed', '[ok]']));
		},
	);
});
