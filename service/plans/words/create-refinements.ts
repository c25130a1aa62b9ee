import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {AccountId, ProjectId, RefinementId, TestId} from '../../../contract/ids.ts';
import type {Refinements} from '../../domain/change-sets.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import type {ChangeSetTable, StoredQuestion} from '../../store/plans/change-set-tables.ts';
import {keepSent, listChangeSets, tokensSince} from '../../store/plans/change-sets.ts';
import type {Database} from '../../store/database.ts';
import {latestPlan} from '../../store/plans/plans.ts';
import {changeSetView, refinementView} from '../changes/change-set-view.ts';
import type {createChangeSets} from '../changes/create-change-sets.ts';
import {loadApi} from '../load-api.ts';
import {noPlan} from '../../domain/plans.ts';
import {generating, locked} from '../plan-errors.ts';
import {answerTo, type Explanation} from './answers.ts';
import {interpret, type Understood} from './interpret.ts';
import {askModel, askTitles, ModelRefused} from './model/ask-model.ts';
import type {ModelSettings} from './model/model-settings.ts';
import {readScope} from './read-scope.ts';
import {rowsOfChecks} from './rows-of-checks.ts';
import {count, type Scope} from './subject.ts';

export type RefinementParts = {
	database: Database;
	changeSets: ReturnType<typeof createChangeSets>;
	/** What cleanup makes of an instruction, in words; null: it is none. */
	cleanupRule(instruction: string): string | null;
	/** Why a test did not pass; null: it has no run that ended so. */
	explain(accountId: AccountId, testId: TestId): Promise<Explanation | null>;
	/** Reads what the forms leave over; null: there is none, and none is asked. */
	model: ModelSettings | null;
	now(): number;
	log: {warn(fields: object, text: string): void};
};

type Opened = {
	set: ChangeSetTable;
	scope: Scope;
	accountId: AccountId | null;
	autoApply: boolean;
	kind: 'add' | 'refine';
};

