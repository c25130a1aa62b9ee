import type {PlanOperation} from '../model/operation.ts';
import type {Case, Value} from '../recipe.ts';
import {always, learned, possible} from './asserts.ts';
import {acceptedOn} from './control.ts';
import type {RowTemplate} from './row-draft.ts';
import {handleViews, hasStrictForm, unknownHandle} from './unknown-handle.ts';
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
		const alive = acceptedOn(draft, operation, context, kind.noun);
		// A name that stands in no path leads to no other place.
		const isInPath = (operation.endpoint.spoken?.form.named?.in ?? 'path') === 'path';
		const around = (isInPath && alive?.handle('x/../')) || null;
		const at = {in: 'path' as const, pointer: parameter.name};
		const sent = (name: string, value: Value): Case => ({name, patch: [{at, value}]});
		const as = (name: string, value: string): Case => sent(name, {is: 'literal', value});
		const unknown = unknownHandle(api, operation, parameter, {seed: draft.seed});
		// Every case has a handle of its own.
		const request = draft.request(operation, {path: {[parameter.name]: {is: 'literal', value: 'id'}}});
		draft.step({
			id: 'malformed',
			title: 'ask with ids that name nothing',
			role: 'act',
			call: alive?.body ? {...request, body: alive.body} : request,
			cases: [
				sent('an unknown one', unknown),
				...(hasStrictForm(api, operation, parameter) ? [as('a word instead of an id', 'not-an-id')] : []),
				...(isCounted(api, operation, parameter) ? [as('a number that is too large', '99999999999999999999')] : []),
				// A server that walks the path finds what is there.
				...(isInPath
					? [around ? sent('a path to an existing one', around) : as('a path to somewhere else', '../../unknown')]
					: []),
				as('a null byte', '\u0000'),
			],
			asserts: [noId(operation), ...always(api, operation, true)],
		});
		alive?.prove();
		return {
			// Without a request that is accepted a wrong address passes as well.
			...(alive && !alive.isOther ? {} : {selected: false}),
			title: `refuses ids that name no ${kind.noun}`,
			description: 'Asks with an unknown id, then with values that can be no id.',
		};
	},
};

/** Whether a handle is an integer, of which a database has a largest one. */
const isCounted = (...asked: Parameters<typeof handleViews>): boolean =>
	handleViews(...asked).some(({types}) => types.has('integer'));

/** Any refusal: what a document says of unknown records it does not say of bytes that can be no id. */
const noId = (operation: PlanOperation) =>
	learned(
		'status',
		'{case}: expected {expected}, got {actual}',
		{type: 'status', oneOf: possible(operation, [400, 403, 404, 410, 422])},
		'what is no id is refused',
	);
