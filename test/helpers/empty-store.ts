import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestProject} from 'vitest/node';
import {openDatabase} from '../../service/store/database.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Path of a store with every table and no row. */
		emptyStore: string;
	}
}

/** Once before all tests: migrates one store, which each test then copies instead of migrating its own. */
export default async function makeEmptyStore(project: TestProject): Promise<() => void> {
	const folder = mkdtempSync(join(tmpdir(), 'svc-empty-store-'));
	const path = join(folder, 'svc.db');
	const database = await openDatabase(path);
	await database.destroy();
	project.provide('emptyStore', path);
	return () => rmSync(folder, {recursive: true, force: true});
}
