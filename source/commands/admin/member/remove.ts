import {removeMember} from '../../../../contract/routes/members.ts';
import {requireConfirm} from '../../confirm.ts';
import {defineCommand} from '../../define-command.ts';
import {toggle} from '../../flag.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {memberArgument} from '../shared.ts';

export const remove = defineCommand({
	description: 'The keys of the member stop at once; what the member has made stays.',
	args: {memberId: memberArgument('Member to remove')},
	flags: {
		confirm: toggle('Yes, remove the member: nothing is asked, and the keys do not come back'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['admin member remove ada --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({memberId, idempotencyKey}, context) {
		const data = await context.client.call(removeMember, {
			params: {memberId},
			idempotencyKey: context.idempotencyKey('cli-member-remove-', idempotencyKey),
		});
		return {view: 'removed-member', data};
	},
});
