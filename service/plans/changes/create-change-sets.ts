import {faultWords} from '../../domain/fault-words.ts';
import type {ChangeOperation} from '../../../contract/change-operation.ts';
import {changeOperations} from '../../../contract/change-operation.ts';
import type {ChangeSet} from '../../../contract/change-set.ts';
import type {PlanRowId, ProjectId, TestId} from '../../../contract/ids.ts';
import {ChangeWaiters} from '../../domain/change-waiters.ts';
import type {Others} from '../../domain/ownership.ts';
import type {ChangeSets, Proposal} from '../../domain/change-sets.ts';
import {notFound, ServiceError} from '../../domain/service-error.ts';
import type {
	ChangeSetTable,
	StoredChange,
	StoredChanges,
	StoredEdgeChange,
	StoredQuestion,
} from '../../store/plans/change-set-tables.ts';
import {findTestRow, hasExtraHeaders, producedNames} from '../../store/plans/change-set-input.ts';
import * as store from '../../store/plans/change-sets.ts';
import type {CleanupRuleTable} from '../../store/cleanup/cleanup-tables.ts';
import type {Database} from '../../store/database.ts';
import {listEdgeChoices} from '../../store/plans/edge-choices.ts';
import type {NewId} from '../../store/ids.ts';
import type {PlanTable} from '../../store/plans/plan-tables.ts';
import {latestPlan} from '../../store/plans/plans.ts';
import {findProjectType} from '../../store/projects/projects.ts';
import type {GateSubject, GateVerdict} from '../gate/gate.ts';
import {generating} from '../plan-errors.ts';
import type {Recipe} from '../recipe.ts';
import {applySet, undoSet} from './apply-changes.ts';
import {wrongState} from './change-errors.ts';
import {changeSetView, refinementView} from './change-set-view.ts';
import {draftChanges} from './draft-changes.ts';
import {recipesFor, workOfPins} from './edge-changes.ts';
import {replannedRecipes, rowsAround} from './replan.ts';
import {readWorkspace, type Workspace} from './workspace.ts';
import {writeCode} from './write-code.ts';

export type ChangeParts = {
	database: Database;
	newId: NewId;
	now(): number;
	gate(subjects: readonly GateSubject[]): Promise<GateVerdict[]>;
	secretsOf(projectId: ProjectId): Promise<string[]>;
	/** Reads an instruction of cleanup; null: in none of its forms. */
	ruleOf(instruction: string, ids: {id: string; projectId: ProjectId}): CleanupRuleTable | null;
	/** Rows of a project's plan have changed. */
	changed(projectId: ProjectId): void;
	/** Other processes of the database; absent: none. */
	others?: Others | undefined;
};

/** No set is worked out for so long. */
const longestDraftMs = 15 * 60_000;

/** A set without anything in it, to be filled when what it does is known. */
export type OpenSet = {projectId: ProjectId; testId: TestId | null; text: string; mode?: ChangeSetTable['mode']};

/** How often a set is worked out once more because what it touches has changed. */
const mostTries = 3;

/** What a set holds besides its operations: choices that are stored already, tests whose text is written again. */
type Besides = {chosen?: readonly StoredEdgeChange[]; again?: readonly string[]};

const noChanges: StoredChanges = {parts: [], edges: [], rules: [], ofLockedPlan: false};

