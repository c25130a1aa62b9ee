import type {Requirement, RequirementFamily} from '../../domain/requirement.ts';
import {plainName} from '../../inference/word-form.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Case, Json} from '../recipe.ts';
import {always, succeeds} from '../templates/asserts.ts';
import {authRequired} from '../templates/auth-required.ts';
import {type BodyField, bodyFields, validRequestOn} from '../templates/body-fields.ts';
import type {PlanContext} from '../templates/context.ts';
import {remove} from '../templates/delete.ts';
import type {RecipeDraft} from '../templates/recipe-draft.ts';
import {callers, lesserRole} from '../templates/second-caller.ts';
import {demanded, demandedRefusal} from './source.ts';

/** Writes the steps of a sentence into a draft; false: it cannot be tried, and stays words. */
type Fill = (draft: RecipeDraft, operation: PlanOperation, context: PlanContext, requirement: Requirement) => boolean;

/** One field of a valid body gets values that the sentence forbids: each is refused. */
const refusesCases =
	(casesOf: (field: BodyField, facts: Requirement['facts']) => Case[]): Fill =>
	(draft, operation, context, requirement) => {
		const {body} = operation.endpoint;
		if (requirement.field === null || !body || !/json/i.test(body.contentType)) return false;
		const call = validRequestOn(draft, operation, context, true, {perCase: true})?.call;
		if (!call?.body) return false;
		const wanted = plainName(requirement.field);
		const field = bodyFields(context, operation, call).fields.find(({name}) => plainName(name) === wanted);
		const cases = field ? casesOf(field, requirement.facts) : [];
		if (cases.length === 0) return false;
		draft.phase = 'late';
		draft.step({
			id: 'refused',
			title: 'send what the requirement forbids',
			role: 'act',
			call,
			cases,
			asserts: [demandedRefusal(requirement, operation, [400, 422]), ...always(context.api, operation)],
		});
		return true;
	};

const caseOf = ({pointer}: BodyField, name: string, value: Json | 'absent'): Case => ({
	name,
	patch: [{at: {in: 'body', pointer}, value: value === 'absent' ? 'absent' : {is: 'literal', value}}],
});

const longestText = 5000;

/** One beyond every bound that a sentence names. */
function beyond(field: BodyField, facts: Requirement['facts']): Case[] {
	const {name, view, value} = field;
	const number = (key: string) => (typeof facts[key] === 'number' ? (facts[key] as number) : null);
	const unit = view.types.has('number') ? 0.01 : 1;
	const at = (key: string, make: (bound: number) => Json, says: string): Case[] => {
		const bound = number(key);
		return bound === null ? [] : [caseOf(field, `${name} ${says} ${bound}`, make(bound))];
	};
	// "name has 1 to 120": of a text, the bounds are those of its length.
	const isText = view.types.has('string') && !view.types.has('integer') && !view.types.has('number');
	const text = (length: number) => 'a'.repeat(Math.max(0, Math.min(length, longestText)));
	const [low, high] = isText ? ['minLength', 'maxLength'] : ['minItems', 'maxItems'];
	const [item] = value?.is === 'array' ? value.items : [];
	const entries = (count: number) =>
		Array.from({length: Math.min(count, 100)}, () => (item?.is === 'literal' ? item.value : 'a'));
	const sized = (count: number): Json => (isText ? text(count) : entries(count));
	if (isText)
		return [
			...at('minimum', bound => text(bound - 1), 'shorter than'),
			...at('maximum', bound => text(bound + 1), 'longer than'),
			...at('minLength', bound => text(bound - 1), 'shorter than'),
			...at('maxLength', bound => text(bound + 1), 'longer than'),
		];
	return [
		...at('minimum', bound => bound - unit, 'below'),
		...at('maximum', bound => bound + unit, 'above'),
		...at('exclusiveMinimum', bound => bound, 'not above'),
		...at('exclusiveMaximum', bound => bound, 'not below'),
		...(view.types.has('array')
			? [
					...at(low!, bound => sized(bound - 1), 'with fewer than'),
					...at(high!, bound => sized(bound + 1), 'with more than'),
				]
			: []),
	];
}

/** The same value a second time is refused. */
const refusesSecond: Fill = (draft, operation, context, requirement) => {
	const kind = context.api.kindMadeBy(operation);
	if (!kind || kind.deleter === null || !context.canMake(kind)) return false;
	const own = draft.ownRecord(kind, {body: 'all'});
	if (!own) return false;
	const call = own.step.call;
	if (requirement.field !== null) {
		const wanted = plainName(requirement.field);
		if (
			!bodyFields(context, operation, call).fields.some(
				({name, value}) => plainName(name) === wanted && value !== undefined,
			)
		)
			return false;
	}
	draft.step({
		id: 'again',
		title: 'send the same again',
		role: 'act',
		call,
		asserts: [demandedRefusal(requirement, operation, [409, 400, 422]), ...always(context.api, operation)],
	});
	return true;
};

/** A plain call of an operation, with what a sentence says of its answer. */
function answered(draft: RecipeDraft, operation: PlanOperation, {api}: PlanContext) {
	return draft.step({
		id: 'ask',
		title: 'ask for it',
		role: 'act',
		call: draft.request(operation, {body: 'all'}),
		asserts: [succeeds(operation), ...always(api, operation)],
	});
}

const isRead = ({method}: PlanOperation) => method === 'GET';

