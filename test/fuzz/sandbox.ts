import {
	chmodSync,
	cpSync,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';

/** Files of the working directory that lines name; some exist, some cannot be read, some do not exist. */
export const fixtureNames = [
	'plan.json',
	'plan-bom-crlf.json',
	'bad-plan.json',
	'steps.json',
	'plans.jsonl',
	'plans-crlf.jsonl',
	'plans',
	'code.py',
	'code-bom-crlf.py',
	'secret.txt',
	'empty',
	'empty.py',
	'binary.py',
	'binary.json',
	'big.json',
	'huge-line.jsonl',
	'directory',
	'directory.py',
	'loop-a',
	'link.json',
	'dangling.py',
	'no-permission.py',
	'no-permission',
	'pipe',
	'missing',
	'missing.py',
	'no/such/dir/file.py',
	'plan.json/below',
	'new.json',
	'new-dir',
	'directory/new.txt',
	'no-permission/new.txt',
	'../beside',
	'./a/../plan.json',
	'名前.py',
	'with blank.json',
	'-',
] as const;

const plan = {
	projectId: 'prj_1',
	name: 'sign in',
	type: 'frontend',
	planSteps: [
		{type: 'action', description: 'open the page'},
		{type: 'assertion', description: 'the page is open'},
	],
};

/** A directory with everything a line may find, made once and copied for every line. @param isSmall without large files */
export function createTemplate({isSmall = false} = {}): {path: string; remove(): void} {
	const root = mkdtempSync(join(tmpdir(), 'svc-fuzz-template-'));
	chmodSync(root, 0o755);
	const at = (name: string) => join(root, name);
	const json = JSON.stringify(plan);
	const write = (name: string, content: string | Uint8Array) => writeFileSync(at(name), content);
	write('plan.json', json);
	write('plan-bom-crlf.json', `\uFEFF${JSON.stringify(plan, null, 2).replaceAll('\n', '\r\n')}`);
	write('bad-plan.json', '{"type": "backend", "planSteps": [{"type": "\u001b[2J"}, 5], "name": " "');
	write('steps.json', JSON.stringify(plan.planSteps));
	write('plans.jsonl', `${json}\n\n${json}\n`);
	write('plans-crlf.jsonl', `\uFEFF${json}\r\n${json}\r\n`);
	write('code.py', 'import requests\nassert requests.get(BASE_URL).status_code < 500\n');
	write('code-bom-crlf.py', '\uFEFFimport requests\r\nassert True\r\n');
	write('secret.txt', 'CANARYfile\r\n');
	write('empty', '');
	write('empty.py', '');
	const binary = Uint8Array.from({length: 3000}, (_, index) => (index * 37) % 256);
	write('binary.py', binary);
	write('binary.json', binary);
	write('big.json', `{"planSteps": "${'x'.repeat(isSmall ? 300 : 300_000)}"}`);
	write('huge-line.jsonl', `{"name": "${'x'.repeat(isSmall ? 300 : 1_000_000)}"`);
	write('名前.py', 'assert True\n');
	write('with blank.json', json);
	for (const folder of ['plans', 'directory', 'directory.py', 'no-permission']) mkdirSync(at(folder));
	write('plans/b.json', json);
	write('plans/a.json', '{}');
	write('plans/readme.txt', 'no plan');
	mkdirSync(at('plans/c.json'));
	symlinkSync('loop-b', at('loop-a'));
	symlinkSync('loop-a', at('loop-b'));
	symlinkSync('plan.json', at('link.json'));
	symlinkSync('nowhere.py', at('dangling.py'));
	write('no-permission.py', 'assert True\n');
	spawnSync('mkfifo', [at('pipe')]);
	return {path: root, remove: () => rmSync(root, {recursive: true, force: true})};
}

/** Where one line runs. */
export type Sandbox = {
	root: string;
	cwd: string;
	home: string;
	temporary: string;
	/** Programs a line may start: an `xdg-open` that does nothing. */
	bin: string;
	/** What every path below the root is: its kind, mode and content. */
	snapshot(): Map<string, string>;
	remove(): void;
};

export function createSandbox(template: string): Sandbox {
	const root = mkdtempSync(join(tmpdir(), 'svc-fuzz-'));
	// Deep, so that a few `..` stay inside.
	const cwd = join(root, 'a/b/c/cwd');
	const [home, temporary, bin] = [join(root, 'home'), join(root, 'tmp'), join(root, 'bin')];
	for (const folder of [join(root, 'a/b/c'), home, temporary, bin]) mkdirSync(folder, {recursive: true});
	// Opening the pipe would wait for somebody who writes into it.
	cpSync(template, cwd, {recursive: true, verbatimSymlinks: true, filter: path => !path.endsWith('/pipe')});
	if (existsSync(join(template, 'pipe'))) linkSync(join(template, 'pipe'), join(cwd, 'pipe'));
	writeFileSync(join(bin, 'xdg-open'), '#!/bin/sh\nexit 0\n', {mode: 0o755});
	chmodSync(join(cwd, 'no-permission.py'), 0);
	chmodSync(join(cwd, 'no-permission'), 0o500);
	return {
		root,
		cwd,
		home,
		temporary,
		bin,
		snapshot: () => new Map(describeBelow(root, root)),
		remove: () => rmSync(root, {recursive: true, force: true}),
	};
}

function* describeBelow(root: string, folder: string): Generator<[string, string]> {
	for (const name of readdirSync(folder)) {
		const path = join(folder, name);
		const stat = lstatSync(path);
		const key = relative(root, path);
		if (stat.isDirectory()) {
			yield [key, 'directory'];
			yield* describeBelow(root, path);
		} else if (stat.isSymbolicLink()) yield [key, `link ${readlinkSync(path)}`];
		else yield [key, stat.isFile() ? contentOf(path, stat.size) : 'other'];
	}
}

function contentOf(path: string, size: number): string {
	// Large fixtures are told by their size: reading them for every line would cost more than the line.
	if (size > 100_000) return `file ${size}`;
	try {
		return `file ${createHash('sha1').update(readFileSync(path)).digest('hex')}`;
	} catch {
		return `unreadable file ${size}`;
	}
}
