import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {SymlinkRefusedError} from '../../../source/process/atomic-write.ts';
import {checkPath, createFile, placeFile, UnsafePathError} from '../../../source/process/place-file.ts';

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
