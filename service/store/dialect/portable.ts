import {type Expression, type OperationNode, type RawBuilder, type RawNode, sql} from 'kysely';
import type {Expressions} from './expressions.ts';
import {postgresExpressions} from './postgres-expressions.ts';
import {sqliteExpressions} from './sqlite-expressions.ts';

/** SQL of SQLite that knows how PostgreSQL says the same; which one is written is decided when a query is compiled. */
type PortableNode = RawNode & {readonly postgres: () => OperationNode};

/** An expression whose SQL depends on the database: `portable(({contains}) => contains(sql.ref('name'), 'a'))`. */
export function portable<T>(write: (expressions: Expressions) => RawBuilder<T>): RawBuilder<T> {
	const expression: Expression<T> = {
		get expressionType() {
			return undefined;
		},
		toOperationNode: (): OperationNode =>
			({
				...write(sqliteExpressions).toOperationNode(),
				postgres: () => write(postgresExpressions).toOperationNode(),
			}) as PortableNode,
	};
	return sql<T>`${expression}`;
}

/** The node as PostgreSQL wants it. */
export const forPostgres = (node: RawNode): OperationNode =>
	'postgres' in node ? (node as PortableNode).postgres() : node;
