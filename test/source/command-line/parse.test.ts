import {describe, expect, it} from 'vitest';
import {type Flags, list, onUnlessNo, text, texts, toggle} from '../../../source/commands/flag.ts';
import type {Group} from '../../../source/commands/tree.ts';
import {globalFlags} from '../../../source/command-line/globals.ts';
import {locate, readTokens, spellingsOf} from '../../../source/command-line/parse.ts';

const leaf = {summary: 'a command', load: () => Promise.reject(new Error('not loaded here'))};
const tree: Group = {
	summary: 'all',
	children: {
		test: {
			summary: 'tests',
			children: {
				list: leaf,
				failure: {summary: 'failures', fallback: 'get', children: {get: leaf, summary: leaf}},
			},
		},
		usage: {...leaf, aliases: ['credits']},
	},
};
const globals = spellingsOf(globalFlags);
const find = (line: string) => locate(line.split(' ').filter(Boolean), tree, globals);

describe('the command of a line', () => {
	it.each([
		['test list', ['test', 'list'], []],
		['--profile ci test list', ['test', 'list'], ['--profile', 'ci']],
		['test --output json list --verbose', ['test', 'list'], ['--output', 'json', '--verbose']],
		['test list --project p extra', ['test', 'list'], ['--project', 'p', 'extra']],
		['credits', ['usage'], []],
		['test failure get tst_1', ['test', 'failure', 'get'], ['tst_1']],
		['test failure tst_1', ['test', 'failure', 'get'], ['tst_1']],
		['--output=json -- test list', ['test', 'list'], ['--output=json']],
	])('of "%s" is %j with %j left', (line, path, tokens) => {
		expect(find(line)).toMatchObject({path, tokens, problem: null, wantsHelp: false, wantsVersion: false});
	});

	it('may be none: a group alone, or nothing', () => {
		expect(find('')).toMatchObject({path: [], problem: null});
		expect(find('test failure')).toMatchObject({path: ['test', 'failure'], problem: null});
	});

	it('is asked about with help, -h or --help anywhere before --', () => {
		expect(find('help test list')).toMatchObject({path: ['test', 'list'], wantsHelp: true});
		expect(find('test list --project -h')).toMatchObject({path: ['test', 'list'], wantsHelp: true});
		expect(find('test list -- -h')).toMatchObject({wantsHelp: false, tokens: ['--', '-h']});
	});

	it('that does not exist is a problem that names what does', () => {
		expect(find('test lst').problem).toEqual({
			kind: 'unknown-command',
			word: 'lst',
			path: ['test'],
			known: ['list', 'failure'],
			topics: [],
			elsewhere: [],
		});
	});

	it('that exists in a group is looked for there, when no group was named', () => {
		expect(find('list').problem).toMatchObject({word: 'list', path: [], elsewhere: ['test list']});
		expect(find('failure get').problem).toMatchObject({word: 'failure', elsewhere: ['test failure']});
		expect(find('test usage').problem).toMatchObject({word: 'usage', path: ['test'], elsewhere: []});
	});

	it('cannot follow a flag that is not global', () => {
		expect(find('--project p test list').problem).toMatchObject({kind: 'unknown-flag', flag: '--project'});
	});

	it('is looked for behind a wrong word too, so that --output is still found', () => {
		expect(find('tset --output json').tokens).toEqual(['--output', 'json']);
	});
});

const flags = {
	...globalFlags,
	name: text('a name'),
	cursor: text('a cursor', {alias: 'starting-token'}),
	status: list('states', ['a', 'b']),
	needs: texts('names'),
	wait: toggle('wait'),
	yes: toggle('yes', {short: 'y'}),
	header: onUnlessNo('no heading'),
	noRerun: toggle('no reruns'),
} satisfies Flags;
const read = (...tokens: string[]) => readTokens(tokens, spellingsOf(flags), ['test']);

describe('flags behind a command', () => {
	it.each<[string[], Record<string, string[]>]>([
		[['--name', 'a b'], {name: ['a b']}],
		[['--name=a=b'], {name: ['a=b']}],
		[['--name=-5'], {name: ['-5']}],
		[['--name', '"quoted"'], {name: ['"quoted"']}],
		[['--name="quoted"'], {name: ['"quoted"']}],
		[['--name='], {name: ['']}],
		[['--name', '1e3'], {name: ['1e3']}],
		[['--name', 'line\nbreak'], {name: ['line\nbreak']}],
		[['--starting-token', 't'], {cursor: ['t']}],
		[['--needs', 'a', '--needs', 'b'], {needs: ['a', 'b']}],
		[['--status', 'a,b', '--status=a'], {status: ['a,b', 'a']}],
		[['--output', 'json', '--output', 'text'], {output: ['json', 'text']}],
		[['-y', '--wait', '--wait'], {yes: [], wait: []}],
		[['--no-header'], {header: []}],
		[['--no-rerun'], {noRerun: []}],
		[['--name', '-'], {name: ['-']}],
	])('%j are read as %j', (tokens, given) => {
		expect(read(...tokens)).toEqual({flags: given, words: [], problem: null});
	});

	it('end at --, and words stay as they are', () => {
		expect(read('tst_1', '--wait', '--', '--name', '-x', '007')).toEqual({
			flags: {wait: []},
			words: ['tst_1', '--name', '-x', '007'],
			problem: null,
		});
	});

	it.each([
		[['--nme', 'x'], {kind: 'unknown-flag', flag: '--nme'}],
		[['-x'], {kind: 'unknown-flag', flag: '-x'}],
		[['--header'], {kind: 'unknown-flag', flag: '--header'}],
		[['--no-wait'], {kind: 'unknown-flag', flag: '--no-wait'}],
		[['--constructor', 'x'], {kind: 'unknown-flag', flag: '--constructor'}],
		[['--name'], {kind: 'missing-value', flag: 'name'}],
		[['--name', '--wait'], {kind: 'missing-value', flag: 'name'}],
		[['--name', '-5'], {kind: 'missing-value', flag: 'name'}],
		[['--wait=false'], {kind: 'unwanted-value', flag: 'wait'}],
	])('%j are a problem', (tokens, problem) => {
		expect(read(...tokens).problem).toMatchObject(problem);
	});
});
