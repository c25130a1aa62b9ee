import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {commands} from '../../../source/commands/index.ts';
import {completionTree, completionScript} from '../../../source/commands/made-script.ts';
import type {Shell} from '../../../source/completion/completion-tree.ts';
import {openTerminal} from './open-terminal.ts';

let directory: string;
let env: Record<string, string>;
const scriptPath = (shell: Shell) => join(directory, `svc.${shell}`);

beforeAll(async () => {
	directory = mkdtempSync(join(tmpdir(), 'svc-completion-'));
	const tree = await completionTree(commands);
	for (const shell of ['bash', 'zsh', 'fish'] as const)
		writeFileSync(scriptPath(shell), completionScript(shell, tree, '1.2.3'));
	mkdirSync(join(directory, 'home'));
	writeFileSync(join(directory, 'home/credentials'), '[default]\napi_key = x\n\n [staging.eu] \n# [comment]\n');
	for (const name of ['plan one.json', 'plan-two.json', 'other.txt']) writeFileSync(join(directory, name), '');
	mkdirSync(join(directory, 'plans'));
	env = {
		PATH: '/usr/local/bin:/usr/bin:/bin',
		HOME: directory,
		SVC_HOME: join(directory, 'home'),
		TERM: 'xterm',
		LANG: 'C.UTF-8',
	};
});
afterAll(() => rmSync(directory, {recursive: true, force: true}));

/** Line up to the cursor → what is offered. Every shell is asked all of them. */
const cases: Array<[line: string, offered: string[]]> = [
	['svc comp', ['completion']],
	['svc init --loc', ['--local']],
	['svc agent ', ['install', 'list', 'status']],
	['svc test sc', ['scaffold']],
	['svc --output json test sc', ['scaffold']],
	['svc --output=json test sc', ['scaffold']],
	['svc --profile test agent l', ['list']],
	['svc help agent s', ['status']],
	['svc hel', ['help']],
	['svc --output ', ['json', 'text']],
	['svc test list --type ', ['backend', 'frontend']],
	['svc test list --type f', ['frontend']],
	['svc test list --status passed,fa', ['passed,failed']],
	['svc agent install cu', ['cursor']],
	['svc agent install --skill svc-v', ['svc-verify']],
	['svc completion z', ['zsh']],
	['svc ci init ', ['github']],
	['svc test lint --pl', ['--plan-from', '--plan-from-dir', '--plans']],
	['svc test lint --verb', ['--verbose']],
	['svc test list --no-h', ['--no-header']],
	['svc --profile ', ['default', 'staging.eu']],
	['svc test lint -- --pl', []],
	['svc nonsense --outp', ['--output']],
	['svc test lint --plan-from ot', ['other.txt']],
];

describe('completion in bash', () => {
	/** Asks the function that readline calls, with the words as readline splits them: also at `=`. */
	function ask(lines: readonly string[]): string[][] {
		const asked = lines.map(line => {
			const words = line
				.split(' ')
				.flatMap(word => word.split(/(=)/))
				.filter((word, at, all) => word !== '' || at === all.length - 1);
			return `COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _svc; echo "\${#COMPREPLY[@]}"; [[ \${#COMPREPLY[@]} = 0 ]] || printf '%s\\n' "\${COMPREPLY[@]}"`;
		});
		const script = `source '${scriptPath('bash')}'\n${asked.join('\n')}`;
		const {stdout, stderr} = spawnSync('bash', ['--norc', '-c', script], {cwd: directory, env, encoding: 'utf8'});
		expect(stderr).toBe('');
		const output = stdout.trimEnd().split('\n');
		return lines.map(() => output.splice(0, Number(output.shift())).sort());
	}

	it('offers what fits', () => {
		const answers = ask(cases.map(([line]) => line));
		expect(cases.map(([line], index) => [line, answers[index]])).toEqual(cases);
	});

	it('completes values behind =', () => {
		expect(ask(['svc --output=', 'svc test list --type=f', 'svc --profile=sta'])).toEqual([
			['json', 'text'],
			['frontend'],
			['staging.eu'],
		]);
	});

	it('offers directories where one is asked for', () => {
		expect(ask(['svc test lint --plan-from-dir pl'])).toEqual([['plans']]);
	});

	it('works on a real command line, with file names that have blanks', async () => {
		const terminal = openTerminal('bash', ['--norc', '-i'], {cwd: directory, env: {...env, PS1: '> '}});
		try {
			await terminal.until(screen => screen.endsWith('>'));
			terminal.type(`source '${scriptPath('bash')}'; clear; echo loaded\r`);
			await terminal.until(screen => /^loaded\n>/m.test(screen));
			terminal.type('svc --output=js\t');
			await terminal.until(screen => screen.includes('> svc --output=json'));
			terminal.type('test lint --plan-from plan\\ \t');
			await terminal.until(screen => screen.includes('--plan-from plan\\ one.json'));
		} finally {
			await terminal.close();
		}
	});
});

