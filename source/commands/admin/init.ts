import {defineCommand} from '../define-command.ts';
import {text} from '../flag.ts';
import {serveFailure, checkDatabaseUrl, databaseUrlFlag, storeOf} from '../service/shared.ts';
import {emailFlag, nameOptions} from './shared.ts';

export const init = defineCommand({
	description:
		'Makes the first account of an empty service with its owner and one key that opens everything. The key is printed once and ' +
		'cannot be read again. It works on the store itself, beside running processes of a PostgreSQL database, and refuses a store ' +
		'that has keys. Owners of the first account administer the others.',
	args: {},
	flags: {
		databaseUrl: databaseUrlFlag,
		dataDir: text('Where a service without PostgreSQL keeps its data (~/.svc/service)', {placeholder: '<path>'}),
		name: text('Name of the owner (owner)', nameOptions),
		email: emailFlag('Mail address of the owner'),
	},
	examples: [
		'admin init --database-url postgres://svc@db.example.com/svc --name "Ada Lovelace"',
		'--output json admin init --data-dir ./service',
	],
	settings: 'profile',
	rules: ({databaseUrl}, context) => checkDatabaseUrl(databaseUrl, context),
	async run({name = 'owner', email = null, ...flags}, context) {
		const {dataDir, databaseUrl, place} = storeOf(flags, context);
		if (context.dryRun) return {view: 'settings', data: {place, name, email}};
		const service = await context.loadService();
		try {
			return {view: 'initialised', data: await service.initAdmin({dataDir, databaseUrl, name, email})};
		} catch (error) {
			throw serveFailure(error);
		}
	},
});
