import {environmentValue} from '../../credentials/environment.ts';
import {removeProfile} from '../../credentials/credentials-store.ts';
import {credentialsPath} from '../../credentials/paths.ts';
import {resolveProfile} from '../../credentials/resolve.ts';
import {defineCommand} from '../define-command.ts';

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
