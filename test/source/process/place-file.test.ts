import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
	existsSync,
	statSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it, afterAll} from 'vitest';
import {SymlinkRefusedError} from '../../../source/process/atomic-write.ts';
import {checkPath, createFile, placeFile, UnsafePathError, makeDirectory} from '../../../source/process/place-file.ts';
import process from 'node:process';

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'svc-place-'));
});
afterEach(() => rmSync(root, {recursive: true, force: true}));

const place = (content: string, force = false) => placeFile(root, ['a', 'b.txt'], Buffer.from(content), {force});
const read = (name = 'b.txt') => readFileSync(join(root, 'a', name), 'utf8');

describe('a file that is placed', () => {
	it('is written with the directories above it, and skipped when it is there already', () => {
		expect(place('one')).toBe('written');
		expect(place('one')).toBe('skipped');
		expect(read()).toBe('one');
	});

	it('replaces a different one only by force, and leaves a backup of every version', () => {
		place('one');
		expect([place('two'), read()]).toEqual(['blocked', 'one']);
		expect([place('two', true), read(), read('b.txt.bak')]).toEqual(['updated', 'two', 'one']);
		expect([place('three', true), read('b.txt.bak.1')]).toEqual(['updated', 'two']);
		expect(readdirSync(join(root, 'a')).sort()).toEqual(['b.txt', 'b.txt.bak', 'b.txt.bak.1']);
	});

	it('is not created where somebody else was faster, and not through a link that leads nowhere', () => {
		writeFileSync(join(root, 'taken'), 'theirs');
		symlinkSync(join(root, 'nowhere'), join(root, 'link'));
		expect(createFile(join(root, 'taken'), Buffer.from('mine'))).toBe(false);
		expect(createFile(join(root, 'link'), Buffer.from('mine'))).toBe(false);
		expect(readFileSync(join(root, 'taken'), 'utf8')).toBe('theirs');
		expect(readdirSync(root).sort()).toEqual(['link', 'taken']);
	});
});

describe('a path', () => {
	it('may not contain a symbolic link anywhere below the root, the root itself may be one', () => {
		mkdirSync(join(root, 'real'));
		symlinkSync('real', join(root, 'link'));
		expect(() => checkPath(root, ['link', 'file'])).toThrow(SymlinkRefusedError);
		expect(() => checkPath(root, ['real', 'file'])).not.toThrow();
		expect(() => checkPath(join(root, 'link'), ['file'])).not.toThrow();
	});

	it('may not lead through a file, nor end in a directory', () => {
		writeFileSync(join(root, 'file'), '');
		expect(() => checkPath(root, ['file', 'x'])).toThrow(UnsafePathError);
		mkdirSync(join(root, 'directory'));
		expect(() => checkPath(root, ['directory'])).toThrow(UnsafePathError);
	});
});

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
