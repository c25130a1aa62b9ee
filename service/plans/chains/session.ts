import {isLogin, isLogout} from '../model/meaning.ts';
import {formOf} from '../model/answer-form.ts';
import {below} from '../model/pointer.ts';
import type {Value} from '../recipe.ts';
import {always, neverSucceeds, succeeds} from '../templates/asserts.ts';
import {hasExamples} from '../templates/login-example.ts';
import type {PlanContext} from '../templates/context.ts';
import {RecipeDraft} from '../templates/recipe-draft.ts';
import {type ChainRow, chainRow} from './chain-row.ts';

/** login → protected read → logout → read refused. Needs a login with an example, a protected GET and a logout. */
export function sessionChain(context: PlanContext): ChainRow[] | null {
	const {api} = context;
	const login = api.operations.find(one => isLogin(one, api.schemas));
	const logout = api.operations.find(isLogout);
	const secret = api.operations.find(
		({method, endpoint, pathParameters}) =>
			method === 'GET' && endpoint.secure === true && endpoint.carrier && pathParameters.length === 0,
	);
	const carrier = secret?.endpoint.carrier;
	if (!login || !logout || !secret || !carrier) return null;
	// A log-out that is sent a refresh token ends that one: an access token may be good until it expires.
	if (api.edgesOf(logout).some(({producer}) => producer?.operation === login)) return null;
	const form = formOf(api.schemas, login);
	const token =
		form.form === 'record'
			? [...form.view.properties.keys()].find(name => /^(?:access_?)?token$|^jwt$/i.test(name))
			: undefined;
	if (form.form !== 'record' || token === undefined || !hasExamples(login, api)) return null;
	const draft = new RecipeDraft(context, login, 'session');
	draft.safety = 'own_records';
	draft.step({
		id: 'login',
		title: 'log in',
		role: 'act',
		call: draft.request(login, {auth: 'none', body: 'all', keepExamples: true}),
		asserts: [succeeds(login), ...always(api, login)],
	});
	const {header, prefix} = carrier;
	const sent: Value = {is: 'step', step: 'login', pointer: below(form.pointer, token), prefix};
	const withToken = {auth: 'none' as const, headers: {[header]: sent}};
	draft.step({
		id: 'read',
		title: 'read what needs a login',
		role: 'verify',
		call: draft.request(secret, withToken),
		asserts: [succeeds(secret)],
	});
	draft.step({
		id: 'logout',
		title: 'log out',
		role: 'act',
		call: draft.request(logout, withToken),
		asserts: [succeeds(logout)],
	});
	draft.step({
		id: 'read_again',
		title: 'read it again',
		role: 'verify',
		call: draft.request(secret, withToken),
		asserts: [
			neverSucceeds('refused', 'answered {actual} after the log-out', [401, 403], 'a session that ended opens nothing'),
		],
	});
	return [
		chainRow('chain session', login, draft, {
			title: 'A session: logged in, used, logged out, refused',
			description: 'One login of its own and what it opens.',
			why: '4 steps with a login of its own.',
		}),
	];
}
