import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {resolveProject} from '../../../source/credentials/project-config.ts';
import {temporaryDirectory} from '../process/bundle-script.ts';

/** Directories with files, below a directory of this test that is a repository root. */
function repository(files: Record<string, string> = {}): string {
	const root = temporaryDirectory();
	mkdirSync(join(root, '.git'));
	mkdirSync(join(root, 'a', 'b'), {recursive: true});
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(join(root, path, '..'), {recursive: true});
		writeFileSync(join(root, path), text);
	}
	return root;
}

const config = (projectId: unknown) => JSON.stringify({projectId});

it('the flag wins over the variable, the variable over the file', () => {
	const root = repository({'.svc/config.json': config('prj_file')});
	expect(resolveProject('prj_flag', {SVC_PROJECT_ID: 'prj_env'}, root)).toBe('prj_flag');
	expect(resolveProject(undefined, {SVC_PROJECT_ID: 'prj_env'}, root)).toBe('prj_env');
	expect(resolveProject(undefined, {SVC_PROJECT_ID: ' '}, root)).toBe('prj_file');
});

describe('.svc/config.json', () => {
	it('is looked for upwards, the nearest wins', () => {
		const root = repository({'.svc/config.json': config('prj_root'), 'a/.svc/config.json': config('prj_a')});
		expect(resolveProject(undefined, {}, join(root, 'a', 'b'))).toBe('prj_a');
		expect(resolveProject(undefined, {}, root)).toBe('prj_root');
	});

	it('above the repository root is not read', () => {
		const outer = repository({'.svc/config.json': config('prj_outer')});
		mkdirSync(join(outer, 'a', '.git'));
		expect(resolveProject(undefined, {}, join(outer, 'a', 'b'))).toBeUndefined();
	});

	it('of a worktree, whose .git is a file, ends at its root too', () => {
		const outer = repository({'.svc/config.json': config('prj_outer'), 'a/.git': 'gitdir: elsewhere'});
		expect(resolveProject(undefined, {}, join(outer, 'a', 'b'))).toBeUndefined();
	});

	it('without a project id sets none', () => {
		expect(resolveProject(undefined, {}, repository({'.svc/config.json': '{}'}))).toBeUndefined();
	});

	it('may be missing, also when .svc is a file', () => {
		expect(resolveProject(undefined, {}, repository())).toBeUndefined();
		expect(resolveProject(undefined, {}, repository({'.svc': 'a file'}))).toBeUndefined();
	});

	it.each(['', '{', '[', 'null', '[]', '"prj_1"', config(5), config('  ')])('with the content %j exits 5', text => {
		const root = repository({'.svc/config.json': text});
		expect(() => resolveProject(undefined, {}, root)).toThrow(
			expect.objectContaining({exitCode: 5, nextAction: expect.stringContaining('config.json')}),
		);
	});

	it('is not read when the flag already decides', () => {
		expect(resolveProject('prj_flag', {}, repository({'.svc/config.json': '{'}))).toBe('prj_flag');
	});
});
