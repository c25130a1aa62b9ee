import {outcomeWords} from '../../components/auth/login-lines.ts';
import type {CredentialSet, EffectiveAuth} from '../../contract/authentication.ts';
import type {CredentialSetId} from '../../contract/ids.ts';
import {type AuthRow, endpointWords, familyRowId, setIdOf, setRowId} from '../../source/stores/auth-rows.ts';
import {authStore} from '../../source/stores/auth.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {ask, askRemoval} from '../actions/choices.ts';
import {foldGroup} from '../actions/list-actions.ts';
import {selectRow} from '../current-list.ts';
import {selectedAuthRow} from './auth-list.ts';
import {editCredential, editSet} from './credential-forms.ts';
import {editLogin} from './login-form.ts';

/** Keys of the Auth screen. */
export function authActions({dashboard}: Stage): Actions {
	const {navigation, ui} = dashboard;
	const auth = dashboard.storeOf(authStore);
	const row = () => selectedAuthRow(dashboard);
	const data = () => auth.store.getState().data;
	const backend = () => data()?.backend ?? null;
	const projectId = () => auth.store.getState().key ?? '';
	const hasLogin = () => backend()?.autoAuth.method != null;
	/** Whoever waits for an answer may be elsewhere when it comes. */
	const isShown = () => currentPlace(navigation.store.getState()).screen === 'auth';
	const setOf = (setId: CredentialSetId | null) => backend()?.sets.find(set => set.setId === setId);

	function edit(): void {
		const current = backend();
		const at = row();
		if (!current || !at) return;
		if (at.kind === 'login') editLogin(dashboard, projectId(), current.autoAuth);
		else if (at.kind === 'set') editSet(dashboard, projectId(), at.set, []);
		else if (at.kind === 'default') {
			const {authType, headerName} = current.credential;
			editCredential(dashboard, projectId(), {name: 'the project', authType, headerName, limit: {}});
		} else if (at.kind === 'family') {
			const {family, auth: of} = at.family;
			editCredential(dashboard, projectId(), {name: family, ...ownParts(of), limit: {family}});
		} else if (at.kind === 'endpoint') {
			const {endpointId, method, path, auth: of} = at.endpoint;
			editCredential(dashboard, projectId(), {name: `${method} ${path}`, ...ownParts(of), limit: {endpointId}});
		}
	}

	/** Type and header that a form begins with. */
	const ownParts = ({authType, setId}: EffectiveAuth) => ({
		authType,
		headerName: setOf(setId)?.headerName ?? null,
	});

	async function testLogin(): Promise<void> {
		ui.toast('Signing in');
		const result = await auth.tryLogin(projectId(), {});
		if (isShown()) selectRow(dashboard, 'login');
		const preview = result.tokenPreview === null ? '' : `: ${result.tokenPreview}`;
		ui.toast(`The login ${outcomeWords(result)}${preview}`, result.ok ? 'success' : 'error');
	}

	function askToggle(): void {
		const isOn = backend()?.autoAuth.enabled ?? false;
		ask(dashboard, {
			title: isOn ? 'Switch auto-auth off' : 'Switch auto-auth on',
			lines: isOn
				? ['Calls then send the stored credential of the project, or nothing. The login stays stored.']
				: ['It signs in first, and stays off when that fails.'],
			keep: isOn ? 'Leave it on' : 'Leave it off',
			isHarmless: !isOn,
			choices: [
				{
					id: 'toggle',
					label: isOn ? 'Switch it off' : 'Switch it on',
					async do() {
						const saved = await auth.saveLogin(projectId(), {enabled: !isOn});
						if (saved.enabled) ui.toast('Auto-auth is on: the login works', 'success');
						else if (isOn) ui.toast('Auto-auth is off', 'success');
						else ui.toast(`It stays off: ${saved.lastRefreshError ?? 'the login failed'}`, 'error');
					},
				},
			],
		});
	}

	function askRemove(): void {
		const at = row();
		if (!at) return;
		if (at.kind === 'login') {
			askRemoval(dashboard, {
				title: 'Remove the auto-auth login',
				lines: ['Its secrets are deleted. Calls then send the stored credential of the project, or nothing.'],
				work: () => auth.removeLogin(projectId()),
				gone: 'Removed the login',
			});
		} else if (at.kind === 'default') {
			askRemoval(dashboard, {
				title: 'Remove the credential of the project',
				lines: ['It is deleted. Calls without a credential of their own then send nothing.'],
				work: () => auth.saveCredential(projectId(), {authType: 'public'}),
				gone: 'Removed the credential',
			});
		} else {
			const set = setOf(setIdOf(at));
			if (set) askRemoveSet(set, at);
		}
	}

	/** A set that serves more than the row can also lose only that part. */
	function askRemoveSet(set: CredentialSet, at: AuthRow): void {
		const {setId, families, endpointIds} = set;
		const view = backend()?.view;
		const endpoints = view ? endpointWords(view) : new Map<string, string>();
		const name = endpoints.get(set.name) ?? set.name;
		const family = at.kind === 'family' ? at.family.family : null;
		const isShared = family !== null && families.includes(family) && families.length + endpointIds.length > 1;
		const users = [...families, ...endpointIds.map(id => endpoints.get(id) ?? id)];
		ask(dashboard, {
			title: 'Remove the credential set',
			lines: [
				`The set ${cleanLine(name)} serves ${users.map(cleanLine).join(', ') || 'nothing'}.`,
				'What it serves sends what the project sends, then.',
			],
			keep: 'Keep it',
			choices: [
				...(isShared
					? [
							{
								id: 'part',
								label: `Take only ${cleanLine(family)} out of it`,
								async do() {
									const left = families.filter(other => other !== family);
									await auth.changeSet(projectId(), setId, {families: left});
									ui.toast(`${cleanLine(family)} sends what the project sends`, 'success');
								},
							},
						]
					: []),
				{
					id: 'remove',
					label: 'Remove the set',
					isDangerous: true,
					async do() {
						await auth.removeSet(projectId(), setId);
						ui.toast(`Removed ${cleanLine(name)}`, 'success');
					},
				},
			],
		});
	}

	const canRemove = (at: AuthRow | undefined): boolean => {
		if (at?.kind === 'login') return hasLogin();
		if (at?.kind === 'default') return backend()?.credential.maskedCredential != null;
		return setOf(setIdOf(at)) !== undefined;
	};

	function fold(): void {
		const at = row();
		if (at?.kind === 'family') foldGroup(dashboard, at.id);
		else if (at?.kind === 'endpoint') foldGroup(dashboard, familyRowId(at.family));
	}

	return {
		'auth.edit': {
			do: edit,
			isAvailable() {
				const at = row();
				return at !== undefined && at.kind !== 'section';
			},
		},
		'auth.test': {do: () => attempt(dashboard, testLogin), isAvailable: hasLogin},
		'auth.toggle': {do: askToggle, isAvailable: hasLogin},
		'auth.add': {
			do() {
				const at = row();
				editSet(dashboard, projectId(), null, at?.kind === 'family' ? [at.family.family] : []);
			},
			isAvailable: () => backend() !== null,
		},
		'auth.remove': {do: askRemove, isAvailable: () => canRemove(row())},
		'auth.set': {
			do() {
				const setId = setIdOf(row());
				if (setId !== null) selectRow(dashboard, setRowId(setId));
			},
			isAvailable: () => row()?.kind !== 'set' && setIdOf(row()) !== null,
		},
		'auth.fold': {
			do: fold,
			isAvailable() {
				const at = row();
				return at?.kind === 'endpoint' || (at?.kind === 'family' && at.family.endpoints.length > 0);
			},
		},
	};
}
