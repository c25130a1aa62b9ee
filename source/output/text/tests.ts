import type {Page} from '../../../contract/fields.ts';
import type {Test} from '../../../contract/test.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';

const columns: Column<Test>[] = [
	{key: 'id', head: 'ID', cell: test => test.id},
	{key: 'name', head: 'NAME', cell: test => test.name},
	{key: 'type', head: 'TYPE', cell: test => test.type},
	{key: 'from', head: 'FROM', cell: test => test.createdFrom},
	{key: 'status', head: 'STATUS', cell: test => test.status, status: true},
	{key: 'updated', head: 'UPDATED', cell: test => test.updatedAt},
	{key: 'priority', head: 'PRIORITY', cell: test => test.priority, extra: true},
	{key: 'category', head: 'CATEGORY', cell: test => test.category, extra: true},
	{key: 'produces', head: 'PRODUCES', cell: test => test.produces?.join(', '), extra: true},
	{key: 'consumes', head: 'CONSUMES', cell: test => test.consumes?.join(', '), extra: true},
	{key: 'after', head: 'AFTER', cell: test => test.after?.map(({title}) => title).join(', '), extra: true},
	{key: 'created', head: 'CREATED', cell: test => test.createdAt, extra: true},
];

export const tests = (page: Page<Test>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'tests', shape, look});

export function test(test: Test, look: Look): string {
	const labels = labelBlock(
		[
			['id', test.id],
			test.projectName ? ['project', `${test.projectName} (${test.projectId})`] : ['projectId', test.projectId],
			['name', test.name],
			['type', test.type],
			['createdFrom', test.createdFrom],
			['status', {status: test.status}],
			['priority', test.priority],
			['planSteps', test.planStepCount],
			['produces', test.produces],
			['consumes', test.consumes],
			['after', test.after?.map(({testId, title}) => `${title} (${testId})`)],
			['category', test.category],
			['createdAt', test.createdAt],
			['updatedAt', test.updatedAt],
		],
		look,
	);
	const steps = (test.planSteps ?? []).map(
		(step, index) => `${index + 1}. [${cleanLine(step.type)}] ${cleanLine(step.description)}\n`,
	);
	return labels + (steps.length > 0 ? `\n${steps.join('')}` : '');
}

/** A link to the dashboard on the web; what a browser shows already is not printed. */
export const openedLink = ({url, opened}: {url: string; opened: boolean}): string =>
	opened ? '' : `${cleanLine(url)}\n`;
