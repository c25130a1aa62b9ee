import {
	type BinaryOperationNode,
	CompiledQuery,
	type DatabaseConnection,
	type Driver,
	OperatorNode,
	type OperationNode,
	type ValueNode,
	PostgresAdapter,
	PostgresQueryCompiler,
	type QueryResult,
	type RawNode,
	type DataTypeNode,
	type TransactionSettings,
	type ValueListNode,
} from 'kysely';
import type {Pool, PoolClient} from 'pg';
import {forPostgres} from './portable.ts';
import {hasNoneLeft, isOfOldPlan, unavailable} from './postgres-unavailable.ts';
import {createPostgresStorage} from './postgres-storage.ts';
import {StatementNames} from './statement-names.ts';
import type {HasStorage} from './storage.ts';
import type {ConnectionWatch} from './watched-client.ts';

/** Any number; all writers of a database take the same one. */
const writersLock = 7_340_031;
/** So long a server that had no connection left is not asked for another one. */
const makeDoMs = 30_000;

/**
 * Transactions of a database one after the other, over all processes, as SQLite has them: whoever has read may write on
 * what it has read. A single write waits its turn as well; reads never wait.
 */
const begin = CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${writersLock})`);
/** What only reads sees one moment, and waits for nobody. */
const beginReading = CompiledQuery.raw('begin isolation level repeatable read read only');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

export class PostgresStoreDriver implements Driver {
	readonly #pool: Pool;
	readonly #watch: ConnectionWatch;
	readonly #names = new StatementNames();
	/** As many connections as are wanted. */
	readonly #most: number;

	constructor(pool: Pool, watch: ConnectionWatch) {
		this.#pool = pool;
		this.#watch = watch;
		this.#most = pool.options.max;
	}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<DatabaseConnection> {
		for (;;)
			try {
				return new Connection(await this.#pool.connect(), this.#names, this.#watch);
			} catch (error) {
				if (!hasNoneLeft(error) || this.#pool.totalCount === 0) throw unavailable(error) ?? error;
				this.#makeDo();
			}
	}

	/** The server gives no more connections than it has given: whoever needs one waits for one of those, for a while. */
	#makeDo(): void {
		const {options, totalCount} = this.#pool;
		if (options.max === this.#most)
			setTimeout(() => {
				options.max = this.#most;
			}, makeDoMs).unref();
		options.max = Math.min(options.max, totalCount);
	}

	async beginTransaction(connection: Connection, {accessMode}: TransactionSettings): Promise<void> {
		await connection.executeQuery(accessMode === 'read only' ? beginReading : begin);
		connection.isInTransaction = true;
	}

	async commitTransaction(connection: Connection): Promise<void> {
		await connection.executeQuery(commit);
		connection.isInTransaction = false;
	}

	async rollbackTransaction(connection: Connection): Promise<void> {
		connection.isInTransaction = false;
		// Where the connection is lost the server has rolled back; the first error is the one to tell.
		await connection.executeQuery(rollback).catch(() => connection.lose());
	}

	async releaseConnection(connection: Connection): Promise<void> {
		connection.release();
	}

	async destroy(): Promise<void> {
		this.#watch.dropSoon();
		await this.#pool.end();
	}
}

const writes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);
const isWrite = ({query, sql}: CompiledQuery) =>
	writes.has(query.kind) || (query.kind === 'RawNode' && /^\s*(?:insert|update|delete)\b/i.test(sql));

class Connection implements DatabaseConnection {
	isInTransaction = false;
	readonly #client: PoolClient;
	readonly #names: StatementNames;
	readonly #watch: ConnectionWatch;
	#isLost = false;

	constructor(client: PoolClient, names: StatementNames, watch: ConnectionWatch) {
		this.#client = client;
		this.#names = names;
		this.#watch = watch;
	}

	async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
		if (this.isInTransaction || !isWrite(query)) return this.#execute(query);
		await this.#execute(begin);
		try {
			const result = await this.#execute<R>(query);
			await this.#execute(commit);
			return result;
		} catch (error) {
			await this.#execute(rollback).catch(() => this.lose());
			throw error;
		}
	}

	async #execute<R>(query: CompiledQuery, isNamed = true): Promise<QueryResult<R>> {
		const {sql, parameters} = query;
		const name = isNamed ? this.#names.of(sql, parameters.length) : undefined;
		try {
			const values = parameters.map(storable);
			const question = {text: sql, values, ...(name === undefined ? {} : {name})};
			const {rows, rowCount} = await this.#watch.during(this.#client, () => this.#client.query(question));
			return {rows: (rows ?? []) as R[], numAffectedRows: BigInt(rowCount ?? 0)};
		} catch (error) {
			// A table has changed since: inside of a transaction, which is over now, whoever asks begins anew.
			if (name !== undefined && isOfOldPlan(error) && !this.isInTransaction) return this.#execute(query, false);
			const away = unavailable(error);
			if (away) this.lose();
			throw away ?? error;
		}
	}

	// biome-ignore lint/correctness/useYield: no verb reads a stream
	async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
		throw new Error('The store reads no streams.');
	}

	/** It is not given back to the pool but closed. */
	lose(): void {
		this.#isLost = true;
	}

	release(): void {
		this.#client.release(this.#isLost);
	}
}

/** PostgreSQL keeps no text with a null character. */
function storable(parameter: unknown): unknown {
	return typeof parameter === 'string' && parameter.includes('\0') ? parameter.replaceAll('\0', '\uFFFD') : parameter;
}

export class PostgresStoreAdapter extends PostgresAdapter implements HasStorage {
	readonly storage = createPostgresStorage();
}

const types: Record<string, string> = {
	// Sorted by code points as SQLite does it, and the same on every server.
	text: 'text collate "C"',
	integer: 'bigint',
	real: 'double precision',
	blob: 'bytea',
};

/** `null`, `true` and `false` are written out. */
const isWord = (node: OperationNode): boolean => 'immediate' in node && (node as ValueNode).immediate === true;

export class PostgresStoreCompiler extends PostgresQueryCompiler {
	protected override visitRaw(node: RawNode): void {
		const own = forPostgres(node);
		if (own === node) super.visitRaw(node);
		else this.visitNode(own);
	}

	protected override visitDataType(node: DataTypeNode): void {
		this.append(types[node.dataType] ?? node.dataType);
	}

	/** Two things are no syntax of PostgreSQL: a list without members, in which nothing is, and `is` with any value. */
	protected override visitBinaryOperation(node: BinaryOperationNode): void {
		const {operator, rightOperand: right} = node;
		const word = 'operator' in operator ? operator.operator : null;
		if ((word === 'in' || word === 'not in') && 'values' in right && (right as ValueListNode).values.length === 0)
			this.append(word === 'in' ? 'false' : 'true');
		else if ((word === 'is' || word === 'is not') && !isWord(right))
			super.visitBinaryOperation({
				...node,
				operator: OperatorNode.create(word === 'is' ? 'is not distinct from' : 'is distinct from'),
			});
		else super.visitBinaryOperation(node);
	}

	/** `like` of SQLite takes letters of either case. */
	protected override visitOperator(node: OperatorNode): void {
		if (node.operator === 'like') this.append('ilike');
		else super.visitOperator(node);
	}
}
