import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {FormField} from '../../source/stores/ui.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {choiceInput, textInput} from '../actions/forms.ts';

/** Tests that a form offers: those selected on the Tests screen, all of that project, or none. */
type Pick = {label: string; ids(): readonly string[]};

function picksOf({tests}: Dashboard): Pick[] {
	const {project, tests: all, marked, isComplete} = tests.store.getState();
	return [
		...(marked.size > 0 ? [{label: `${marked.size} selected`, ids: () => [...marked]}] : []),
		{label: 'none', ids: () => []},
		...(isComplete && project && all.length > 0
			? [{label: `all ${all.length} of ${cleanLine(project.name)}`, ids: () => all.map(({id}) => id)}]
			: []),
	];
}

/** Fields that ask which tests: those of the open project where they are known, and any by their ids. */
export function pickFields(dashboard: Dashboard): FormField[] {
	const picks = picksOf(dashboard);
	return [
		...(picks.length > 1
			? [
					choiceInput(
						'pick',
						'Tests',
						picks.map(({label}) => label),
					),
				]
			: []),
		textInput('testIds', picks.length > 1 ? 'And by id' : 'Tests by id', {
			note: 'tst_1 tst_2, or select tests first (2, Space)',
		}),
	];
}

/** The tests that were chosen, each once. */
export function pickedIds(dashboard: Dashboard, {pick, testIds = ''}: Readonly<Record<string, string>>): string[] {
	const chosen = picksOf(dashboard).find(({label}) => label === pick);
	return [...new Set([...(chosen?.ids() ?? []), ...testIds.split(/[\s,]+/).filter(Boolean)])];
}
