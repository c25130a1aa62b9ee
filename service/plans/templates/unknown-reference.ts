import type {PlannedEdge} from '../kinds/candidate.ts';
import {plural, withArticle, either, listed, oneByOne} from '../kinds/names.ts';
import {documentsRefusal, answerFor, hasFields} from '../model/operation.ts';
import {isLogin} from '../model/meaning.ts';
import type {Case} from '../recipe.ts';
import {always, refuses} from './asserts.ts';
import {bodyFields, validRequestOn, withMistakeAlone} from './body-fields.ts';
import {acceptedFirst} from './control.ts';
import type {RowTemplate} from './row-draft.ts';
import {unknownHandle} from './unknown-handle.ts';
import {refusalShape} from './documented-refusal.ts';

const surely = 0.75;
const mostCases = 12;

/** A reference to a record that is not there is refused. */
export const unknownReference: RowTemplate = {
	id: 'unknown-reference',
	category: 'error_edge',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api} = context;
		const {body} = operation.endpoint;
		if (!body || !hasFields(body) || isLogin(operation, api.schemas)) return null;
		const isDocumented =
			documentsRefusal(operation) || answerFor(operation, 404) !== null || answerFor(operation, 409) !== null;
		const edges = api.edgesOf(operation).filter(isReference);
		if (edges.length === 0) return null;
		const request = validRequestOn(draft, operation, context, isDocumented, {
			perCase: true,
			isRefused: true,
		});
		if (!request) return null;
		const {call, own} = request;
		const {fields} = bodyFields(context, operation, call);
		const cases = edges.slice(0, mostCases).flatMap((edge): Case[] => {
			const pointer = edge.place.slice('body:'.length);
			const field = fields.find(one => one.pointer === pointer);
			if (!field || (field.value?.is !== 'variable' && field.value?.is !== 'step')) return [];
			const parameter = {in: 'path' as const, name: field.name, required: true, schema: field.view.words};
			const handle = edge.producer!.kind!.handle;
			const schema = handle?.from === 'body' ? handle.schema : parameter.schema;
			return [
				{
					name: `${field.name} of ${withArticle(`unknown ${edge.producer!.kind!.noun}`)}`,
					patch: [
						{
							at: {in: 'body', pointer},
							value: unknownHandle(api, operation, {...parameter, schema}, {seed: draft.seed}),
						},
					],
				},
			];
		});
		if (cases.length === 0) return null;
		const control = acceptedFirst(draft, operation, call, own);
		// Where the path names a record, a documented 404 speaks of that one.
		const wanted = operation.pathParameters.length > 0 ? [422, 400, 409] : [422, 404, 400, 409];
		draft.step({
			id: 'unknown',
			title: 'refer to what is not there',
			role: 'act',
			call: withMistakeAlone(draft, operation, request),
			cases,
			asserts: [
				refuses(operation, wanted, 'a reference to nothing is refused'),
				...always(api, operation, true),
				...refusalShape(api, operation, wanted),
			],
		});
		control.after();
		const kind = api.kindMadeBy(operation) ?? api.kindAt(operation);
		const nouns = [...new Set(edges.map(edge => edge.producer!.kind!.noun))];
		return {
			title: `refuses ${kind ? `${plural(kind.noun)} of ` : ''}an unknown ${nouns.length > 3 ? listed(nouns, 3) : either(nouns)}`,
			description: `Sends ${oneByOne(cases.map(({name}) => name))}.`,
			selected: isDocumented && control.isShown,
			note: control.note,
		};
	},
};

const isReference = ({place, producer, state}: PlannedEdge): boolean =>
	/^body:\$\.[^.[\]]+$/.test(place) &&
	producer !== null &&
	producer.kind !== null &&
	!producer.borrowed &&
	state !== 'cut' &&
	producer.score >= surely;
