import {runTag, sampleOf} from '../data/unique-shape.ts';
import {formOf} from '../model/answer-form.ts';
import {isLogin} from '../model/meaning.ts';
import {below} from '../model/pointer.ts';
import {numberIn, textIn} from '../model/schema.ts';
import type {Body, Case, Value} from '../recipe.ts';
import {always, hard} from './asserts.ts';
import {type BodyField, bodyFields, validRequest} from './body-fields.ts';
import {equalityOf} from './expect-record.ts';
import type {RowTemplate} from './row-draft.ts';
import {documentsRefusal} from '../model/operation.ts';
import {withFields} from './with-fields.ts';

/** With the tag of the run: what is accepted is a record that nobody has made before. */
const hostile: ReadonlyArray<readonly [string, string]> = [
	['letters of many scripts', `Grüße, 你好, Привет, עולם 🌍 ${runTag}`],
	['quotes and markup', `"it's" <b>bold</b> & \\ ; -- {{7*7}} ${runTag}`],
];
const long = 10_000;
const longText = `${'amber '.repeat(long / 6).slice(0, long - sampleOf(runTag).length - 1)} ${runTag}`;

const keptFields = (body: Body, pointer: string, kept: readonly BodyField[]): Body =>
	withFields(
		body,
		pointer,
		kept.map(({name}) => name),
	);

/** Free text that few expect: never a server error, and what is accepted comes back unchanged. */
export const texts: RowTemplate = {
	id: 'texts',
	category: 'boundary_load',
	priority: 'p3',
	fill(draft, operation, context) {
		const {api} = context;
		const {body} = operation.endpoint;
		const kind = api.kindMadeBy(operation) ?? api.kindAt(operation);
		if (!body || !/json/i.test(body.contentType) || isLogin(operation, api.schemas) || !kind || kind.deleter === null)
			return null;
		const whole = validRequest(draft, operation, context, documentsRefusal(operation), {perCase: true});
		if (!whole?.body) return null;
		const all = bodyFields(context, operation, whole);
		const free = all.fields.find(
			({view, value, name}) =>
				view.types.has('string') &&
				!view.enum &&
				!textIn(view.words, 'format') &&
				!textIn(view.words, 'pattern') &&
				value !== undefined &&
				(value.is === 'literal' || value.is === 'unique') &&
				!/(?:id|code|slug|key|type|url|email|locale|currency|country|password)$/i.test(name) &&
				(numberIn(view.words, 'maxLength') ?? 1000) >= 40,
		);
		if (!free) return null;
		// A field that is not what the row is about is only a further reason to be refused.
		const kept = all.fields.filter(one => one.required || one === free || one.value?.is === 'unique');
		const call = body.isGiven || body.only ? whole : {...whole, body: keptFields(whole.body, all.pointer, kept)};
		const at = {in: 'body' as const, pointer: free.pointer};
		const most = numberIn(free.view.words, 'maxLength') ?? Number.POSITIVE_INFINITY;
		// What is too long is refused for that, and shows nothing.
		const fitting = hostile.filter(([, value]) => sampleOf(value).length <= most);
		const cases = fitting.map(([name, value]): Case => ({name, patch: [{at, value: {is: 'unique', shape: value}}]}));
		if (most === Number.POSITIVE_INFINITY)
			cases.push({name: `${long} characters`, patch: [{at, value: {is: 'unique', shape: longText}}]});
		const form = formOf(api.schemas, operation);
		const back = form.form === 'record' && form.view.properties.has(free.name) ? below(form.pointer, free.name) : null;
		const as = back === null ? null : equalityOf(free.name, free.view, free.value as Value);
		draft.phase = 'late';
		if (api.kindMadeBy(operation)) draft.safety = 'own_records';
		draft.step({
			id: 'texts',
			title: `send unusual text as ${free.name}`,
			role: 'act',
			call,
			cases,
			asserts: [
				...always(api, operation),
				...(back && as
					? [
							hard(
								`echo:${back}`,
								'{case}: sent {expected}, got back {actual}',
								{type: 'equals', pointer: back, value: free.value!, as},
								'accepted text comes back unchanged',
							),
						]
					: []),
			],
		});
		return {
			title: back && as ? 'keeps any text as it is' : 'takes any text without breaking',
			description: `Sends as ${free.name}: ${cases.map(({name}) => name).join(', ')}. Each may be refused${back && as ? ', or comes back unchanged' : ''}.`,
		};
	},
};
