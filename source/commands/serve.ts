import {defineCommand} from './define-command.ts';
import {
	serveFailure,
	checkLogFile,
	checkDatabaseUrl,
	checkKeyFile,
	databaseUrlOf,
	dataDirOf,
	defaultHost,
	serveFlags,
	shownSettings,
} from './service/shared.ts';

export const serve = defineCommand({
	description:
		'Logs to stderr. The first signal lets running tests end within 30 seconds, the second ends the service at once.',
	args: {},
	flags: serveFlags,
	examples: ['serve', 'serve --port 7420 --data-dir ./svc-data'],
	settings: 'profile',
	handlesSignals: true,
	rules(options, context) {
		checkDatabaseUrl(options.databaseUrl, context);
		checkKeyFile(options, context);
	},
	async run(options, context) {
		const shown = shownSettings(options, context);
		if (context.dryRun) return {view: 'settings', data: shown};
		const {database: _, ...settings} = shown;
		checkLogFile(options, context);
		const service = await context.loadService();
		try {
			await service.serve({
				...settings,
				host: options.host ?? defaultHost,
				// Null: a busy default port gives way to a free one.
				port: options.port ?? null,
				dataDir: dataDirOf(options.dataDir, context),
				databaseUrl: databaseUrlOf(options.databaseUrl, context) ?? null,
				env: context.env,
				onReady(ready) {
					if (context.output === 'json') context.writeJsonLine(ready);
					else context.writeLine(`svc service ready on ${ready.url}`);
				},
				stop: context.signal,
				hurry: context.hurry,
			});
		} catch (error) {
			throw serveFailure(error);
		}
		return {};
	},
});
