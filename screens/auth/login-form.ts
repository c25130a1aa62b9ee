import {methodWords, outcomeWords} from '../../components/auth/login-lines.ts';
import {
	type AutoAuth,
	type AutoAuthInput,
	type AutoAuthMethod,
	autoAuthInjects,
	autoAuthMethods,
} from '../../contract/authentication.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {authStore} from '../../source/stores/auth.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import type {FormField} from '../../source/stores/ui.ts';
import {choiceInput, openForm, secretInput, textInput} from '../actions/forms.ts';

const contentTypes = {json: 'application/json', form: 'application/x-www-form-urlencoded'} as const;
const afterwards = ['save', 'test only'] as const;

/** Asks how the login gets its token, then for what that method needs. */
export function editLogin(dashboard: Dashboard, projectId: ProjectId, stored: AutoAuth): void {
	const {ui} = dashboard;
	ui.open({
		kind: 'menu',
		title: 'How a token is got',
		lines: [],
		choices: autoAuthMethods.map(id => ({id, label: methodWords(id)})),
		cursor: Math.max(0, (autoAuthMethods as readonly (string | null)[]).indexOf(stored.method)),
		onChoose: id => openLoginForm(dashboard, projectId, stored, id as AutoAuthMethod),
	});
}

function openLoginForm(dashboard: Dashboard, projectId: ProjectId, stored: AutoAuth, method: AutoAuthMethod): void {
	const {ui} = dashboard;
	const auth = dashboard.storeOf(authStore);
	openForm(dashboard, {
		title: `Auto-auth by ${methodWords(method)}`,
		fields: [
			...methodFields(method, stored),
			choiceInput('inject', 'Sent as', autoAuthInjects, stored.inject),
			textInput('injectKey', 'Named', {
				value: stored.injectKey,
				note: 'of the header or cookie; empty: the cookies of the login',
			}),
			textInput('injectScheme', 'Word in front', {
				value: stored.injectScheme,
				note: 'e.g. Token; bearer has Bearer',
			}),
			choiceInput('then', 'Then', afterwards),
		],
		async send(values) {
			const input = loginInput(method, values);
			if (values['then'] === 'test only') {
				const result = await auth.tryLogin(projectId, input);
				const words = `${outcomeWords(result)}${result.tokenPreview === null ? '' : `: ${result.tokenPreview}`}`;
				if (!result.ok) throw new Error(`The login ${words}${result.reason === null ? '' : `: ${result.reason}`}.`);
				ui.toast(`The login ${words}. Nothing is saved yet.`, 'success');
				return false;
			}
			const saved = await auth.saveLogin(projectId, {...input, enabled: true});
			if (saved.enabled) ui.toast('Auto-auth is on: the login works', 'success');
			else ui.toast(`Saved, but off: ${saved.lastRefreshError ?? 'the login failed'}`, 'error');
			return true;
		},
	});
}

const keeps = 'empty: the stored one';

function methodFields(method: AutoAuthMethod, stored: AutoAuth): FormField[] {
	const same = stored.method === method ? stored : null;
	const secret = (name: string, label: string, isStored: boolean | undefined, note?: string) =>
		secretInput(name, label, isStored ? keeps : note);
	const tokenPath = textInput('tokenPath', 'Token path', {value: same?.tokenPath ?? null, note: '$.access_token'});
	if (method === 'password') {
		const type = same?.loginContentType === contentTypes.form ? 'form' : 'json';
		return [
			textInput('loginUrl', 'Login URL', {value: same?.loginUrl ?? null, note: 'https://host/login'}),
			textInput('username', 'User name', {value: same?.username ?? null}),
			secret('password', 'Password', same?.hasPassword),
			choiceInput('loginMethod', 'Request', ['POST', 'PUT'], same?.loginMethod),
			choiceInput('loginContentType', 'Body as', Object.keys(contentTypes), type),
			textInput('loginBodyTemplate', 'Body', {
				value: same?.loginBodyTemplate ?? null,
				note: '{"email":"{{username}}","password":"{{password}}"}',
			}),
			tokenPath,
		];
	}
	const isCognito = method === 'aws_cognito_refresh';
	const endpoint = textInput('tokenEndpoint', 'Token URL', {
		value: same?.tokenEndpoint ?? null,
		note: isCognito ? 'optional' : 'https://host/token',
	});
	return [
		...(isCognito ? [textInput('region', 'Region', {value: same?.region ?? null, note: 'us-east-1'})] : [endpoint]),
		textInput('clientId', 'Client id', {value: same?.clientId ?? null}),
		secret('refreshToken', 'Refresh token', same?.hasRefreshToken),
		secret('clientSecret', 'Client secret', same?.hasClientSecret, 'optional'),
		textInput('scope', 'Scopes', {value: same?.scope ?? null, note: 'optional, separated by blanks'}),
		...(isCognito ? [endpoint] : [tokenPath]),
	];
}

/** What was typed as the wire wants it: an empty field keeps what is stored, or takes the default. */
function loginInput(method: AutoAuthMethod, values: Readonly<Record<string, string>>): AutoAuthInput {
	const {then: _then, loginContentType, inject, injectKey, injectScheme, ...others} = values;
	const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''));
	return {
		...given,
		method,
		inject: autoAuthInjects.find(name => name === inject) ?? 'bearer',
		...(loginContentType === undefined
			? {}
			: {loginContentType: loginContentType === 'form' ? contentTypes.form : contentTypes.json}),
		...(inject === 'bearer' || !injectKey ? {} : {injectKey}),
		...(inject === 'cookie' || !injectScheme ? {} : {injectScheme}),
	};
}
