import {isAction} from './action.ts';
import {statedBy} from './current-state.ts';
import {inside} from '../code/references.ts';
import {isServerMade} from '../data/body-value.ts';
import {boundsOf} from '../data/scalar.ts';
import {runTag, sampleOf} from '../data/unique-shape.ts';
import {isLogin} from '../model/meaning.ts';
import {answerFor, type PlanOperation, hasFields} from '../model/operation.ts';
import {numberIn, textIn} from '../model/schema.ts';
import type {Case, Json, Value} from '../recipe.ts';
import {type BodyField, bodyFields, validRequestOn} from './body-fields.ts';
import type {PlanContext} from './context.ts';
import {derivedName, isOrigin} from './derived-name.ts';
import {onlyOnce} from './duplicate.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import {saysWhen} from '../data/later-hours.ts';

const longestText = 5000;
const mostItems = 50;
const mostCases = 12;

/** One letter is the same letter in every run: two requests that want the name for themselves begin with another one. */
const textOfMethod = {default: 'Amber meadow ', PUT: 'Birch garden ', PATCH: 'Cedar valley '};

/** A value at a bound or one beyond it. `says` names the bound: `1 character`, `99`. */
export type Bound = {field: BodyField; value: Value; name: string; says: string};

/** Values exactly at the documented bounds, or one beyond; not beside a format or pattern. */
export function boundsOfField(field: BodyField, side: 'at' | 'beyond', words = textOfMethod.default): Bound[] {
	const {view, name} = field;
	const found: Bound[] = [];
	const put = (value: Value, what: string, says: string) => found.push({field, value, name: `${name} ${what}`, says});
	const add = (value: Json, what: string, says: string) => put({is: 'literal', value}, what, says);
	if (view.enum || textIn(view.words, 'format') === 'binary') return [];
	const isFree = textIn(view.words, 'pattern') === undefined && textIn(view.words, 'format') === undefined;
	if (view.types.has('string') && isFree) {
		const min = numberIn(view.words, 'minLength');
		const max = numberIn(view.words, 'maxLength');
		const text = (length: number) =>
			words
				.repeat(Math.ceil(length / words.length))
				.slice(0, length)
				.replace(/ $/, 'x');
		const tagLength = sampleOf(runTag).length;
		// What may be there once only is another text in every test and run.
		const accepted = (length: number): Value =>
			field.value?.is === 'unique' && length > tagLength
				? {is: 'unique', shape: text(length - tagLength) + runTag}
				: {is: 'literal', value: text(length)};
		if (min !== undefined && min > 0 && min <= longestText)
			put(
				side === 'at' ? accepted(min) : {is: 'literal', value: text(min - 1)},
				side === 'at' ? `of ${characters(min)}` : `shorter than ${characters(min)}`,
				characters(min),
			);
		if (max !== undefined && max > 0 && max <= longestText)
			put(
				side === 'at' ? accepted(max) : {is: 'literal', value: text(max + 1)},
				side === 'at' ? `of ${characters(max)}` : `longer than ${characters(max)}`,
				characters(max),
			);
	} else if (view.types.has('integer') || view.types.has('number')) {
		const {min, max, step} = boundsOf(view);
		const unit = step || 1;
		if (min !== null && Math.abs(min) < 1e15)
			add(side === 'at' ? min : rounded(min - unit), side === 'at' ? `of ${min}` : `below ${min}`, String(min));
		if (max !== null && Math.abs(max) < 1e15)
			add(side === 'at' ? max : rounded(max + unit), side === 'at' ? `of ${max}` : `above ${max}`, String(max));
	} else if (view.types.has('array') && field.value?.is === 'array' && field.value.items[0])
		found.push(...listBounds(field, side));
	return found;
}

function listBounds(field: BodyField, side: 'at' | 'beyond'): Bound[] {
	const {view, name, value} = field;
	const [item] = value?.is === 'array' ? value.items : [];
	if (!item || view.words['uniqueItems'] === true) return [];
	// Copies of what names a record name the same one again: "each product only once".
	const refers = inside(item).some(({is}) => is === 'variable' || is === 'step');
	const bound = (count: number, what: string): Bound => ({
		field,
		value: {is: 'array', items: Array.from({length: count}, () => item)},
		name: `${name} ${what}`,
		says: entries(count),
	});
	const min = numberIn(view.words, 'minItems');
	const max = numberIn(view.words, 'maxItems');
	return [
		...(min !== undefined && min > 0 && min <= mostItems && !(refers && side === 'at' && min > 1)
			? [side === 'at' ? bound(min, `of ${entries(min)}`) : bound(min - 1, `with fewer than ${entries(min)}`)]
			: []),
		...(max !== undefined && max <= mostItems && !(refers && side === 'at' && max > 1)
			? [side === 'at' ? bound(max, `of ${entries(max)}`) : bound(max + 1, `with more than ${entries(max)}`)]
			: []),
	];
}

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);
const characters = (count: number) => (count === 1 ? '1 character' : `${count} characters`);
const rounded = (value: number) => Number(value.toFixed(6));

/** A valid request and the cases that its bounds give; null: there is nothing to test, or it may not be called so. */
export function boundCases(
	draft: RecipeDraft,
	operation: PlanOperation,
	context: PlanContext,
	side: 'at' | 'beyond',
	mayCall: boolean,
) {
	const {body} = operation.endpoint;
	if (!body || !hasFields(body) || isLogin(operation, context.api.schemas)) return null;
	const request = validRequestOn(draft, operation, context, mayCall, {
		perCase: true,
		isRefused: side === 'beyond',
	});
	if (!request?.call.body) return null;
	const {call} = request;
	const {fields} = bodyFields(context, operation, call);
	// A text too short to be another one in every test may be there already.
	const once = answerFor(operation, 409)?.status === '409' ? onlyOnce(fields) : undefined;
	const words = operation.method === 'PUT' || operation.method === 'PATCH' ? textOfMethod[operation.method] : undefined;
	// What its name is made of changes where it is found, and one case after the other asks for it.
	const isRenaming = side === 'at' && request.own !== null && derivedName(request.own) !== null;
	const bounds = fields.flatMap(field =>
		(isRenaming && isOrigin(field.name)) ||
		// What the API gives a record itself, unless it is sent, is sent by no valid request of ours.
		(side === 'at' && field.value === undefined && isServerMade(field.name, 0)) ||
		field.value?.is === 'variable' ||
		field.value?.is === 'step' ||
		(field.value?.is === 'unique' && side === 'at' && isKey(field.name))
			? []
			: boundsOfField(field, side, words).filter(
					({value}) => side === 'beyond' || field !== once || value.is !== 'literal',
				),
	);
	if (bounds.length === 0) return null;
	// What is accepted stays until the test has ended, a change is of the state before it, and a deed may be done once only.
	const isUsedUp = operation.method === 'POST' && isAction(operation, context);
	const isOnce = isUsedUp || saysWhen(context.api.schemas, operation) || statedBy(context.api, call) !== null;
	const most = side === 'at' && isOnce ? 1 : mostCases;
	const cases = bounds
		.slice(0, most)
		.map((one): Case => ({name: one.name, patch: [{at: {in: 'body', pointer: one.field.pointer}, value: one.value}]}));
	return {request, bounds: bounds.slice(0, most), cases};
}

/** A short text that names a record may be taken by another one already. */
const isKey = (name: string) => /^(?:slug|code|key|sku|username|login|email)$/i.test(name);
