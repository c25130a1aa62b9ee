import {either, oneByOne, plural, withArticle} from '../kinds/names.ts';
import {isLogin} from '../model/meaning.ts';
import {documentsRefusal, hasFields, isFormType} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import {textIn} from '../model/schema.ts';
import type {Case, Json, Value} from '../recipe.ts';
import {always, refuses} from './asserts.ts';
import {type BodyField, bodyFields, validRequestOn, withMistakeAlone} from './body-fields.ts';
import {acceptedFirst} from './control.ts';
import {isPartial} from './changed-body.ts';
import type {RowTemplate} from './row-draft.ts';
import {refusalShape} from './documented-refusal.ts';

const mostCases = 12;
const literal = (value: Json): Value => ({is: 'literal', value});

/** Missing, null, wrong type, enum, format, pattern, fraction, unknown field when closed: each is refused. */
export const invalidBody: RowTemplate = {
	id: 'invalid-body',
	category: 'error_edge',
	priority: 'p2',
	fill(draft, operation, context) {
		const {body} = operation.endpoint;
		if (!body || !hasFields(body) || isLogin(operation, context.api.schemas)) return null;
		const isDocumented = documentsRefusal(operation);
		const request = validRequestOn(draft, operation, context, isDocumented, {
			perCase: true,
			isRefused: true,
		});
		if (!request?.call.body) return null;
		const {call, own} = request;
		const {fields, pointer, closed} = bodyFields(context, operation, call);
		const isPatch = isPartial(context.api, operation);
		const perField = fields.map(field => casesOf(field, {isPatch, isForm: isFormType(body.contentType)}));
		const cases = spread(perField).slice(0, closed ? mostCases - 1 : mostCases);
		if (closed)
			cases.push({
				name: 'an unknown field',
				patch: [{at: {in: 'body', pointer: below(pointer, 'unknownField')}, value: literal('amber')}],
			});
		if (cases.length === 0) return null;
		draft.phase = 'late';
		const control = acceptedFirst(draft, operation, call, own);
		draft.step({
			id: 'invalid',
			title: 'send what the document forbids',
			role: 'act',
			call: withMistakeAlone(draft, operation, request),
			cases,
			asserts: [
				refuses(operation, [400, 422], 'input that the schema forbids is refused'),
				...always(context.api, operation, true),
				...refusalShape(context.api, operation, [400, 422]),
			],
		});
		control.after();
		const kind = context.api.kindMadeBy(operation) ?? context.api.kindAt(operation);
		const what = kind ? withArticle(kind.noun) : 'a body';
		const [only] = cases;
		const names = cases.map(
			({patch}) => fields.find(one => one.pointer === patch[0]!.at.pointer)?.name ?? 'an unknown field',
		);
		const isMissing = cases.every(({patch}) => patch[0]!.value === 'absent');
		return {
			title:
				cases.length === 1
					? `refuses ${what} with ${only!.name}`.replace('with without', 'without')
					: isMissing
						? `refuses ${what} without ${either(names)}`
						: `refuses ${what} with an invalid ${either(names)}`.replace('invalid an unknown', 'unknown'),
			description: `Sends a valid body${oneByOne(
				cases.map(({name}) => name),
				' with one mistake at a time',
				', then one ',
			)}.`.slice(0, 2000),
			brief: kind
				? {title: `refuses invalid ${plural(kind.noun)}`, description: 'Sends a valid body with one mistake at a time.'}
				: undefined,
			selected: isDocumented && control.isShown,
			note: control.note,
		};
	},
};

/** Every field once before any field twice. */
function spread(perField: readonly Case[][]): Case[] {
	const cases: Case[] = [];
	for (let round = 0; round < Math.max(0, ...perField.map(one => one.length)); round++)
		for (const one of perField) if (one[round]) cases.push(one[round]!);
	return cases;
}

function casesOf(
	{name, pointer, view, required, value}: BodyField,
	{isPatch, isForm}: {isPatch: boolean; isForm: boolean},
): Case[] {
	const at = {in: 'body' as const, pointer};
	const cases: Case[] = [];
	const add = (what: string, wrong: Value | 'absent') => cases.push({name: what, patch: [{at, value: wrong}]});
	if (required && !isPatch) add(`without ${name}`, 'absent');
	const {types} = view;
	const wrong = wrongType(types);
	// In a form everything is text, and what is not there is nothing.
	if (wrong !== undefined && !(isForm && types.has('string'))) add(`${name} of another type`, literal(wrong));
	if (view.enum && view.enum.length > 0 && types.has('string'))
		add(`${name} outside its list`, literal('not-in-the-list'));
	const format = textIn(view.words, 'format');
	if (
		types.has('string') &&
		!view.enum &&
		format &&
		['email', 'uuid', 'date', 'date-time', 'uri', 'ipv4'].includes(format)
	)
		add(`${name} that is no ${format}`, literal('not valid'));
	else if (types.has('string') && !view.enum && textIn(view.words, 'pattern'))
		add(`${name} against its pattern`, literal('\u0001'));
	// Cut to a whole number it would name another record.
	const isReference = value?.is === 'variable' || value?.is === 'step';
	if (types.has('integer') && !types.has('number') && !isReference) add(`${name} with a fraction`, literal(1.5));
	if (required && !view.nullable && types.size > 0 && !isForm) add(`${name} null`, literal(null));
	return cases;
}

/** A value that no schema of these types allows; undefined: there is none, or APIs often read it as one that is. */
function wrongType(types: ReadonlySet<string>): Json | undefined {
	if (types.size !== 1) return undefined;
	const [type] = types;
	if (type === 'integer' || type === 'number') return 'not a number';
	if (type === 'string') return {nested: true};
	if (type === 'boolean') return 'not a boolean';
	if (type === 'array') return 'not a list';
	return type === 'object' ? 'not an object' : undefined;
}
