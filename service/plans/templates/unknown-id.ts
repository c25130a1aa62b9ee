import {withArticle} from '../kinds/names.ts';
import {answerFor} from '../model/operation.ts';
import type {Case} from '../recipe.ts';
import {always, refuses} from './asserts.ts';
import {acceptedOn} from './control.ts';
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
		const body = acceptedOn(draft, operation, context, kind.noun);
		const at = {in: 'path' as const, pointer: parameter.name};
		const unknown = unknownHandle(api, operation, parameter, draft.seed);
		const cases: Case[] = [
			...(hasStrictForm(api, operation, parameter)
				? [{name: 'a word instead of an id', patch: [{at, value: {is: 'literal' as const, value: 'not-an-id'}}]}]
				: []),
			{name: 'a way out of the path', patch: [{at, value: {is: 'literal', value: '../../unknown'}}]},
			{name: 'a null byte', patch: [{at, value: {is: 'literal', value: '\u0000'}}]},
		];
		const request = draft.request(operation, {path: {[parameter.name]: unknown}});
		// Only the address differs from what is accepted.
		const call = body ? {...request, body} : request;
		draft.step({
			id: 'unknown',
			title: `ask for ${withArticle(`unknown ${kind.noun}`)}`,
			role: 'act',
			call,
			asserts: [refuses(operation, [404, 403, 410], 'what is not there is refused'), ...always(api, operation, true)],
		});
		draft.step({
			id: 'malformed',
			title: 'ask with what is no id',
			role: 'act',
			call,
			cases,
			asserts: [
				// A documented 400 speaks of the body where no 404 is documented.
				refuses(operation, answerFor(operation, 404) ? [400, 403, 404, 410, 422] : [], 'what is no id is refused'),
				...always(api, operation, true),
			],
		});
		const says404 = answerFor(operation, 404) !== null;
		return {
			title: `${says404 ? 'answers 404 for' : 'refuses'} an unknown ${kind.noun}, and what is no id`,
			description:
				'Asks with the id of a record that is there, then with a well-formed one that names nothing, then with what is no id.',
		};
	},
};
