import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import {actionOf, namedActions, ofState} from '../../inference/lead-up.ts';
import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Kind} from '../kinds/kind.ts';
import type {ObservedCall} from '../learning/observe.ts';
import {type RefusedRequest, refusedRequest} from '../learning/refused-request.ts';
import {asOperation, type PlanOperation} from '../model/operation.ts';
import type {Recipe, Step, Value} from '../recipe.ts';
import {succeeds} from '../templates/asserts.ts';
import {kindActedOn, valueAtPlace} from '../templates/ready-record.ts';
import {renderTest} from '../code/render-test.ts';
import {apart, plain} from './lead-ups.ts';
import type {Trials} from './trials.ts';

/** A record that a refused creator refers to, by the value that names it there. */
type StateNeed = {kind: Kind; value: Value};

const mostFirsts = 6;

/**
 * A creator that was refused because of what it refers to: "Device is provisioned", "the invoice must be open". 409 says
 * that by itself (RFC 9110, 15.5.10), another status in words. Null: the run ended otherwise.
 */
export function refusedCreator(api: ApiModel, recipe: Recipe, calls: readonly ObservedCall[]): RefusedRequest | null {
	if (recipe.template !== 'create') return null;
	const refused = refusedRequest(recipe, calls, status => ofState.includes(status));
	if (refused?.step.role !== 'act') return null;
	const isOfState = needsOf(api, refused).some(
		({kind}) => refused.status === 409 || speaksOfState(api, refused.words, kind),
	);
	return isOfState ? refused : null;
}

/** What a creator refers to and that others act on. Somebody else's record is left as it is. */
function needsOf(api: ApiModel, {step, operation: {method, path}}: RefusedRequest): StateNeed[] {
	const operation = api.operations.find(one => one.method === method && one.path === path);
	if (!operation) return [];
	return api.edgesOf(operation).flatMap(({place, producer}) => {
		const value = valueAtPlace(step.call, place);
		if (!producer?.kind || producer.borrowed || value?.is !== 'variable') return [];
		return [{kind: producer.kind, value}];
	});
}

/** Actions on the records of a kind that nothing has to be sent to. */
const actionsOn = (api: ApiModel, kind: Kind): PlanOperation[] =>
	api.operations.filter(one => {
		const at = one.path.slice(0, one.path.lastIndexOf('/'));
		return (
			actionOf(at, one) !== null &&
			at.endsWith('}') &&
			!one.endpoint.body?.required &&
			kindActedOn(api, one) === kind &&
			(api.kindMadeBy(one)?.origin ?? 'action') === 'action'
		);
	});

/** The words name a state that a record may have, or an action that brings it to one. */
function speaksOfState(api: ApiModel, words: string, kind: Kind): boolean {
	const actions = actionsOn(api, kind);
	if (actions.some(one => namedActions(one.path.slice(0, one.path.lastIndexOf('/')), words, [one]).length > 0))
		return true;
	const said = new Set(words.toLowerCase().match(/[a-z_]+/g) ?? []);
	return [...(kind.record?.properties.values() ?? [])].some(schema =>
		(api.schemas.view(schema).enum ?? []).some(value => typeof value === 'string' && said.has(value.toLowerCase())),
	);
}

/** What may bring a record into the state that a creator asks for, the actions that the refusal names first. */
function actionsBefore(api: ApiModel, refused: RefusedRequest): Array<{need: StateNeed; first: PlanOperation}> {
	const all = needsOf(api, refused).flatMap(need => actionsOn(api, need.kind).map(first => ({need, first})));
	const isNamed = ({first}: (typeof all)[number]) =>
		namedActions(first.path.slice(0, first.path.lastIndexOf('/')), refused.words, [first]).length > 0;
	return [...all.filter(isNamed), ...all.filter(one => !isNamed(one))].slice(0, mostFirsts);
}

/**
 * A test that does an action to the record, and then what was refused.
 *
 * @param number of the trial: what they make does not begin at one time
 */
function afterAction(
	{recipe, step, operation}: RefusedRequest,
	{value}: StateNeed,
	first: PlanOperation,
	number: number,
): Recipe {
	const setup = recipe.steps.slice(0, recipe.steps.indexOf(step));
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
		asserts: [succeeds(first)],
		captures: [],
	};
	return {
		...recipe,
		template: 'custom',
		title: `Settle ${operation.method} ${operation.path} after ${first.method} ${first.path}`,
		why: 'Looks for what has to come first.',
		produces: [],
		steps: [...setup.map(one => apart(plain(one), number)), done, {...plain(step), captures: []}],
		teardown: [],
	};
}

/**
 * Tries what may bring the record into the state, one action after the other: each in a run of its own, because they share
 * the record that others made for them.
 */
export async function* triedActions(
	{trials, api, accountId, projectId}: {trials: Trials; api: ApiModel; accountId: AccountId; projectId: ProjectId},
	refused: RefusedRequest,
): AsyncGenerator<{first: PlanOperation; answer: ObservedCall | undefined}> {
	for (const [number, {need, first}] of actionsBefore(api, refused).entries()) {
		const recipe = afterAction(refused, need, first, number);
		const trial = trials.of(recipe, renderTest(recipe, {hasExtraHeaders: false}));
		const answers = await trials.run(accountId, projectId, [trial]);
		yield {first, answer: answers.get(trial)?.at(0)};
	}
}

const own = ({call}: Step, name: string): Array<[string, Value]> => {
	const value = call.path[name];
	return value === undefined ? [] : [[name, value]];
};
