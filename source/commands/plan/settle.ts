import {defineCommand} from '../define-command.ts';
import {toggle} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag, waitTimeoutFlag} from '../shared-flags.ts';
import {settle as settleRounds} from './settling.ts';

export const settle = defineCommand({
	description:
		'Makes a first run usable: runs what has not run yet, tries smaller bodies where the API refuses what its document ' +
		'allows, deletes what that has made, and shows what works as a change set. With --yes it is applied, in up to three ' +
		'rounds. A 5xx remains a finding; where no body helps, the row says what the API answered.',
	args: {},
	flags: {
		project: projectFlag,
		yes: toggle('Apply what works'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['plan settle --project prj_1', 'plan settle --yes'],
	run: ({project, yes, timeout, idempotencyKey}, context) =>
		settleRounds(
			{
				projectId: context.projectId(project),
				apply: yes,
				timeout,
				idempotencyKey: context.idempotencyKey('cli-plan-settle-', idempotencyKey),
			},
			context,
		),
});
