import {type Priority, priorities} from '../../contract/enums.ts';
import type {PlanStep, TestInput} from '../../contract/test.ts';
import type {Stage} from '../screen-view.ts';
import {choiceInput, openForm, pickInput, textInput} from '../actions/forms.ts';
import {attempt} from '../action.ts';
import {selectRow} from '../current-list.ts';
import {tellEditorEnd} from './code-actions.ts';
import {noPriority} from './edit-test.ts';

/**
 * Asks for a new test of the open project: Python for an API, steps for a website. Its source comes from a file, else the
 * editor opens with something to start from.
 */
export function openCreateForm(stage: Stage): void {
	const {dashboard, terminal} = stage;
	const {tests, ui, context} = dashboard;
	const {project, tests: all} = tests.store.getState();
	if (!project) {
		ui.toast('The project is being read. Press again in a moment.');
		return;
	}
	const isPlan = project.type === 'frontend';
	const type = isPlan ? 'frontend' : 'backend';
	const what = isPlan ? 'a JSON file with planSteps' : 'a Python file';

	async function create(input: Omit<TestInput, 'projectId' | 'type'>, text: string): Promise<void> {
		const source = isPlan ? {planSteps: [...(await context.files.planSteps(text))] as PlanStep[]} : {code: text};
		const {testId, warnings} = await tests.create({...input, ...source, type});
		await tests.load(context.ended);
		selectRow(dashboard, testId);
		ui.toast(warnings?.[0] ?? `Created ${input.name}; r runs it`, warnings?.[0] ? 'info' : 'success');
	}

	/** The form is gone while the editor is open; what cannot be stored stays in its file. */
	async function write(input: Omit<TestInput, 'projectId' | 'type'>): Promise<void> {
		const {name, text} = await context.files.testSource(type, null);
		const end = await terminal.edit(name, text, changed => create(input, changed));
		tellEditorEnd(ui, end, {
			unchanged: 'Nothing was changed, so no test was created.',
			kept: 'The test was not created',
			again: 'n, with this file, tries again.',
		});
	}

	openForm(dashboard, {
		title: isPlan ? 'New test of the website' : 'New test of the API',
		fields: [
			textInput('name', 'Name'),
			textInput('file', 'File', {note: `${what}; empty: $EDITOR opens with a start`}),
			choiceInput('priority', 'Priority', [noPriority, ...priorities]),
			pickInput(
				'after',
				'After',
				all.map(({id, name}) => ({id, label: name})),
				[],
				{note: 'tests it starts after, whatever their verdict'},
			),
		],
		async send({name = '', file = '', priority = noPriority, after = ''}) {
			if (name === '') throw new Error('Name is required.');
			const input = {
				name,
				...(priority === noPriority ? {} : {priority: priority as Priority}),
				...(after === '' ? {} : {after: after.split(' ')}),
			};
			if (file === '') {
				ui.close();
				attempt(dashboard, () => write(input));
				return false;
			}
			await create(input, (await context.files.testSource(type, file)).text);
			return true;
		},
	});
}
