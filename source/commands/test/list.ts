import {paginate} from '../../client/paginate.ts';
import {createdFroms, testStatuses, testTypes} from '../../../contract/enums.ts';
import {listTests} from '../../../contract/routes/tests.ts';
import {defineCommand} from '../define-command.ts';
import {choice, list as listFlag, text} from '../flag.ts';
import {columnFlags, pagingFlags, pagingOf, projectFlag} from '../shared-flags.ts';

const columns = [
	'id',
	'name',
	'type',
	'from',
	'status',
	'updated',
	'priority',
	'category',
	'produces',
	'consumes',
	'after',
	'created',
] as const;

export const list = defineCommand({
	args: {},
	flags: {
		project: projectFlag,
		type: choice('Only tests of this type', testTypes),
		createdFrom: choice('Only tests made there', createdFroms),
		status: listFlag('Only tests in these states', testStatuses),
		filter: text('Only tests with that in their name, without case'),
		...pagingFlags,
		startingToken: {...pagingFlags.startingToken, alias: 'cursor'},
		...columnFlags(columns),
	},
	examples: ['test list --project prj_1', 'test list --status failed,blocked --columns id,name,status'],
	async run({project, type, createdFrom, status, filter, columns, header, ...options}, context) {
		const projectId = context.projectId(project);
		const page = await paginate(async paging => {
			const query = {projectId, type, createdFrom, status: status?.join(','), ...paging};
			const {items, nextToken} = await context.client.call(listTests, {query});
			return {items: items.filter(test => hasInName(test.name, filter)), nextToken};
		}, pagingOf(options));
		return {view: 'tests', data: page, shape: {columns, header}};
	},
});

const hasInName = (name: string, part: string | undefined) =>
	part === undefined || name.toLowerCase().includes(part.toLowerCase());
