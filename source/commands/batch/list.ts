import {paginate} from '../../client/paginate.ts';
import {runStatuses, sources} from '../../../contract/enums.ts';
import {listBatches} from '../../../contract/routes/batches.ts';
import {defineCommand} from '../define-command.ts';
import {list as listFlag} from '../flag.ts';
import {columnFlags, pagingFlags, pagingOf, projectFlag} from '../shared-flags.ts';

const columns = ['id', 'status', 'phase', 'source', 'pass', 'fail', 'block', 'total', 'created', 'duration'] as const;

export const list = defineCommand({
	args: {},
	flags: {
		project: projectFlag,
		status: listFlag('Only batches in these states', runStatuses),
		source: listFlag('Only batches started from there', sources),
		...pagingFlags,
		...columnFlags(columns),
	},
	examples: ['batch list --project prj_1', 'batch list --status failed --max-items 5'],
	async run({project, status, source, columns, header, ...options}, context) {
		const projectId = context.projectId(project);
		const page = await paginate(
			paging =>
				context.client.call(listBatches, {
					params: {projectId},
					query: {status: status?.join(','), source: source?.join(','), ...paging},
				}),
			pagingOf(options),
		);
		return {view: 'batches', data: page, shape: {columns, header}};
	},
});
