import {memberRoles} from '../../../../contract/enums.ts';
import {updateMember} from '../../../../contract/routes/members.ts';
import {word} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {memberArgument} from '../shared.ts';

export const role = defineCommand({
	description:
		'Counts at once for every key of the member: none opens more than the role. A key that was made with fewer scopes keeps ' +
		'those; svc keys create makes one with more.',
	args: {memberId: memberArgument('Member to change'), role: word('role', 'What the member may do', memberRoles)},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['admin member role ada viewer', 'admin member role mem_1 editor'],
	async run({memberId, role: wanted, idempotencyKey}, context) {
		const data = await context.client.call(updateMember, {
			params: {memberId},
			body: {role: wanted},
			idempotencyKey: context.idempotencyKey('cli-member-role-', idempotencyKey),
		});
		return {view: 'member', data};
	},
});
