import {daemonStatus} from '../../client/daemon.ts';
import {defineCommand} from '../define-command.ts';
import {negative} from '../outcome.ts';
import {dataDirOf, stateFirst} from './shared.ts';

export const status = defineCommand({
	description: 'Starts nothing. Exit 0 when the service runs, else 1.',
	args: {},
	flags: {},
	examples: ['service status', '--output json service status'],
	settings: 'profile',
	async run(_, context) {
		const dataDir = dataDirOf(undefined, context);
		const data = context.dryRun ? sample(dataDir, context.version) : await daemonStatus({...context, dataDir});
		const problem =
			data.state === 'running'
				? undefined
				: negative(`The service is ${words[data.state]}.`, {status: data.state}, 'svc service start');
		return {view: 'service-status', data: stateFirst(data), problem};
	},
});

const words = {stopped: 'stopped', stale: 'recorded but does not answer'} as const;

/** What a dry run shows: a service that runs. */
const sample = (dataDir: string, version: string) => ({
	state: 'running' as const,
	url: 'http://127.0.0.1:7420',
	pid: 4242,
	version,
	dataDir,
	database: null,
	startedAt: '2026-01-31T09:00:00.000Z',
	workers: 1,
	queue: 0,
	mode: 'embedded',
	processes: null,
});
