import {resolve} from 'node:path';
import {defineCommand} from '../define-command.ts';
import {refuseWithout, text} from '../flag.ts';
import {serveFailure, checkDatabaseUrl, databaseUrlFlag, databaseUrlOf, storeOf} from '../service/shared.ts';

export const rotateKey = defineCommand({
	description:
		'Makes a new key and encrypts credentials, logins, variables and captured secrets with it. Stop every process of the service ' +
		'first. When it was killed, run it again: it goes on, and no process starts before it has ended. The former key stays beside ' +
		'the new one, for copies of the store from before.',
	args: {},
	flags: {
		databaseUrl: databaseUrlFlag,
		dataDir: text('Data directory of the service (~/.svc/service)', {placeholder: '<path>'}),
		secretsKeyFile: text('File of the key of the database; the new one takes its place', {placeholder: '<path>'}),
	},
	examples: [
		'admin rotate-key',
		'admin rotate-key --database-url postgres://svc@db.example.com/svc --secrets-key-file /etc/svc/secrets.key',
	],
	settings: 'profile',
	rules({databaseUrl, secretsKeyFile}, context) {
		checkDatabaseUrl(databaseUrl, context);
		const isNamed = databaseUrlOf(databaseUrl, context) !== undefined;
		refuseWithout('secrets-key-file', secretsKeyFile !== undefined, 'database-url', isNamed);
	},
	async run({secretsKeyFile: file, ...flags}, context) {
		const {dataDir, databaseUrl, place} = storeOf(flags, context);
		const secretsKeyFile = file === undefined ? null : resolve(context.cwd, file);
		if (context.dryRun) return {view: 'settings', data: {place, secretsKeyFile}};
		const service = await context.loadService();
		try {
			const report = (line: string) => context.notes.say('info', line);
			return {view: 'settings', data: await service.rotateKey({dataDir, databaseUrl, secretsKeyFile, report})};
		} catch (error) {
			throw serveFailure(error);
		}
	},
});
