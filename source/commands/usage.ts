import {getMe} from '../../contract/routes/account.ts';
import {defineCommand} from './define-command.ts';

export const usage = defineCommand({
	args: {},
	flags: {},
	examples: ['usage', '--output json usage'],
	async run(_, context) {
		return {view: 'usage', data: await context.client.call(getMe)};
	},
});
