import {runsCovered} from '../../contract/ledger.ts';
import {getMe} from '../../contract/routes/account.ts';
import {defineCommand} from './define-command.ts';

export const usage = defineCommand({
	args: {},
	flags: {},
	examples: ['usage', '--output json usage'],
	async run(_, context) {
		const me = await context.client.call(getMe);
		const canTrigger = runsCovered(me);
		return {view: 'usage', data: canTrigger === undefined ? me : {...me, canTrigger}};
	},
});
