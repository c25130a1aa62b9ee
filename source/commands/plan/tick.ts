import {findEndpoint} from '../../client/find-endpoint.ts';
import {type Category, categories} from '../../../contract/enums.ts';
import type {PlanRowId, ProjectId} from '../../../contract/ids.ts';
import {selectPlanRows} from '../../../contract/routes/plans.ts';
import type {Context} from '../../context.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {ids} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {choice, text, toggle} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';

type Chosen = {rowIds: PlanRowId[]; category: Category | undefined; endpoint: string | undefined; all: boolean};

/** `plan tick` and `plan untick` are one command with two meanings. */
const ticking = (selected: boolean) =>
	defineCommand({
		description: selected
			? 'Ticked rows become tests when you generate them.'
			: 'Rows that are not ticked become no tests; a producer that is not ticked leaves its consumers Blocked.',
		args: {rowIds: ids('row-ids', 'Rows of the plan', {min: 0})},
		flags: {
			project: projectFlag,
			category: choice('All rows of a category, with --endpoint those of one endpoint', categories, {
				placeholder: '<category>',
			}),
			endpoint: text('All rows of an endpoint', {placeholder: '<id or "METHOD path">'}),
			all: toggle('All rows of the plan'),
			idempotencyKey: idempotencyKeyFlag,
		},
		examples: selected
			? ['plan tick row_1 row_2 --project prj_1', 'plan tick --category security --endpoint "POST /orders"']
			: ['plan untick row_1 --project prj_1', 'plan untick --category boundary_load'],
		rules: checkChoice,
		async run({rowIds, project, category, endpoint, all, idempotencyKey}, context) {
			const projectId = context.projectId(project);
			const endpointId = await endpointIdOf(endpoint, projectId, context);
			const data = await context.client.call(selectPlanRows, {
				params: {projectId},
				body: {
					selected,
					...(rowIds.length > 0 ? {rowIds: [...new Set(rowIds)]} : {}),
					...(category === undefined ? {} : {category}),
					...(endpointId === undefined ? {} : {endpointId}),
					...(all ? {all: true as const} : {}),
				},
				idempotencyKey: context.idempotencyKey(selected ? 'cli-plan-tick-' : 'cli-plan-untick-', idempotencyKey),
			});
			return {view: 'plan-selection', data};
		},
	});

/** "Exactly one of `[row-ids…]`, `--category` (optional `--endpoint`), `--endpoint`, `--all`". */
function checkChoice({rowIds, category, endpoint, all}: Chosen): void {
	const given = [rowIds.length > 0, category !== undefined || endpoint !== undefined, all].filter(Boolean).length;
	if (given === 1) return;
	const text =
		given === 0
			? 'is required, or row ids, --category or --endpoint'
			: 'cannot be combined with row ids, --category or --endpoint';
	throw refusedFlag('all', {
		reason: given === 0 ? 'required' : 'exclusive',
		text: all || given === 0 ? text : 'must stand alone: row ids exclude --category and --endpoint',
	});
}

async function endpointIdOf(
	endpoint: string | undefined,
	projectId: ProjectId,
	{client, dryRun}: Context,
): Promise<string | undefined> {
	return endpoint === undefined ? undefined : (await findEndpoint(endpoint, {client, projectId, dryRun})).endpointId;
}

export const tick = ticking(true);
export const untick = ticking(false);
