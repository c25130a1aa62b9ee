import type {Outcome} from '../../../contract/outcome.ts';
import type {Assert, Recipe} from '../../../contract/recipe.ts';
import {saysError} from '../../inference/answered-error.ts';
import {isObject} from '../../inference/json-value.ts';

/** A recipe for an API that answers 2xx to everything; absent: the status says how a call went. */
export function withOutcome(outcome: Outcome | undefined, recipe: Omit<Recipe, 'id'>): Omit<Recipe, 'id'> {
	if (!outcome) return recipe;
	if (outcome.isHttp) return {...recipe, outcome};
	// Words that name no status do not tell one refusal from another.
	const steps = recipe.steps.map(step => ({...step, asserts: step.asserts.map(withAnyRefusal)}));
	return {...recipe, steps, outcome};
}

function withAnyRefusal(assert: Assert): Assert {
	const {check} = assert;
	if (check.type !== 'status') return assert;
	const oneOf = check.oneOf.map(one => (String(one).startsWith('4') ? ('4xx' as const) : one));
	return {...assert, check: {...check, oneOf: [...new Set(oneOf)]}};
}

/** The status that stands for a refusal whose words name none. */
const refused = 400;

type Scalar = Outcome['success'][number];
/** What a field of an answer holds, as far as it can say how the call went; undefined: more than a word. */
const saidIn = (body: Readonly<Record<string, unknown>>, field: string): Scalar | undefined => {
	const value = body[field] ?? null;
	return typeof value === 'object' && value !== null ? undefined : (value as Scalar);
};

/** What the status of an answer means, where an API answers 2xx and says in the body that it has refused. */
export function meantStatus(outcome: Outcome | undefined, status: number, body: unknown): number {
	if (!outcome || Math.floor(status / 100) !== 2 || !isObject(body)) return status;
	if (!(outcome.field in body)) return status;
	const said = saidIn(body, outcome.field);
	if (said !== undefined && outcome.success.includes(said)) return status;
	return outcome.isHttp && isOfHttp(said) ? Number(String(said).slice(0, 3)) : refused;
}

/** `404`, `40401`, `"4004"`: begins with the status of a refusal. */
const isOfHttp = (value: unknown): boolean => /^[45]\d{2,4}$/.test(String(value));

/** Fields that say how a call went, best first. */
const telling = [
	/^(?:err(?:or)?|ret(?:urn)?|status|result|biz)?_?(?:code|no)$/i,
	/^(?:is_?)?(?:success|successful|succeeded|ok)$/i,
	/^(?:status|result|ret|state)$/i,
	/^(?:errors?|err)$/i,
];
const fewestRefusals = 2;
const fewestSuccesses = 3;
/** Values that mean a success: `200`, `201`, `204`. */
const mostWords = 4;

/** How often a field of expected successes may hold what a refusal holds: a happy path may be refused as well. */
const mostRefused = 0.5;

/**
 * The field by which answers with 2xx say how the call went; null: none does.
 *
 * @param expected bodies of calls that were to be accepted
 * @param refusals bodies of calls that were to be refused; only those that say an error count
 */
export function outcomeOf(expected: readonly unknown[], refusals: readonly unknown[]): Outcome | null {
	const refused = refusals.filter(isObject).filter(saysError);
	const accepted = expected.filter(isObject);
	if (refused.length < fewestRefusals || accepted.length < fewestSuccesses) return null;
	const names = [...new Set(refused.flatMap(Object.keys))];
	for (const form of telling)
		for (const field of names.filter(name => form.test(name))) {
			const outcome = outcomeIn(field, accepted, refused);
			if (outcome) return outcome;
		}
	return null;
}

type Body = Readonly<Record<string, unknown>>;

function outcomeIn(field: string, accepted: readonly Body[], refused: readonly Body[]): Outcome | null {
	const bad = new Set(refused.map(body => saidIn(body, field)));
	const words = accepted.filter(body => !saysError(body)).map(body => saidIn(body, field));
	const good = new Set(words.filter(word => !bad.has(word)));
	if (good.size === 0 || good.size > mostWords || good.has(undefined)) return null;
	if (words.filter(word => bad.has(word)).length > words.length * mostRefused) return null;
	return {field, success: [...good] as Scalar[], isHttp: [...bad].every(isOfHttp)};
}
