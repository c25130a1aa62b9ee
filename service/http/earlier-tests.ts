import type {AccountId, ProjectId, TestId} from '../../contract/ids.ts';
import {invalid, notFound} from '../domain/service-error.ts';
import type {TestTable} from '../store/tests/test-tables.ts';
import {findProjectsOf} from '../store/runs/read-run.ts';
import {listDeclarations} from '../store/tests/tests.ts';
import {meantId} from './meant-ids.ts';
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
	accountId: AccountId,
	test: Later,
	entries: readonly string[] | null | undefined,
): Promise<string> {
	if (!entries || entries.length === 0) return '[]';
	const {project_id: projectId} = test;
	const meant: string[] = [];
	for (const entry of new Set(entries))
		meant.push(await meantId(database, 'test', {accountId, projectId}, 'after', entry));
	const ids = [...new Set(meant)];
	if (ids.includes(test.id)) throw invalid('after', 'self', `"${test.name}" cannot come after itself.`);
	const known = await findProjectsOf(database, accountId, ids);
	for (const id of ids) requireOf(projectId, id, known.get(id));
	const after = JSON.stringify(ids);
	const declared = await listDeclarations(database, projectId, ids);
	refuseOrder(test.id, [...declared.filter(({id}) => id !== test.id), {...test, after}]);
	return after;
}

function requireOf(projectId: ProjectId, testId: TestId, known: string | undefined): void {
	if (known === undefined) throw notFound('test', testId);
	if (known !== projectId)
		throw invalid(
			'after',
			'other_project',
			`${testId} is a test of another project; only tests of one project are ordered.`,
		);
}
