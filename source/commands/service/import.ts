import {resolve} from 'node:path';
import {databasePlace} from '../../../contract/service-process.ts';
import {phrase} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {text} from '../flag.ts';
import {serveFailure, checkDatabaseUrl, databaseUrlOf, dataDirOf} from './shared.ts';

export const importStore = defineCommand({
	description:
		'Into the data directory, or into the database in SVC_DATABASE_URL, which must hold nothing yet. Everything is checked ' +
		'by checksums and counted. Stop the service first. An import that was killed goes on when it is run again.',
	args: {file: phrase('file', 'What svc service export has written', /\S/, 'a path')},
	flags: {
		secretsKeyFile: text('File of the key that the secrets of the archive are encrypted with', {placeholder: '<path>'}),
	},
	examples: ['service import svc.archive --secrets-key-file ./secrets.key'],
	settings: 'profile',
	rules: (_, context) => checkDatabaseUrl(undefined, context),
	async run({file, secretsKeyFile}, context) {
		const dataDir = dataDirOf(undefined, context);
		const databaseUrl = databaseUrlOf(undefined, context) ?? null;
		const path = resolve(context.cwd, file);
		const keyFile = secretsKeyFile === undefined ? null : resolve(context.cwd, secretsKeyFile);
		if (context.dryRun)
			return {
				view: 'settings',
				data: {dataDir, database: databasePlace(databaseUrl ?? ''), file: path, secretsKeyFile: keyFile},
			};
		const service = await context.loadService();
		try {
			const report = (line: string) => context.notes.say('info', line);
			const {tables: _, ...data} = await service.importStore({
				dataDir,
				databaseUrl,
				secretsKeyFile: keyFile,
				file: path,
				report,
			});
			return {view: 'settings', data};
		} catch (error) {
			throw serveFailure(error);
		}
	},
});
