import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {ChangeSets} from '../../domain/change-sets.ts';
import type {DecidedFinding, FindingDecisions} from '../../domain/finding-decisions.ts';
import type {Database} from '../../store/database.ts';
import {factsOfFinding} from '../../store/findings/decide-finding.ts';
import type {SeenExpectation} from '../../store/findings/finding-tables.ts';
import {latestPlan} from '../../store/plans/plans.ts';
import {findTestRecipe} from '../../store/plans/generations.ts';
import {findLearning} from '../../store/plans/learnings.ts';
import type {Noted, Observation} from '../../store/plans/learning-tables.ts';
import {madeRows, replannedAsserts} from '../changes/replan.ts';
import type {Assert, Recipe} from '../recipe.ts';
import {documentedOperations} from './documented-asserts.ts';
import {learnedOperations} from './learned-asserts.ts';
import {followsFrom} from './noted.ts';
import {pushTo} from '../../domain/push-to.ts';

type Parts = {database: Database; changeSets: Pick<ChangeSets, 'propose' | 'view' | 'undo'>};

/** What decisions about findings do to the tests that show them. */
export function createFindingDecisions({database, changeSets}: Parts): FindingDecisions {
	/** Expectations that show a finding, by test and environment. */
	async function shownBy(finding: DecidedFinding): Promise<SeenExpectation[][]> {
		const facts = await factsOfFinding(database, finding);
		const groups = new Map<string, SeenExpectation[]>();
		for (const one of facts.flatMap(({facts: {expectations = []}}) => expectations)) {
			const key = `${one.testId} ${one.environment}`;
			pushTo(groups, key, one);
		}
		return [...groups.values()];
	}

	async function operationsFor(
		finding: DecidedFinding,
		group: readonly SeenExpectation[],
		state: 'accepted' | 'failing',
	): Promise<ChangeOperation[]> {
		const [{testId, environment}] = group as [SeenExpectation];
		const row = await findTestRecipe(database, testId);
		if (!row) return [];
		const recipe = JSON.parse(row.recipe) as Recipe;
		const isMeant = (step: {id: string}, assert: Pick<Assert, 'id'>) =>
			group.some(one => one.step === step.id && one.assert === assert.id);
		const reason = `${state === 'accepted' ? 'the API is right' : 'the document is right'}: ${finding.title}`.slice(
			0,
			500,
		);
		if (state === 'failing') return documentedOperations(testId, recipe, isMeant, reason);
		const taken = recipe.steps.flatMap(step =>
			step.asserts.flatMap((assert): ChangeOperation[] =>
				assert.instead?.difference && isMeant(step, assert)
					? [
							{
								op: 'assert.set',
								target: testId,
								step: step.id,
								assertId: assert.id,
								assert: byUser(assert, finding),
								reason,
							},
						]
					: [],
			),
		);
		const learning = await findLearning(database, testId, environment);
		if (!learning) return taken;
		const noted = (JSON.parse(learning.noted) as Noted[]).filter(
			one =>
				(one.kind === finding.kind && isMeant({id: one.step}, {id: one.assert})) ||
				followsFrom(finding.kind === 'input_accepted', one.step),
		);
		const open = noted.filter(
			one => !taken.some(op => 'assertId' in op && op.step === one.step && op.assertId === one.assert),
		);
		const source = {from: 'user' as const, runId: learning.run_id, where: finding.title};
		const observation = JSON.parse(learning.observed) as Observation;
		return [...taken, ...learnedOperations(testId, recipe, {observation, noted: open}, source)];
	}

	/** What tests expect of an answer that discovery has seen, as it is planned where the document is right about it. */
	async function plannedOperations({id, project_id, title}: DecidedFinding): Promise<ChangeOperation[]> {
		const plan = await latestPlan(database, project_id);
		if (plan?.status !== 'locked') return [];
		const [before, after] = [await madeRows(database, plan), await madeRows(database, plan, undefined, id)];
		return replannedAsserts(database, plan, {before, after}, `the document is right: ${title}`.slice(0, 500));
	}

	/** Takes the change set of an earlier decision back, when it still counts. */
	async function takeBack({project_id, change_set_id}: DecidedFinding): Promise<void> {
		if (change_set_id === null) return;
		const set = await changeSets.view(project_id, change_set_id);
		if (set?.status === 'applied') await changeSets.undo(project_id, change_set_id);
	}

	return {
		async decide(finding, state) {
			await takeBack(finding);
			if (state === 'open') return null;
			const operations = state === 'failing' ? await plannedOperations(finding) : [];
			const planned = new Set(operations.map(placeOf));
			for (const group of await shownBy(finding))
				for (const one of await operationsFor(finding, group, state))
					if (!planned.has(placeOf(one))) operations.push(one);
			if (operations.length === 0) return null;
			const {changeSetId, status, errorMessage} = await changeSets.propose(finding.project_id, {
				source: 'finding',
				text: finding.title,
				reply: null,
				operations,
				autoApply: true,
			});
			return {changeSetId, error: status === 'failed' ? errorMessage : null};
		},
		isSeenByTests: async finding => (await shownBy(finding)).length > 0,
	};
}

/** The expectation that an operation changes. */
const placeOf = (one: ChangeOperation): string =>
	JSON.stringify('assertId' in one ? [one.target, one.step, one.assertId] : one);

const byUser = (assert: Assert, {title}: DecidedFinding): Assert => ({
	...assert,
	strength: 'decided',
	provenance: {...assert.provenance, from: 'user', where: title, since: 'finding'},
});
