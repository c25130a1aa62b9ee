import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../../store/database.ts';
import * as store from '../../store/plans/settle-input.ts';
import {renderTest} from '../code/render-test.ts';
import type {RefusedRequest} from '../learning/refused-request.ts';
import type {LoadedApi} from '../load-api.ts';
import type {ObservedCall} from '../learning/observe.ts';
import type {Recipe} from '../recipe.ts';
import {afterAnother, changesBefore, firstsOf, mostFirsts, refusedAction} from './lead-ups.ts';
import {refusedByState, triedActions} from './state-of-parents.ts';
import {callsOfRun, type Trial, type Trials} from './trials.ts';

/** An action that works after others, `METHOD /path` each. */
export type Led = Pick<RefusedRequest, 'operation'> & {tried: string[]; after: string[]};

export type LeadUpParts = {
	database: Database;
	trials: Trials;
	load(projectId: ProjectId): Promise<LoadedApi>;
};

/** Refused actions that a round looks after. */
const mostActions = 10;
const nameOf = ({method, path}: Recipe['endpoint']): string => `${method} ${path}`;

/** Actions that are refused as they are, and what other action on the same record makes them work. */
export async function findLeadUps(
	{database, trials, load}: LeadUpParts,
	accountId: AccountId,
	projectId: ProjectId,
): Promise<Led[]> {
	const {api} = await load(projectId);
	const refused = new Map<string, RefusedRequest>();
	/** What speaks of the state of a record, and can only be tried in a run of its own. */
	const ofState = new Map<string, RefusedRequest>();
	const worked: Recipe[] = [];
	const produced = new Set<string>();
	for (const test of await store.listSettleTests(database, projectId)) {
		const recipe = JSON.parse(test.recipe) as Recipe;
		if (test.run_id === null) continue;
		if (test.run_status === 'passed') for (const name of recipe.produces) produced.add(name);
		if (test.run_status === 'passed' && recipe.template === 'action') worked.push(recipe);
		if (test.run_status !== 'failed') continue;
		const calls = await callsOfRun(database, recipe, {id: test.run_id, attempt: test.run_attempt ?? 1});
		const action = refusedAction(recipe, calls);
		if (action) refused.set(nameOf(action.operation), action);
		const byState = action ? null : refusedByState(api, recipe, calls);
		if (byState) ofState.set(nameOf(byState.operation), byState);
	}
	// A test of its own says more than a chain.
	for (const name of refused.keys()) ofState.delete(name);
	const firstOf = new Map<Trial, {action: RefusedRequest; name: string}>();
	for (const action of [...refused.values()].slice(0, mostActions))
		for (const {name, recipe} of [
			...firstsOf(action, worked).flatMap((first, place) => {
				const recipe = afterAnother(action, first, firstOf.size + place);
				return recipe ? [{name: nameOf(first.endpoint), recipe}] : [];
			}),
			...changesBefore(api, action, firstOf.size + mostFirsts),
		]) {
			const code = renderTest(recipe, {hasExtraHeaders: false});
			firstOf.set(trials.of(recipe, code), {action, name});
		}
	const led = new Map<RefusedRequest, Led>();
	for (const [trial, [answer]] of await trials.run(accountId, projectId, [...firstOf.keys()])) {
		const {action, name} = firstOf.get(trial)!;
		note(action, name, answer);
	}
	const parts = {trials, api, accountId, projectId, produced};
	for (const one of [...ofState.values()].slice(0, mostActions))
		for await (const {first, answer} of triedActions(parts, one)) if (note(one, nameOf(first), answer)) break;
	return [...led.values()].filter(({after}) => after.length > 0);

	/** Keeps what a trial has shown; whether what was refused works after the action. */
	function note(refused: RefusedRequest, name: string, answer: ObservedCall | undefined): boolean {
		const known = led.get(refused) ?? {operation: refused.operation, tried: [`alone: ${refused.status}`], after: []};
		known.tried.push(`after ${name}: ${answer?.status ?? 'not tried'}`);
		const isAccepted = answer?.status !== undefined && answer.status !== null && answer.status < 300;
		const before = api.operations.find(({key}) => key === name)?.endpoint.before ?? [];
		if (isAccepted && known.after.length === 0) known.after = [...before, name];
		led.set(refused, known);
		return isAccepted;
	}
}
