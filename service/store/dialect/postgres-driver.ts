import {
	type BinaryOperationNode,
	type CompiledQuery,
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
import type {Client, Pool, PoolClient} from 'pg';
import {type Answer, Pipeline, type Question} from './pipeline.ts';
import {forPostgres} from './portable.ts';
import {hasNoneLeft, isOfOldPlan, unavailable} from './postgres-unavailable.ts';
import {createPostgresStorage, type TellingConnection} from './postgres-storage.ts';
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
const begin: Question[] = [
	{text: 'begin', values: [], name: 'svc_begin'},
	{text: `select pg_advisory_xact_lock(${writersLock})`, values: [], name: 'svc_lock'},
];
/** What only reads sees one moment, and waits for nobody. */
const beginReading: Question[] = [
	{text: 'begin isolation level repeatable read read only', values: [], name: 'svc_begin_reading'},
];
const commit: Question = {text: 'commit', values: [], name: 'svc_commit'};
const rollback: Question = {text: 'rollback', values: [], name: 'svc_rollback'};

export class PostgresStoreDriver implements Driver {
	readonly #pool: Pool;
	readonly #watch: ConnectionWatch;
	readonly #readerOf: (type: number) => (text: string) => unknown;
	readonly #pipelines = new WeakMap<PoolClient, Pipeline>();
	readonly #names = new StatementNames();
	/** As many connections as are wanted. */
	readonly #most: number;

	constructor(pool: Pool, watch: ConnectionWatch, readerOf: (type: number) => (text: string) => unknown) {
		this.#pool = pool;
		this.#watch = watch;
		this.#readerOf = readerOf;
		this.#most = pool.options.max;
	}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<DatabaseConnection> {
		for (;;)
			try {
				const client = await this.#pool.connect();
				return new Connection(client, this.#pipelineOf(client), this.#names);
			} catch (error) {
				if (!hasNoneLeft(error) || this.#pool.totalCount === 0) throw unavailable(error) ?? error;
				this.#makeDo();
			}
	}

	#pipelineOf(client: PoolClient): Pipeline {
		const own = client as unknown as Client;
		const pipeline =
			this.#pipelines.get(client) ?? new Pipeline(own, this.#readerOf, ask => this.#watch.during(own, ask));
		this.#pipelines.set(client, pipeline);
		return pipeline;
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

	/** `read committed` says that nothing counts on being alone yet: it goes together with the first question. */
	async beginTransaction(connection: Connection, {accessMode, isolationLevel}: TransactionSettings): Promise<void> {
		const isReading = accessMode === 'read only';
		const begun = connection.begin(isReading ? beginReading : begin);
		// Where nobody waits for it the first question fails with it.
		begun.catch(() => undefined);
		if (!isReading && isolationLevel !== 'read committed') await begun;
	}

	commitTransaction(connection: Connection): Promise<void> {
		return connection.commit();
	}

	rollbackTransaction(connection: Connection): Promise<void> {
		return connection.rollBack();
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

class Connection implements TellingConnection {
	readonly #client: PoolClient;
	readonly #pipeline: Pipeline;
	readonly #names: StatementNames;
	#isInTransaction = false;
	#isReading = false;
	/** Why something failed in the present transaction that nobody waits for. */
	#failure: unknown = null;
	#isLost = false;

	constructor(client: PoolClient, pipeline: Pipeline, names: StatementNames) {
		this.#client = client;
		this.#pipeline = pipeline;
		this.#names = names;
	}

	async begin(questions: readonly Question[]): Promise<void> {
		this.#isInTransaction = true;
		this.#isReading = questions === beginReading;
		this.#failure = null;
		const begun = Promise.all(questions.map(question => this.#ask(question)));
		this.#note(begun);
		await begun;
	}

	/** Rejects where something failed that nobody has waited for: the server has taken everything back then. */
	async commit(): Promise<void> {
		if (this.#failure !== null) throw this.#failure;
		const {command} = await this.#ask(commit);
		if (command !== 'COMMIT' && !this.#isReading)
			throw this.#failure ?? new Error('PostgreSQL took the transaction back.');
		this.#isInTransaction = false;
	}

	async rollBack(): Promise<void> {
		this.#isInTransaction = false;
		// Where the connection is lost the server has rolled back; the first error is the one to tell.
		await this.#ask(rollback).catch(() => this.lose());
	}

	async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
		if (this.#failure !== null && this.#isInTransaction) throw this.#failure;
		if (this.#isInTransaction || !isWrite(query)) return this.#execute(query);
		const begun = this.begin(begin);
		begun.catch(() => undefined);
		try {
			const result = this.#execute<R>(query);
			const [answer] = await Promise.all([result, this.commit()]);
			return answer;
		} catch (error) {
			await this.rollBack();
			throw error;
		}
	}

	/**
	 * Executes a statement whose answer nobody needs. In a transaction nobody waits for it either: it goes together with what
	 * follows it, at least the end, and that fails with it.
	 */
	async tell(query: CompiledQuery): Promise<void> {
		if (!this.#isInTransaction) return void (await this.executeQuery(query));
		if (this.#failure !== null) throw this.#failure;
		this.#note(this.#execute(query));
	}

	#note(work: Promise<unknown>): void {
		work.catch((error: unknown) => {
			this.#failure ??= error;
		});
	}

	async #execute<R>(query: CompiledQuery, isNamed = true): Promise<QueryResult<R>> {
		const {sql: text, parameters} = query;
		const name = isNamed ? this.#names.of(text, parameters.length) : undefined;
		const question: Question = {text, values: parameters.map(stored), ...(name === undefined ? {} : {name})};
		try {
			const {rows, rowCount} = await this.#ask(question);
			return {rows: rows as R[], numAffectedRows: BigInt(rowCount)};
		} catch (error) {
			// A table has changed since: inside of a transaction, which is over now, whoever asks begins anew.
			if (name !== undefined && isOfOldPlan(error) && !this.#isInTransaction) return this.#execute(query, false);
			throw error;
		}
	}

	async #ask(question: Question): Promise<Answer> {
		try {
			return await this.#pipeline.ask(question);
		} catch (error) {
			// Outside of a transaction it is asked once more.
			const away = isOfOldPlan(error) && !this.#isInTransaction ? null : unavailable(error);
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

/** A parameter as the server takes it; it keeps no text with a null character. */
function stored(parameter: unknown): string | Buffer | null {
	if (typeof parameter === 'string') return parameter.includes('\0') ? parameter.replaceAll('\0', '\uFFFD') : parameter;
	if (parameter === null || parameter === undefined) return null;
	if (parameter instanceof Uint8Array) return Buffer.from(parameter.buffer, parameter.byteOffset, parameter.byteLength);
	return String(parameter);
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
