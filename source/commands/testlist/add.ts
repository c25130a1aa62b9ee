import {addTestListCases} from '../../../contract/routes/test-lists.ts';
import {defineCommand} from '../define-command.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {casesArgument, changeCases, refuseTooMany} from './change-cases.ts';
import {listArgument} from './shared.ts';

export const add = defineCommand({
	args: {listId: listArgument('List to change'), testIds: casesArgument('Tests to add')},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['testlist add lst_1 tst_1 tst_2'],
	rules: ({testIds}) => refuseTooMany(testIds),
	run({listId, testIds, idempotencyKey: own}, context) {
		const idempotencyKey = context.idempotencyKey('cli-testlist-add-', own);
		return changeCases(addTestListCases, {listId, testIds, idempotencyKey}, context);
	},
});
