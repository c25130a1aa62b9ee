import {categories, priorities} from '../../../contract/enums.ts';
import {editPlanRow} from '../../../contract/routes/plans.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {choice, text} from '../flag.ts';
import {idempotencyKeyFlag, projectFlag} from '../shared-flags.ts';

export const edit = defineCommand({
	description: 'Changes a row. The edit shapes the generated test, and planning again keeps it.',
	args: {rowId: id('row-id', 'Row of the plan')},
	flags: {
		project: projectFlag,
		title: text('What the test does, in one line', {max: 200, pattern: /^[^\r\n]*$/, patternText: 'must be one line'}),
		description: text('What is sent', {max: 2000}),
		expected: text('What has to happen', {max: 2000}),
		category: choice('Category', categories, {placeholder: '<category>'}),
		priority: choice('Higher ones run first', priorities),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['plan edit row_1 --project prj_1 --priority p0', 'plan edit row_1 --title "signs up with an e-mail"'],
	rules({title, description, expected, category, priority}) {
		if ([title, description, expected, category, priority].every(one => one === undefined))
			throw refusedFlag('title', {
				reason: 'required',
				text: 'is required, or --description, --expected, --category or --priority',
			});
	},
	async run({rowId, project, title, description, expected, category, priority, idempotencyKey}, context) {
		const data = await context.client.call(editPlanRow, {
			params: {projectId: context.projectId(project), rowId},
			body: {title, description, expectedBehavior: expected, category, priority},
			idempotencyKey: context.idempotencyKey(editPlanRow, idempotencyKey),
		});
		return {view: 'plan-row', data};
	},
});
