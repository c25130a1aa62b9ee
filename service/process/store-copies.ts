import {chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {sql} from 'kysely';
import {lookRegularly} from './look-regularly.ts';
import type {Database} from '../store/database.ts';

const dayMs = 86_400_000;
const lookEveryMs = 3_600_000;
/** "An automatic copy of the store a day (kept: three)." */
const keptCopies = 3;

type Parts = {
	database: Database;
	/** File of the store. */
	path: string;
	/** Where its copies lie. */
	folder: string;
	/** Epoch milliseconds. */
	now(): number;
	log: {info(fields: object, message: string): void; error(fields: object, message: string): void};
};

/** Paths of the copies of a store, newest first. */
export function listCopies(folder: string): string[] {
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder).filter(name => /^svc-\d{8}T\d{6}Z\.db$/.test(name));
	return names
		.sort()
		.reverse()
		.map(name => join(folder, name));
}

/** Copies the store once a day while the service runs. Answers how to stop it, which waits for a copy that is under way. */
export function keepCopies(parts: Parts): () => Promise<void> {
	return lookRegularly(lookEveryMs, async () => {
		try {
			const path = await copyWhenDue(parts);
			if (path !== null) parts.log.info({path}, 'copied the store');
		} catch (error) {
			parts.log.error({err: error}, 'the store could not be copied');
		}
	});
}

/**
 * Copies the store when its newest copy, or without one the store itself, is a day old, and removes all but three copies. A
 * copy is written beside its name and counts once it is whole. Null: none is due.
 */
export async function copyWhenDue({database, path, folder, now}: Omit<Parts, 'log'>): Promise<string | null> {
	const [newest] = listCopies(folder);
	const madeAt = newest === undefined ? statSync(path).birthtimeMs : statSync(newest).mtimeMs;
	if (now() - madeAt < dayMs) return null;
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const name = `svc-${new Date(now()).toISOString().replace(/[-:]|\.\d+/g, '')}.db`;
	const [copy, part] = [join(folder, name), join(folder, `${name}.part`)];
	rmSync(part, {force: true});
	await sql`vacuum into ${part}`.execute(database);
	chmodSync(part, 0o600);
	renameSync(part, copy);
	for (const old of listCopies(folder).slice(keptCopies)) rmSync(old, {force: true});
	return copy;
}
