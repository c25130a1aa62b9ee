import type {DeletedTests} from '../../../contract/documents/test.ts';
import {paginate} from '../../client/paginate.ts';
import {testStatuses} from '../../../contract/enums.ts';
import type {ProjectId, TestId} from '../../../contract/ids.ts';
import {deleteTest, listTests} from '../../../contract/routes/tests.ts';
import type {Context} from '../../context.ts';
import {type ApiError, isApiError, refusedFlag} from '../../errors/api-error.ts';
import {ids} from '../argument.ts';
import {confirmFlag, requireConfirm, idempotencyKeyFlag, projectFlag, derivedKey} from '../shared-flags.ts';
import {defineCommand} from '../define-command.ts';
import {list, toggle} from '../flag.ts';
import {missingChoice} from '../missing-flags.ts';
import {negative} from '../outcome.ts';

export const deleteBatch = defineCommand({
	description: 'One after the other; a test that is gone already counts as skipped.',
	args: {testIds: ids('test-id', 'Tests to delete', {min: 0})},
	flags: {
		confirm: confirmFlag,
		all: toggle('Every test of the project'),
		project: projectFlag,
		status: list('Tests of the project in these states', testStatuses),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['test delete-batch tst_1 tst_2 --confirm', 'test delete-batch --project prj_1 --status draft --confirm'],
	rules({testIds, all, project, status, confirm}, context) {
		const hasIds = testIds.length > 0;
		for (const [flag, isGiven] of Object.entries({all, status: status !== undefined, project: project !== undefined}))
			if (hasIds && isGiven) throw refusedFlag(flag, {reason: 'exclusive', text: 'cannot be combined with test ids'});
		if (!hasIds && !all && status === undefined)
			throw missingChoice(
				'test-id',
				{name: 'all', means: 'every test of the project (--status: for those of a status)'},
				'test delete-batch',
			);
		requireConfirm(confirm, context);
	},
	async run({testIds, project, status, idempotencyKey: own}, context) {
		const selected =
			testIds.length > 0
				? testIds.map(testId => ({testId}))
				: await findTests(context.projectId(project), status, context);
		const unique = [...new Map(selected.map(one => [one.testId, one])).values()];
		return deleteAll(unique, context.idempotencyKey(deleteTest, own), context);
	},
});

/** A test, with its name where a filter has found it. */
type Named = {testId: TestId; name?: string};

async function findTests(projectId: ProjectId, status: string[] | undefined, {client}: Context): Promise<Named[]> {
	const query = {projectId, status: status?.join(',')};
	const {items} = await paginate(paging => client.call(listTests, {query: {...query, ...paging}}), {});
	return items.map(({id, name}) => ({testId: id, name}));
}

/** "3 authentication error (ends the loop) · 1 some failed · 0"; what was deleted until then is told in any case. */
async function deleteAll(tests: readonly Named[], key: string, context: Context) {
	const results: DeletedTests['results'] = [];
	let stopped: ApiError | undefined;
	for (const test of tests) {
		const {testId} = test;
		try {
			const call = {params: {testId}, idempotencyKey: derivedKey(key, `:${testId}`)};
			const {deletedAt} = await context.client.call(deleteTest, call);
			results.push({...test, status: 'deleted', deletedAt});
		} catch (error) {
			if (!isApiError(error)) throw error;
			if (error.exitCode === 3 || context.signal.aborted) {
				stopped = error;
				break;
			}
			const {code, message} = error;
			results.push({...test, status: code === 'NOT_FOUND' ? 'skipped' : 'error', error: {code, message}});
		}
	}
	const count = (status: string) => results.filter(result => result.status === status).length;
	const summary = {
		total: tests.length,
		deleted: count('deleted'),
		skipped: count('skipped'),
		failed: count('error'),
	};
	const problem = stopped ?? (summary.failed > 0 ? someFailed(summary) : undefined);
	return {view: 'deleted-tests', data: {results, summary}, problem} as const;
}

const someFailed = (summary: DeletedTests['summary']) =>
	negative(`${summary.failed} of ${summary.total} tests could not be deleted.`, summary);
