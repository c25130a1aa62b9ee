import {existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, describe, expect, it} from 'vitest';
import {makeDirectory} from '../../../source/process/make-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-make-directory-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const codeOf = (action: () => void): string | undefined => {
	try {
		action();
		return undefined;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code;
	}
};

describe('a directory that is made', () => {
	it('gets the parents it lacks, all with the given mode', () => {
		makeDirectory(join(folder, 'a/b/c'), {mode: 0o700});
		for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(folder, path)).mode & 0o777).toBe(0o700);
	});

	it('may be there already, also behind a symbolic link', () => {
		makeDirectory(join(folder, 'there'));
		makeDirectory(join(folder, 'there'));
		symlinkSync(join(folder, 'there'), join(folder, 'link'));
		makeDirectory(join(folder, 'link'));
		makeDirectory(join(folder, 'link/below'));
		expect(existsSync(join(folder, 'there/below'))).toBe(true);
	});

	it('is refused where a file stands', () => {
		writeFileSync(join(folder, 'file'), '');
		expect(codeOf(() => makeDirectory(join(folder, 'file')))).toBe('EEXIST');
		expect(codeOf(() => makeDirectory(join(folder, 'file/below')))).toBe('ENOTDIR');
	});

	it.runIf(process.platform === 'linux')('is refused at once where the system takes no new entries', () => {
		expect(codeOf(() => makeDirectory('/proc/svc/below'))).toMatch(/^(ENOENT|EACCES|EPERM|EROFS)$/);
	});
});
