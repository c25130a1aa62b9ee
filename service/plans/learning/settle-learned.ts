import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {BatchId, ProjectId} from '../../../contract/ids.ts';
import type {ChangeSets} from '../../domain/change-sets.ts';
import {regroupWhereSeen} from '../../store/findings/regroup-findings.ts';
import {alone, type Others, whenOwned} from '../../domain/ownership.ts';
import type {Database} from '../../store/database.ts';
import type {NewId} from '../../store/ids.ts';
import {
	type ConfirmedTest,
	listConfirmed,
	listUnlearned,
	markLearned,
	settleLearnings,
} from '../../store/plans/learnings.ts';
import type {Noted, Observation} from '../../store/plans/learning-tables.ts';
import type {Recipe} from '../recipe.ts';
import {type Learned, learnedOperations} from './learned-asserts.ts';
import {inOrderOfSubject, SaidAnswers} from './said-answers.ts';

export type LearnerParts = {
	database: Database;
	newId: NewId;
	changeSets: Pick<ChangeSets, 'propose' | 'apply' | 'discard'>;
	log: {warn(fields: object, message: string): void; error(fields: object, message: string): void};
	/** Other processes of the database; absent: none. */
	others?: Others | undefined;
};

/** Writes into the tests what two runs have shown, batch by batch, after each batch has ended. */
export type Learner = {
	/** A batch has ended with its cleanup. */
	batchDone(batchId: BatchId): void;
	/** Takes over what ended before this process began. */
	start(): Promise<void>;
	stop(): Promise<void>;
};

export function createLearner(parts: LearnerParts): Learner {
	const {database, log} = parts;
	let last: Promise<void> = Promise.resolve();
	let isStopped = false;

	const follow = () => {
		last = last.then(async () => {
			if (isStopped) return;
			await whenOwned(parts.others?.ownership ?? alone, 'learning', async lost => {
				for (const batchId of await listUnlearned(database)) {
					if (isStopped || lost.aborted) return;
					await learnFromBatch(parts, batchId);
				}
			});
		});
		last = last.catch((error: unknown) => log.error({err: error}, 'what a batch has shown is not taken over yet'));
		return last;
	};

	return {
		batchDone: () => void follow(),
		start: follow,
		async stop() {
			isStopped = true;
			await last;
		},
	};
}

async function learnFromBatch({database, newId, changeSets}: LearnerParts, batchId: BatchId): Promise<void> {
	const {projectIds, tests} = await listConfirmed(database, batchId);
	for (const projectId of projectIds) {
		const own = tests.filter(test => test.project_id === projectId);
		// A text that somebody has edited is theirs to change.
		const edited = own.filter(({code, base_code}) => code !== base_code);
		const plain = own.filter(test => !edited.includes(test));
		const said = new SaidAnswers(own.map(({recipe}) => JSON.parse(recipe) as Recipe));
		const isTaken = await proposeFor({changeSets, projectId, batchId, said}, plain, true);
		await proposeFor({changeSets, projectId, batchId, said}, edited, false);
		await settleLearnings(database, [...(isTaken ? plain : []), ...edited]);
	}
	await database.transaction().execute(async transaction => {
		await regroupWhereSeen(transaction, JSON.stringify(projectIds), newId);
		await markLearned(transaction, batchId);
	});
}

/** @returns false: something is in the way, such as a run of the tests; it is tried again after it. */
async function proposeFor(
	{
		changeSets,
		projectId,
		batchId,
		said,
	}: {changeSets: LearnerParts['changeSets']; projectId: ProjectId; batchId: BatchId; said: SaidAnswers},
	tests: readonly ConfirmedTest[],
	isApplied: boolean,
): Promise<boolean> {
	const learned = new Map<string, ChangeOperation[]>();
	for (const test of inOrderOfSubject(tests.map(one => ({...one, recipe: JSON.parse(one.recipe) as Recipe})))) {
		learned.set(test.test_id, operationsOf(test, said));
		// Many tests at once must not keep requests waiting.
		await new Promise<void>(resolve => setImmediate(resolve));
	}
	const operations = tests.flatMap(({test_id}) => learned.get(test_id) ?? []);
	if (operations.length === 0) return true;
	const set = await changeSets.propose(projectId, {
		source: 'learned',
		text: `learned from run ${batchId}`,
		reply: `${tests.length === 1 ? 'A test comes' : `${tests.length} tests come`} to expect what two runs have shown.`,
		operations,
		autoApply: false,
	});
	if (!isApplied || set.status !== 'ready') return true;
	try {
		await changeSets.apply(projectId, set.changeSetId, null);
		return true;
	} catch {
		await changeSets.discard(projectId, set.changeSetId);
		return false;
	}
}

function operationsOf(
	{test_id, recipe, observed, noted, run_id}: Omit<ConfirmedTest, 'recipe'> & {recipe: Recipe},
	said: SaidAnswers,
) {
	const learned: Learned = {observation: JSON.parse(observed) as Observation, noted: JSON.parse(noted) as Noted[]};
	const where = `${run_id}, seen twice`;
	return learnedOperations(test_id, recipe, learned, {from: 'observed', runId: run_id, where}, said);
}
