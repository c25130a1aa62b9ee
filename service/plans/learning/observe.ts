import {isObject} from '../../inference/json-value.ts';
import {schemaOfSamples} from '../../inference/sample-schema.ts';
import type {FinishedCall} from '../../store/runs/finish.ts';
import type {Observation, ObservedSchema, StepObservation} from '../../store/plans/learning-tables.ts';
import type {Recipe, Step} from '../recipe.ts';
import {masked} from '../../domain/sealed-text.ts';
import {isSecretName} from '../templates/asserts.ts';
import {meantStatus} from '../model/outcome.ts';
import {alignCalls, type RecordedAt} from './aligned-calls.ts';

/** A recorded call with what was sent and answered. */
export type ObservedCall = RecordedAt & {
	status: number | null;
	requestBody: string | null;
	responseHeaders: Record<string, string> | null;
	responseBody: string | null;
	responseEncoding: 'utf8' | 'base64' | null;
	truncated: boolean;
};

/** What is called by the runner itself is no answer to the test. */
export const callsIn = (recipe: Pick<Recipe, 'outcome'>, calls: readonly FinishedCall[]): ObservedCall[] =>
	asMeant(
		recipe,
		calls.flatMap(({detail, isReadBefore, ...call}) =>
			isReadBefore ? [] : [{...(detail as Omit<ObservedCall, 'seq' | 'method' | 'url' | 'status'>), ...call}],
		),
	);

/** Calls with the status that their answers mean to the recipe. */
export function asMeant<Call extends ObservedCall>({outcome}: Pick<Recipe, 'outcome'>, calls: readonly Call[]): Call[] {
	if (!outcome) return [...calls];
	return calls.map(call =>
		call.status === null ? call : {...call, status: meantStatus(outcome, call.status, jsonOf(call))},
	);
}

const headerNames = ['Location', 'ETag', 'Link'];
/** What an error says about the one request. */
const ofOneError = new Set(['message', 'detail', 'path', 'value', 'reason', 'stack']);

/** What the answers of a run show, step by step. A setup is looked at where it is the subject of a test. */
export function observe(recipe: Recipe, calls: readonly ObservedCall[]): Observation {
	const observation: Observation = {};
	const aligned = alignCalls(recipe, calls);
	for (const step of recipe.steps) {
		const own = aligned.get(step.id);
		if (step.role === 'setup' || !own || own.some(({status}) => status === null)) continue;
		observation[step.id] = observeStep(step, own);
	}
	return observation;
}

function observeStep(step: Step, calls: readonly ObservedCall[]): StepObservation {
	const statuses = [...new Set(calls.map(({status}) => status!))].sort((one, other) => one - other);
	const types = new Set(calls.map(mediaType));
	const bodies = calls.map(jsonOf);
	const isError = statuses.every(status => status >= 400);
	const body = bodies.includes(undefined) ? null : (schemaOfSamples(bodies) as ObservedSchema);
	return {
		calls: calls.length,
		statuses,
		contentType: types.size === 1 ? [...types][0]! : null,
		headers: headerNames.filter(name => calls.every(call => isMeant(name, headerOf(call, name), isError))),
		body: body && withoutOptional(plain(body, isError), step.mayLack ?? []),
		echoes: step.cases.length > 0 || isError ? [] : echoesOf(calls[0]!, bodies[0]),
	};
}

/** A weak ETag, and one on an error, is what a framework adds to every answer: nobody has decided that it is there. */
const isMeant = (name: string, value: string | undefined, isError: boolean): boolean =>
	value !== undefined && (name !== 'ETag' || (!isError && !value.startsWith('W/')));

const headerOf = ({responseHeaders}: ObservedCall, wanted: string): string | undefined =>
	Object.entries(responseHeaders ?? {}).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];

const mediaType = (call: ObservedCall): string | null =>
	headerOf(call, 'Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() || null;

/** Undefined: no JSON, or not all of it. */
export function jsonOf({responseBody, responseEncoding, truncated}: ObservedCall): unknown {
	if (responseBody === null || responseEncoding === 'base64' || truncated) return undefined;
	return parsed(responseBody);
}

/** A text as JSON; undefined: it is none. */
export function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** Types and places only; a number that happens to be whole may be none tomorrow. */
function plain({type, properties, required, items}: ObservedSchema, isError: boolean): ObservedSchema {
	// A secret that is also a word hides the name of a field in the recording: the API answers it under another one.
	const isKept = (name: string) => !name.includes(masked) && !(isError && ofOneError.has(name.toLowerCase()));
	const types = [type ?? []].flat().map(one => (one === 'integer' ? 'number' : one));
	const kept = (required ?? []).filter(isKept);
	return {
		...(types.length === 0 ? {} : {type: types.length === 1 ? types[0]! : types}),
		...(properties
			? {
					properties: Object.fromEntries(
						Object.entries(properties)
							.filter(([name]) => kept.includes(name))
							.map(([name, one]) => [name, plain(one, isError)]),
					),
				}
			: {}),
		...(kept.length > 0 ? {required: kept} : {}),
		...(items ? {items: plain(items, isError)} : {}),
	};
}

/** What was seen of a list without what its entries may lack, wherever in an answer the list is. */
function withoutOptional(seen: ObservedSchema, names: readonly string[]): ObservedSchema {
	const {properties, items} = seen;
	if (names.length === 0) return seen;
	if (items) return {...seen, items: withoutFields(items, names)};
	if (!properties) return seen;
	const inner = Object.entries(properties).map(([name, one]) => [name, withoutOptional(one, names)] as const);
	return {...seen, properties: Object.fromEntries(inner)};
}

function withoutFields({properties, required, ...rest}: ObservedSchema, names: readonly string[]): ObservedSchema {
	const kept = Object.entries(properties ?? {}).filter(([name]) => !names.includes(name));
	const left = (required ?? []).filter(name => !names.includes(name));
	return {
		...rest,
		...(properties ? {properties: Object.fromEntries(kept)} : {}),
		...(left.length > 0 ? {required: left} : {}),
	};
}

function echoesOf({requestBody}: ObservedCall, answered: unknown): string[] {
	const sent = requestBody === null ? undefined : parsed(requestBody);
	if (!isObject(sent) || !isObject(answered)) return [];
	return Object.keys(sent).filter(name => {
		const value = sent[name];
		const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
		return isPlain && answered[name] === value && !isSecretName(name);
	});
}
