import {cleanupModes} from '../../../../contract/enums.ts';
import {
	createCleanupRule,
	deleteCleanupRule,
	getCleanupSettings,
	listCleanupRules,
	updateCleanupSettings,
} from '../../../../contract/routes/cleanup.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {choice, integer, missingFlag, refuseTogether, text, toggle} from '../../flag.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';

export const rules = defineCommand({
	description:
		'Everything that a run creates is deleted after it, unless a rule says otherwise: keep records of an endpoint, ' +
		'keep the record with some value, delete one by one, delete families in an order. --mode ask sends nothing until ' +
		'somebody says so (svc batch cleanup --start), --mode off only lists. --read-before proves that a name which a test ' +
		'chooses was free, so that its record is deleted.',
	args: {projectId: id('project-id', 'Backend project')},
	flags: {
		list: toggle('Show the rules'),
		optOut: text('Add a rule in words', {max: 2000}),
		remove: text('Remove a rule', {placeholder: '<rule-id>'}),
		settings: toggle('Show how cleanup works for the project'),
		mode: choice('Delete at once, ask first, or only list', cleanupModes),
		parallel: integer('DELETEs of one family at once', {min: 1, max: 16}),
		readBefore: toggle('Read a name once before a test takes it'),
		noReadBefore: toggle('Read nothing beside the tests'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'project cleanup rules prj_1 --list',
		'project cleanup prj_1 --opt-out "keep records of POST /users"',
		'project cleanup prj_1 --remove crl_1',
		'project cleanup prj_1 --mode ask --parallel 2',
		'project cleanup prj_1 --read-before',
		'project cleanup prj_1 --settings',
	],
	rules({list, optOut, remove, settings, mode, parallel, readBefore, noReadBefore}) {
		const isRule = list || optOut !== undefined || remove !== undefined;
		const changed =
			mode !== undefined
				? 'mode'
				: parallel !== undefined
					? 'parallel'
					: readBefore
						? 'read-before'
						: noReadBefore
							? 'no-read-before'
							: null;
		const rule = list ? 'list' : optOut !== undefined ? 'opt-out' : 'remove';
		refuseTogether(rule, isRule, 'settings', settings);
		refuseTogether('read-before', readBefore, 'no-read-before', noReadBefore);
		if (changed !== null) {
			refuseTogether(rule, isRule, changed, true);
			refuseTogether('settings', settings, changed, true);
		}
		if (settings || changed !== null) return;
		refuseTogether('list', list, 'opt-out', optOut !== undefined);
		refuseTogether('list', list, 'remove', remove !== undefined);
		refuseTogether('opt-out', optOut !== undefined, 'remove', remove !== undefined);
		if (!list && optOut === undefined && remove === undefined) throw missingFlag('list', ', or --opt-out, or --remove');
	},
	async run(
		{projectId, optOut, remove, settings, mode, parallel, readBefore, noReadBefore, idempotencyKey: own},
		context,
	) {
		const {client} = context;
		if (settings) return {view: 'cleanup-settings', data: await client.call(getCleanupSettings, {params: {projectId}})};
		if (mode !== undefined || parallel !== undefined || readBefore || noReadBefore) {
			const data = await client.call(updateCleanupSettings, {
				params: {projectId},
				body: {
					...(mode === undefined ? {} : {mode}),
					...(parallel === undefined ? {} : {parallel}),
					...(readBefore || noReadBefore ? {readBefore} : {}),
				},
				idempotencyKey: context.idempotencyKey(updateCleanupSettings, own),
			});
			return {view: 'cleanup-settings', data};
		}
		if (optOut !== undefined) {
			const data = await client.call(createCleanupRule, {
				params: {projectId},
				body: {instruction: optOut},
				idempotencyKey: context.idempotencyKey(createCleanupRule, own),
			});
			return {view: 'cleanup-rule', data};
		}
		if (remove !== undefined) {
			const data = await client.call(deleteCleanupRule, {
				params: {projectId, ruleId: remove},
				idempotencyKey: context.idempotencyKey(deleteCleanupRule, own),
			});
			return {view: 'deleted-cleanup-rule', data};
		}
		return {view: 'cleanup-rules', data: await client.call(listCleanupRules, {params: {projectId}})};
	},
});
