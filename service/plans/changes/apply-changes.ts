import type {ProjectId} from '../../../contract/ids.ts';
import {invalid} from '../../domain/service-error.ts';
import type {StoreTransaction} from '../../store/database.ts';
import type {ChangeSetTable, StoredChange, StoredChanges} from '../../store/plans/change-set-tables.ts';
import {listApplied, nextAppliedOrder, updateChangeSet} from '../../store/plans/change-sets.ts';
import {deleteCleanupRule, insertCleanupRule} from '../../store/cleanup/cleanup-settings.ts';
import type {CleanupRuleTable} from '../../store/cleanup/cleanup-tables.ts';
import {forgetEdgeChoice, saveEdgeChoice} from '../../store/plans/edge-choices.ts';
import {bumpPlan, latestPlan} from '../../store/plans/plans.ts';
import {type Direction, writeChanges} from '../../store/plans/write-changes.ts';
import {findTestRow} from '../../store/plans/change-set-input.ts';
import {generating, locked} from '../plan-errors.ts';
import {inFlight, stale, wrongState} from './change-errors.ts';

export type ApplyParts = {
	now: number;
	/** Reads an instruction of cleanup; null: in none of its forms. */
	ruleOf(instruction: string, ids: {id: string; projectId: ProjectId}): CleanupRuleTable | null;
};

/** Writes what a set says, all of it or only some rows, in the transaction of its own new state. */
export async function applySet(
	transaction: StoreTransaction,
	set: ChangeSetTable,
	only: readonly string[] | null,
	parts: ApplyParts,
): Promise<ChangeSetTable> {
	if (set.status !== 'ready') throw wrongState(set);
	const changes = JSON.parse(set.changes) as StoredChanges;
	const chosen = chosenOf(changes.parts, only);
	const version = await write(transaction, set, {...changes, parts: chosen}, 'apply', parts);
	for (const part of chosen) part.applied = true;
	const applied = await updateChangeSet(transaction, set.id, ['ready'], {
		status: 'applied',
		changes: JSON.stringify(changes),
		applied_version: version,
		applied_order: await nextAppliedOrder(transaction, set.project_id),
		applied_at: parts.now,
	});
	if (!applied) throw wrongState(set);
	return applied;
}

function chosenOf(parts: readonly StoredChange[], only: readonly string[] | null): StoredChange[] {
	if (only === null) return parts.filter(({refused}) => refused === null);
	return only.map(id => {
		const part = parts.find(({rowId, testId}) => id === rowId || id === testId);
		if (!part) throw invalid('only', 'not_in_set', `The change set changes no ${id}.`);
		if (part.refused !== null) throw invalid('only', 'refused', `${id} cannot be changed: ${part.refused}.`);
		return part;
	});
}

/**
 * Takes a set back together with those that were applied later: all of the plan for a set of the plan, and whatever
 * touches the same rows or tests. Gives the set itself.
 */
export async function undoSet(
	transaction: StoreTransaction,
	set: ChangeSetTable,
	parts: ApplyParts,
): Promise<ChangeSetTable> {
	if (set.status !== 'applied' || set.applied_order === null) throw wrongState(set);
	const later = await listApplied(transaction, set.project_id, set.applied_order + 1);
	const touched = touchedBy(set);
	const chosen = new Set<ChangeSetTable>();
	for (const one of [...later].reverse()) {
		const isOfPlan = set.test_id === null && one.test_id === null;
		if (!isOfPlan && ![...touchedBy(one)].some(id => touched.has(id))) continue;
		chosen.add(one);
		for (const id of touchedBy(one)) touched.add(id);
	}
	let undone = set;
	for (const one of [...later.filter(other => chosen.has(other)), set]) {
		const changes = JSON.parse(one.changes) as StoredChanges;
		const applied = changes.parts.filter(part => part.applied).reverse();
		await write(transaction, one, {...changes, parts: applied}, 'undo', parts);
		const after = await updateChangeSet(transaction, one.id, ['applied'], {status: 'undone', applied_order: null});
		if (!after) throw wrongState(one);
		undone = after;
	}
	return undone;
}

const touchedBy = ({changes}: ChangeSetTable): Set<string> =>
	new Set(
		(JSON.parse(changes) as StoredChanges).parts
			.filter(({applied}) => applied)
			.flatMap(({rowId, testId}) => [rowId, testId].filter(id => id !== null)),
	);

/** Gives the version of the plan that it has made; null: no row has changed. */
async function write(
	transaction: StoreTransaction,
	set: ChangeSetTable,
	{parts, edges, rules, ofLockedPlan}: StoredChanges,
	direction: Direction,
	{now, ruleOf}: ApplyParts,
): Promise<number | null> {
	const {project_id: projectId} = set;
	const hasRows = parts.some(({row}) => row !== null);
	const plan = hasRows ? await latestPlan(transaction, projectId) : null;
	if (plan?.status === 'generating') throw generating(projectId);
	if (plan?.status === 'locked' && !ofLockedPlan && parts.some(({row, test}) => row && !test)) throw locked(projectId);
	const version = plan ? await bumpPlan(transaction, plan.id) : null;
	const done = await writeChanges(transaction, projectId, parts, direction, {rev: version ?? 0, now});
	if (done.inFlight.length > 0) throw inFlight(done.inFlight);
	if (done.stale.length > 0) {
		const test = set.test_id === null ? null : await findTestRow(transaction, set.test_id);
		throw stale(set, done.stale.map(titleOf), test?.code_version ?? null);
	}
	for (const edge of edges) {
		const choice = direction === 'apply' ? edge.after : edge.before;
		if (choice) await saveEdgeChoice(transaction, {...choice, updated_at: now});
		else await forgetEdgeChoice(transaction, projectId, edge.endpointId, edge.place);
	}
	for (const {ruleId, instruction} of rules) {
		if (direction === 'undo') {
			await deleteCleanupRule(transaction, projectId, ruleId);
			continue;
		}
		const rule = ruleOf(instruction, {id: ruleId, projectId});
		if (rule) await insertCleanupRule(transaction, rule);
	}
	return version;
}

const titleOf = ({shown, test, rowId, testId}: StoredChange): string =>
	shown?.title ?? test?.after.test.name ?? rowId ?? testId ?? '';
