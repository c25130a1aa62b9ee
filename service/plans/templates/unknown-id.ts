import {withArticle} from '../kinds/names.ts';
import {answerFor} from '../model/operation.ts';
import type {Case} from '../recipe.ts';
import {always, refuses} from './asserts.ts';
import {isLogout} from '../model/meaning.ts';
import type {RowTemplate} from './row-draft.ts';
import {hasStrictForm, mayMake, unknownHandle} from './unknown-handle.ts';

/** A well-formed handle that names nothing, one that is none, an encoded way out, a null byte: never an answer. */
export const unknownId: RowTemplate = {
	id: 'unknown-id',
	category: 'error_edge',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, unsafe} = context;
		const parameter = operation.pathParameters.at(-1);
		const kind = parameter && api.edgeOf(operation, `path:${parameter.name}`)?.producer?.kind;
		if (!parameter || !kind || unsafe(operation) !== null || isLogout(operation)) return null;
		if (mayMake(api, operation, kind)) return null;
		draft.safety = operation.method === 'GET' ? 'reads' : 'refused_only';
		const at = {in: 'path' as const, pointer: parameter.name};
		const cases: Case[] = [
			{name: `an unknown ${kind.noun}`, patch: [{at, value: unknownHandle(api, operation, parameter, draft.seed)}]},
			...(hasStrictForm(api, operation, parameter)
				? [{name: 'a word instead of an id', patch: [{at, value: {is: 'literal' as const, value: 'not-an-id'}}]}]
				: []),
			{name: 'a way out of the path', patch: [{at, value: {is: 'literal', value: '../../unknown'}}]},
			{name: 'a null byte', patch: [{at, value: {is: 'literal', value: '\u0000'}}]},
		];
		const [unknown, ...others] = cases;
		const path = {[parameter.name]: unknown!.patch[0]!.value as never};
		draft.step({
			id: 'unknown',
			title: `ask for ${withArticle(`unknown ${kind.noun}`)}`,
			role: 'act',
			call: draft.request(operation, {path}),
			asserts: [refuses(operation, [404, 403, 410], 'what is not there is refused'), ...always(api, operation, true)],
		});
		draft.step({
			id: 'malformed',
			title: 'ask with what is no id',
			role: 'act',
			call: draft.request(operation, {path}),
			cases: others,
			asserts: [
				// A documented 400 speaks of the body where no 404 is documented.
				refuses(operation, answerFor(operation, 404) ? [400, 403, 404, 410, 422] : [], 'what is no id is refused'),
				...always(api, operation, true),
			],
		});
		return {
			title: `answers 404 for an unknown ${kind.noun}`,
			description: 'Asks with a well-formed id that names nothing, then with text that is no id.',
		};
	},
};
