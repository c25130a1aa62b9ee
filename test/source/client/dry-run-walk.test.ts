import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {AnyCommand} from '../../../source/commands/define-command.ts';
import {type AnyFlag, flagName} from '../../../source/commands/flag.ts';
import {knownCommands} from '../../fuzz/known-commands.ts';
import {exampleWords} from '../../helpers/example-words.ts';
import {envelopeOf, svc} from '../../helpers/memory-system.ts';
import {startHttp} from '../../http/start-http.ts';

const commands = await knownCommands();
const nameOf = (path: readonly string[]) => path.join(' ');

/** An example as a shell would cut it, without what follows a pipe or a redirection. */
const words = (example: string) => exampleWords(example.replace(/ [|>].*$/, '').replace('--output json ', ''));

let linked: string;
beforeAll(() => {
	linked = mkdtempSync(join(tmpdir(), 'svc-linked-'));
	mkdirSync(join(linked, '.svc'));
	writeFileSync(join(linked, '.svc', 'config.json'), '{"projectId": "prj_linked"}');
});
afterAll(() => rmSync(linked, {recursive: true, force: true}));

/** A line without a flag and its value. */
function without(line: readonly string[], flag: string): string[] {
	const place = line.indexOf(flag);
	return place < 0 ? [...line] : [...line.slice(0, place), ...line.slice(place + 2)];
}

/** A project that only narrows a list is nobody's default. */
const isFilter = ({flags}: AnyCommand) => (flags as Record<string, AnyFlag>)['project']?.summary.startsWith('Only');

describe('a dry run in a folder that is linked to a project', () => {
	const about = commands.flatMap(({path, command}) =>
		command.examples
			.filter(example => words(example).includes('--project') && !isFilter(command))
			.map(example => [nameOf(path), example] as const),
	);

	it('has commands to show', () => {
		expect(about.length).toBeGreaterThan(20);
	});

	it.each(about)('%s is about that project: svc %s', async (_, example) => {
		const line = words(example);
		const given = line.map((word, place) => (line[place - 1] === '--project' ? 'prj_linked' : word));
		const named = await svc(['--dry-run', '--output', 'json', ...given], {cwd: linked});
		const inFolder = await svc(['--dry-run', '--output', 'json', ...without(line, '--project')], {cwd: linked});
		expect([inFolder.exitCode, inFolder.stdout]).toEqual([0, named.stdout]);
	});

	it('refuses what the file says wrongly, as the real command does', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'svc-linked-'));
		mkdirSync(join(folder, '.svc'));
		writeFileSync(join(folder, '.svc', 'config.json'), '{"projectId": 5}');
		for (const mode of [[], ['--dry-run']]) {
			const {exitCode, stderr} = await svc([...mode, '--output', 'json', 'test', 'list'], {
				cwd: folder,
				env: {SVC_API_KEY: 'sk-user-x'},
			});
			expect([exitCode, envelopeOf(stderr).details['field']]).toEqual([5, 'projectId']);
		}
		rmSync(folder, {recursive: true, force: true});
	});
});

/** Commands that act on this machine, not on a service. */
const ofThisMachine =
	/^(setup|init|try|serve|service|ui|doctor|auth remove|completion|agent|ci|test scaffold|test lint)\b/;

/** What no field of a service holds. */
const tooLong = 'x'.repeat(5000);

const isText = ({placeholder, choices}: AnyFlag) =>
	placeholder !== null && choices === undefined && !/^<(path|file|dir|n|ms|s|url)/.test(placeholder);

describe('what a service refuses by looking at the request', () => {
	const lines = commands.flatMap(({path, command}) => {
		const [example] = command.examples;
		if (!example || ofThisMachine.test(nameOf(path)) || /<|--follow|--(code-file|plan-from|steps|plans)/.test(example))
			return [];
		return Object.entries(command.flags as Record<string, AnyFlag>).flatMap(([key, flag]) =>
			isText(flag) && key !== 'idempotencyKey'
				? [
						[
							nameOf(path),
							`--${flagName(key)}`,
							[...without(words(example), `--${flagName(key)}`), `--${flagName(key)}`, tooLong],
						] as const,
					]
				: [],
		);
	});

	it('is refused by a dry run as well, for the same field', {timeout: 300_000}, async () => {
		const http = await startHttp();
		const env = {SVC_API_URL: http.url, SVC_API_KEY: http.key};
		const differing: string[] = [];
		let refused = 0;
		for (const [name, flag, line] of lines) {
			const real = await svc(['--output', 'json', ...line], {env});
			if (real.exitCode !== 5) continue;
			refused++;
			const field = String(envelopeOf(real.stderr).details['field']);
			// A dry run reads no file of the user and asks for no address; cursors and mail addresses only the service can read.
			if (/(-file|url)$/.test(field) || ['cursor', 'sendTo'].includes(field)) continue;
			const dry = await svc(['--dry-run', '--output', 'json', ...line], {env: {SVC_PROJECT_ID: ''}});
			const dryField = dry.exitCode === 5 ? envelopeOf(dry.stderr).details['field'] : `exit ${dry.exitCode}`;
			if (dryField !== field) differing.push(`${name} ${flag}: ${field} / ${dryField}`);
		}
		expect(differing).toEqual([]);
		expect(refused).toBeGreaterThan(10);
	});
});
