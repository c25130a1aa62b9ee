import {invalid, notFound} from '../domain/service-error.ts';
import type {TestTable} from '../store/tables.ts';
import {findNamed, listDeclarations} from '../store/tests.ts';
import type {Services} from './services.ts';

type Later = Pick<TestTable, 'id' | 'project_id' | 'name' | 'type' | 'category' | 'produces' | 'consumes'> &
	Pick<TestTable, 'wiring' | 'created_at'>;

/**
 * What `after` of a definition stands for, as it is stored: ids of other tests of the project, each once. Throws 404 for
 * a test that is not there, 400 for one of another project, a name of several tests, the test itself, or one of the
 * final wave, and 409 for a circle.
 *
 * @param entries ids, or names where only one test of the project has it
 */
export async function earlierTestsJson(
	{database, refuseOrder}: Pick<Services, 'database' | 'refuseOrder'>,
	accountId: string,
	test: Later,
	entries: readonly string[] | null | undefined,
): Promise<string> {
	if (!entries || entries.length === 0) return '[]';
	const {project_id: projectId} = test;
	const known = await findNamed(database, {accountId, projectId}, [...new Set(entries)]);
	const ids = [...new Set(entries.map(entry => idOf(entry, known, projectId)))];
	if (ids.includes(test.id)) throw invalid('after', 'self', `"${test.name}" cannot come after itself.`);
	const after = JSON.stringify(ids);
	const declared = await listDeclarations(database, projectId, ids);
	refuseOrder(test.id, [...declared.filter(({id}) => id !== test.id), {...test, after}]);
	return after;
}

type Known = Awaited<ReturnType<typeof findNamed>>;

function idOf(entry: string, known: Known, projectId: string): string {
	const byId = known.find(({id}) => id === entry);
	if (byId && byId.project_id !== projectId)
		throw invalid(
			'after',
			'other_project',
			`${entry} is a test of another project; only tests of one project are ordered.`,
		);
	if (byId) return byId.id;
	const named = known.filter(({name}) => name === entry);
	if (named.length > 1)
		throw invalid('after', 'ambiguous', `${named.length} tests are called "${entry}"; name the id of one.`, [
			...named.map(({id}) => id),
		]);
	const [only] = named;
	if (!only) throw notFound('test', entry);
	return only.id;
}
