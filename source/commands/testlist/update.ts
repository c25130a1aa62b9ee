import {getTestList, updateTestList} from '../../../contract/routes/test-lists.ts';
import {defineCommand} from '../define-command.ts';
import {missingFlag, refuseTogether, text, toggle} from '../flag.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {listArgument, projectEnvFlag, projectEnvironments} from './shared.ts';

export const update = defineCommand({
	args: {listId: listArgument('List to change')},
	flags: {
		name: text('New name, at most 200 characters', {max: 200}),
		projectEnv: projectEnvFlag,
		clearProjectEnv: toggle('Every project uses its default environment again'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['testlist update lst_1 --name nightly', 'testlist update lst_1 --project-env prj_1:staging'],
	rules({name, projectEnv, clearProjectEnv}) {
		refuseTogether('project-env', projectEnv.length > 0, 'clear-project-env', clearProjectEnv);
		projectEnvironments(projectEnv);
		if (name === undefined && projectEnv.length === 0 && !clearProjectEnv)
			throw missingFlag('name', ', or --project-env, or --clear-project-env');
	},
	async run({listId, name, projectEnv, clearProjectEnv, idempotencyKey}, context) {
		const params = {listId};
		await context.client.call(updateTestList, {
			params,
			body: {
				...(name === undefined ? {} : {name}),
				...(projectEnv.length > 0 || clearProjectEnv ? {projectEnvironments: projectEnvironments(projectEnv)} : {}),
			},
			idempotencyKey: context.idempotencyKey('cli-testlist-update-', idempotencyKey),
		});
		// The change is answered without the cases, which belong to the result.
		return {view: 'test-list', data: await context.client.call(getTestList, {params})};
	},
});
