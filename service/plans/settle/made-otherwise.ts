import {isObject} from '../../inference/json-value.ts';
import {stateNames} from '../../inference/record-state.ts';
import {wordsOf} from '../../inference/word-form.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import {alignCalls} from '../learning/aligned-calls.ts';
import {jsonOf, type ObservedCall} from '../learning/observe.ts';
import type {RefusedRequest} from '../learning/refused-request.ts';
import {operationOf} from '../model/operation.ts';
import {valueAt} from '../model/pointer.ts';
import {textIn} from '../model/schema.ts';
import type {Json, Recipe, Step, Value} from '../recipe.ts';
import {isAction} from '../templates/action.ts';
import {kindActedOn} from '../templates/ready-record.ts';
import {notYetAt} from '../templates/state-after.ts';
import {withPart} from '../templates/with-fields.ts';
import {apart, plain, setupOf} from './lead-ups.ts';

/** A test whose record is made with another value, and then what did not work. */
export type OtherMaking = {
	/** `POST /payments {"capture_method":"manual"}`. */
	name: string;
	/** The field speaks of the state, or of what did not work. */
	isTold: boolean;
	recipe: Recipe;
};

/** How many are tried of those that something speaks for, and of the others. */
const mostTold = 4;
const mostUntold = 2;
/** How deep in a body a field may lie: `data.attributes.mode`. */
const deepest = 3;

/**
 * An action that would show nothing, because the record that was made for it is what it makes of one already: a payment
 * that is captured as soon as it is made. Null: the run ended otherwise.
 */
export function alreadyDone(recipe: Recipe, calls: readonly ObservedCall[]): RefusedRequest | null {
	const act = recipe.steps.find(({id}) => id === 'act');
	const aligned = alignCalls(recipe, calls);
	if (act?.role !== 'act' || aligned.has(act.id)) return null;
	for (const {id, asserts} of recipe.steps) {
		const call = aligned.get(id)?.at(-1);
		if (!call || call.status === null || call.status >= 300) continue;
		for (const assert of asserts) {
			const not = assert.state === 'active' ? notYetAt(assert) : null;
			const shown = not && valueAt(jsonOf(call), not.pointer);
			if (!not?.values.includes(shown as Json)) continue;
			const words = `it is ${String(shown)} as soon as it is made`;
			return {recipe, step: act, operation: act.call.operation, call, status: call.status, words};
		}
	}
	return null;
}

/**
 * The other values of the fields by which a creator may decide what becomes of its record (one of a few words, or a switch),
 * each in a test of its own. What speaks of the state or of the action comes first.
 *
 * @param number of the first trial: what they make has names of its own
 */
export function otherMakings(api: ApiModel, refused: RefusedRequest, number: number): OtherMaking[] {
	const {recipe, step, operation} = refused;
	const acted = operationOf(api.operations, operation);
	const record = Object.values(step.call.path).at(-1);
	const created = record?.is === 'step' ? recipe.steps.find(({id}) => id === record.step) : undefined;
	const creator = created && operationOf(api.operations, created.call.operation);
	const {body} = created?.call ?? {};
	if (!acted || !creator?.endpoint.body || creator.endpoint.body.isGiven || !body || !('value' in body)) return [];
	if (!isAction(acted, {api}) || acted.method === 'DELETE' || creator.method !== 'POST') return [];
	const told = stems(`${acted.path.slice(acted.path.lastIndexOf('/') + 1)} ${refused.words}`);
	for (const word of stems(kindActedOn(api, acted)?.noun ?? '')) told.delete(word);
	const all = choicesOf(api, creator.endpoint.body.schema, body.value).map(choice => ({
		...choice,
		isTold: stateNames.test(choice.field) || [...stems(choice.said)].some(stem => told.has(stem)),
	}));
	const some = [
		...all.filter(({isTold}) => isTold).slice(0, mostTold),
		...all.filter(({isTold}) => !isTold).slice(0, mostUntold),
	];
	return some.map(({part, isTold}, place) => {
		const name = `${creator.key} ${JSON.stringify(part)}`;
		const made: Step = {
			...created!,
			call: {...created!.call, body: {...body, value: withPart(body.value, part)}},
		};
		const steps = setupOf(refused).map(one => apart(whileNotYet(one === created ? made : one), number + place));
		return {
			name,
			isTold,
			recipe: {
				...recipe,
				template: 'custom',
				title: `Settle ${operation.method} ${operation.path} after ${name}`.slice(0, 200),
				why: 'Looks for how its record has to be made.',
				produces: [],
				steps: [...steps, {...plain(step), captures: []}],
				teardown: [],
			},
		};
	});
}

/** A step of which only its status counts, and that the record is not yet what comes of the action. */
const whileNotYet = (step: Step): Step => ({
	...plain(step),
	asserts: step.asserts.filter(assert => assert.check.type === 'status' || notYetAt(assert) !== null),
});

type Part = {readonly [name: string]: Json};
type Choice = {field: string; part: Part; said: string};

/** Values that a body may have in the place of those that it has, or that hold where it says nothing. */
function choicesOf(api: ApiModel, schema: unknown, sent: Value | undefined, depth = 0): Choice[] {
	const fields = sent?.is === 'object' ? sent.fields : {};
	return [...api.schemas.view(schema).properties].flatMap(([field, own]): Choice[] => {
		const view = api.schemas.view(own);
		const value = fields[field];
		if (view.words['readOnly'] === true) return [];
		if (view.properties.size > 0 && depth < deepest && value?.is === 'object')
			return choicesOf(api, own, value, depth + 1).map(inner => ({...inner, part: {[field]: inner.part}}));
		const isSwitch = view.types.size === 1 && view.types.has('boolean');
		const options: readonly Json[] = view.enum ?? (isSwitch ? [false, true] : []);
		// What names another record, or is made up anew each time, is no choice.
		if (value !== undefined && value.is !== 'literal') return [];
		const usual = (value?.value ?? view.words['default'] ?? (isSwitch ? false : undefined)) as Json | undefined;
		return options
			.filter(one => one !== usual && one !== null && !isObject(one))
			.map(one => ({
				field,
				part: {[field]: one},
				said: `${field} ${String(one)} ${textIn(view.words, 'description') ?? ''}`,
			}));
	});
}

const fewestLetters = 4;
const mostLetters = 5;

/** How words begin, whatever their form: `captu` of captures and captured. */
const stems = (text: string): Set<string> =>
	new Set(
		wordsOf(text)
			.filter(word => word.length >= fewestLetters)
			.map(word => word.slice(0, mostLetters)),
	);
