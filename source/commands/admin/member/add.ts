import {memberRoles} from '../../../../contract/enums.ts';
import {addMember} from '../../../../contract/routes/members.ts';
import {defineCommand} from '../../define-command.ts';
import {choice, onUnlessNo} from '../../flag.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {emailFlag, nameArgument} from '../shared.ts';

export const add = defineCommand({
	description:
		'A viewer reads, a runner also starts and stops runs, an editor also changes projects and tests, an owner also administers ' +
		'members and keys. The first key of the member is printed once and cannot be read again.',
	args: {name: nameArgument('Name of the person, or of what works for you')},
	flags: {
		role: choice('What the member may do', memberRoles, {required: true}),
		email: emailFlag('Mail address'),
		key: onUnlessNo('Make no key yet; svc keys create --member makes one later'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['admin member add ada --role editor --email ada@example.com', 'admin member add pipeline --role runner'],
	async run({name, role, email, key, idempotencyKey}, context) {
		const data = await context.client.call(addMember, {
			body: {name, role, email, withKey: key},
			idempotencyKey: context.idempotencyKey('cli-member-add-', idempotencyKey),
		});
		return {view: 'added-member', data};
	},
});