const hasFish = spawnSync('fish', ['--version']).status === 0;
describe.runIf(hasFish)('completion in fish', () => {
	function ask(lines: readonly string[]): string[][] {
		const asked = lines.map(line => `complete -C '${line}'; echo ----`);
		const script = `source '${scriptPath('fish')}'\n${asked.join('\n')}`;
		const {stdout, stderr} = spawnSync('fish', ['--no-config', '-c', script], {cwd: directory, env, encoding: 'utf8'});
		expect(stderr).toBe('');
		const answers = stdout.split('----\n').slice(0, -1);
		return answers.map(answer =>
			answer
				.split('\n')
				.filter(Boolean)
				.map(row => row.replace(/\t.*/, ''))
				.sort(),
		);
	}

	it('offers what fits', () => {
		const answers = ask(cases.map(([line]) => line));
		expect(cases.map(([line], index) => [line, answers[index]])).toEqual(cases);
	});

	it('completes values behind =', () => {
		expect(ask(['svc --output=', 'svc test list --type=f', 'svc test lint --plan-from=ot'])).toEqual([
			['--output=json', '--output=text'],
			['--type=frontend'],
			['--plan-from=other.txt'],
		]);
	});

	it('describes what it offers', () => {
		const script = `source '${scriptPath('fish')}'; complete -C 'svc agent li'`;
		const {stdout} = spawnSync('fish', ['--no-config', '-c', script], {env, encoding: 'utf8'});
		expect(stdout).toBe('list\tList agents and where their skills lie\n');
	});
});

const hasZsh = spawnSync('zsh', ['--version']).status === 0;
describe.runIf(hasZsh)('completion in zsh', () => {
	/** Types each line and a tab into a real terminal; the offers are a list below it, or are inserted. */
	it('offers what fits', async () => {
		const terminal = openTerminal('zsh', ['-f', '-i'], {cwd: directory, env: {...env, PS1: '> '}});
		try {
			await terminal.until(screen => screen.endsWith('>'));
			terminal.type(`PS1='> '; source '${scriptPath('zsh')}'; clear; echo loaded\r`);
			await terminal.until(screen => /^loaded\n>/m.test(screen));
			for (const [line, offered] of cases) {
				terminal.type(`\u0015clear; echo asking\r`);
				await terminal.until(screen => /^asking\n>$/.test(screen));
				terminal.type(`${line}\t`);
				const start = line.slice(0, Math.max(line.lastIndexOf(' '), line.lastIndexOf(',')) + 1);
				if (offered.length === 1) {
					await terminal.until(screen => screen.includes(`> ${start}${offered[0]!.replace(/^.*,/, '')}`));
				} else if (offered.length > 1) {
					// One tab inserts what the offers have in common, the next one lists them.
					terminal.type('\t');
					await terminal.until(screen => offered.every(one => new RegExp(`^(.*  )?${one}( |$)`, 'm').test(screen)));
				}
			}
			terminal.type(`\u0015clear; echo asking\r`);
			await terminal.until(screen => /^asking\n>$/.test(screen));
			terminal.type('svc test list --type=f\t');
			await terminal.until(screen => screen.includes('> svc test list --type=frontend'));
		} finally {
			await terminal.close();
		}
	});

	it('works as a file in $fpath too', async () => {
		mkdirSync(join(directory, 'functions'));
		writeFileSync(join(directory, 'functions/_svc'), completionScript('zsh', await completionTree(commands), '1.2.3'));
		const terminal = openTerminal('zsh', ['-f', '-i'], {cwd: directory, env: {...env, PS1: '> '}});
		try {
			await terminal.until(screen => screen.endsWith('>'));
			terminal.type(
				`fpath=('${join(directory, 'functions')}' $fpath); autoload -Uz compinit; compinit -D -u; clear; echo loaded\r`,
			);
			await terminal.until(screen => /^loaded\n>/m.test(screen));
			terminal.type('svc agent ins\t');
			await terminal.until(screen => screen.includes('> svc agent install'));
		} finally {
			await terminal.close();
		}
	});
});
