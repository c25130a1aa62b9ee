import {paginate} from '../../client/paginate.ts';
import {listTestLists} from '../../../contract/routes/test-lists.ts';
import {defineCommand} from '../define-command.ts';
import {columnFlags} from '../shared-flags.ts';

export const list = defineCommand({
	args: {},
	flags: columnFlags(['id', 'name', 'cases', 'last_exec', 'updated']),
	examples: ['testlist list', 'testlist list --columns id,name --no-header'],
	async run({columns, header}, context) {
		const page = await paginate(query => context.client.call(listTestLists, {query}), {});
		return {view: 'test-lists', data: page, shape: {columns, header}};
	},
});
