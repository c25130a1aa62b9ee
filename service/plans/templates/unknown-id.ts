import {withArticle} from '../kinds/names.ts';
import {answerFor, type PlanOperation} from '../model/operation.ts';
import {isLogout} from '../model/meaning.ts';
import {always, possible, refuses} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {acceptedOn, referredFirst} from './control.ts';
import {refusalShape} from './documented-refusal.ts';
import type {RowTemplate} from './row-draft.ts';
import {mayMake, unknownHandle} from './unknown-handle.ts';

/** The last parameter of a path, where it names a record that asking for another one cannot make; null: none does. */
export function namingParameter(operation: PlanOperation, {api, unsafe}: PlanContext) {
	const parameter = operation.pathParameters.at(-1);
	const kind = parameter && api.edgeOf(operation, `path:${parameter.name}`)?.producer?.kind;
	if (!parameter || !kind || unsafe(operation) !== null || isLogout(operation)) return null;
	return mayMake(api, operation, kind) ? null : {parameter, kind};
}

const missing = [404, 403, 410];

/** A well-formed handle that names no record gives no answer. */
export const unknownId: RowTemplate = {
	id: 'unknown-id',
	category: 'error_edge',
	priority: 'p1',
	fill(draft, operation, context) {
		const named = namingParameter(operation, context);
		if (!named) return null;
		const {parameter, kind} = named;
		const {api} = context;
		draft.safety = operation.method === 'GET' ? 'reads' : 'refused_only';
		const alive = acceptedOn(draft, operation, context, kind.noun);
		const unknown = unknownHandle(api, operation, parameter, {seed: draft.seed});
		const request = draft.request(operation, {path: {[parameter.name]: unknown}});
		if (!alive?.body) referredFirst(draft, operation, context, request);
		draft.step({
			id: 'unknown',
			title: `${operation.method === 'DELETE' ? 'delete' : 'ask for'} ${withArticle(`unknown ${kind.noun}`)}`,
			role: 'act',
			// Only the address differs from what is accepted.
			call: alive?.body ? {...request, body: alive.body} : request,
			asserts: [
				refuses(operation, possible(operation, missing), 'what is not there is refused'),
				...always(api, operation, true),
				...refusalShape(api, operation, missing),
			],
		});
		alive?.prove();
		const says = (status: number) => answerFor(operation, status) !== null;
		const says404 = says(404) && !says(403) && !says(410);
		return {
			// Without a request that is accepted a wrong address passes as well.
			...(alive && !alive.isOther ? {} : {selected: false}),
			title: `${says404 ? 'answers 404 for' : 'refuses'} an unknown ${kind.noun}`,
			description:
				operation.method === 'DELETE' && alive && !alive.isOther
					? `Asks with a well-formed id that names nothing; ${withArticle(kind.noun)} of its own can be deleted after it.`
					: 'Asks with the id of a record that is there, then with a well-formed one that names nothing.',
		};
	},
};
