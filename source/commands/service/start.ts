import {startDaemon} from '../../client/daemon.ts';
import {databasePlace} from '../../../contract/service-process.ts';
import {defineCommand} from '../define-command.ts';
import {integer} from '../flag.ts';
import {
	checkDatabaseUrl,
	checkKeyFile,
	checkLogFile,
	daemonFlags,
	databaseUrlOf,
	dataDirOf,
	serveFlags,
	shownSettings,
	stateFirst,
} from './shared.ts';

export const start = defineCommand({
	description: 'A service that runs already is a success. It stays up when you log out.',
	args: {},
	flags: {
		...serveFlags,
		timeout: integer('Give up after that many seconds, 1 to 3600', {
			min: 1,
			max: 3600,
			default: 30,
			placeholder: '<s>',
		}),
	},
	examples: ['service start', 'service start --workers 2 --concurrency 8'],
	settings: 'profile',
	rules(options, context) {
		checkDatabaseUrl(options.databaseUrl, context);
		checkKeyFile(options, context);
	},
	async run({timeout, ...options}, context) {
		if (context.dryRun) return {view: 'settings', data: {...shownSettings(options, context), timeout}};
		checkLogFile(options, context);
		const data = await startDaemon({
			...context.localService(),
			dataDir: dataDirOf(options.dataDir, context),
			flags: daemonFlags(options, context),
			timeoutSeconds: timeout,
		});
		if (options.port !== undefined && data.url !== null && Number(new URL(data.url).port) !== options.port)
			context.notes.say(
				'warn',
				`a service runs already on ${data.url}, --port ${options.port} was ignored; stop it first: svc service stop`,
			);
		const asked = databasePlace(databaseUrlOf(options.databaseUrl, context) ?? '');
		if (data.database !== asked)
			context.notes.say(
				'warn',
				`a service runs already on ${storeWords(data.database)}, not on ${storeWords(asked)}; stop it first: svc service stop`,
			);
		return {view: 'service-status', data: stateFirst(data)};
	},
});

const storeWords = (database: string | null) => (database === null ? 'the SQLite file' : `the database ${database}`);
