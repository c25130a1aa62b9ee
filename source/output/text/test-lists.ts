import type {Page} from '../../../contract/fields.ts';
import type {TestListId} from '../../../contract/ids.ts';
import type {ChangedCases, TestList, TestListDetail} from '../../../contract/test-list.ts';
import {labelBlock, paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, table, pageText} from '../table.ts';

const columns: Column<TestList>[] = [
	{key: 'id', head: 'ID', cell: list => list.id},
	{key: 'name', head: 'NAME', cell: list => list.name},
	{key: 'cases', head: 'CASES', cell: list => list.caseCount},
	{key: 'last_exec', head: 'LAST_EXEC', cell: list => list.lastExecutionId},
	{key: 'updated', head: 'UPDATED', cell: list => list.updatedAt},
];

export const testLists = (page: Page<TestList>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'test lists', shape, look});

const caseColumns: Column<TestListDetail['cases'][number]>[] = [
	{key: 'test', head: 'TEST ID', cell: one => one.testId},
	{key: 'title', head: 'TITLE', cell: one => one.title},
	{key: 'type', head: 'TYPE', cell: one => one.type},
	{key: 'project', head: 'PROJECT', cell: one => one.projectName},
	{key: 'priority', head: 'PRI', cell: one => one.priority},
	{key: 'status', head: 'STATUS', cell: one => one.status, status: true},
];

export function testList(list: TestListDetail, look: Look): string {
	const {passed, failed, blocked, running, total} = list.stats;
	const labels = labelBlock([
		['id', list.id],
		['name', list.name],
		['cases', list.caseCount],
		['stats', `${passed} passed, ${failed} failed, ${blocked} blocked, ${running} running of ${total}`],
		['environments', list.projectEnvironments.map(one => `${one.projectId}:${one.environmentName}`)],
		['lastExecution', list.lastExecutionId],
		['createdAt', list.createdAt],
		['updatedAt', list.updatedAt],
	]);
	return `${labels}\n${list.cases.length === 0 ? 'No cases.\n' : table(caseColumns, list.cases, {}, {look})}`;
}

export const changedCases = ({listId, caseCount, changed}: ChangedCases): string =>
	paddedBlock([
		['listId', listId],
		['caseCount', caseCount],
		['changed', changed],
	]);

export const deletedTestList = ({listId}: {listId: TestListId}): string => labelBlock([['listId', listId]]);
