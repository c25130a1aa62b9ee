import {phrase} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {serveFailure, dataDirOf, refuseDatabase} from './shared.ts';

export const restore = defineCommand({
	description:
		'The service copies its store once a day into store/copies of its data directory. The copy is read whole before it is ' +
		'put in place, and the store that was there is kept beside it. Stop the service first.',
	args: {copy: phrase('copy', 'A path, the name of a copy, or latest', /\S/, 'latest or a path')},
	flags: {},
	examples: ['service restore latest', 'service restore svc-20260131T093000Z.db'],
	settings: 'profile',
	rules: (_, context) => refuseDatabase(context),
	async run({copy}, context) {
		const dataDir = dataDirOf(undefined, context);
		if (context.dryRun) return {view: 'settings', data: {dataDir, copy}};
		const service = await context.loadService();
		try {
			return {view: 'settings', data: await service.restoreStore({dataDir, copy})};
		} catch (error) {
			throw serveFailure(error);
		}
	},
});
