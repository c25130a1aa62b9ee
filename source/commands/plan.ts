import {categories} from '../../contract/enums.ts';
import {getChangeSet, listChangeSets, undoChangeSet, undoPlan} from '../../contract/routes/change-sets.ts';
import {getPlan} from '../../contract/routes/plans.ts';
import {findEndpoint} from '../client/find-endpoint.ts';
import {paginate} from '../client/paginate.ts';
import {optionalId} from './argument.ts';
import {defineCommand} from './define-command.ts';
import {choice, onUnlessNo, refuseTogether, text, toggle} from './flag.ts';
import {sayToPlan, withNextAction} from './plan/change-set.ts';
import {checkSentence, readSentence, sentenceFlags} from './sentence.ts';
import {projectFlag, idempotencyKeyFlag, waitTimeoutFlag, pagingFlags, pagingOf} from './shared-flags.ts';

export const list = defineCommand({
	description: 'The rows of the plan by category, and why endpoints have none.',
	args: {},
	flags: {
		project: projectFlag,
		endpoint: text('Only rows of this endpoint', {placeholder: '<id or "METHOD path">'}),
		category: choice('Only this category', categories, {placeholder: '<category>'}),
		selected: toggle('Only ticked rows'),
		unselected: toggle('Only rows that are not ticked'),
		full: toggle('Description and expected behavior below each row'),
		header: onUnlessNo('Leave the headings out'),
	},
	examples: ['plan list --project prj_1', 'plan list --endpoint "POST /orders" --full'],
	rules({selected, unselected}) {
		refuseTogether('selected', selected, 'unselected', unselected);
	},
	async run({project, endpoint, category, selected, unselected, full, header}, context) {
		const projectId = context.projectId(project);
		const {client, dryRun} = context;
		const endpointId =
			endpoint === undefined ? undefined : (await findEndpoint(endpoint, {client, projectId, dryRun})).endpointId;
		const plan = await client.call(getPlan, {params: {projectId}, query: {}});
		const proposals = plan.proposals.filter(row => {
			if (endpointId !== undefined && row.endpointId !== endpointId) return false;
			if (category !== undefined && row.category !== category) return false;
			return selected ? row.selected : !unselected || !row.selected;
		});
		const isFiltered = endpointId !== undefined || category !== undefined || selected || unselected;
		return {view: 'plan', data: {...plan, proposals}, shape: {full, header, isFiltered}};
	},
});

export const add = defineCommand({
	description: 'Adds a row for every endpoint that a sentence is about, at once. No model is needed.',
	args: {},
	flags: {
		project: projectFlag,
		...sentenceFlags('What to test: "expect 400 when quantity is 0", "a duplicate code is refused"'),
		wait: toggle('Wait until it is worked out'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['plan add --text "POST /users without email must fail with 422"'],
	rules: options => checkSentence(options, ', or --text-file'),
	async run({project, wait, timeout, idempotencyKey, ...options}, context) {
		const projectId = context.projectId(project);
		const text = await readSentence(options, context);
		const key = context.idempotencyKey('cli-plan-add-', idempotencyKey);
		return sayToPlan({projectId, text, kind: 'add', autoApply: true, wait, timeout, idempotencyKey: key}, context);
	},
});

export const changes = defineCommand({
	description:
		'What words, runs, findings and edges have changed or would change, newest first, or one with its diffs.',
	args: {changeSetId: optionalId('change-set-id', 'Only this one, with what it does to rows and code')},
	flags: {project: projectFlag, ...pagingFlags},
	examples: ['plan changes --project prj_1', 'plan changes chg_1'],
	async run({changeSetId, project, ...options}, context) {
		const projectId = context.projectId(project);
		const {client} = context;
		if (changeSetId !== undefined) {
			const set = await client.call(getChangeSet, {params: {projectId, changeSetId}, query: {}});
			return {view: 'change-set', data: withNextAction(set, projectId)};
		}
		const data = await paginate(
			paging => client.call(listChangeSets, {params: {projectId}, query: paging}),
			pagingOf(options),
		);
		return {view: 'change-sets', data, shape: {}};
	},
});

export const undo = defineCommand({
	description: 'Takes back the change set that was applied last, or this one and all that were applied after it.',
	args: {changeSetId: optionalId('change-set-id', 'Change set to take back (the last one)')},
	flags: {project: projectFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['plan undo --project prj_1', 'plan undo chg_1'],
	async run({changeSetId, project, idempotencyKey}, context) {
		const projectId = context.projectId(project);
		const key = context.idempotencyKey(undoPlan, idempotencyKey);
		const data =
			changeSetId === undefined
				? await context.client.call(undoPlan, {params: {projectId}, idempotencyKey: key})
				: await context.client.call(undoChangeSet, {params: {projectId, changeSetId}, idempotencyKey: key});
		return {view: 'change-set', data};
	},
});
