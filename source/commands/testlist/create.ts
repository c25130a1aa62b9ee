import {createTestList} from '../../../contract/routes/test-lists.ts';
import {defineCommand} from '../define-command.ts';
import {text, texts} from '../flag.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {projectEnvFlag, projectEnvironments} from './shared.ts';

export const create = defineCommand({
	description: 'A list holds tests of any project and type, to be run together.',
	args: {},
	flags: {
		name: text('Name, at most 200 characters', {required: true, max: 200}),
		case: texts('Test of the list', {placeholder: '<test-id>'}),
		projectEnv: projectEnvFlag,
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['testlist create --name smoke --case tst_1 --case tst_2'],
	rules({projectEnv}) {
		projectEnvironments(projectEnv);
	},
	async run({name, case: cases, projectEnv, idempotencyKey}, context) {
		const testIds = [...new Set(cases)];
		const list = await context.client.call(createTestList, {
			body: {
				name,
				...(testIds.length > 0 ? {testIds} : {}),
				...(projectEnv.length > 0 ? {projectEnvironments: projectEnvironments(projectEnv)} : {}),
			},
			idempotencyKey: context.idempotencyKey('cli-testlist-create-', idempotencyKey),
		});
		return {view: 'test-list', data: list};
	},
});
