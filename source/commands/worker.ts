import {join, resolve} from 'node:path';
import {databasePlace, workKinds} from '../../contract/service-process.ts';
import {environmentValue, svcHome} from '../credentials/environment.ts';
import {ApiError} from '../errors/api-error.ts';
import {defineCommand} from './define-command.ts';
import {integer, list, text} from './flag.ts';
import {serveFailure, checkDatabaseUrl, databaseUrlFlag, databaseUrlOf, dataDirOf} from './service/shared.ts';

export const worker = defineCommand({
	description:
		'Any number of workers share the tests of one database; svc serve --workers 0 only answers requests then. A worker that is ' +
		'killed loses nothing: its tests are executed once more by another one. Logs to stderr. Signals as for svc serve.',
	args: {},
	flags: {
		databaseUrl: databaseUrlFlag,
		secretsKeyFile: text('File of the key that the secrets of the database are encrypted with', {
			placeholder: '<path>',
		}),
		concurrency: integer('Tests at once, 1 to 64', {min: 1, max: 64, default: 4}),
		metricsPort: integer('Answer /healthz, /readyz and /metrics on that port', {
			min: 1,
			max: 65_535,
			placeholder: '<port>',
		}),
		kinds: list('What it does, any of frontend, backend, planner; all when absent', workKinds),
	},
	examples: [
		'worker --database-url postgres://svc@db.example.com/svc --kinds backend --concurrency 8',
		'worker --database-url postgres://svc@db.example.com/svc --secrets-key-file ./secrets.key --metrics-port 9464',
	],
	settings: 'profile',
	handlesSignals: true,
	rules: ({databaseUrl}, context) => checkDatabaseUrl(databaseUrl, context),
	async run({databaseUrl: flag, secretsKeyFile, concurrency, metricsPort, kinds}, context) {
		const databaseUrl = databaseUrlOf(flag, context);
		if (databaseUrl === undefined) throw noDatabase();
		const wanted = kinds ?? workKinds;
		if (context.dryRun)
			return {
				view: 'settings',
				data: {
					database: databasePlace(databaseUrl),
					concurrency,
					metricsPort: metricsPort ?? null,
					kinds: wanted.join(', '),
				},
			};
		const service = await context.loadService();
		try {
			await service.work({
				databaseUrl,
				secretsKeyFile: secretsKeyFile === undefined ? null : resolve(context.cwd, secretsKeyFile),
				keyPath: join(dataDirOf(undefined, context), 'secrets.key'),
				dataDir: join(svcHome(context.env), 'workers'),
				concurrency,
				metricsPort: metricsPort ?? null,
				kinds: wanted,
				targetPolicy: environmentValue(context.env, 'SVC_TARGET_POLICY') === 'private' ? 'private' : null,
				sandbox: null,
				logFile: null,
				env: context.env,
				onReady(ready) {
					if (context.output === 'json') context.writeJsonLine(ready);
					else context.writeLine(`svc worker ready on ${ready.database}: ${ready.kinds.join(', ')}`);
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

/** "The embedded service runs its workers itself and refuses this command with the reason." */
const noDatabase = () =>
	new ApiError('NOT_FOUND', 'No database is named: workers belong to a service on PostgreSQL.', {
		nextAction:
			'Name it in SVC_DATABASE_URL. The service of this machine runs its workers itself: svc service start --workers <count>',
		details: {resource: 'database', id: null, reason: 'no_database'},
	});
