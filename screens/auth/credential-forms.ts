import type {CredentialSet, CredentialSetInput} from '../../contract/authentication.ts';
import {authTypes, credentialModes} from '../../contract/enums.ts';
import type {EndpointId, ProjectId} from '../../contract/ids.ts';
import {setRowId} from '../../source/stores/auth-rows.ts';
import {authStore} from '../../source/stores/auth.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {choiceInput, openForm, secretInput, textInput} from '../actions/forms.ts';
import {selectRow} from '../current-list.ts';

/** What a static credential is set for. */
type CredentialOf = {
	name: string;
	authType: string | null;
	headerName: string | null;
	limit: {family: string} | {endpointId: EndpointId} | Record<string, never>;
};

const setTypes = authTypes.filter(type => type !== 'public');

/** Sets the credential of the project, of a family or of an endpoint. */
export function editCredential(dashboard: Dashboard, projectId: ProjectId, of: CredentialOf): void {
	openForm(dashboard, {
		title: `Credential of ${cleanLine(of.name)}`,
		fields: [
			choiceInput('authType', 'Type', [...setTypes, 'public'], of.authType),
			secretInput('credential', 'Credential', 'never shown again; none for public'),
			textInput('headerName', 'Header', {value: of.headerName, note: 'X-API-Key; for API keys only'}),
		],
		async send({authType: chosen, credential, headerName}) {
			const authType = authTypes.find(type => type === chosen) ?? 'public';
			await dashboard.storeOf(authStore).saveCredential(projectId, {
				authType,
				...(credential ? {credential} : {}),
				...(headerName && authType === 'API key' ? {headerName} : {}),
				...of.limit,
			});
			const what = authType === 'public' ? 'nothing' : `the ${authType}`;
			dashboard.ui.toast(`Calls of ${cleanLine(of.name)} send ${what}`, 'success');
			return true;
		},
	});
}

/**
 * Adds a credential set, or changes one.
 * @param families what a new set begins with
 */
export function editSet(
	dashboard: Dashboard,
	projectId: ProjectId,
	set: CredentialSet | null,
	families: readonly string[],
): void {
	const auth = dashboard.storeOf(authStore);
	const headers = set?.extraHeaders.map(({name}) => name).join(', ');
	openForm(dashboard, {
		title: set ? 'Change the credential set' : 'New credential set',
		fields: [
			textInput('name', 'Name', {value: set?.name ?? null, note: 'e.g. admin key'}),
			textInput('families', 'Families', {
				value: (set?.families ?? families).join(', '),
				note: '/orders, /users',
			}),
			choiceInput('mode', 'Mode', credentialModes, set?.mode),
			choiceInput('authType', 'Type', setTypes, set?.authType),
			secretInput('credential', 'Credential', set?.maskedCredential ? 'empty: the stored one' : 'for static'),
			textInput('headerName', 'Header', {value: set?.headerName ?? null, note: 'X-API-Key; for API keys only'}),
			textInput('extraName', 'Extra header', {note: headers ? `replaces ${cleanLine(headers)}` : 'optional name'}),
			secretInput('extraValue', 'Its value'),
		],
		async send(values) {
			const input = setInput(values, set !== null);
			if (set) {
				await auth.changeSet(projectId, set.setId, input);
				dashboard.ui.toast(`Changed ${cleanLine(input.name)}`, 'success');
				return true;
			}
			const {setId} = await auth.createSet(projectId, input);
			const isShown = currentPlace(dashboard.navigation.store.getState()).screen === 'auth';
			if (isShown) selectRow(dashboard, setRowId(setId));
			dashboard.ui.toast(`Added ${cleanLine(input.name)}`, 'success');
			return true;
		},
	});
}

/**
 * What was typed as the wire wants it. The type goes along only with what it belongs to: a set of extra headers alone
 * has none, and a stored credential keeps its own unless another one was chosen.
 */
function setInput(values: Readonly<Record<string, string>>, isChange: boolean): CredentialSetInput {
	const {name = '', families = '', credential, headerName, extraName, extraValue = ''} = values;
	const mode = credentialModes.find(other => other === values['mode']) ?? 'static';
	const authType = setTypes.find(type => type === values['authType']);
	const isStatic = mode === 'static';
	const hasType = isStatic && authType !== undefined && (Boolean(credential) || isChange);
	return {
		name,
		mode,
		families: families.split(/[\s,]+/).filter(Boolean),
		...(hasType ? {authType} : {}),
		...(isStatic && credential ? {credential} : {}),
		...(hasType && authType === 'API key' && headerName ? {headerName} : {}),
		...(extraName ? {extraHeaders: [{name: extraName, value: extraValue}]} : {}),
	};
}
