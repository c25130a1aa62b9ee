import {
	type Environment,
	type EnvironmentInput,
	environmentAuthModes,
	type EnvironmentAuthMode,
	variableKeyOf,
	variableKeyProblem,
} from '../../contract/environment.ts';
import type {ProjectId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {environmentsStore} from '../../source/stores/environments.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {choiceInput, openForm, secretInput, textInput} from '../actions/forms.ts';
import {selectRow} from '../current-list.ts';

const modes: readonly EnvironmentAuthMode[] = environmentAuthModes.filter(mode => mode !== 'otp').reverse();

const fields = (one: Environment | null) => [
	textInput('name', 'Name', {value: one?.name ?? null, ...(one ? {} : {note: 'e.g. staging'})}),
	textInput('url', 'URL', {value: one?.url ?? null, note: 'https://staging.example.com'}),
	choiceInput('authMode', 'Auth', modes, one?.authMode ?? 'public'),
	textInput('username', 'User name', {value: one?.username ?? null, note: 'for account'}),
	secretInput('password', 'Password', one?.hasCredentials ? 'empty: the stored one' : 'for account'),
];

/** What was typed as the wire wants it; an account is sent with the mode `account` only. */
function contentOf({authMode, username, password}: Readonly<Record<string, string>>) {
	const mode = modes.find(one => one === authMode) ?? 'public';
	if (mode !== 'account') return {authMode: mode};
	return {authMode: mode, ...(username ? {username} : {}), ...(password ? {password} : {})};
}

const isShown = (dashboard: Dashboard) => currentPlace(dashboard.navigation.store.getState()).screen === 'environments';

export function createEnvironmentForm(dashboard: Dashboard, projectId: ProjectId): void {
	openForm(dashboard, {
		title: 'New environment',
		fields: fields(null),
		async send({name = '', url = '', ...values}) {
			const input: EnvironmentInput = {name, url, ...contentOf(values)};
			const made = await dashboard.storeOf(environmentsStore).create(projectId, input);
			if (isShown(dashboard)) selectRow(dashboard, made.id);
			dashboard.ui.toast(`Created ${cleanLine(made.name)}: v sets its variables`, 'success');
			return true;
		},
	});
}

export function editEnvironmentForm(dashboard: Dashboard, projectId: ProjectId, one: Environment): void {
	openForm(dashboard, {
		title: `Change ${cleanLine(one.name)}`,
		fields: fields(one),
		async send({name = '', url = '', ...values}) {
			// A project without an address has a default environment without one: that may stay so.
			const address = url === '' && one.url === null ? {} : {url};
			const patch = {name, ...address, ...contentOf(values)};
			const changed = await dashboard.storeOf(environmentsStore).change(projectId, one.name, patch);
			dashboard.ui.toast(`Changed ${cleanLine(changed.name)}`, 'success');
			return true;
		},
	});
}

/** Sets one variable, or removes it. Its value is masked while it is typed: nobody knows yet whether it is a secret. */
export function variableForm(dashboard: Dashboard, projectId: ProjectId, one: Environment): void {
	const keys = Object.keys(one.variables ?? {});
	openForm(dashboard, {
		title: `Variable of ${cleanLine(one.name)}`,
		fields: [
			textInput('key', 'Key', {
				note: keys.length === 0 ? 'e.g. OWNER: VAR_OWNER in tests' : keys.map(cleanLine).join(', '),
			}),
			secretInput('value', 'Value', 'empty: the variable is removed'),
		],
		async send({key: typed = '', value = ''}) {
			const key = variableKeyOf(typed);
			const problem = variableKeyProblem(key);
			if (problem) throw new Error(`The key ${problem}.`);
			if (value === '' && !keys.includes(key)) throw new Error(`${key} is not there: type its value.`);
			const variables = {[key]: value === '' ? null : value};
			await dashboard.storeOf(environmentsStore).change(projectId, one.name, {variables});
			dashboard.ui.toast(value === '' ? `Removed ${key}` : `Set ${key}: tests read VAR_${key}`, 'success');
			return true;
		},
	});
}
