import {withArticle} from '../kinds/names.ts';
import {answerFor, type PlanOperation} from '../model/operation.ts';
import type {Assert, Case} from '../recipe.ts';
import {always, learned, refuses} from './asserts.ts';
import {acceptedOn} from './control.ts';
import type {RowTemplate} from './row-draft.ts';
import {hasStrictForm, unknownHandle} from './unknown-handle.ts';
import {namingParameter} from './unknown-id.ts';

/** What can be no handle, an encoded way out of the path, a null byte: refused, and the API goes on. */
export const malformedId: RowTemplate = {
	id: 'malformed-id',
	category: 'error_edge',
	priority: 'p2',
	fill(draft, operation, context) {
		const named = namingParameter(operation, context);
		if (!named) return null;
		const {parameter, kind} = named;
		const {api} = context;
		draft.safety = operation.method === 'GET' ? 'reads' : 'refused_only';
		const body = acceptedOn(draft, operation, context, kind.noun);
		const at = {in: 'path' as const, pointer: parameter.name};
		const as = (name: string, value: string): Case => ({name, patch: [{at, value: {is: 'literal', value}}]});
		const unknown = unknownHandle(api, operation, parameter, draft.seed);
		const request = draft.request(operation, {path: {[parameter.name]: unknown}});
		draft.step({
			id: 'malformed',
			title: 'ask with what is no id',
			role: 'act',
			call: body ? {...request, body} : request,
			cases: [
				...(hasStrictForm(api, operation, parameter) ? [as('a word instead of an id', 'not-an-id')] : []),
				as('a way out of the path', '../../unknown'),
				as('a null byte', '\u0000'),
			],
			asserts: [noId(operation), ...always(api, operation, true)],
		});
		return {
			title: `refuses what is no id of ${withArticle(kind.noun)}`,
			description: 'Asks with the id of a record that is there, then with what can be none.',
		};
	},
};

/** A documented 400 speaks of the body where no 404 is documented. */
function noId(operation: PlanOperation): Assert {
	const wanted = [400, 403, 404, 410, 422];
	const rule = 'what is no id is refused';
	if (answerFor(operation, 404)) return refuses(operation, wanted, rule);
	return learned('status', '{case}: expected {expected}, got {actual}', {type: 'status', oneOf: wanted}, rule);
}
