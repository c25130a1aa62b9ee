import {isDeepStrictEqual} from 'node:util';
import type {HealStatus} from '../../../contract/heal.ts';
import type {HealId, TestId} from '../../../contract/ids.ts';
import type {Script, ScriptElement} from '../../../contract/script.ts';
import {notFound, ServiceError} from '../../domain/service-error.ts';
import type {StoreTransaction, Database} from '../database.ts';
import type {HealTable, HealTarget} from '../runs/browser-tables.ts';
import type {NewId} from '../ids.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {RunTable} from '../runs/run-tables.ts';
import {pushTo} from '../../domain/push-to.ts';

/** A repair that a run has carried out. */
export type NewHeal = {
	stepIndex: number;
	slot: string;
	score: number;
	margin: number;
	evidence: string[];
	from: HealTarget;
	to: HealTarget;
};

/** A repair that a person refused: it is never made again. */
export type RefusedHeal = Pick<NewHeal, 'stepIndex' | 'slot'> & Record<'from' | 'to', HealTarget['locator']>;

/**
 * Keeps the repairs of a run for a person to decide. One that stands open already is the same proposal, made again; one
 * that led elsewhere is superseded.
 *
 * @param savedFrom the run that had saved the script
 */
export async function proposeHeals(
	transaction: StoreTransaction,
	{newId, now}: {newId: NewId; now: number},
	run: Pick<RunTable, 'id' | 'test_id'>,
	heals: readonly NewHeal[],
	savedFrom: string | null,
): Promise<void> {
	if (heals.length === 0) return;
	const open = await proposedOf(transaction, run.test_id);
	for (const heal of heals) {
		const columns = {
			run_id: run.id,
			score: heal.score,
			margin: heal.margin,
			evidence: JSON.stringify(heal.evidence),
			from_target: JSON.stringify(heal.from),
			to_target: JSON.stringify(heal.to),
			saved_from_run_id: savedFrom,
		};
		const rivals = open.filter(row => row.step_index === heal.stepIndex && row.slot === heal.slot);
		const same = rivals.find(row => isDeepStrictEqual(targetOf(row.to_target).locator, heal.to.locator));
		await decide(
			transaction,
			rivals.filter(row => row !== same).map(({id}) => id),
			'superseded',
			now,
		);
		if (same) await transaction.updateTable('heals').set(columns).where('id', '=', same.id).execute();
		else
			await transaction
				.insertInto('heals')
				.values({
					id: newId('hea'),
					test_id: run.test_id,
					step_index: heal.stepIndex,
					slot: heal.slot,
					status: 'proposed',
					created_at: now,
					decided_at: null,
					...columns,
				})
				.execute();
	}
}

/** Repairs of entries that the script does not have any more need no decision; null: it has none. */
export async function supersedeHeals(
	transaction: StoreTransaction,
	testId: TestId,
	script: Script | null,
	now: number,
): Promise<void> {
	const open = await proposedOf(transaction, testId);
	const lost = open.filter(row => script === null || elementOf(script, row) === null);
	await decide(
		transaction,
		lost.map(({id}) => id),
		'superseded',
		now,
	);
}

/** Repairs of a test, newest first. */
export async function listHeals(
	database: Database,
	testId: TestId,
	status: HealStatus | undefined,
	{pageSize, after}: PageRequest,
): Promise<RowPage<HealTable>> {
	const rows = await database
		.selectFrom('heals')
		.selectAll()
		.where('test_id', '=', testId)
		.$if(status !== undefined, query => query.where('status', '=', status!))
		.$if(after !== null, query => query.where('id', '<', after!))
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

/** What a person refused, by test; of the others nothing. */
export async function refusedHealsOf(
	database: Database,
	testIds: readonly TestId[],
): Promise<Map<string, RefusedHeal[]>> {
	const refused = new Map<string, RefusedHeal[]>();
	if (testIds.length === 0) return refused;
	const rows = await database
		.selectFrom('heals')
		.select(['test_id', 'step_index', 'slot', 'from_target', 'to_target'])
		.where('test_id', 'in', testIds)
		.where('status', '=', 'refused')
		.orderBy('id')
		.execute();
	for (const row of rows) {
		const heal = {
			stepIndex: row.step_index,
			slot: row.slot,
			from: targetOf(row.from_target).locator,
			to: targetOf(row.to_target).locator,
		};
		pushTo(refused, row.test_id, heal);
	}
	return refused;
}

/** The pair is a veto from now on. Throws when somebody has decided before. */
export async function refuseHeal(
	transaction: StoreTransaction,
	testId: TestId,
	healId: HealId,
	now: number,
): Promise<HealTable> {
	const row = await requireProposed(transaction, testId, healId);
	await decide(transaction, [row.id], 'refused', now);
	return {...row, status: 'refused', decided_at: now};
}

export const targetOf = (json: string) => JSON.parse(json) as HealTarget;

/** The element of the script that a repair speaks of; null when the entry names another one now. */
export function elementOf(
	script: Script,
	heal: Pick<HealTable, 'step_index' | 'slot' | 'from_target'>,
): ScriptElement | null {
	const {locator} = targetOf(heal.from_target);
	const elements = script.steps
		.filter(({stepIndex}) => stepIndex === heal.step_index)
		.flatMap(({parts}) => parts.flatMap(part => part.elements));
	return elements.find(one => one.slot === heal.slot && isDeepStrictEqual(one.locator, locator)) ?? null;
}

const proposedOf = (database: Database, testId: TestId): Promise<HealTable[]> =>
	database.selectFrom('heals').selectAll().where('test_id', '=', testId).where('status', '=', 'proposed').execute();

export async function decide(
	transaction: StoreTransaction,
	healIds: readonly HealId[],
	status: HealStatus,
	now: number,
): Promise<void> {
	if (healIds.length === 0) return;
	await transaction.updateTable('heals').set({status, decided_at: now}).where('id', 'in', healIds).execute();
}

export async function requireProposed(
	transaction: StoreTransaction,
	testId: TestId,
	healId: HealId,
): Promise<HealTable> {
	const row = await transaction
		.selectFrom('heals')
		.selectAll()
		.where('id', '=', healId)
		.where('test_id', '=', testId)
		.executeTakeFirst();
	if (!row) throw notFound('heal', healId);
	if (row.status === 'proposed') return row;
	throw new ServiceError('CONFLICT', `The repair ${healId} is ${row.status} already.`, {
		nextAction: `See what is open: svc test heal list ${testId}`,
		details: {reason: 'heal_decided', status: row.status, healId},
	});
}
