import type {SqliteDatabase, SqliteStatement} from 'kysely';
import type Libsql from 'libsql';
import {RecentlyUsed} from '../../domain/recently-used.ts';

/** Statements kept prepared. Beyond that the one used longest ago is prepared anew. */
const keptStatements = 256;

/**
 * The database as Kysely's driver wants it, with statements prepared once: preparing costs more than most of our reads
 * take. Parameters are checked, because the native binding aborts the whole process on a boolean.
 */
export function cachedStatements(file: Libsql.Database): SqliteDatabase {
	const statements = new RecentlyUsed<string, SqliteStatement>(keptStatements);
	return {
		close() {
			statements.clear();
			file.close();
		},
		prepare: sql => statements.get(sql, () => checkedStatement(file.prepare(sql))),
	};
}

function checkedStatement(statement: Libsql.Statement): SqliteStatement {
	return {
		reader: statement.reader,
		all: parameters => statement.all(checked(parameters)),
		run: parameters => statement.run(checked(parameters)),
		iterate: parameters => statement.iterate(checked(parameters)),
	};
}

function checked(parameters: readonly unknown[]): readonly unknown[] {
	for (const parameter of parameters) {
		const type = typeof parameter;
		if (type === 'string' || type === 'number' || parameter === null || parameter instanceof Uint8Array) continue;
		throw new TypeError(`A ${type} cannot be stored; convert it to text, a number or null first.`);
	}
	return parameters;
}
