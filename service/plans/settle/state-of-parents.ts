import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import {actionOf, namedActions, ofState} from '../../inference/lead-up.ts';
import {singular, wordsOf} from '../../inference/word-form.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import type {ObservedCall} from '../learning/observe.ts';
import {type RefusedRequest, refusedRequest} from '../learning/refused-request.ts';
import {asOperation, operationOf, type PlanOperation} from '../model/operation.ts';
import type {Recipe, Step, Value} from '../recipe.ts';
import {kindActedOn, recordsNamed} from '../templates/ready-record.ts';
import {renderTest} from '../code/render-test.ts';
import {anySuccess, madeFor, parentOf, trialAfter} from './lead-ups.ts';
import type {Trials} from './trials.ts';

/** A record that a refused creator refers to, by the value that names it there. */
type StateNeed = {kind: Kind; value: Value};

const mostFirsts = 6;

/**
 * What was refused because of the state of a record: a creator because of what it refers to ("Device is provisioned", "the
 * invoice must be open"), or at the end of a chain an action on a record that no row may make for itself. 409 says that by
 * itself (RFC 9110, 15.5.10), another status in words. Null: the run ended otherwise.
 */
export function refusedByState(api: ApiModel, recipe: Recipe, calls: readonly ObservedCall[]): RefusedRequest | null {
	if (recipe.template !== 'create' && recipe.template !== 'chain') return null;
	const refused = refusedRequest(recipe, calls, status => ofState.includes(status));
	if (refused?.step.role !== 'act') return null;
	const isOfState = needsOf(api, refused).some(
		({kind}) => refused.status === 409 || speaksOfState(api, refused.words, kind),
	);
	return isOfState ? refused : null;
}

/** The records whose state may be asked for, by the values that name them. Somebody else's record is left as it is. */
function needsOf(api: ApiModel, {recipe, step, operation}: RefusedRequest): StateNeed[] {
	const refused = operationOf(api.operations, operation);
	if (!refused) return [];
	if (recipe.template === 'chain') {
		const kind = actionOf(parentOf(refused.path), refused) === null ? null : kindActedOn(api, refused);
		const value = Object.values(step.call.path).at(-1);
		return kind && value?.is === 'step' ? [{kind, value}] : [];
	}
	return recordsNamed(api, refused, step.call, recipe.steps).filter(({value}) => value.is === 'variable');
}

/** Actions on the records of a kind that nothing has to be sent to. */
const actionsOn = (api: ApiModel, kind: Kind): PlanOperation[] =>
	api.operations.filter(
		one =>
			actionOf(parentOf(one.path), one) !== null &&
			parentOf(one.path).endsWith('}') &&
			!one.endpoint.body?.required &&
			kindActedOn(api, one) === kind &&
			(api.kindMadeBy(one)?.origin ?? 'action') === 'action',
	);

/** How people say that something is not as it has to be, and what they say of a value that is wrong in itself. */
const ofCondition = /\b(?:not|no longer|isn't|aren't|doesn't|must|has to|have to|needs?|only|requires?|yet|because)\b/i;
const ofValue = /\b(?:invalid|required|missing|unknown|not found|no such|exists?|format|characters?)\b/i;

/** The words name a state that a record may have, or an action that brings it to one, or say that it is not as it has to be. */
function speaksOfState(api: ApiModel, words: string, kind: Kind): boolean {
	const actions = actionsOn(api, kind);
	if (actions.some(one => isNamedIn(words, one))) return true;
	const spoken = ` ${wordsOf(words).map(singular).join(' ')} `;
	const isAboutIt = spoken.includes(` ${kind.noun} `) && ofCondition.test(words) && !ofValue.test(words);
	if (isAboutIt && actions.length > 0) return true;
	const said = new Set(words.toLowerCase().match(/[a-z_]+/g) ?? []);
	return [...(kind.record?.properties.values() ?? [])].some(schema =>
		(api.schemas.view(schema).enum ?? []).some(value => typeof value === 'string' && said.has(value.toLowerCase())),
	);
}

const isNamedIn = (words: string, action: PlanOperation): boolean =>
	namedActions(parentOf(action.path), words, [action]).length > 0;

/** What may bring a record into the state that a creator asks for, the actions that the refusal names first. */
function actionsBefore(api: ApiModel, refused: RefusedRequest): Array<{need: StateNeed; first: PlanOperation}> {
	const {method, path} = refused.operation;
	const all = needsOf(api, refused).flatMap(need =>
		actionsOn(api, need.kind)
			.filter(first => first.method !== method || first.path !== path)
			.map(first => ({need, first})),
	);
	const isNamed = ({first}: (typeof all)[number]) => isNamedIn(refused.words, first);
	return [...all.filter(isNamed), ...all.filter(one => !isNamed(one))].slice(0, mostFirsts);
}

/**
 * A test that does an action to the record, and then what was refused.
 *
 * @param number of the trial: what they make does not begin at one time
 */
function afterAction(
	refused: RefusedRequest,
	{value, waitsFor}: {value: Value; waitsFor: readonly string[]},
	first: PlanOperation,
	number: number,
): Recipe {
	const {step, recipe} = refused;
	const consumes = [...recipe.consumes, ...(value.is === 'variable' ? [value.name] : []), ...waitsFor];
	const name = first.pathParameters.at(-1)?.name ?? 'id';
	const path = Object.fromEntries(first.pathParameters.flatMap(one => own(step, one.name)));
	const done: Step = {
		id: 'first_0',
		title: `${first.method} ${first.path}`,
		role: 'setup',
		call: {
			...step.call,
			operation: asOperation(first),
			path: {...path, [name]: value},
			query: {},
			headers: {},
			body: null,
		},
		cases: [],
		waitBeforeMs: 0,
		repeat: null,
		asserts: [anySuccess],
		captures: [],
	};
	const asked = {...refused, recipe: {...recipe, consumes: [...new Set(consumes)]}};
	return trialAfter(asked, done.call.operation, [done], number);
}

export type TrialsOfActions = {
	trials: Trials;
	api: ApiModel;
	accountId: AccountId;
	projectId: ProjectId;
	/** Variables that tests have handed on. */
	produced: ReadonlySet<string>;
};

/**
 * Tries what may bring the record into the state, one action after the other: each in a run of its own, because they share
 * the record that others made for them.
 */
export async function* triedActions(
	{trials, api, accountId, projectId, produced}: TrialsOfActions,
	refused: RefusedRequest,
): AsyncGenerator<{first: PlanOperation; answer: ObservedCall | undefined}> {
	for (const [number, {need, first}] of actionsBefore(api, refused).entries()) {
		// An event without a session may not be published: what others make below the record is there before.
		const waitsFor = api.kinds.flatMap(({variable, creator}) =>
			creator?.shape.startsWith(`${need.kind.collection}/{}/`) && produced.has(variable) ? [variable] : [],
		);
		const recipe = madeFor(api, afterAction(refused, {value: need.value, waitsFor}, first, number), asOperation(first));
		const trial = trials.of(recipe, renderTest(recipe, {hasExtraHeaders: false}));
		const answers = await trials.run(accountId, projectId, [trial]);
		yield {first, answer: answers.get(trial)?.at(0)};
	}
}

const own = ({call}: Step, name: string): Array<[string, Value]> => {
	const value = call.path[name];
	return value === undefined ? [] : [[name, value]];
};
