import type {FindingKind} from '../../../contract/finding.ts';
import type {Assert, Call, InsteadOf, Recipe, Step} from '../recipe.ts';
import {isObject} from '../../inference/json-value.ts';
import {alignCalls} from './aligned-calls.ts';
import {jsonOf, type ObservedCall} from './observe.ts';

/** A difference between API and document at a step of a test. */
export type TestDifference = {
	step: string;
	assert: string;
	kind: FindingKind;
	/** The same for every endpoint and run that shows it. */
	difference: string;
	document: string | null;
	observed: string;
	/** `seq` of the call that shows it; 0: none alone. */
	call: number;
};

/** What a run that failed shows of an API that no first run makes right: it breaks, refuses what is valid, lets anybody in. */
export function refusalsIn(recipe: Recipe, calls: readonly ObservedCall[]): TestDifference[] {
	const aligned = alignCalls(recipe, calls);
	return recipe.steps.flatMap(step =>
		(aligned.get(step.id) ?? []).flatMap((call, place): TestDifference[] =>
			refusalIn(step, call, step.cases[place]?.auth ?? step.call.auth),
		),
	);
}

/** @param auth the credential that the call was made with */
function refusalIn(step: Step, call: ObservedCall, auth: Call['auth']): TestDifference[] {
	const {status} = call;
	if (status === null) return [];
	const base = {step: step.id, call: call.seq};
	const asserts = step.asserts.filter(({state}) => state === 'active');
	if (status >= 500)
		return [
			{
				...base,
				assert: 'no-server-error',
				kind: 'server_error',
				difference: `answers ${status}`,
				document: null,
				observed: String(status),
			},
		];
	const hard = asserts.find(({strength, check}) => strength === 'hard' && check.type === 'status');
	const isUnproven = auth === 'none' || auth === 'wrong';
	if (hard && isUnproven && status < 300)
		return [
			{
				...base,
				assert: hard.id,
				kind: 'auth_open',
				difference: `answers ${status} ${auth === 'none' ? 'without' : 'with a wrong'} credential`,
				document: '401 or 403',
				observed: String(status),
			},
		];
	const success = asserts.find(isSuccess);
	if (success && !isUnproven && status >= 400 && ![401, 403, 429].includes(status))
		return [
			{
				...base,
				assert: success.id,
				kind: 'input_refused',
				difference: `refuses what the document allows with ${status}`,
				document: success.check.type === 'status' ? success.check.oneOf.join(' or ') : null,
				observed: [String(status), wordsOf(call)].filter(Boolean).join(': '),
			},
		];
	return [];
}

export const isSuccess = ({check}: Assert): boolean =>
	check.type === 'status' && check.oneOf.every(one => String(one).startsWith('2'));

/** Texts of one answer: an error may name every field that it lacks. */
const mostWords = 6;

/** The API's own words for a refusal, as far as an error says some. */
export function wordsOf(call: ObservedCall): string {
	const found: string[] = [];
	const say = (text: string) => {
		// What a longer text of the same answer says already.
		if (found.length < mostWords && !found.some(one => one.includes(text))) found.push(text);
	};
	const look = (value: unknown, depth: number): void => {
		if (depth > 4 || typeof value !== 'object' || value === null) return;
		for (const [name, inner] of Object.entries(value)) {
			const isTold = /^(?:messages?|details?|errors?|title|reason|msg)$/i.test(name);
			if (isTold) for (const text of textsOf(inner)) say(text);
			// `"errors": {"kind": ["…"]}`: texts by the name of their field.
			if (isTold && isObject(inner)) for (const text of textsOfFields(inner)) say(text);
			if (typeof inner === 'object') look(inner, depth + 1);
		}
	};
	const answer = jsonOf(call);
	if (typeof answer === 'string') found.push(answer);
	look(answer, 0);
	// `{"kind": ["…"]}`: the fields themselves, with what is wrong with them.
	if (found.length === 0 && isObject(answer)) for (const text of textsOfFields(answer)) say(text);
	const telling = found.filter(text => !saysNothing.test(text));
	return (telling.length > 0 ? telling : found).join(' · ').replace(/\s+/g, ' ').trim().slice(0, 300);
}

const textsOf = (value: unknown): string[] =>
	(Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');

/** Lists of texts below the names of fields, each with its field unless it names it. */
const textsOfFields = (fields: Record<string, unknown>): string[] =>
	Object.entries(fields).flatMap(([name, inner]) =>
		(Array.isArray(inner) ? textsOf(inner) : []).map(text => (text.includes(name) ? text : `${name}: ${text}`)),
	);

/** What a status says by itself, and a heading of what is said below it. */
const saysNothing =
	/^(?:bad request|unprocessable (?:entity|content)|conflict|validation (?:failed|error)|invalid (?:input|request)|one or more validation errors occurred|the given data was invalid)\.?$/i;

/** Differences that the recipe has taken over: they are there as long as its test holds. */
export function standingDifferences(recipe: Recipe): TestDifference[] {
	return recipe.steps.flatMap(({id, asserts, left = []}) => [
		...asserts.flatMap(({id: assert, instead}) =>
			differencesOf(instead).map((one): TestDifference => ({...one, step: id, assert, call: 0})),
		),
		...left.flatMap(({differences}) => differences.map((one): TestDifference => ({...one, step: id, call: 0}))),
	]);
}

/** What an expectation was made for that stands in the place of another one. */
export const differencesOf = (instead: Assert['instead']): InsteadOf[] =>
	instead?.difference ? [instead.difference, ...(instead.further ?? [])] : [];
