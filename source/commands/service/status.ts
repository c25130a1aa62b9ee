import type {DaemonStatus} from '../../../contract/documents/service.ts';
import {daemonStatus, statusElsewhere} from '../../client/daemon.ts';
import {endSilent, livingProcess} from '../../client/find-local-service.ts';
import type {Context} from '../../context.ts';
import type {ApiError} from '../../errors/api-error.ts';
import {defineCommand} from '../define-command.ts';
import {negative} from '../outcome.ts';
import {dataDirOf, stateFirst} from './shared.ts';

export const status = defineCommand({
	description:
		'Starts nothing. Of the service at the endpoint of the profile where that is elsewhere and none was started here; ' +
		'SVC_DATA_DIR names the data directory of one that has another. Exit 0 when the service runs, else 1.',
	args: {},
	flags: {},
	examples: ['service status', '--output json service status'],
	settings: 'profile',
	async run(_, context) {
		const data = context.dryRun ? sample(dataDirOf(undefined, context), context.version) : await look(context);
		return {view: 'service-status', data: stateFirst(data), problem: await problemOf(data)};
	},
});

/** What runs on this machine counts first: it is what `service start` and `stop` act on. */
async function look(context: Context): Promise<DaemonStatus> {
	const here = await daemonStatus({...context, dataDir: dataDirOf(undefined, context)});
	if (here.state !== 'stopped') return here;
	const {value: endpoint} = context.connection().endpoint;
	return endpoint === 'local' ? here : statusElsewhere(endpoint, context);
}

/** Why it does not work, with what helps; a record outlives a process that was killed. */
async function problemOf({state, dataDir, pid, url}: DaemonStatus): Promise<ApiError | undefined> {
	if (state === 'running') return undefined;
	if (dataDir === null) return negative(`No service answers at ${url}.`, {status: state}, 'svc doctor');
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
