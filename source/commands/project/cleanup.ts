import {createCleanupRule, deleteCleanupRule, listCleanupRules} from '../../contract/routes/cleanup.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {missingFlag, refuseTogether, text, toggle} from '../flag.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';

export const cleanup = defineCommand({
	description:
		'Everything that a run creates is deleted after it, unless a rule says otherwise: keep records of an endpoint, ' +
		'keep the record with some value, delete one by one, delete families in an order.',
	args: {projectId: id('project-id', 'Backend project')},
	flags: {
		list: toggle('Show the rules'),
		optOut: text('Add a rule in words', {max: 2000}),
		remove: text('Remove a rule', {placeholder: '<rule-id>'}),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'project cleanup prj_1 --list',
		'project cleanup prj_1 --opt-out "keep records of POST /users"',
		'project cleanup prj_1 --remove crl_1',
	],
	rules({list, optOut, remove}) {
		refuseTogether('list', list, 'opt-out', optOut !== undefined);
		refuseTogether('list', list, 'remove', remove !== undefined);
		refuseTogether('opt-out', optOut !== undefined, 'remove', remove !== undefined);
		if (!list && optOut === undefined && remove === undefined) throw missingFlag('list', ', or --opt-out, or --remove');
	},
	async run({projectId, optOut, remove, idempotencyKey: own}, context) {
		const {client} = context;
		if (optOut !== undefined) {
			const data = await client.call(createCleanupRule, {
				params: {projectId},
				body: {instruction: optOut},
				idempotencyKey: context.idempotencyKey('cli-cleanup-rule-', own),
			});
			return {view: 'cleanup-rule', data};
		}
		if (remove !== undefined) {
			const data = await client.call(deleteCleanupRule, {
				params: {projectId, ruleId: remove},
				idempotencyKey: context.idempotencyKey('cli-cleanup-rule-', own),
			});
			return {view: 'deleted-cleanup-rule', data};
		}
		return {view: 'cleanup-rules', data: await client.call(listCleanupRules, {params: {projectId}})};
	},
});
