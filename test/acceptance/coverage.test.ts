import {writeFileSync} from 'node:fs';
import process from 'node:process';
import {beforeAll, describe, expect, it} from 'vitest';
import {globalFlags} from '../../source/command-line/globals.ts';
import {spellingsOf} from '../../source/command-line/parse.ts';
import {commandFlags} from '../helpers/command-line.ts';
import {type StoryCall, storyCalls} from './story-lines.ts';

/** "Exit codes": those that are produced. */
const exitCodes = [0, 1, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 129, 130, 143];

/** Why a dry run is enough for a flag of these commands. */
const longRunning: Record<string, string> = {
	serve: 'it runs until a signal; its flags are those of `service start`, which hands them on',
	ui: 'it needs a terminal, which the tests of the dashboard have and stories have not',
};

let calls: StoryCall[];
let flagsOf: Map<string, string[]>;
beforeAll(async () => {
	[calls, flagsOf] = await Promise.all([storyCalls(), commandFlags()]);
	if (process.env['STORY_TABLE']) writeFileSync(process.env['STORY_TABLE'], table());
});

/** Calls that do something, or that nobody can make otherwise. */
const realCalls = () =>
	calls.filter(
		({path, flags, isDryRun, wantsHelp}) =>
			!wantsHelp && (!isDryRun || path in longRunning || flags.includes('--dry-run-simulate-error')),
	);

describe('the stories', () => {
	it('reach every exit code of the table', () => {
		const reached = new Set(calls.map(({exit}) => exit));
		expect(exitCodes.filter(code => !reached.has(code))).toEqual([]);
	});

	it('end with no code outside of the table', () => {
		expect(calls.filter(({exit}) => exit !== null && !exitCodes.includes(exit))).toEqual([]);
	});

	it('make every command', () => {
		const made = new Set(realCalls().map(({path}) => path));
		expect([...flagsOf.keys()].filter(path => !made.has(path))).toEqual([]);
	});

	it('use every flag of every command', () => {
		const used = new Set(realCalls().flatMap(({path, flags}) => flags.map(flag => `${path} ${flag}`)));
		const unused = [...flagsOf].flatMap(([path, flags]) => flags.map(flag => `${path} ${flag}`));
		expect(unused.filter(flag => !used.has(flag))).toEqual([]);
	});

	it('use every global flag', () => {
		const used = new Set(calls.flatMap(({flags, wantsHelp}) => (wantsHelp ? ['--help', ...flags] : flags)));
		const names = [...spellingsOf(globalFlags).values()].map(({name}) => `--${name}`);
		expect([...new Set(names)].filter(name => !used.has(name))).toEqual([]);
	});
});

/** Command → stories → exit codes seen. */
function table(): string {
	const rows = [...flagsOf.keys()].map(path => {
		const own = realCalls().filter(call => call.path === path);
		const inStories = [...new Set(own.map(({story}) => story))].join(', ');
		const exits = [...new Set(own.flatMap(({exit}) => (exit === null ? [] : [exit])))].sort((a, b) => a - b).join(', ');
		return `| \`svc ${path}\` | ${own.length} | ${inStories || '-'} | ${exits || '-'} |`;
	});
	return ['| command | calls | stories | exit codes seen |', '|---|---|---|---|', ...rows, ''].join('\n');
}
