import {getTest} from '../../../contract/routes/tests.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';

export const get = defineCommand({
	args: {testId: id('test-id', 'Test to show')},
	flags: {},
	examples: ['test get tst_1'],
	async run({testId}, context) {
		return {view: 'test', data: await context.client.call(getTest, {params: {testId}})};
	},
});
