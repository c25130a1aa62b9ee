import {projectInput} from '../../source/contract/project.ts';
import {projectOrders} from '../../source/stores/projects.ts';
import {textField} from '../../source/view-model/text-field.ts';
import type {Actions, Stage} from '../actions/action.ts';
import {askTyped, chooseOrder} from '../actions/choices.ts';
import {attempt, errorLine} from '../actions/report.ts';
import {selectedProject} from './project-list.ts';

/** Keys of the Projects screen. */
export function projectActions({dashboard, terminal}: Stage): Actions {
	const {navigation, ui, projects} = dashboard;
	const selected = () => selectedProject(dashboard);

	async function create(values: Record<string, string>): Promise<void> {
		const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
		const input = projectInput.safeParse(given);
		if (!input.success) {
			const issue = input.error.issues[0];
			const field = issue?.path.join('.') ?? '';
			const isMissing = values[field]?.trim() === '';
			ui.change('form', {error: isMissing ? `${field} is required` : `${field}: ${issue?.message ?? 'invalid'}`});
			return;
		}
		ui.change('form', {isBusy: true, error: null});
		try {
			const project = await projects.create(input.data);
			ui.close();
			navigation.open({screen: 'tests', projectId: project.id});
			ui.toast(`Created ${project.name}`, 'success');
		} catch (error) {
			ui.change('form', {isBusy: false, error: errorLine(error)});
		}
	}

	function openForm(): void {
		ui.open({
			kind: 'form',
			title: 'New project',
			fields: [
				{kind: 'choice', name: 'type', label: 'Type', options: ['backend', 'frontend'], selected: 0},
				{kind: 'text', name: 'name', label: 'Name', field: textField()},
				{
					kind: 'text',
					name: 'targetUrl',
					label: 'Target URL',
					field: textField(),
					note: 'https://… (frontend: required)',
				},
				{
					kind: 'text',
					name: 'instruction',
					label: 'Instruction',
					field: textField(),
					note: 'a hint for plans, optional',
				},
			],
			focus: 1,
			error: null,
			isBusy: false,
			onSubmit: values => attempt(dashboard, () => create(values)),
		});
	}

	function askDelete(): void {
		const project = selected();
		if (!project) return;
		askTyped(dashboard, {
			title: 'Delete project',
			lines: ['Its tests, runs, plans and credentials go with it. Runs in flight are cancelled. There is no way back.'],
			word: project.name,
			async work() {
				await projects.remove(project.id);
				ui.toast(`Deleted ${project.name}`, 'success');
			},
		});
	}

	const address = () => {
		const url = selected()?.dashboardUrl ?? '';
		return /^https?:\/\//.test(url) ? url : null;
	};

	return {
		'projects.create': {do: openForm},
		'projects.sort': {do: () => chooseOrder(dashboard, 'Order of projects', projectOrders)},
		'projects.delete': {do: askDelete, isAvailable: () => selected() !== undefined},
		'projects.browse': {
			do() {
				const url = address();
				if (url !== null) terminal.browse(url);
			},
			isAvailable: () => address() !== null,
		},
	};
}