/** Sentences about plans, tests and chains. */
export function createRefinements(parts: RefinementParts): Refinements {
	const {database, changeSets} = parts;
	const scopeParts = {
		database,
		cleanupRule: parts.cleanupRule,
		api: async (projectId: ProjectId) => (await loadApi(database, projectId)).api,
	};

	const stopping = new AbortController();
	const running = new Set<Promise<void>>();

	/** Throws when the sentence is left over and nobody else can read it. */
	async function requireModel(projectId: ProjectId, nearest: readonly string[] | null): Promise<void> {
		if (!parts.model) throw nearest === null ? noModel(projectId) : notUnderstood(nearest);
		if ((await tokensSince(database, projectId, parts.now() - day)) >= tokensPerDay) throw overBudget(nearest ?? []);
	}

	/** Asks the model; the set is worked out when it has answered. */
	function begin(opened: Opened, nearest: readonly string[] | null): ChangeSetTable {
		const {set, scope, autoApply, kind} = opened;
		const sent: string[] = [];
		const asking = {
			settings: parts.model!,
			signal: stopping.signal,
			async onSent(text: string) {
				sent.push(text);
				await keepSent(database, set.id, sent);
			},
		};
		const next = nearest === null ? 'The rows are as they were.' : sayLike(nearest);
		const work = (nearest === null ? askTitles : askModel)(set.text, scope, asking)
			.then(async ({understood, operations, question, tokens}) => {
				if (question !== null) await changeSets.answer(set, question, {kind: 'choice', choices: []}, tokens);
				else
					await changeSets.fill(set, {
						source: 'model',
						text: set.text,
						reply: understood,
						operations,
						kind,
						autoApply,
						tokens,
					});
			})
			.catch(async (error: unknown) => {
				if (stopping.signal.aborted) return;
				const isRefused = error instanceof ModelRefused;
				if (!isRefused)
					parts.log.warn({reason: error instanceof Error ? error.name : 'unknown'}, 'the model did not answer');
				const why = isRefused ? error.message : 'The model did not answer';
				await changeSets.fail(set, `${why}. ${next}`, isRefused ? {tokens: error.tokens} : {});
			})
			.finally(() => running.delete(work));
		running.add(work);
		return set;
	}

	/** `2` is the second of the choices that were asked for last. */
	async function meant(text: string, at: {projectId: ProjectId} | {testId: TestId}): Promise<string> {
		const number = /^(?:#|number |choice |option |the )?(\d{1,2})(?:st|nd|rd|th)?(?: one)?[.)]?$/i.exec(
			text.trim(),
		)?.[1];
		if (number === undefined) return text;
		const {rows} = await listChangeSets(database, at, {pageSize: 1, after: null});
		const question = rows[0]?.question ? (JSON.parse(rows[0].question) as StoredQuestion) : null;
		if (question?.kind !== 'choice') return text;
		const choice = question.choices[Number(number) - 1];
		if (!choice)
			throw invalid(
				'text',
				'no_such_choice',
				`There are ${question.choices.length} choices: 1 to ${question.choices.length}.`,
			);
		return choice.text;
	}

	/** Carries out what was understood. */
	async function carryOut(understood: Understood, opened: Opened): Promise<ChangeSetTable> {
		const {set, scope, accountId, autoApply, kind} = opened;
		switch (understood.kind) {
			case 'nothing':
				return changeSets.fail(set, understood.reply);
			case 'question':
				return changeSets.answer(set, understood.reply, {kind: 'choice', choices: understood.choices});
			case 'answer': {
				const explain = async (testId: TestId) => (accountId === null ? null : parts.explain(accountId, testId));
				const reply = await answerTo(understood.answer, understood.subjects, explain);
				return changeSets.answer(set, reply, {kind: 'answer', choices: []});
			}
			case 'changes': {
				const isAdding = kind === 'add' && understood.operations.some(({op}) => op === 'assert.add');
				const operations = isAdding ? rowsOfChecks(understood.operations, scope) : understood.operations;
				const reply = isAdding ? `${count(operations.length, 'new row')}: ${operations[0]?.reason}` : understood.reply;
				return changeSets.fill(set, {
					source: 'words',
					text: set.text,
					reply,
					operations,
					kind,
					autoApply,
				});
			}
			case 'unknown':
				throw notUnderstood(understood.nearest);
		}
	}

	return {
		async refinePlan(projectId, {text, kind = 'refine', rowIds, autoApply = kind === 'add'}) {
			const plan = await latestPlan(database, projectId);
			if (!plan || plan.status === 'failed') throw noPlan(projectId);
			if (plan.status === 'generating') throw generating(projectId);
			if (plan.status === 'locked') throw locked(projectId);
			const scope = await readScope(scopeParts, projectId, {rowIds: rowIds ?? null});
			const missing = rowIds?.find(id => !scope.subjects.some(subject => subject.id === id));
			if (missing !== undefined) throw notFound('plan_row', missing);
			if (kind === 'titles') {
				await requireModel(projectId, null);
				const set = await changeSets.open({projectId, testId: null, text}, 'refine');
				return changeSetView(begin({set, scope, accountId: null, autoApply, kind: 'refine'}, null));
			}
			const understood = interpret(await meant(text, {projectId}), scope);
			if (understood.kind === 'unknown') await requireModel(projectId, understood.nearest);
			const set = await changeSets.open({projectId, testId: null, text}, kind);
			if (understood.kind === 'unknown')
				return changeSetView(begin({set, scope, accountId: null, autoApply, kind}, understood.nearest));
			return changeSetView(await carryOut(understood, {set, scope, accountId: null, autoApply, kind}));
		},

		async refineTest(accountId, {id, projectId, status}, {text, mode = 'refine', autoApply = true}) {
			const {rows} = await listChangeSets(database, {testId: id}, {pageSize: 1, after: null});
			if (rows[0]?.status === 'drafting') throw drafting(rows[0].id);
			if (status === 'queued' || status === 'running') throw isRunning(id);
			const scope = await readScope(scopeParts, projectId, {testId: id});
			const isMade = scope.subjects.some(({recipe}) => recipe !== null);
			if (mode === 'regenerate' && isMade && again.test(text)) {
				const set = await changeSets.open({projectId, testId: id, text, mode});
				const operations: ChangeOperation[] = [];
				const reply = 'Rewritten from its recipe.';
				return view(await changeSets.fill(set, {source: 'words', text, reply, operations, autoApply}));
			}
			const understood = interpret(await meant(text, {testId: id}), scope);
			if (understood.kind === 'unknown' && !isMade) throw byHand(id);
			if (understood.kind === 'unknown') await requireModel(projectId, understood.nearest);
			const set = await changeSets.open({projectId, testId: id, text, mode});
			if (understood.kind === 'unknown') {
				begin({set, scope, accountId, autoApply, kind: 'refine'}, understood.nearest);
				return view(set);
			}
			return view(await carryOut(understood, {set, scope, accountId, autoApply, kind: 'refine'}));
		},

		async stop() {
			stopping.abort();
			await Promise.all(running);
		},
	};

	async function view(set: ChangeSetTable) {
		return (await changeSets.refinement(set.test_id ?? '', set.id)) ?? refinementView(set, null);
	}
}

