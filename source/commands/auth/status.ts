import {getMe} from '../../../contract/routes/account.ts';
import {defineCommand} from '../define-command.ts';
import {hintAtMissingSkill} from '../missing-skill.ts';

export const status = defineCommand({
	args: {},
	flags: {},
	examples: ['auth status', '--profile staging auth status'],
	async run(_, context) {
		hintAtMissingSkill(context);
		const {profile, endpoint} = context.connection();
		const me = await context.client.call(getMe);
		return {view: 'identity', data: {...me, profile, endpoint: endpoint.value}};
	},
});
