import {inside, valuesIn} from '../code/references.ts';
import type {ObservedCall} from '../learning/observe.ts';
import {type RefusedRequest, refusedRequest} from '../learning/refused-request.ts';
import type {Assert, Recipe, Step} from '../recipe.ts';
import {learned} from '../templates/asserts.ts';
import {sentRecord} from '../templates/expect-record.ts';
import {beforeKey, endingStates, ofState, statesSent} from '../../inference/lead-up.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {wordsOf} from '../../inference/word-form.ts';
import {asOperation, makingsOf, operationOf} from '../model/operation.ts';
import {stateBody} from '../templates/lead-up.ts';
import {withPart} from '../templates/with-fields.ts';
import {numbered} from './ladder-recipe.ts';

/** Other actions that are tried before one. */
export const mostFirsts = 6;

/**
 * The action on a record of the test's own, or its DELETE, that was refused as it is: without anything to send that could
 * be wrong, or with 409, its record is not in the state for it. Null: the run ended otherwise.
 */
export function refusedAction(recipe: Recipe, calls: readonly ObservedCall[]): RefusedRequest | null {
	const own = ownCalls[recipe.template];
	if (own === undefined) return null;
	const refused = refusedRequest(recipe, calls, status => ofState.includes(status));
	if (refused?.step.role !== 'act' || refused.step.id !== own.step) return null;
	const sends = Object.keys(sentRecord(refused.step.call.body).fields).length > 0;
	// "The invoice is draft, not open": whatever is sent, 409 speaks of the state of what is there (RFC 9110, 15.5.10).
	return (sends && refused.status !== 409) || !own.methods.includes(refused.operation.method) ? null : refused;
}

/** The step of a template that does something to a record as it is. */
const ownCalls: Readonly<Record<string, {step: string; methods: readonly string[]}>> = {
	action: {step: 'act', methods: ['POST', 'PUT']},
	delete: {step: 'delete', methods: ['DELETE']},
};

/**
 * Actions on the same record that were seen to work: each may be what has to come first. So may be its DELETE, where what is
 * refused speaks of deleted records: `POST /guests/{id}/restore`.
 */
export function firstsOf(refused: RefusedRequest, worked: readonly Recipe[]): Recipe[] {
	const {operation} = refused;
	// What has to come before a DELETE lies below the record, what comes before an action beside it.
	const above = operation.method === 'DELETE' ? operation.path : parentOf(operation.path);
	const isFirst = ({template, endpoint}: Recipe) =>
		template === 'delete'
			? endpoint.path === above && isOfDeleted(refused)
			: parentOf(endpoint.path) === above && nameOf(endpoint) !== nameOf(operation);
	return worked.filter(isFirst).slice(0, mostFirsts);
}

/** Whether an action brings back what was deleted, by the word at its end or by those of its refusal. */
const isOfDeleted = ({operation, words}: RefusedRequest): boolean =>
	operation.method !== 'DELETE' &&
	(/^(?:restore|undelete|recover|unarchive|revive|reinstate|resurrect)$/.test(
		wordsOf(operation.path.split('/').at(-1) ?? '')[0] ?? '',
	) ||
		/\b(?:deleted|removed|archived|trash(?:ed)?)\b/i.test(words));

/** A test that sets the state of the record to one that ends it, and then sends what was refused; `name`: what comes first. */
export type AfterChange = {name: string; recipe: Recipe};

/** Changes of the record that the document describes, to a state that ends it: each may be what a DELETE waits for. */
export function changesBefore(api: ApiModel, refused: RefusedRequest, number: number): AfterChange[] {
	const {step, operation} = refused;
	const change = api.operations.find(({method, path}) => method === 'PATCH' && path === operation.path);
	if (operation.method !== 'DELETE' || !change?.endpoint.body) return [];
	const states = [...api.schemas.view(change.endpoint.body.schema).properties].flatMap(([field, schema]) =>
		(api.schemas.view(schema).enum ?? []).flatMap(value => (typeof value === 'string' ? [{[field]: value}] : [])),
	);
	return endingStates(states.flatMap(statesSent)).map(({field, value}, place) => {
		const called = asOperation(change);
		const done: Step = {
			...plain(step),
			id: 'first_0',
			title: `${called.method} ${called.path}`,
			role: 'setup',
			call: {...step.call, operation: called, query: {}, body: stateBody(change, {[field]: value})},
			asserts: [anySuccess],
			captures: [],
		};
		const name = beforeKey(called, {[field]: value});
		return {name, recipe: trialAfter(refused, called, [done], number + place)};
	});
}

