import {paginate} from '../../../client/paginate.ts';
import type {ProjectId, RunId, TestId} from '../../../../contract/ids.ts';
import {getTest, listTests} from '../../../../contract/routes/tests.ts';
import type {Context} from '../../../context.ts';
import {isApiError, refusedFlag, ApiError} from '../../../errors/api-error.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

/** "ids of `run`" */
export const maxIds = 1000;

/** Tests of one project; without `testIds` all of them. */
export type Selection = {projectId: ProjectId; testIds?: TestId[]};

type Wish = {
	testIds: readonly TestId[];
	all: boolean;
	project: string | undefined;
	filter: string | undefined;
	status: readonly string[] | undefined;
};

/** The flag that has left nothing over when nothing is selected. */
export const selectingFlag = ({filter, status}: Pick<Wish, 'filter' | 'status'>): string =>
	filter !== undefined ? 'filter' : status !== undefined ? 'status' : 'all';

/** What several ids or `--all` mean: "with `--filter` or `--status` the ids are listed first and sent". */
export async function selectTests({testIds, all, project, filter, status}: Wish, context: Context): Promise<Selection> {
	const {client} = context;
	if (!all) {
		const ids = [...new Set(testIds)];
		// The project of the tests decides, not the one that happens to be configured here.
		return {projectId: await projectOfFirst(ids, context), testIds: ids};
	}
	const projectId = context.projectId(project);
	if (filter === undefined && status === undefined) return {projectId};
	const {items} = await paginate(
		paging => client.call(listTests, {query: {projectId, status: status?.join(','), ...paging}}),
		{},
	);
	const part = filter?.toLowerCase() ?? '';
	const ids = items.filter(({name}) => name.toLowerCase().includes(part)).map(({id}) => id);
	if (ids.length > maxIds) {
		const reason = `${ids.length} tests match, at most ${maxIds} can be run at once`;
		throw refusedFlag(filter === undefined ? 'status' : 'filter', {reason: 'too_many', text: reason});
	}
	return {projectId, testIds: ids};
}

/**
 * The project of the first test that exists: an id that names none is reported beside the others, wherever it stands.
 * Throws a refusal that names all of them when there is none.
 */
async function projectOfFirst(ids: readonly string[], {client}: Context): Promise<string> {
	let refusal: ApiError | undefined;
	for (const testId of ids) {
		try {
			return (await client.call(getTest, {params: {testId}})).projectId;
		} catch (error) {
			if (!isApiError(error) || error.code !== 'NOT_FOUND') throw error;
			refusal ??= error;
		}
	}
	if (!refusal || ids.length === 1) throw refusal;
	const {code, nextAction, requestId, details} = refusal;
	const named = ids.slice(0, mostNamed).join(', ');
	const others = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
	throw new ApiError(code, `None of these ${ids.length} tests was found: ${named}${others}.`, {
		nextAction,
		requestId,
		details: {...details, ids: [...ids]},
	});
}

/** Ids in a sentence; all of them stand in the details. */
const mostNamed = 10;

/** "A run of another test is NOT_FOUND". @param testId as the caller wrote it: also the beginning of an id, or a name */
export async function requireRunOf(
	testId: TestId,
	run: {runId: RunId; testId: TestId},
	{client}: Context,
): Promise<void> {
	if (run.testId === testId) return;
	const {id} = await client.call(getTest, {params: {testId}});
	if (run.testId === id) return;
	throw new ApiError('NOT_FOUND', `Test ${testId} has no run ${run.runId}.`, {
		nextAction: `svc test result ${shellWord(testId)} --history`,
		details: {resource: 'run', id: run.runId, reason: 'not_found'},
	});
}
