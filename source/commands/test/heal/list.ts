import {paginate} from '../../../client/paginate.ts';
import {healStatuses} from '../../../../contract/heal.ts';
import {listHeals} from '../../../../contract/routes/heals.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {choice} from '../../flag.ts';
import {columnFlags, pagingFlags, pagingOf} from '../../shared-flags.ts';

export const list = defineCommand({
	description:
		'What reruns have found again under another name or in another place, newest first. The script of the test stays as it is until a repair is accepted.',
	args: {testId: id('test-id', 'Frontend test whose repairs are wanted')},
	flags: {
		status: choice('Only repairs in this state', healStatuses),
		...pagingFlags,
		...columnFlags(['id', 'step', 'status', 'score', 'repair', 'run', 'created']),
	},
	examples: ['test heal list tst_1', 'test heal list tst_1 --status proposed --columns id,repair'],
	async run({testId, status, columns, header, ...options}, context) {
		const page = await paginate(
			paging => context.client.call(listHeals, {params: {testId}, query: {status, ...paging}}),
			pagingOf(options),
		);
		return {view: 'heals', data: page, shape: {columns, header}};
	},
});
