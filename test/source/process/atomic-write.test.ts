import {spawnSync} from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {SymlinkRefusedError, writeFileAtomically} from '../../../source/process/atomic-write.ts';
import {temporaryDirectory} from './bundle-script.ts';

it('creates a file with exactly the mode asked for and leaves nothing else behind', () => {
	const directory = temporaryDirectory();
	writeFileAtomically(join(directory, 'file'), 'new', {mode: 0o600});
	expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('new');
	expect(statSync(join(directory, 'file')).mode & 0o777).toBe(0o600);
	expect(readdirSync(directory)).toEqual(['file']);
});

it('tightens a looser existing file', () => {
	const path = join(temporaryDirectory(), 'file');
	writeFileSync(path, 'old');
	chmodSync(path, 0o644);
	writeFileAtomically(path, 'new', {mode: 0o600});
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('refuses what is no regular file: a device or a pipe must not be replaced', () => {
	const directory = temporaryDirectory();
	const pipe = join(directory, 'pipe');
	spawnSync('mkfifo', [pipe]);
	expect(() => writeFileAtomically(pipe, 'new', {mode: 0o600})).toThrow('is not a regular file');
	expect(statSync(pipe).isFIFO()).toBe(true);
	expect(readdirSync(directory)).toEqual(['pipe']);
});

it.each(['file', 'nothing'])('refuses a symbolic link to a %s and leaves both alone', target => {
	const directory = temporaryDirectory();
	writeFileSync(join(directory, 'file'), 'old');
	symlinkSync(join(directory, target), join(directory, 'link'));
	expect(() => writeFileAtomically(join(directory, 'link'), 'new', {mode: 0o600})).toThrow(SymlinkRefusedError);
	expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('old');
	expect(existsSync(join(directory, 'nothing'))).toBe(false);
	expect(readdirSync(directory).sort()).toEqual(['file', 'link']);
});

it('leaves no temporary file behind when the path cannot be replaced', () => {
	const directory = temporaryDirectory();
	mkdirSync(join(directory, 'path'));
	expect(() => writeFileAtomically(join(directory, 'path'), 'new', {mode: 0o600})).toThrow();
	expect(readdirSync(directory)).toEqual(['path']);
});
