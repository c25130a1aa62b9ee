import {copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {prepareDataDirectory, readServiceFile, writeServiceFile} from '../../../service/process/data-directory.ts';
import {watchDirectory} from '../../../service/process/watch-directory.ts';
import type {ServeError} from '../../../service/process/serve-error.ts';

/** A data directory with a store, and what is told while it is watched. */
function watched(database: string | null = null) {
	const root = mkdtempSync(join(tmpdir(), 'svc-watch-'));
	const paths = prepareDataDirectory(root);
	writeFileSync(paths.database, 'store');
	const file = {
		...{pid: 1, startTime: 'now', url: 'http://127.0.0.1:9', version: '1.2.3'},
		...{startedAt: '2026-01-31T09:30:00.000Z', ownerToken: 'token', database},
	};
	writeServiceFile(paths.serviceFile, file);
	const lost: ServeError[] = [];
	const warned: string[] = [];
	const stop = watchDirectory({
		...{paths, file, everyMs: 5},
		onLost: error => lost.push(error),
		log: {warn: (_, message) => warned.push(message)},
	});
	onTestFinished(async () => {
		await stop();
		rmSync(root, {recursive: true, force: true});
	});
	return {paths, file, lost, warned};
}

const someLooks = () => new Promise(resolve => setTimeout(resolve, 80));

it.each([
	['taken away', (path: string) => rmSync(path)],
	['damaged', (path: string) => writeFileSync(path, '{nonsense')],
])('the record of a service that was %s is written again', async (_, spoil) => {
	const {paths, file, warned, lost} = watched();
	spoil(paths.serviceFile);
	await expect.poll(() => readServiceFile(paths.serviceFile)).toEqual(file);
	expect(warned).toEqual(['the record of this service was gone or damaged, and was written again']);
	expect(lost).toEqual([]);
});

it.each([
	['removed', (path: string) => rmSync(path)],
	[
		'replaced',
		(path: string) => {
			copyFileSync(path, `${path}.new`);
			renameSync(`${path}.new`, path);
		},
	],
])('a store that was %s ends the service once, and the way back is named', async (_, spoil) => {
	const {paths, lost} = watched();
	spoil(paths.database);
	await expect.poll(() => lost.length).toBe(1);
	await someLooks();
	expect(lost).toHaveLength(1);
	expect(lost[0]?.failure).toMatchObject({
		code: 'CONFLICT',
		message: `The store ${paths.database} was removed or replaced while the service ran, which ends it.`,
		nextAction: expect.stringContaining('svc service restore latest'),
		details: {reason: 'store_replaced'},
	});
});

it('a data directory that was removed is not made again', async () => {
	const {paths, lost} = watched();
	rmSync(paths.root, {recursive: true});
	await expect.poll(() => lost.length).toBe(1);
	expect(() => readFileSync(paths.serviceFile)).toThrow('ENOENT');
});

it('a store that is written, and one in a database, are left alone', async () => {
	const own = watched();
	writeFileSync(own.paths.database, 'written anew, in the same file');
	const elsewhere = watched('host:5432/svc');
	rmSync(elsewhere.paths.database);
	await someLooks();
	expect([own.lost, elsewhere.lost, own.warned, elsewhere.warned]).toEqual([[], [], [], []]);
});
