import {removeTestListCases} from '../../../contract/routes/test-lists.ts';
import {defineCommand} from '../define-command.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {casesArgument, changeCases, refuseTooMany} from './change-cases.ts';
import {listArgument} from './shared.ts';

export const remove = defineCommand({
	args: {listId: listArgument('List to change'), testIds: casesArgument('Tests to take off')},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['testlist remove lst_1 tst_1'],
	rules: ({testIds}) => refuseTooMany(testIds),
	run({listId, testIds, idempotencyKey: own}, context) {
		const idempotencyKey = context.idempotencyKey('cli-testlist-remove-', own);
		return changeCases(removeTestListCases, {listId, testIds, idempotencyKey}, context);
	},
});