/** Change sets over the store. */
export function createChangeSets(parts: ChangeParts) {
	const {database, newId, now, changed} = parts;
	const waiters = new ChangeWaiters(parts.others && {...parts.others, topic: 'change sets'});

	/** Stores a set in state `drafting`. */
	async function open({projectId, testId, text, mode = 'refine'}: OpenSet, kind: 'add' | 'refine' = 'refine') {
		const plan = testId === null ? await latestPlan(database, projectId) : null;
		const test = testId === null ? null : await findTestRow(database, testId);
		const set: ChangeSetTable = {
			id: newId(testId === null ? 'chg' : 'ref'),
			project_id: projectId,
			test_id: testId,
			kind,
			source: 'words',
			text,
			mode,
			status: 'drafting',
			version: 1,
			base_version: test?.code_version ?? plan?.version ?? null,
			applied_version: null,
			reply: null,
			question: null,
			operations: '[]',
			changes: JSON.stringify(noChanges),
			counts: JSON.stringify({added: 0, removed: 0, changed: 0}),
			tokens: 0,
			sent: '[]',
			error: null,
			applied_order: null,
			created_at: now(),
			applied_at: null,
		};
		await store.insertChangeSet(database, set);
		return set;
	}

	async function save(
		id: string,
		from: ReadonlyArray<ChangeSetTable['status']>,
		columns: Parameters<typeof store.updateChangeSet>[3],
	): Promise<ChangeSetTable> {
		const row = await store.updateChangeSet(database, id, from, columns);
		waiters.wake(id);
		if (row) return row;
		throw new Error(`the change set ${id} is not open any more`);
	}

	/** Works out what a set does, has its texts looked at, and applies it when that is wanted. */
	async function fill(
		set: ChangeSetTable,
		proposal: Proposal,
		{chosen = [], again = []}: Besides = {},
		tries = mostTries,
	): Promise<ChangeSetTable> {
		const {source, operations, reply, kind = set.kind, tokens = 0, autoApply, settled} = proposal;
		const worked = await workOut(set.project_id, operations, set.mode === 'regenerate' ? set.test_id : null, again);
		const changes = {...worked, edges: [...worked.edges, ...chosen], ...(settled ? {settled} : {})};
		const head = {kind, source, tokens, operations: JSON.stringify(operations), changes: JSON.stringify(changes)};
		const good = changes.parts.filter(
			({refused, row, test, kind: what}) => refused === null && (row || hasColumns(test) || what === 'added'),
		);
		const isVain = good.length + changes.edges.length + changes.rules.length === 0;
		const refused = changes.parts.find(part => part.refused !== null);
		const counts = {added: 0, removed: 0, changed: 0};
		for (const part of good) counts[part.kind]++;
		const said = reply ?? ([...new Set(changes.parts.flatMap(({reasons}) => reasons))].join('; ') || null);
		const columns = {...head, reply: said, counts: JSON.stringify(counts)};
		if (isVain)
			return save(set.id, ['drafting'], {
				...columns,
				status: 'failed',
				error: refused ? `It cannot be done: ${refused.refused}.` : 'Nothing would change: it is so already.',
			});
		// What was seen to work, and what is decided, is applied without the tests that it cannot be written into; words wait
		// for a person then.
		const isSure = source === 'settled' || source === 'sample' || source === 'finding';
		const isPartial = !isSure && changes.parts.some(part => part.refused !== null);
		const isApplied = autoApply && !isPartial;
		const ready = {...columns, status: 'ready' as const};
		if (!isApplied) return save(set.id, ['drafting'], ready);
		try {
			// Who waits for what becomes of it sees it applied, and never on the way there.
			return await decide(set, 'apply', null, ready);
		} catch (error) {
			// Somebody else has changed or is running what it touches: it waits to be applied.
			if (!(error instanceof ServiceError && (error.code === 'CONFLICT' || error.code === 'PRECONDITION_FAILED')))
				throw error;
			if (!proposal.again || tries === 0) return save(set.id, ['drafting'], ready);
			return fill(set, {...proposal, operations: await proposal.again()}, {chosen, again}, tries - 1);
		}
	}

	/** @param anew a test that is written anew, whatever a person has made of it */
	async function workOut(
		projectId: ProjectId,
		operations: readonly ChangeOperation[],
		anew: string | null,
		again: readonly string[],
	): Promise<StoredChanges> {
		changeOperations.parse(operations);
		const plan = await latestPlan(database, projectId);
		if (plan?.status === 'generating') throw generating(projectId);
		const ofLockedPlan = plan?.status === 'locked';
		const pinned = plan ? await workOfPins(database, plan, operations, now()) : {operations: [], edges: []};
		const all = [...operations, ...pinned.operations];
		const workspace = await readWorkspace(database, projectId, all, ofLockedPlan, [
			...again,
			...(anew === null ? [] : [anew]),
		]);
		const drafted = draftChanges(workspace, all, {
			projectId,
			planId: plan?.id ?? '',
			type: (await findProjectType(database, projectId)) ?? 'backend',
			newRowId: () => newId('row'),
		});
		for (const one of [...again, ...(anew === null ? [] : [anew])])
			if (!drafted.some(({testId}) => testId === one)) drafted.push(rewritten(workspace, one));
		const recipeOf = (rowId: PlanRowId | null, testId: TestId | null): Recipe | null => {
			const stored =
				(testId === null ? null : workspace.tests.get(testId)?.recipe?.recipe) ??
				(rowId === null ? null : workspace.rows.get(rowId)?.recipe);
			return stored ? (JSON.parse(stored) as Recipe) : null;
		};
		await writeCode(
			drafted,
			testId => workspace.tests.get(testId) ?? null,
			change => recipeOf(change.rowId, change.test ? change.testId : null),
			{
				gate: parts.gate,
				available: await producedNames(database, projectId),
				secrets: await parts.secretsOf(projectId),
				hasExtraHeaders: await hasExtraHeaders(database, projectId),
				anew,
			},
		);
		const rules = operations.flatMap(one =>
			one.op === 'cleanup.rule' ? [{ruleId: newId('crl'), instruction: one.instruction}] : [],
		);
		return {parts: drafted, edges: pinned.edges, rules, ofLockedPlan};
	}

	/**
	 * Moves a set to another state, together with all that this writes.
	 *
	 * @param worked what a set that is still being worked out has come to; null: it is known already
	 */
	async function decide(
		set: ChangeSetTable,
		what: 'apply' | 'undo' | 'discard',
		only: readonly string[] | null,
		worked: Parameters<typeof store.updateChangeSet>[3] | null = null,
	): Promise<ChangeSetTable> {
		const apply = {now: now(), ruleOf: parts.ruleOf};
		const after = await database.transaction().execute(async transaction => {
			if (worked) await store.updateChangeSet(transaction, set.id, ['drafting'], worked);
			const current = await store.findChangeSet(transaction, {projectId: set.project_id}, set.id);
			if (!current) throw notFound(set.test_id === null ? 'change_set' : 'refinement', set.id);
			if (what === 'apply') return applySet(transaction, current, only, apply);
			if (what === 'undo') return undoSet(transaction, current, apply);
			const discarded = await store.updateChangeSet(transaction, current.id, ['ready'], {status: 'discarded'});
			if (!discarded) throw wrongState(current);
			return discarded;
		});
		waiters.wakeAll();
		changed(set.project_id);
		return after;
	}

	/** What was not understood, or was only a question: nothing to apply. */
	async function answer(
		set: ChangeSetTable,
		reply: string,
		question: StoredQuestion,
		tokens = 0,
	): Promise<ChangeSetTable> {
		const isChoice = question.kind === 'choice';
		return save(set.id, ['drafting'], {
			status: isChoice ? 'failed' : 'applied',
			reply,
			tokens,
			question: JSON.stringify(question),
			...(isChoice ? {error: 'It could mean several things: say which one by its number.'} : {}),
		});
	}

	/** What a choice about an edge, which is stored already, makes of tests. A choice that changes none makes no set. */
	async function edgeChosen(projectId: ProjectId, edge: StoredEdgeChange): Promise<void> {
		const plan = await latestPlan(database, projectId);
		if (!plan) return;
		const {after, place} = edge;
		const state = after.state === null ? 'takes what was inferred, or another name' : `is ${after.state}`;
		const reason = `${place} ${state}`;
		const operations = await recipesFor(database, plan, await listEdgeChoices(database, projectId), [edge], reason);
		if (operations.length === 0) return;
		const set = await open({projectId, testId: null, text: reason});
		const proposal: Proposal = {source: 'edge', text: reason, reply: null, operations, autoApply: true};
		await settled(set, fill(set, proposal, {chosen: [edge]}));
	}

	/** What something that planning reads makes of the tests of a locked plan when it is written. Null: of none. */
	async function replanned(plan: PlanTable, reason: string, write: () => Promise<void>): Promise<ChangeSet | null> {
		const rows = await rowsAround(database, plan, write);
		const operations = await replannedRecipes(database, plan, rows, reason);
		if (operations.length === 0) return null;
		return sets.propose(plan.project_id, {
			source: 'sample',
			text: reason,
			reply: null,
			operations,
			autoApply: true,
		});
	}

	/** Tests that people have edited and that were generated anew: both changes, where they can stand beside each other. */
	async function mergeGenerated(projectId: ProjectId, testIds: readonly TestId[]): Promise<void> {
		const again = await store.waitingMerges(database, testIds);
		if (again.length === 0) return;
		const text = 'generated again and merged with what was edited by hand';
		const set = await open({projectId, testId: null, text});
		const proposal: Proposal = {source: 'generated', text, reply: null, operations: [], autoApply: false};
		await settled(set, fill(set, proposal, {again}));
	}

	const fail = (set: ChangeSetTable, error: string, columns: {tokens?: number} = {}) =>
		save(set.id, ['drafting'], {status: 'failed', error, ...columns});

	async function requireSet(at: {projectId: ProjectId} | {testId: TestId}, id: string): Promise<ChangeSetTable> {
		const set = await store.findChangeSet(database, at, id);
		if (!set || ('projectId' in at && set.test_id !== null))
			throw notFound('projectId' in at ? 'change_set' : 'refinement', id);
		return set;
	}

	async function viewOfRefinement(set: ChangeSetTable) {
		const test = set.test_id === null ? null : await findTestRow(database, set.test_id);
		return refinementView(set, test?.code_version ?? null);
	}

	const sets: ChangeSets = {
		async propose(projectId, proposal) {
			const set = await open({projectId, testId: null, text: proposal.text});
			return changeSetView(await settled(set, fill(set, proposal)));
		},
		async proposeFor(testId, projectId, proposal) {
			const set = await open({projectId, testId, text: proposal.text});
			return viewOfRefinement(await settled(set, fill(set, proposal)));
		},
		async view(projectId, changeSetId) {
			const set = await store.findChangeSet(database, {projectId}, changeSetId);
			return set && set.test_id === null ? changeSetView(set) : null;
		},
		async list(projectId, page) {
			const {rows, next} = await store.listChangeSets(database, {projectId}, page);
			return {items: rows.map(row => changeSetView(row, true)), next};
		},
		async apply(projectId, changeSetId, only) {
			return changeSetView(await decide(await requireSet({projectId}, changeSetId), 'apply', only));
		},
		async undo(projectId, changeSetId) {
			return changeSetView(await decide(await requireSet({projectId}, changeSetId), 'undo', null));
		},
		async undoLast(projectId) {
			const last = (await store.listApplied(database, projectId, null)).find(({test_id}) => test_id === null);
			return last ? changeSetView(await decide(last, 'undo', null)) : null;
		},
		async discard(projectId, changeSetId) {
			return changeSetView(await decide(await requireSet({projectId}, changeSetId), 'discard', null));
		},
		async refinement(testId, refinementId) {
			const set = await store.findChangeSet(database, {testId}, refinementId);
			return set && viewOfRefinement(set);
		},
		async refinements(testId, page) {
			const {rows, next} = await store.listChangeSets(database, {testId}, page);
			return {items: await Promise.all(rows.map(viewOfRefinement)), next};
		},
		async decide(testId, refinementId, what) {
			return viewOfRefinement(await decide(await requireSet({testId}, refinementId), what, null));
		},
		waitForChange: (id, since, waitMs, signal) =>
			waiters.wait(
				id,
				async () => {
					const version = await store.versionOfChangeSet(database, id);
					return version === null || version > since;
				},
				waitMs,
				signal,
			),
		/** What a process that is gone has left; where others work, what takes too long for one that lives. */
		resume: (hasCompany = false) =>
			store.failDraftingSets(
				database,
				'The service was stopped while it was worked out. Say it again.',
				hasCompany ? now() - longestDraftMs : null,
			),
		async stop() {
			waiters.wakeAll();
		},
	};

	/** A set that breaks is failed, so that nobody waits for it. */
	async function settled(set: ChangeSetTable, work: Promise<ChangeSetTable>): Promise<ChangeSetTable> {
		try {
			return await work;
		} catch (error) {
			const said = error instanceof ServiceError ? error.message : faultWords(error, 'It could not be worked out');
			await store.updateChangeSet(database, set.id, ['drafting'], {status: 'failed', error: said});
			throw error;
		}
	}

	return {
		...sets,
		edgeChosen,
		replanned,
		mergeGenerated,
		open,
		fill: (set: ChangeSetTable, proposal: Proposal) => settled(set, fill(set, proposal)),
		answer,
		fail,
	};
}

/** A test whose recipe stays, and whose text is written anew. */
function rewritten({tests, rows, rowOf}: Workspace, testId: TestId): StoredChange {
	const rowId = rowOf.get(testId) ?? null;
	const {recipe: _, ...shown} = (rowId === null ? undefined : rows.get(rowId)) ?? {recipe: null};
	return {
		rowId,
		testId,
		kind: 'changed',
		reasons: ['rewritten from its recipe'],
		fields: ['code'],
		shown: 'id' in shown ? shown : null,
		row: null,
		test: {before: {test: {}, recipe: {}}, after: {test: {}, recipe: {}}},
		codeDiff: null,
		refused: tests.get(testId)?.recipe ? null : 'a person has written it: it was not made from a recipe',
		applied: false,
	};
}

const hasColumns = (test: StoredChange['test']): boolean =>
	test !== null && Object.keys({...test.after.test, ...test.after.recipe}).length > 0;
