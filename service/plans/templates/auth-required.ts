import {isLogin} from '../model/meaning.ts';
import type {PlanOperation} from '../model/operation.ts';
import {answerFor} from '../model/operation.ts';
import type {Values} from '../recipe.ts';
import {always, decided, learned, neverSucceeds} from './asserts.ts';
import {bulkField, type PlanContext} from './context.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';
import {unknownHandle} from './unknown-handle.ts';

/** Without and with a wrong credential: never a success, and 401 or 403. It does no harm if it gets through. */
export const authRequired: RowTemplate = {
	id: 'auth-required',
	category: 'auth',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, unsafe, hasCredential} = context;
		if (operation.endpoint.secure !== true || !hasCredential || isLogin(operation, api.schemas)) return null;
		if (bulkField(api, operation) !== null || unsafe(operation) !== null) return null;
		const kind = api.kindMadeBy(operation);
		// What is made by accident has to be deleted again.
		if (operation.method === 'POST' && kind && kind.deleter === null) return null;
		draft.safety = operation.method === 'GET' ? 'reads' : 'refused_only';
		for (const [id, auth, title] of [
			['without', 'none', 'call without a credential'],
			['wrong', 'wrong', 'call with a wrong credential'],
		] as const)
			draft.step({
				id,
				title,
				role: 'act',
				call: draft.request(operation, {auth, body: 'required', path: harmlessPath(draft, operation, context)}),
				asserts: [
					neverSucceeds(
						'refused',
						'answered {actual} to a caller who proved nothing',
						['4xx'],
						'no access without the credential',
					),
					denied(operation),
					...always(api, operation),
				],
			});
		return {
			title: 'refuses callers without a credential',
			description: 'Calls without a credential, then with a wrong one.',
		};
	},
};

function denied(operation: PlanOperation) {
	const check = {type: 'status' as const, oneOf: [401, 403]};
	const message = 'expected {expected}, got {actual}: that it asks for the credential is not proven';
	const documented = [401, 403].filter(status => answerFor(operation, status) !== null);
	return documented.length > 0
		? decided('status', message, {...check, oneOf: documented}, `responses.${documented.join(', responses.')}`)
		: learned('status', message, check, 'a missing credential is 401 or 403');
}

/** Records are read as they are; whatever changes one is aimed at a record that is not there. */
function harmlessPath(draft: RecipeDraft, operation: PlanOperation, {api}: PlanContext): Values {
	if (operation.method === 'GET' || operation.pathParameters.length === 0) return {};
	const last = operation.pathParameters.at(-1)!;
	return {[last.name]: unknownHandle(api, operation, last, draft.seed)};
}