/** `/orders/{id}` of `/orders/{id}/ship`. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const nameOf = ({method, path}: Recipe['endpoint']): string => `${method} ${path}`;

/**
 * A test that does another action, with what has to come before that one, and then what was refused. Null: the other one
 * needs answers that this test has not.
 *
 * @param number of the trial: what they make does not begin at one time
 */
export function afterAnother(refused: RefusedRequest, first: Recipe, number: number): Recipe | null {
	const {recipe, step} = refused;
	const known = new Set(setupOf(refused).map(({id}) => id));
	const moved = first.steps
		.filter(({id}) => id === ownCalls[first.template]?.step || id.startsWith('lead_up_'))
		.map(
			(one, number): Step => ({
				...plain(one),
				id: `first_${number}`,
				role: 'setup',
				call: {...one.call, path: step.call.path},
			}),
		);
	const isFed = (one: Step) =>
		[...valuesIn(one)].flatMap(value => inside(value)).every(value => value.is !== 'step' || known.has(value.step));
	if (!moved.every(isFed)) return null;
	// What only the other action needs, such as the vendor of an assignment, is made for the trial as well.
	const needed = moved.flatMap(one => [...valuesIn(one)].flatMap(value => inside(value)));
	const consumes = needed.flatMap(value => (value.is === 'variable' ? [value.name] : []));
	return trialAfter(
		{...refused, recipe: {...recipe, consumes: [...new Set([...recipe.consumes, ...consumes])]}},
		first.endpoint,
		moved,
		number,
	);
}

/** A test whose records are made as something else needs them: what is tried first may only work on such a one. */
export function madeFor(api: ApiModel, recipe: Recipe, first: Recipe['endpoint']): Recipe {
	const operation = operationOf(api.operations, first);
	const makings = operation && makingsOf(operation);
	if (!makings?.size) return recipe;
	const made = (step: Step): Step => {
		const {body, operation: called} = step.call;
		const part = makings.get(nameOf(called));
		return part && body && 'value' in body
			? {...step, call: {...step.call, body: {...body, value: withPart(body.value, part)}}}
			: step;
	};
	return {...recipe, steps: recipe.steps.map(made)};
}

/** The steps before the one that was refused. */
export const setupOf = ({recipe, step}: RefusedRequest): Step[] => recipe.steps.slice(0, recipe.steps.indexOf(step));

/** A test that does something else, in steps of its own, and then what was refused. @param number of the trial */
export function trialAfter(
	refused: RefusedRequest,
	first: Recipe['endpoint'],
	done: readonly Step[],
	number: number,
): Recipe {
	const {recipe, step, operation} = refused;
	return {
		...recipe,
		template: 'custom',
		title: `Settle ${nameOf(operation)} after ${nameOf(first)}`,
		why: 'Looks for what has to come first.',
		produces: [],
		steps: [...setupOf(refused).map(one => apart(plain(one), number)), ...done, {...plain(step), captures: []}],
		teardown: [],
	};
}

/** A step whose text differs from that of other trials. */
export function apart(step: Step, number: number): Step {
	const {body} = step.call;
	return body === null || !('value' in body)
		? step
		: {...step, call: {...step.call, body: {...body, value: numbered(body.value, number)}}};
}

/** Whatever success the document promises: a trial is about what comes after it. */
export const anySuccess: Assert = learned(
	'status',
	'got {actual}',
	{type: 'status', oneOf: ['2xx']},
	'a valid request succeeds',
);

/** A step of which only the status counts. */
export const plain = (step: Step): Step => ({
	...step,
	asserts: step.asserts.filter(({check}) => check.type === 'status'),
});
