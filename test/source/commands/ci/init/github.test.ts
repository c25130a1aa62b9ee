import {chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {githubWorkflow} from '../../../../../source/ci/github-workflow.ts';
import {setUpWorkplace} from '../../run-local.ts';

const place = setUpWorkplace();
const at = (path: string) => join(place.cwd, path);
const init = (...flags: string[]) => place.svc('ci', 'init', 'github', '--project', 'prj_1', ...flags);
const initAsJson = async (...flags: string[]) => JSON.parse((await init('--output', 'json', ...flags)).stdout);
const workflow = '.github/workflows/svc.yml';
const key = 'sk-user-canary0123456789';

/** A GitHub client that keeps what it was given. */
function fakeGh(script: string): void {
	mkdirSync(at('bin'));
	writeFileSync(at('bin/gh'), `#!/bin/sh\n${script}\n`);
	chmodSync(at('bin/gh'), 0o755);
	place.env = {PATH: `${at('bin')}${delimiter}/usr/bin${delimiter}/bin`, SVC_API_KEY: key};
}

describe('svc ci init github', () => {
	it('writes the workflow, pinned to this client', async () => {
		expect(await init('--timeout', '900', '--filter', 'cart')).toEqual({
			exitCode: 0,
			stdout: `wrote ${workflow}\n`,
			stderr:
				'[hint] the repository needs the secret SVC_API_KEY and the variable SVC_API_URL\n' +
				'[warn] GitHub cannot reach the service of this machine: SVC_API_URL has to name one that it can, or --embedded starts one on the runner\n',
		});
		expect(readFileSync(at(workflow), 'utf8')).toBe(
			githubWorkflow({projectId: 'prj_1', filter: 'cart', timeoutSeconds: 900, packageSpec: 'svc-cli@1.2.3'}),
		);
	});

	it.each([
		['http://127.0.0.1:4010', 'GitHub cannot reach the service at http://127.0.0.1:4010'],
		['https://svc.example.com', ''],
	])('warns of a service at %s: %j', async (url, warning) => {
		place.env = {SVC_API_URL: url};
		const {stderr} = await init();
		expect(stderr.includes('cannot reach')).toBe(warning !== '');
		expect(stderr).toContain(warning);
	});

	it('runs the package that --package names', async () => {
		await init('--package', 'github:shop/svc#v2');
		expect(readFileSync(at(workflow), 'utf8')).toContain(
			" npx --yes --package='github:shop/svc#v2' svc --output json ",
		);
	});

	it.each([
		[
			'/srv/build/svc.tgz',
			'[warn] a runner of GitHub has no /srv/build/svc.tgz: put that file into the repository (--package ./svc.tgz)',
		],
		['file:../svc.tgz', '[warn] a runner of GitHub has no ../svc.tgz: '],
		['~/svc.tgz', '[warn] a runner of GitHub has no ~/svc.tgz: '],
		['./vendor/svc.tgz', '[hint] commit vendor/svc.tgz with the workflow\n'],
		['svc-cli@1.2.3', ''],
	])('says what a runner lacks of the package %s', async (spec, said) => {
		const {stderr} = await init('--package', spec);
		expect(stderr).toContain(said);
		expect(/a runner of GitHub|commit /.test(stderr)).toBe(said !== '');
	});

	it('leaves a different file alone, exit 6, until --force replaces it and keeps a backup', async () => {
		expect(await initAsJson()).toEqual({path: workflow, action: 'written', secretSet: false});
		expect(await initAsJson()).toEqual({path: workflow, action: 'skipped', secretSet: false});
		const {exitCode, stdout, stderr} = await init('--timeout', '60', '--output', 'json');
		expect([exitCode, stdout]).toEqual([6, '']);
		expect(JSON.parse(stderr.slice(stderr.indexOf('{'))).error).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'file_exists', path: workflow},
		});
		expect(await initAsJson('--timeout', '60', '--force')).toMatchObject({action: 'updated'});
		expect(readFileSync(at(`${workflow}.bak`), 'utf8')).toContain('--timeout 600');
	});

	it('writes where --out says', async () => {
		expect(await initAsJson('--out', 'ci/tests.yml')).toMatchObject({path: 'ci/tests.yml', action: 'written'});
		expect(existsSync(at('ci/tests.yml'))).toBe(true);
	});

	it('says which directory is missing, in words', async () => {
		const {stderr} = await init('--out', '../missing-directory/x.yml');
		expect(stderr).toMatch(/Flag `--out` is invalid: the directory \S+missing-directory does not exist\.\n$/);
		expect(stderr).not.toContain('ENOENT');
	});

	it('does not write through a symbolic link', async () => {
		mkdirSync(at('elsewhere'));
		symlinkSync('elsewhere', at('.github'));
		expect(await init('--force')).toMatchObject({exitCode: 5, stdout: ''});
		expect(existsSync(at('elsewhere/workflows'))).toBe(false);
	});

	it.each([
		['no project', ['ci', 'init', 'github']],
		['a filter of two lines', ['ci', 'init', 'github', '--project', 'p', '--filter', 'a\nb']],
		['a package of two lines', ['ci', 'init', 'github', '--project', 'p', '--package', 'a\nb']],
		['a timeout of an hour and a second', ['ci', 'init', 'github', '--project', 'p', '--timeout', '3601']],
		['a parent that is not there', ['ci', 'init', 'github', '--project', 'p', '--out', '../missing-directory/x.yml']],
	])('exits 5 for %s', async (_, argv) => {
		expect(await place.svc(...argv)).toMatchObject({exitCode: 5, stdout: ''});
		expect(existsSync(at('.github'))).toBe(false);
	});

	it('writes nothing under --dry-run', async () => {
		expect(await initAsJson('--dry-run', '--set-secret')).toEqual({
			path: workflow,
			action: 'dry-run',
			secretSet: false,
		});
		expect(existsSync(at('.github'))).toBe(false);
	});
});

