import type {PlannedEdge} from '../kinds/candidate.ts';
import {isLogin, isLogout, isRefresh} from '../model/meaning.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import type {Value} from '../recipe.ts';
import {always, neverSucceeds, succeeds} from '../templates/asserts.ts';
import {hasExamples} from '../templates/login-example.ts';
import type {PlanContext} from '../templates/context.ts';
import {RecipeDraft} from '../templates/recipe-draft.ts';
import {type ChainRow, chainRow} from './chain-row.ts';

const opensNothing = 'a session that ended opens nothing';

/**
 * login → protected read → (refresh → read with the new token →) logout → read refused. Needs a login with an example, a
 * protected GET and a logout. A log-out that is sent a refresh token ends that one, and an access token may be good until
 * it expires: then it is the refresh that is refused at the end.
 */
export function sessionChain(context: PlanContext): ChainRow[] | null {
	const {api} = context;
	const login = api.operations.find(one => isLogin(one, api.schemas));
	const logout = api.operations.find(isLogout);
	const secret = api.operations.find(
		({method, endpoint, pathParameters}) =>
			method === 'GET' && endpoint.secure === true && endpoint.carrier && pathParameters.length === 0,
	);
	const carrier = secret?.endpoint.carrier;
	if (!login || !logout || !secret || !carrier || !hasExamples(login, api)) return null;
	const loginToken = tokenOf(context, login);
	if (loginToken === null) return null;
	const handedOut = (operation: PlanOperation) =>
		api.edgesOf(operation).filter(({producer}) => producer?.operation === login);
	const refresh = api.operations.find(one => isRefresh(one) && one !== login && handedOut(one).length > 0);
	const refreshed = refresh && tokenOf(context, refresh);
	const renewal = refresh && refreshed ? {refresh, token: refreshed} : null;
	const endsRefresh = handedOut(logout).length > 0;
	if (endsRefresh && renewal === null) return null;

	const draft = new RecipeDraft(context, login, 'session');
	draft.safety = 'own_records';
	draft.step({
		id: 'login',
		title: 'log in',
		role: 'act',
		call: draft.request(login, {auth: 'none', body: 'all', keepExamples: true}),
		asserts: [succeeds(login), ...always(api, login)],
	});
	/** The step that handed out the latest token for access, and the latest for its renewal. */
	const latest = {access: {step: 'login', pointer: loginToken}, renewal: 'login'};
	const {header, prefix} = carrier;
	const opened = () => ({auth: 'none' as const, headers: {[header]: {is: 'step', ...latest.access, prefix} as Value}});
	/** A request with what the session has handed out in the place of what a login of another test would. */
	const inSession = (operation: PlanOperation) => {
		const ofSession = (edge: PlannedEdge): Value => ({
			is: 'step',
			step: latest.renewal,
			pointer: edge.producer!.pointer,
		});
		const own = new Map(handedOut(operation).map(edge => [edge.variable, ofSession(edge)]));
		const isOpen = operation.endpoint.secure === false;
		return draft.withOwn(own, () =>
			draft.request(operation, {...(isOpen ? {auth: 'none'} : opened()), body: 'required'}),
		);
	};
	const read = (id: string, title: string) =>
		draft.step({
			id,
			title,
			role: 'verify',
			call: draft.request(secret, opened()),
			asserts: [succeeds(secret)],
		});
	read('read', 'read what needs a login');
	const again = renewal && handsOutAgain(context, renewal.refresh, handedOut(renewal.refresh));
	// Where nobody knows which token for renewal is the latest then, the log-out could be sent a wrong one.
	const isRenewed = renewal !== null && !(endsRefresh && again === 'maybe');
	if (isRenewed) {
		draft.step({
			id: 'refresh',
			title: 'renew the token',
			role: 'act',
			call: inSession(renewal.refresh),
			asserts: [succeeds(renewal.refresh), ...always(api, renewal.refresh)],
		});
		latest.access = {step: 'refresh', pointer: renewal.token};
		// The one before is mostly worth nothing then; where none comes back it is still the one.
		if (again === 'always') latest.renewal = 'refresh';
		read('read_renewed', 'read it with the new token');
	}
	draft.step({
		id: 'logout',
		title: 'log out',
		role: 'act',
		call: inSession(logout),
		asserts: [succeeds(logout)],
	});
	const last = endsRefresh && renewal ? renewal.refresh : secret;
	draft.step({
		id: 'read_again',
		title: last === secret ? 'read it again' : 'renew the token again',
		role: 'verify',
		call: last === secret ? draft.request(secret, opened()) : inSession(last),
		asserts: [
			neverSucceeds('refused', `${last.key} answered {actual} after the log-out`, refusals(last, secret), opensNothing),
		],
	});
	return [
		chainRow('chain session', login, draft, {
			title: `A session: logged in, used, ${isRenewed ? 'renewed, ' : ''}logged out, refused`,
			description: 'One login of its own and what it opens.',
			why: `${draft.steps.length} steps with a login of its own.`,
		}),
	];
}

/** A read without a login is refused as such; a token that is no longer known may be called wrong input as well. */
const refusals = (last: PlanOperation, secret: PlanOperation): Array<number | '4xx'> =>
	last === secret ? [401, 403] : ['4xx'];

/** Where an answer holds the token that opens the rest of the API; null: it holds none. */
function tokenOf({api}: PlanContext, operation: PlanOperation): string | null {
	const form = formOf(api.schemas, operation);
	if (form.form !== 'record') return null;
	const name = [...form.view.properties.keys()].find(one => /^(?:access_?)?token$|^jwt$/i.test(one));
	return name === undefined ? null : below(form.pointer, name);
}

/** Whether a renewal hands out all that it was sent anew, as its document says. */
function handsOutAgain(
	{api}: PlanContext,
	refresh: PlanOperation,
	sent: readonly PlannedEdge[],
): 'always' | 'maybe' | 'never' {
	const form = formOf(api.schemas, refresh);
	if (form.form !== 'record') return 'never';
	const {pointer, view} = form;
	const pointers = new Set(sent.map(({producer}) => producer!.pointer));
	const given = [...view.properties.keys()].filter(name => pointers.has(below(pointer, name)));
	if (given.length < pointers.size) return 'never';
	return given.every(name => view.required.has(name)) ? 'always' : 'maybe';
}
