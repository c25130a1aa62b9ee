import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import type {TestProject} from 'vitest/node';
import {openDatabase} from '../../service/store/open-database.ts';
import {postgresFolder} from '../postgres.mjs';
import {runSql, startPostgres} from './postgres-server.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Path of a store with every table and no row. */
		emptyStore: string;
		/** The database `svc_empty` of a PostgreSQL server with the same; null: the tests store in SQLite. */
		emptyDatabase: string | null;
	}
}

/** Once before all tests: migrates one store, which each test then copies instead of migrating its own. */
export default async function makeEmptyStore(project: TestProject): Promise<() => Promise<void>> {
	const folder = mkdtempSync(join(tmpdir(), 'svc-empty-store-'));
	const path = join(folder, 'svc.db');
	const database = await openDatabase(path);
	await database.destroy();
	project.provide('emptyStore', path);
	const server = process.env['SVC_TEST_DATABASE'] === 'postgres' ? await startServer(project) : null;
	if (!server) project.provide('emptyDatabase', null);
	return async () => {
		await server?.stop();
		rmSync(folder, {recursive: true, force: true});
	};
}

async function startServer(project: TestProject) {
	const bin = postgresFolder();
	if (!bin) throw new Error('No PostgreSQL below /usr/lib/postgresql: install the package postgresql.');
	const server = await startPostgres(bin);
	try {
		await runSql(server.urlOf('postgres'), 'create database svc_empty');
		const empty = await openDatabase(server.urlOf('svc_empty'));
		await empty.destroy();
	} catch (error) {
		await server.stop();
		throw error;
	}
	project.provide('emptyDatabase', server.urlOf('svc_empty'));
	return server;
}
