import {undoChangeSet, undoPlan} from '../../../contract/routes/change-sets.ts';
import {optionalId} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';

export const undo = defineCommand({
	description: 'Takes back the change set that was applied last, or this one and all that were applied after it.',
	args: {changeSetId: optionalId('change-set-id', 'Change set to take back (the last one)')},
	flags: {project: projectFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['plan undo --project prj_1', 'plan undo chg_1'],
	async run({changeSetId, project, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const key = context.idempotencyKey('cli-plan-undo-', idempotencyKey);
		const data =
			changeSetId === undefined
				? await context.client.call(undoPlan, {params: {projectId}, idempotencyKey: key})
				: await context.client.call(undoChangeSet, {params: {projectId, changeSetId}, idempotencyKey: key});
		return {view: 'change-set', data};
	},
});
