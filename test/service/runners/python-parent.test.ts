import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {pythonDirectory} from '../../../service/runners/python-parent.ts';

let folder = '';

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'svc-directory-'));
	mkdirSync(join(folder, 'dist', 'python'), {recursive: true});
	writeFileSync(join(folder, 'dist', 'python', 'main.py'), '');
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

it('is beside the runner in the source tree', () => {
	expect(pythonDirectory()).toBe(fileURLToPath(new URL('../../../service/runners/python/', import.meta.url)));
});

it.each(['dist/service.js', 'dist/service/chunk.js'])('is found from a bundle at %s', module => {
	expect(pythonDirectory(pathToFileURL(join(folder, module)).href)).toBe(join(folder, 'dist', 'python/'));
});

it('says what to do when an installation is broken', () => {
	const module = pathToFileURL(join(folder, 'elsewhere', 'service.js')).href;
	expect(() => pythonDirectory(module)).toThrow(/^The Python runtime is missing from .*; install svc again\.$/);
});