describe('svc ci init github --set-secret', () => {
	it('gives the key to gh on stdin, not as argument', async () => {
		fakeGh(`printf '%s\\n' "$@" > '${at('arguments')}'; cat > '${at('input')}'`);
		const {exitCode, stdout, stderr} = await init('--set-secret');
		expect([exitCode, stdout, stderr]).toEqual([0, `wrote ${workflow}\nset the secret SVC_API_KEY\n`, '']);
		expect(readFileSync(at('arguments'), 'utf8')).toBe('secret\nset\nSVC_API_KEY\n');
		expect(readFileSync(at('input'), 'utf8')).toBe(key);
		expect(readFileSync(at(workflow), 'utf8')).not.toContain(key);
	});

	it('takes the key of the profile', async () => {
		fakeGh(`cat > '${at('input')}'`);
		place.env = {PATH: place.env['PATH']!};
		mkdirSync(at('home'), {mode: 0o700});
		writeFileSync(at('home/credentials'), '[default]\napi_key = sk-user-stored\n', {mode: 0o600});
		expect(await initAsJson('--set-secret')).toMatchObject({secretSet: true});
		expect(readFileSync(at('input'), 'utf8')).toBe('sk-user-stored');
	});

	it('exits 3 before it writes anything when there is no key', async () => {
		expect((await init('--set-secret')).exitCode).toBe(3);
		expect(existsSync(at('.github'))).toBe(false);
	});

	it('exits 6 when gh refuses, keeps the workflow, and never repeats the key', async () => {
		fakeGh('read -r given; echo "no permission for $given" >&2; exit 4');
		const {exitCode, stdout, stderr} = await init('--set-secret', '--output', 'json');
		expect(exitCode).toBe(6);
		expect(JSON.parse(stdout)).toEqual({path: workflow, action: 'written', secretSet: false});
		expect(JSON.parse(stderr).error).toMatchObject({
			code: 'PRECONDITION_FAILED',
			message: 'gh secret set SVC_API_KEY failed: no permission for ***',
			details: {reason: 'gh_failed', command: 'gh secret set SVC_API_KEY'},
		});
		expect(stdout + stderr).not.toContain(key);
	});

	it('exits 6 when there is no gh', async () => {
		place.env = {PATH: at('bin'), SVC_API_KEY: key};
		const {exitCode, stderr} = await init('--set-secret');
		expect([exitCode, stderr]).toEqual([6, expect.stringContaining('The GitHub client gh was not found.')]);
	});
});
