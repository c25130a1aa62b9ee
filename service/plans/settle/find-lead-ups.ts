import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../../store/database.ts';
import * as store from '../../store/plans/settle-input.ts';
import {renderTest} from '../code/render-test.ts';
import type {RefusedRequest} from '../learning/refused-request.ts';
import type {LoadedApi} from '../load-api.ts';
import type {ObservedCall} from '../learning/observe.ts';
import type {Recipe} from '../recipe.ts';
import {afterAnother, changesBefore, firstsOf, madeFor, mostFirsts, refusedAction} from './lead-ups.ts';
import {alreadyDone, type OtherMaking, otherMakings} from './made-otherwise.ts';
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
	/** What would show nothing, because its record is made as what comes of it. */
	const done = new Map<string, RefusedRequest>();
	const worked: Recipe[] = [];
	const produced = new Set<string>();
	for (const test of await store.listSettleTests(database, projectId)) {
		const recipe = JSON.parse(test.recipe) as Recipe;
		if (test.run_id === null) continue;
		if (test.run_status === 'passed') for (const name of recipe.produces) produced.add(name);
		if (test.run_status === 'passed' && ['action', 'delete'].includes(recipe.template)) worked.push(recipe);
		if (test.run_status !== 'failed') continue;
		const calls = await callsOfRun(database, recipe, {id: test.run_id, attempt: test.run_attempt ?? 1});
		const action = refusedAction(recipe, calls);
		if (action) refused.set(nameOf(action.operation), action);
		const byState = action ? null : refusedByState(api, recipe, calls);
		if (byState) ofState.set(nameOf(byState.operation), byState);
		const byMaking = action || byState ? null : alreadyDone(recipe, calls);
		if (byMaking) done.set(nameOf(byMaking.operation), byMaking);
	}
	// A test of its own says more than a chain.
	for (const name of refused.keys()) ofState.delete(name);
	for (const name of [...refused.keys(), ...ofState.keys()]) done.delete(name);
	const firstOf = new Map<Trial, {action: RefusedRequest; name: string}>();
	for (const action of [...refused.values()].slice(0, mostActions))
		for (const {name, recipe} of [
			...firstsOf(action, worked).flatMap((first, place) => {
				const recipe = afterAnother(action, first, firstOf.size + place);
				return recipe ? [{name: nameOf(first.endpoint), recipe: madeFor(api, recipe, first.endpoint)}] : [];
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
	for (const one of [...ofState.values()].slice(0, mostActions)) {
		if (await triedMakings(one, ({isTold}) => isTold)) continue;
		for await (const {first, answer} of triedActions(parts, one)) if (note(one, nameOf(first), answer)) break;
		if (led.get(one)?.after.length !== 0) continue;
		await triedMakings(one, ({isTold}) => !isTold);
	}
	for (const one of [...refused.values(), ...done.values()].slice(0, mostActions))
		if ((led.get(one)?.after ?? []).length === 0) await triedMakings(one, () => true);
	return [...led.values()].filter(({after}) => after.length > 0);

	/** Tries how else the record can be made, one after the other: it may be one that nobody can delete. */
	async function triedMakings(one: RefusedRequest, isWanted: (making: OtherMaking) => boolean): Promise<boolean> {
		const number = firstOf.size + mostFirsts;
		for (const {name, recipe} of otherMakings(api, one, number).filter(isWanted)) {
			const trial = trials.of(recipe, renderTest(recipe, {hasExtraHeaders: false}));
			const [answer] = (await trials.run(accountId, projectId, [trial])).get(trial) ?? [];
			if (note(one, name, answer)) return true;
		}
		return false;
	}

	/** Keeps what a trial has shown; whether what was refused works after the action. */
	function note(refused: RefusedRequest, name: string, answer: ObservedCall | undefined): boolean {
		const known = led.get(refused) ?? {operation: refused.operation, tried: [asPlanned(refused)], after: []};
		known.tried.push(`after ${name}: ${answer?.status ?? 'not tried'}`);
		const isAccepted = answer?.status !== undefined && answer.status !== null && answer.status < 300;
		const before = api.operations.find(({key}) => key === name)?.endpoint.before ?? [];
		if (isAccepted && known.after.length === 0) known.after = [...before, name];
		led.set(refused, known);
		return isAccepted;
	}
}

/** How it went as it is. */
const asPlanned = ({status, words}: RefusedRequest): string => `alone: ${status < 400 ? words : status}`;
