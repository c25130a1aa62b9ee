import {closeSync, openSync} from 'node:fs';
import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	Kysely,
	type Migration,
	Migrator,
	SqliteAdapter,
	SqliteDriver,
	SqliteIntrospector,
	SqliteQueryCompiler,
	sql,
} from 'kysely';
import Libsql from 'libsql';
import * as runs from './migrations/0001-runs.ts';
import * as creditsListsCredentials from './migrations/0002-credits-lists-credentials.ts';
import * as endpointsCleanup from './migrations/0003-endpoints-cleanup.ts';
import * as callVariables from './migrations/0004-call-variables.ts';
import * as schedules from './migrations/0005-schedules.ts';
import * as credentialAssignments from './migrations/0006-credential-assignments.ts';
import * as documentsDiscovery from './migrations/0007-documents-discovery.ts';
import * as cleanupOutcomes from './migrations/0008-cleanup-outcomes.ts';
import * as cleanupCalls from './migrations/0009-cleanup-calls.ts';
import * as ownership from './migrations/0010-ownership.ts';
import * as deleteWith from './migrations/0011-delete-with.ts';
import * as sourcesFindings from './migrations/0013-sources-findings.ts';
import * as plans from './migrations/0014-plans.ts';
import * as generation from './migrations/0015-generation.ts';
import * as environments from './migrations/0018-environments.ts';
import * as changeSets from './migrations/0019-change-sets.ts';
import * as learning from './migrations/0020-learning.ts';
import * as neededHelp from './migrations/0022-needed-help.ts';
import * as browser from './migrations/0025-browser.ts';
import * as credentialSetAt from './migrations/0026-credential-set-at.ts';
import * as modelTexts from './migrations/0027-model-texts.ts';
import * as projectDescription from './migrations/0027-project-description.ts';
import * as siteDiscoveries from './migrations/0028-site-discoveries.ts';
import * as codeSteps from './migrations/0030-code-steps.ts';
import * as order from './migrations/0035-order.ts';
import * as selected from './migrations/0040-selected.ts';
import * as cleanDocuments from './migrations/0044-clean-documents.ts';
import {cachedStatements} from './statement-cache.ts';
import type {Tables} from './tables.ts';

/** The store. `destroy()` closes it. Inside a transaction the verbs take the transaction in its place. */
export type Database = Kysely<Tables>;

/** Every migration in the order of its name; kept in code so that the bundle carries them. */
const migrations: Record<string, Migration> = {
	'0001-runs': runs,
	'0002-credits-lists-credentials': creditsListsCredentials,
	'0003-endpoints-cleanup': endpointsCleanup,
	'0004-call-variables': callVariables,
	'0005-schedules': schedules,
	'0006-credential-assignments': credentialAssignments,
	'0007-documents-discovery': documentsDiscovery,
	'0008-cleanup-outcomes': cleanupOutcomes,
	'0009-cleanup-calls': cleanupCalls,
	'0010-ownership': ownership,
	'0011-delete-with': deleteWith,
	'0013-sources-findings': sourcesFindings,
	'0014-plans': plans,
	'0015-generation': generation,
	'0018-environments': environments,
	'0019-change-sets': changeSets,
	'0020-learning': learning,
	'0022-needed-help': neededHelp,
	'0025-browser': browser,
	'0026-credential-set-at': credentialSetAt,
	'0027-model-texts': modelTexts,
	'0027-project-description': projectDescription,
	'0028-site-discoveries': siteDiscoveries,
	'0030-code-steps': codeSteps,
	'0035-order': order,
	'0040-selected': selected,
	'0044-clean-documents': cleanDocuments,
};

/**
 * Opens the SQLite file at `path` (created readable by its owner only; `:memory:` for a store that is gone after
 * `destroy()`) and brings its tables up to date. Acknowledged writes survive a kill and a power cut: write-ahead log
 * with full synchronisation.
 */
export async function openDatabase(path: string): Promise<Database> {
	// Captured values and recorded calls are the user's own data; the log and index files inherit this mode.
	if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
	const file = new Libsql(path);
	file.pragma('busy_timeout = 5000');
	file.pragma('journal_mode = WAL');
	file.pragma('synchronous = FULL');
	const database = new Kysely<Tables>({dialect: dialectOf(file)});
	try {
		await migrate(database);
	} catch (error) {
		await database.destroy();
		throw error;
	}
	return database;
}

/** Whether exactly our migrations are in the store. Asked first, because migrating waits for everybody who writes. */
async function isUpToDate(database: Database): Promise<boolean> {
	try {
		const {rows} = await sql<{name: string}>`select name from kysely_migration order by name`.execute(database);
		const names = Object.keys(migrations).sort();
		return rows.length === names.length && rows.every(({name}, index) => name === names[index]);
	} catch {
		// A new store, or one that cannot be read: migrating tells which.
		return false;
	}
}

async function migrate(database: Database): Promise<void> {
	if (await isUpToDate(database)) return;
	const migrator = new Migrator({db: database, provider: {getMigrations: async () => migrations}});
	const {error} = await migrator.migrateToLatest();
	if (error)
		throw new Error('The data directory cannot be used: its database was written by another version of svc.', {
			cause: error,
		});
}

function dialectOf(file: Libsql.Database): Dialect {
	return {
		createAdapter: () => new TransactionalAdapter(),
		createDriver: () => new ImmediateDriver({database: cachedStatements(file)}),
		createIntrospector: db => new SqliteIntrospector(db),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	};
}

/**
 * SQLite changes tables within a transaction as it changes rows; the library does without. So all migrations come or none
 * does: a process that is killed between two statements leaves a store that the next one can open.
 */
class TransactionalAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

/**
 * Takes the write lock when a transaction begins. A transaction that reads first and writes later would otherwise fail
 * at once when another process has written in between, whatever the busy timeout says.
 */
class ImmediateDriver extends SqliteDriver {
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw('begin immediate'));
	}

	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		try {
			await super.rollbackTransaction(connection);
		} catch (error) {
			// SQLite has rolled back itself, as it does on a full disk; its own error is the one to tell.
			if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
		}
	}
}
