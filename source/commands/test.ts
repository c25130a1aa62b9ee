import {getTest, deleteTest} from '../../contract/routes/tests.ts';
import {id} from './argument.ts';
import {confirmFlag, requireConfirm, idempotencyKeyFlag} from './shared-flags.ts';
import {defineCommand} from './define-command.ts';

export const get = defineCommand({
	args: {testId: id('test-id', 'Test to show')},
	flags: {},
	examples: ['test get tst_1'],
	async run({testId}, context) {
		return {view: 'test', data: await context.client.call(getTest, {params: {testId}})};
	},
});

export const deleteCommand = defineCommand({
	description: 'Its runs and results go with it; runs in flight are cancelled.',
	args: {testId: id('test-id', 'Test to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['test delete tst_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({testId, idempotencyKey}, context) {
		const data = await context.client.call(deleteTest, {
			params: {testId},
			idempotencyKey: context.idempotencyKey(deleteTest, idempotencyKey),
		});
		return {view: 'deleted-test', data};
	},
});
