import {getTestFailureSummary} from '../../../../contract/routes/failures.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';

export const summary = defineCommand({
	description: 'Of the latest run of the test that ended failed or blocked.',
	args: {testId: id('test-id', 'Test whose failure is wanted')},
	flags: {},
	examples: ['test failure summary tst_1'],
	async run({testId}, context) {
		const data = await context.client.call(getTestFailureSummary, {params: {testId}});
		return {view: 'failure-summary', data};
	},
});
