import {stopDaemon} from '../../client/daemon.ts';
import {defineCommand} from '../define-command.ts';
import {integer, toggle} from '../flag.ts';
import {dataDirOf, stateFirst} from './shared.ts';

export const stop = defineCommand({
	description: 'Running tests get 30 seconds; what has not ended goes on at the next start.',
	args: {},
	flags: {
		timeout: integer('Give up after that many seconds, 1 to 3600', {
			min: 1,
			max: 3600,
			default: 40,
			placeholder: '<s>',
		}),
		force: toggle('Kill it when it has not ended by then'),
	},
	examples: ['service stop', 'service stop --timeout 5 --force'],
	settings: 'profile',
	async run({timeout, force}, context) {
		const dataDir = dataDirOf(undefined, context);
		if (context.dryRun) return {view: 'settings', data: {dataDir, timeout, force}};
		const data = await stopDaemon({...context.localService(), dataDir, force, timeoutSeconds: timeout});
		return {view: 'service-status', data: stateFirst(data)};
	},
});