/** What each family of sentences becomes; `words` is none. */
export const families: Partial<Record<RequirementFamily, Fill>> = {
	bounds: refusesCases(beyond),
	required: refusesCases(field => [caseOf(field, `without ${field.name}`, 'absent')]),
	enum: refusesCases((field, {values}) =>
		Array.isArray(values)
			? [caseOf(field, `${field.name} outside ${values.slice(0, 5).join(', ')}`, 'not-in-the-list')]
			: [],
	),
	duplicate: refusesSecond,
	unique: refusesSecond,

	auth(draft, operation, context, requirement) {
		const isOfRole = typeof requirement.facts['role'] === 'string';
		const template = isOfRole ? lesserRole : authRequired;
		if (isOfRole && !context.environment.has(callers.lesserRole)) return false;
		// The sentence declares what the document may have left open.
		const declared = {...operation, endpoint: {...operation.endpoint, secure: true}};
		const said = Object.is(operation.endpoint.secure, true) ? operation : declared;
		if (template.fill(draft, said, context) === null) return false;
		for (const step of draft.steps.filter(({role}) => role === 'act'))
			step.asserts = step.asserts.map(one =>
				one.id === 'status' ? demanded(requirement, 'status', one.message, one.check) : one,
			);
		return true;
	},

	sorted(draft, operation, context, requirement) {
		const form = formOf(context.api.schemas, operation);
		const by = plainName(String(requirement.facts['by'] ?? ''));
		const field =
			form.form === 'list' ? [...form.view.properties.keys()].find(name => plainName(name) === by) : undefined;
		if (!isRead(operation) || form.form !== 'list' || field === undefined) return false;
		const kind = context.api.kindAt(operation);
		if (kind && context.canMake(kind)) {
			draft.ownRecord(kind, {body: 'all'});
			draft.ownRecord(kind, {id: 'create_other', variant: 'other', body: 'all', title: `make a second ${kind.noun}`});
		}
		const isText = context.api.schemas.view(form.view.properties.get(field)).types.has('string');
		answered(draft, operation, context).asserts.push(
			demanded(requirement, 'ordered', 'the entries are not in the order of {expected}: {actual}', {
				type: 'ordered',
				list: form.pointer,
				by: field,
				descending: requirement.facts['descending'] === true,
				...(isText ? {isText} : {}),
			}),
		);
		return true;
	},

	latency(draft, operation, context, requirement) {
		const {ms} = requirement.facts;
		if (!isRead(operation) || typeof ms !== 'number') return false;
		answered(draft, operation, context).asserts.push(
			demanded(requirement, 'latency', `expected an answer within ${ms} ms`, {type: 'latency', ms}),
		);
		return true;
	},

	header(draft, operation, context, requirement) {
		const {header} = requirement.facts;
		if (!isRead(operation) || typeof header !== 'string') return false;
		answered(draft, operation, context).asserts.push(
			demanded(requirement, `header:${header}`, 'expected a header {expected}, got {actual}', {
				type: 'header',
				name: header,
				matches: null,
				namesRecord: false,
			}),
		);
		return true;
	},

	'no-secret'(draft, operation, context, requirement) {
		const form = formOf(context.api.schemas, operation);
		if (requirement.field === null || !isRead(operation) || form.form === 'none' || form.form === 'scalar')
			return false;
		const lacks = {not: {required: [requirement.field]}};
		answered(draft, operation, context).asserts.push(
			demanded(requirement, `lacks:${requirement.field}`, `the answer shows ${requirement.field}`, {
				type: 'shape',
				pointer: form.pointer,
				schema: form.form === 'list' ? {type: 'array', items: lacks} : lacks,
				closed: false,
			}),
		);
		return true;
	},

	'deleted-gone': (draft, operation, context, requirement) => {
		if (operation.method !== 'DELETE' || remove.fill(draft, operation, context) === null) return false;
		const read = draft.steps.find(({id}) => id === 'read_deleted');
		if (!read) return false;
		const {status} = requirement;
		const oneOf = status !== null && status >= 400 ? [status] : [403, 404, 410];
		read.asserts = read.asserts.map(one =>
			one.id === 'gone' ? demanded(requirement, 'gone', one.message, {type: 'status', oneOf}) : one,
		);
		return true;
	},

	status(draft, operation, context, requirement) {
		const {status} = requirement;
		// Which mistake is answered so, a status alone does not say.
		if (status === null || status >= 400) return false;
		const kind = context.api.kindMadeBy(operation);
		if (kind) {
			if (kind.deleter === null || !context.canMake(kind)) return false;
			const own = draft.ownRecord(kind, {body: 'all'});
			if (!own) return false;
			own.step.role = 'act';
			own.step.asserts = [
				demanded(requirement, 'status', 'expected {expected}, got {actual}', {type: 'status', oneOf: [status]}),
			];
			return true;
		}
		const at = context.api.kindAt(operation);
		const own = at && at.list !== operation && context.canMake(at) ? draft.ownRecord(at) : null;
		if (!own && !isRead(operation)) return false;
		draft.step({
			id: 'ask',
			title: 'do it',
			role: 'act',
			call: own
				? draft.requestOn(operation, own, {variant: 'changed', body: 'all'})
				: draft.request(operation, {body: 'all'}),
			asserts: [
				demanded(requirement, 'status', 'expected {expected}, got {actual}', {type: 'status', oneOf: [status]}),
				...always(context.api, operation),
			],
		});
		return true;
	},
};
