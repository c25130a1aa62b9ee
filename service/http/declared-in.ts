import type {Database} from '../store/database.ts';
import type {TestTable} from '../store/tests/test-tables.ts';
import {listDeclarations} from '../store/tests/tests.ts';

/**
 * What a test declares to produce and to need, and what the tests of its project produce. These are all read for it: not
 * where its source reads no value.
 */
export async function declaredIn(
	database: Database,
	{project_id, produces, consumes}: Pick<TestTable, 'project_id' | 'produces' | 'consumes'>,
	code: string,
) {
	const others = code.includes('variables') ? await listDeclarations(database, project_id) : [];
	return {
		produces: JSON.parse(produces) as string[],
		needs: JSON.parse(consumes) as string[],
		known: others.flatMap(other => JSON.parse(other.produces) as string[]),
	};
}
