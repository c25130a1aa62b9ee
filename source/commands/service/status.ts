import type {DaemonStatus} from '../../../contract/documents/service.ts';
import {daemonStatus} from '../../client/daemon.ts';
import {endSilent, livingProcess} from '../../client/find-local-service.ts';
import type {ApiError} from '../../errors/api-error.ts';
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
		return {view: 'service-status', data: stateFirst(data), problem: await problemOf(data)};
	},
});

/** Why it does not work, with what helps; a record outlives a process that was killed. */
async function problemOf({state, dataDir, pid}: DaemonStatus): Promise<ApiError | undefined> {
	if (state === 'running') return undefined;
	if (state === 'stopped') return negative('The service is stopped.', {status: state}, 'svc service start');
	return (await livingProcess(dataDir)) === null
		? negative(`The service (process ${pid}) has ended without being stopped.`, {status: state}, 'svc service start')
		: negative(`The service (process ${pid}) lives, but does not answer.`, {status: state}, endSilent);
}

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
