import {getMe} from '../../contract/routes/account.ts';
import {removeProfile} from '../credentials/credentials-store.ts';
import {environmentValue, credentialsPath} from '../credentials/environment.ts';
import {resolveProfile} from '../credentials/resolve.ts';
import {defineCommand} from './define-command.ts';
import {hintAtMissingSkill} from './missing-skill.ts';

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

export const remove = defineCommand({
	description: 'Needs no network. The variable SVC_API_KEY is left alone.',
	args: {},
	flags: {},
	examples: ['auth remove', '--profile staging auth remove'],
	settings: 'profile',
	async run(_, {given, env, clock, dryRun, notes}) {
		const profile = resolveProfile(given.profile, env).value;
		const path = credentialsPath(env);
		if (dryRun) notes.say('dry-run', `would write ${path}`);
		const isRemoved = dryRun || (await removeProfile(path, profile, clock));
		if (environmentValue(env, 'SVC_API_KEY') !== undefined)
			notes.say('warn', 'SVC_API_KEY is set and still used by every command');
		return {view: 'removed-credentials', data: {profile, status: isRemoved ? 'logged_out' : 'no_credentials'}};
	},
});
