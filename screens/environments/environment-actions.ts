import {environmentsStore} from '../../source/stores/environments.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask, askRemoval} from '../actions/choices.ts';
import {createEnvironmentForm, editEnvironmentForm, variableForm} from './environment-form.ts';
import {selectedEnvironment} from './environment-list.ts';

/** Keys of the Environments screen. */
export function environmentActions({dashboard}: Stage): Actions {
	const {navigation, ui} = dashboard;
	const environments = dashboard.storeOf(environmentsStore);
	const row = () => selectedEnvironment(dashboard);
	const projectId = () => environments.store.getState().key ?? '';
	const hasRow = () => row() !== undefined;
	const isOther = () => row()?.isDefault === false;

	function askDefault(): void {
		const one = row();
		if (!one) return;
		ask(dashboard, {
			title: 'Change the default environment',
			lines: [`Runs and schedules that name no environment go to ${cleanLine(one.url ?? one.name)} then.`],
			keep: 'Leave it',
			choices: [
				{
					id: 'default',
					label: `Make ${cleanLine(one.name)} the default one`,
					async do() {
						await environments.makeDefault(projectId(), one.name);
						ui.toast(`${cleanLine(one.name)} is the default environment`, 'success');
					},
				},
			],
		});
	}

	function askRun(): void {
		const one = row();
		if (!one) return;
		ask(dashboard, {
			title: 'Run all tests',
			lines: [`They run in ${cleanLine(one.name)}: ${cleanLine(one.url ?? 'no URL')}`],
			keep: 'Not now',
			isHarmless: true,
			choices: [
				{
					id: 'run',
					label: `Run in ${cleanLine(one.name)}`,
					async do() {
						const {batchId, conflicts} = await environments.run(projectId(), one.name);
						if (batchId !== null) navigation.open({screen: 'run', batchId, projectId: projectId()});
						else ui.toast(conflicts[0]?.message ?? 'The project has no test that can run.', 'error');
					},
				},
			],
		});
	}

	function askRemove(): void {
		const one = row();
		if (!one) return;
		askRemoval(dashboard, {
			title: 'Delete the environment',
			lines: [`${cleanLine(one.name)} with its account and its variables. Results of its runs stay.`],
			label: 'Delete it',
			work: () => environments.remove(projectId(), one.name),
			gone: `Deleted ${cleanLine(one.name)}`,
		});
	}

	const withRow = (work: typeof editEnvironmentForm) => () => {
		const one = row();
		if (one) work(dashboard, projectId(), one);
	};

	return {
		'environments.create': {do: () => createEnvironmentForm(dashboard, projectId())},
		'environments.edit': {do: withRow(editEnvironmentForm), isAvailable: hasRow},
		'environments.variable': {do: withRow(variableForm), isAvailable: hasRow},
		'environments.default': {do: askDefault, isAvailable: isOther},
		'environments.run': {do: askRun, isAvailable: hasRow},
		'environments.remove': {do: askRemove, isAvailable: isOther},
	};
}
