import {findEndpoint} from '../../client/find-endpoint.ts';
import {categories} from '../../../contract/enums.ts';
import {getPlan} from '../../../contract/routes/plans.ts';
import {defineCommand} from '../define-command.ts';
import {choice, onUnlessNo, refuseTogether, text, toggle} from '../flag.ts';
import {projectFlag} from '../shared-flags.ts';

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
