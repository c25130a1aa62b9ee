import {defineCommand} from '../define-command.ts';
import {serveFailure, checkDatabaseUrl, databaseUrlOf, dataDirOf} from './shared.ts';

export const forgetSecrets = defineCommand({
	description:
		'Credentials, logins and variables that the secrets.key of the data directory does not open are removed, and a new key ' +
		'is made where there is none. Nothing brings them back: put the old key back instead where you have it. Stop the ' +
		'service first.',
	args: {},
	flags: {},
	examples: ['service forget-secrets'],
	settings: 'profile',
	rules: (_, context) => checkDatabaseUrl(undefined, context),
	async run(_, context) {
		const dataDir = dataDirOf(undefined, context);
		if (context.dryRun) return {view: 'settings', data: {dataDir}};
		const service = await context.loadService();
		try {
			return {
				view: 'settings',
				data: await service.forgetSecrets({dataDir, databaseUrl: databaseUrlOf(undefined, context) ?? null}),
			};
		} catch (error) {
			throw serveFailure(error);
		}
	},
});
