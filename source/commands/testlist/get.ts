import {getTestList} from '../../../contract/routes/test-lists.ts';
import {defineCommand} from '../define-command.ts';
import {listArgument} from './shared.ts';

export const get = defineCommand({
	args: {listId: listArgument('List to show')},
	flags: {},
	examples: ['testlist get lst_1'],
	async run({listId}, context) {
		return {view: 'test-list', data: await context.client.call(getTestList, {params: {listId}})};
	},
});
