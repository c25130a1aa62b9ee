import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {knownCommands} from '../../fuzz/known-commands.ts';
import {MemorySystem} from '../../helpers/memory-system.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-named-'));
const at = (name: string) => join(folder, name);
const socket = createServer();

/** What may stand where a file is meant, and where one is to be written. */
const kinds = {
	'a pipe': at('pipe'),
	'a device': at('device'),
	'a socket': at('socket'),
	'a directory': at('directory'),
	nothing: at('missing'),
	'a file of 200 MB': at('large'),
};

beforeAll(async () => {
	spawnSync('mkfifo', [kinds['a pipe']]);
	symlinkSync('/dev/zero', kinds['a device']);
	mkdirSync(kinds['a directory']);
	writeFileSync(kinds['a file of 200 MB'], '');
	// Without blocks of its own: nobody has to read it to know that it is too large.
	truncateSync(kinds['a file of 200 MB'], 200 * 1024 ** 2);
	await new Promise<void>(resolve => socket.listen(kinds['a socket'], resolve));
	const description = {openapi: '3.0.0', info: {title: 'A', version: '1'}, servers: [{url: 'https://api.example.com'}]};
	writeFileSync(at('api.json'), JSON.stringify({...description, paths: {'/a': {get: {responses: {200: {}}}}}}));
	for (const path of Object.values(kinds)) symlinkSync(path, `${path}.py`);
});
afterAll(() => {
	socket.close();
	rmSync(folder, {recursive: true, force: true});
});

/** A flag of a command that names a file or a folder. */
type Named = {path: string; flag: string; args: number};

const isPath = (placeholder: string | undefined) => /^<(?:file|path|dir)(?:\.\w+)?>$/.test(placeholder ?? '');
const named = (await knownCommands()).flatMap(({path, command}): Named[] =>
	Object.entries(command.flags).flatMap(([key, flag]) => {
		const name = key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
		return isPath((flag as {placeholder?: string}).placeholder)
			? [
					{
						path: path.join(' '),
						flag: name,
						args: Object.values(command.args as Record<string, {required: boolean}>).filter(one => one.required).length,
					},
				]
			: [];
	}),
);

/** Written to, or a folder of the client: they say what stands there, or write beside it and take its place. */
const written = new Set(['out', 'report-file', 'summary-file', 'log-file', 'data-dir', 'dir', 'tests']);
/** No files, in spite of their name: paths of an API or a site. */
const noFiles = new Set(['token-path', 'start-path', 'exclude', 'family', 'path']);
/** Serve for ever, draw a screen, or have the service read it. */
const elsewhere = new Set(['serve', 'worker', 'ui', 'service import', 'admin rotate-key']);
const project = '--project prj_01h00000000000000000000000';
/** What a line needs besides, so that its file is looked at. */
const besides: Record<string, string | string[]> = {
	'try credential-file': [at('api.json'), '--auth-type', 'Bearer token'],
	'try password-file': [at('api.json'), '--username', 'ada'],
	'project create': '--type backend --name P',
	'project credential': ['--type', 'Bearer token'],
	'project auto-auth': '--method password --inject bearer --login-url https://api.example.com/login',
	'project env create password-file': '--url https://api.example.com --username u',
	'project env create vars-file': '--url https://api.example.com',
	'test create code-file': `--type backend --name T ${project}`,
	'endpoint add': `--method POST --path /x ${project}`,
	'endpoint edit': project,
	'plan add': project,
	'plan refine': project,
};

const looked = named.filter(({path, flag}) => !elsewhere.has(path) && !written.has(flag) && !noFiles.has(flag));

async function said(words: string[]) {
	const memory = new MemorySystem(['--output', 'json', ...words], {
		env: {SVC_API_URL: 'http://127.0.0.1:9', SVC_API_KEY: 'k'},
	});
	const exitCode = await memory.run();
	const [, code = '', , next = ''] =
		/"code": "(\w+)",\s*"message": "([^"]*)",\s*"nextAction": "((?:[^"\\]|\\.)*)"/.exec(
			memory.stderr.text + memory.stdout.text,
		) ?? [];
	return {exitCode, code, next};
}

const wordsOf = ({path, flag, args}: Named, file: string) => {
	const more = besides[`${path} ${flag}`] ?? besides[path] ?? '';
	const ids = path === 'try' ? [] : Array.from({length: args}, () => 'tst_01h00000000000000000000000');
	return [
		...path.split(' '),
		...ids,
		...(typeof more === 'string' ? more.split(' ').filter(Boolean) : more),
		`--${flag}`,
		file,
	];
};

describe.each(Object.entries(kinds))('%s in the place of a file', (kind, path) => {
	it('is refused by every command, with a sentence, without being opened', async () => {
		const wrong: string[] = [];
		for (const one of looked) {
			// Sources of tests are known by their name.
			const file = one.flag === 'code-file' ? `${path}.py` : path;
			const {exitCode, code, next} = await said(wordsOf(one, file));
			const isAboutIt =
				next.includes(`--${one.flag}`) ||
				next.includes(file) ||
				(one.path === 'test lint' && next.startsWith('Found 1 problem(s)')) ||
				/has \d+ bytes/.test(next);
			const isRight = exitCode === 5 && /^(?:VALIDATION_ERROR|PAYLOAD_TOO_LARGE)$/.test(code) && isAboutIt;
			const isFolder = kind === 'a directory' && one.flag.endsWith('-dir');
			if (!isRight && !isFolder) wrong.push(`svc ${one.path} --${one.flag}: ${exitCode} ${code} ${next}`);
		}
		expect(wrong).toEqual([]);
		expect(looked.length).toBeGreaterThan(20);
	});
});

it('a log that is a pipe or a device is refused as the flag that names it', async () => {
	for (const file of [kinds['a pipe'], kinds['a device'], kinds['a socket'], kinds['a directory']])
		expect(await said(['service', 'start', '--data-dir', join(folder, 'data'), '--log-file', file])).toMatchObject({
			...{exitCode: 5, code: 'VALIDATION_ERROR'},
			next: expect.stringContaining('Flag `--log-file` is invalid'),
		});
});

it('a data directory that is something else says so', async () => {
	for (const file of [kinds['a pipe'], kinds['a device'], kinds['a socket']])
		expect(await said(['service', 'start', '--data-dir', file])).toMatchObject({exitCode: 5, code: 'VALIDATION_ERROR'});
});
