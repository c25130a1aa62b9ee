import {plural} from '../kinds/names.ts';
import {runTag} from '../data/unique-shape.ts';
import {formOf} from '../model/answer-form.ts';
import {numberIn, textIn} from '../model/schema.ts';
import type {Value} from '../recipe.ts';
import {always, learned, succeeds} from './asserts.ts';
import {bodyFields} from './body-fields.ts';
import {entriesWith, entriesOf} from './entries.ts';
import {isSearchName, walkOf} from './list-parameters.ts';
import type {RowTemplate} from './row-draft.ts';
import {withField} from './with-fields.ts';

/** Of a text with the word in it and others around it. */
const roomForWords = 40;
const around = (word: string): Value => ({is: 'unique', shape: `Copper ${word} meadow`});

/** A word that only the own record has finds it, and not another one. */
export const search: RowTemplate = {
	id: 'search',
	category: 'functional',
	priority: 'p3',
	fill(draft, operation, context) {
		const {api, canMake} = context;
		const kind = api.kindAt(operation);
		const form = formOf(api.schemas, operation);
		const parameter = operation.query.find(({name}) => isSearchName(name));
		if (!parameter || kind?.list !== operation || form.form !== 'list' || kind.listHandle === null || !canMake(kind))
			return null;
		const own = draft.ownRecord(kind, {body: 'most'});
		const other =
			own &&
			draft.ownRecord(kind, {
				id: 'create_other',
				variant: 'other',
				body: 'most',
				data: '',
				title: `make a second ${kind.noun}`,
			});
		if (!own || !other) return null;
		const field = bodyFields(context, kind.creator!, own.step.call).fields.find(
			({view, value, name}) =>
				view.types.has('string') &&
				view.enum === null &&
				!textIn(view.words, 'format') &&
				!textIn(view.words, 'pattern') &&
				(value?.is === 'unique' || value?.is === 'literal') &&
				/name|title|label|subject|text|description|body|content/i.test(name) &&
				(numberIn(view.words, 'maxLength') ?? roomForWords) >= roomForWords,
		);
		if (!field) return null;
		// A part of the text alone: what compares whole values finds nothing by it.
		const word = `amber${runTag}`;
		own.step.call = {...own.step.call, body: withField(own.step.call.body, field.name, around(word))};
		other.step.call = {
			...other.step.call,
			body: withField(other.step.call.body, field.name, around(`birch${runTag}`)),
		};
		const contains = (handle: Value, present: boolean) =>
			learned(
				present ? 'own' : 'other',
				present
					? `the ${kind.noun} {expected} is not found`
					: `the ${kind.noun} {expected} has nothing of what was asked for`,
				{
					type: 'contains',
					list: entriesWith(kind, form.pointer, handle),
					handle,
					present,
					locate: entriesOf(api, operation),
					paging: walkOf(api, operation),
				},
				present ? 'a search finds what it is asked for' : 'a search finds nothing else',
			);
		draft.step({
			id: 'search',
			title: `search for the word in ${field.name}`,
			role: 'act',
			call: draft.requestOn(operation, own, {query: {[parameter.name]: {is: 'unique', shape: word}}}),
			asserts: [
				succeeds(operation),
				...always(api, operation),
				contains(own.handle, true),
				contains(other.handle, false),
			],
		});
		return {
			title: `finds ${plural(kind.noun)} by a word of their ${field.name}`,
			description: `Makes two ${plural(kind.noun)} with a word of their own in the ${field.name} and searches for that of the first.`,
		};
	},
};