/** "200k tokens per project and day." */
const tokensPerDay = 200_000;
const day = 86_400_000;

const sayLike = (nearest: readonly string[]): string =>
	`Say it like one of these: ${nearest.map(form => `"${form}"`).join(', ')}.`;

const overBudget = (nearest: readonly string[]) =>
	new ServiceError(
		'UNSUPPORTED',
		nearest.length === 0
			? 'The budget of the model is used up for today.'
			: 'The sentence is in none of the forms, and the budget of the model is used up for today.',
		{
			nextAction: nearest.length === 0 ? 'Try again tomorrow.' : sayLike(nearest),
			details: {feature: 'natural_language', field: 'text', nearest: [...nearest], reason: 'model_budget'},
		},
	);

const noModel = (projectId: ProjectId) =>
	new ServiceError('UNSUPPORTED', 'Clearer titles are written by a model, and none is configured.', {
		nextAction: `Configure one (SVC_MODEL_URL, SVC_MODEL_NAME) where the service starts, or edit a title: svc plan edit <row-id> --title "…" --project ${projectId}`,
		details: {feature: 'natural_language', field: 'kind', reason: 'no_model'},
	});

const again =
	/^(?:please )?(?:re-?generate|write|make|generate)(?: (?:it|this|this test|the test|the code))?(?: (?:anew|again|from scratch))?[.!]?$/i;

function notUnderstood(nearest: readonly string[]): ServiceError {
	return new ServiceError('UNSUPPORTED', 'The sentence is in none of the forms that are understood.', {
		nextAction: `${sayLike(nearest)} A model that is configured (SVC_MODEL_URL, SVC_MODEL_NAME) reads what the forms leave over.`,
		details: {feature: 'natural_language', field: 'text', nearest: [...nearest]},
	});
}

const byHand = (testId: TestId) =>
	new ServiceError(
		'UNSUPPORTED',
		'A person has written this test: sentences change tests that were made from a plan.',
		{
			nextAction: `Change its code: svc test code get ${testId}, then svc test code put ${testId}.`,
			details: {feature: 'natural_language', field: 'text', testId},
		},
	);

const drafting = (refinementId: RefinementId) =>
	new ServiceError('CONFLICT', 'An earlier sentence about this test is still being worked out.', {
		nextAction: 'Wait for it.',
		details: {reason: 'refinement_in_flight', refinementId},
	});

const isRunning = (testId: TestId) =>
	new ServiceError('CONFLICT', 'The test is being run.', {
		nextAction: `Wait for the run to end: svc test wait ${testId}`,
		details: {reason: 'run_in_flight', testId},
	});
