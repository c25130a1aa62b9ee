import {openAddress} from '../actions/hand-over.ts';
import {projectInput} from '../../contract/project.ts';
import {projectOrders, projectsStore} from '../../source/stores/projects.ts';
import type {Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {askTyped, chooseOrder} from '../actions/choices.ts';
import {choiceInput, openForm, secretInput, textInput} from '../actions/forms.ts';
import {selectedProject} from './project-list.ts';

const projectFields = [
	choiceInput('type', 'Type', ['backend', 'frontend']),
	textInput('name', 'Name'),
	textInput('targetUrl', 'Target URL', {note: 'https://… (frontend: required)'}),
	textInput('username', 'User name', {note: 'account for signing in to the target, optional'}),
	secretInput('password', 'Password', 'of that account, optional'),
	textInput('instruction', 'Instruction', {note: 'a hint for plans, optional'}),
];

/** Keys of the Projects screen. */
export function projectActions(stage: Stage): Actions {
	const {dashboard} = stage;
	const {navigation, ui} = dashboard;
	const projects = dashboard.storeOf(projectsStore);
	const selected = () => selectedProject(dashboard);

	async function create(values: Readonly<Record<string, string>>): Promise<boolean> {
		const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
		const input = projectInput.safeParse(given);
		if (!input.success) {
			const issue = input.error.issues[0];
			const field = issue?.path.join('.') ?? '';
			const isMissing = values[field]?.trim() === '';
			const error = isMissing ? `${field} is required` : `${field}: ${issue?.message ?? 'invalid'}`;
			const focus = projectFields.findIndex(({name}) => name === field);
			ui.change('form', {error, ...(focus < 0 ? {} : {focus})});
			return false;
		}
		const project = await projects.create(input.data);
		navigation.open({screen: 'tests', projectId: project.id});
		ui.toast(`Created ${project.name}`, 'success');
		return true;
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
		'projects.create': {
			do: () => openForm(dashboard, {title: 'New project', fields: projectFields, focus: 1, send: create}),
		},
		'projects.sort': {do: () => chooseOrder(dashboard, 'Order of projects', projectOrders)},
		'projects.delete': {do: askDelete, isAvailable: () => selected() !== undefined},
		'projects.browse': {
			do() {
				const url = address();
				if (url !== null) openAddress(stage, url);
			},
			isAvailable: () => address() !== null,
			why: () => 'The service has no dashboard on the web.',
		},
	};
}
