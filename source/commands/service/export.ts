import {resolve} from 'node:path';
import {databasePlace} from '../../../contract/service-process.ts';
import {phrase} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {serveFailure, checkDatabaseUrl, databaseUrlOf, dataDirOf} from './shared.ts';

export const exportStore = defineCommand({
	description:
		'Projects, tests, runs with their calls and pictures, schedules and keys of the data directory, or of the database in ' +
		'SVC_DATABASE_URL. Secrets stay encrypted: hand secrets.key over by itself. Stop the service first. An export that was ' +
		'killed goes on when it is run again.',
	args: {file: phrase('file', 'The archive to write', /\S/, 'a path')},
	flags: {},
	examples: ['service export svc.archive', '--output json service export /backup/svc.archive'],
	settings: 'profile',
	rules: (_, context) => checkDatabaseUrl(undefined, context),
	async run({file}, context) {
		const dataDir = dataDirOf(undefined, context);
		const databaseUrl = databaseUrlOf(undefined, context) ?? null;
		const path = resolve(context.cwd, file);
		if (context.dryRun)
			return {view: 'settings', data: {dataDir, database: databasePlace(databaseUrl ?? ''), file: path}};
		const service = await context.loadService();
		try {
			const report = (line: string) => context.notes.say('info', line);
			const {tables: _, ...data} = await service.exportStore({dataDir, databaseUrl, file: path, report});
			return {view: 'settings', data};
		} catch (error) {
			throw serveFailure(error);
		}
	},
});
