import type {CleanupRule, StartedCleanup, CleanupSettings} from '../../contract/cleanup.ts';
import type {AccountId, BatchId, ProjectId} from '../../contract/ids.ts';
import type {Cleanup} from '../domain/cleanup.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {BatchChanged} from '../store/batches/batch-tables.ts';
import {
	deleteCleanupRule,
	insertCleanupRule,
	listCleanupRules,
	readCleanupSettings,
	updateCleanupSettings,
	type ProjectCleanup,
} from '../store/cleanup/cleanup-settings.ts';
import type {CleanupRuleTable} from '../store/cleanup/cleanup-tables.ts';
import type {Database} from '../store/database.ts';
import {dismissResources} from '../store/cleanup/dismiss-resources.ts';
import type {NewId} from '../store/ids.ts';
import {requireProject} from '../store/projects/projects.ts';
import {findCleanup} from '../store/cleanup/read-cleanup.ts';
import {readSweepFacts} from '../store/cleanup/read-sweep.ts';
import {readSeenLives} from '../store/cleanup/seen-records.ts';
import {type FoundAddress, retrySweep} from '../store/cleanup/retry-sweep.ts';
import {startDeletes} from '../store/cleanup/start-deletes.ts';
import {type Instruction, instructionForms, instructionInWords, readInstruction} from './cleanup-instruction.ts';
import {cleanupView} from './cleanup-view.ts';
import {readPlan} from './read-plan.ts';
import {resourcesOfBatch} from './resources-of-batch.ts';

/** The settings of a project as its readers see them. */
const settingsView = (projectId: ProjectId, {updatedAt, ...settings}: ProjectCleanup): CleanupSettings => ({
	projectId,
	...settings,
	updatedAt: updatedAt === null ? null : timestamp(updatedAt),
});

type CleanupParts = {
	database: Database;
	newId: NewId;
	/** Epoch milliseconds. */
	now(): number;
	/** Tells readers of what has changed, and the sweep of what is due. */
	publish(changes: readonly BatchChanged[]): void;
};

/** Cleanup over the store. */
export function createCleanup({database, newId, now, publish}: CleanupParts): Cleanup {
	return {
		async view(accountId, batchId, filter) {
			const rows = await findCleanup(database, accountId, batchId);
			if (!rows) throw notFound('batch', batchId);
			return cleanupView(rows, filter);
		},

		async dismiss(accountId, batchId, resourceIds, restore) {
			const done = await database
				.transaction()
				.execute(transaction => dismissResources(transaction, {accountId, batchId, resourceIds, restore}, now()));
			if (!done) throw notFound('batch', batchId);
			if ('unknown' in done) throw notFound('cleanup_resource', done.unknown);
			if ('noneOrphaned' in done)
				throw new ServiceError(
					'CONFLICT',
					restore ? 'None of these records is dismissed.' : 'None of these records might be orphaned.',
					{
						nextAction: `See where they stand: svc batch cleanup ${batchId}`,
						details: {reason: 'not_orphaned', batchId},
					},
				);
			if (done.changed) publish([done.changed]);
			const {moved, unchanged} = done;
			return {batchId, dismissed: restore ? [] : moved, restored: restore ? moved : [], unchanged};
		},

		async retry(accountId, batchId, {cleanupTestIds = null, onlyNew = false}) {
			const addresses = cleanupTestIds === null ? await newAddresses(batchId) : [];
			const wanted = {accountId, batchId, cleanupTestIds, onlyNew};
			const retry = await database
				.transaction()
				.execute(transaction => retrySweep(transaction, newId, wanted, addresses, now()));
			if (!retry) throw notFound('batch', batchId);
			if ('unknown' in retry) throw notFound('cleanup_test', retry.unknown);
			if ('refused' in retry) throw isUnderWay(batchId, retry.refused);
			if (retry.changed) publish([retry.changed]);
			return {batchId, cleanupTestIds: retry.cleanupTestIds, runIds: []};
		},

		async plan(accountId, batchId) {
			const plan = await readPlan(database, accountId, batchId);
			if (!plan) throw notFound('batch', batchId);
			return plan;
		},

		start: (accountId, batchId, resourceIds) => send('start', accountId, batchId, resourceIds),

		deleteRecords: (accountId, batchId, resourceIds) => send('delete', accountId, batchId, resourceIds),

		async settings(accountId, projectId) {
			await requireProject(database, accountId, projectId);
			return settingsView(projectId, await readCleanupSettings(database, projectId));
		},

		async changeSettings(accountId, projectId, input) {
			await requireProject(database, accountId, projectId);
			return settingsView(projectId, await updateCleanupSettings(database, projectId, input, now()));
		},

		async listRules(accountId, projectId) {
			await requireProject(database, accountId, projectId);
			return (await listCleanupRules(database, projectId)).map(ruleView);
		},

		async addRule(accountId, projectId, instruction) {
			await requireProject(database, accountId, projectId);
			const read = readInstruction(instruction);
			if (!read)
				throw new ServiceError('UNSUPPORTED', 'The instruction is in none of the forms that are understood.', {
					nextAction: `Write it like one of these: ${instructionForms.map(form => `"${form}"`).join(', ')}.`,
					details: {feature: 'natural_language', field: 'instruction', accepted: [...instructionForms]},
				});
			const row = ruleOf(read, {id: newId('crl'), projectId, instruction, now: now()});
			await insertCleanupRule(database, row);
			return ruleView(row);
		},

		async removeRule(accountId, projectId, ruleId) {
			await requireProject(database, accountId, projectId);
			if (!(await deleteCleanupRule(database, projectId, ruleId))) throw notFound('cleanup_rule', ruleId);
		},
	};

	async function send(
		what: 'start' | 'delete',
		accountId: AccountId,
		batchId: BatchId,
		resourceIds: readonly string[] | null,
	): Promise<StartedCleanup> {
		const started = await database
			.transaction()
			.execute(transaction => startDeletes(transaction, newId, what, {accountId, batchId, resourceIds}, now()));
		if (!started) throw notFound('batch', batchId);
		if ('unknown' in started) throw notFound('cleanup_resource', started.unknown);
		if ('refused' in started) throw isUnderWay(batchId, started.refused);
		if ('nothing' in started)
			throw new ServiceError('CONFLICT', 'None of these records has a DELETE that could be sent.', {
				nextAction: `See where they stand: svc batch cleanup ${batchId} --plan`,
				details: {reason: 'nothing_to_delete', batchId},
			});
		publish([started.changed]);
		return {batchId, resourceIds: started.resourceIds, cleanupTestIds: started.cleanupTestIds};
	}

	/** Addresses that endpoints added since the batch, or handles told since, give its orphans. */
	async function newAddresses(batchId: BatchId): Promise<FoundAddress[]> {
		const facts = await readSweepFacts(database, batchId);
		if (!facts) return [];
		const {resources} = await resourcesOfBatch(facts, (projectId, keys) => readSeenLives(database, projectId, keys));
		return resources.flatMap(({key, handle, deletePath, deleteUrl, deleteWith, proof, reason}) =>
			deletePath !== null && deleteUrl !== null
				? [
						{
							key,
							reason: reason === 'may_have_existed' || reason === 'shared_address' ? reason : null,
							columns: {
								handle,
								delete_path: deletePath,
								delete_url: deleteUrl,
								delete_with: deleteWith && JSON.stringify(deleteWith),
								proof: proof && JSON.stringify(proof),
							},
						},
					]
				: [],
		);
	}
}

const refusals = {
	run_in_flight: (batchId: BatchId) => `The tests of batch ${batchId} are still running; its cleanup follows.`,
	cleanup_in_flight: (batchId: BatchId) => `The cleanup of batch ${batchId} is running.`,
	cleanup_not_asking: (batchId: BatchId) => `The cleanup of batch ${batchId} does not wait for anybody's word.`,
};

/** Nothing may be set going now. */
function isUnderWay(batchId: BatchId, reason: keyof typeof refusals): ServiceError {
	const nextAction =
		reason === 'cleanup_not_asking'
			? `See where it stands: svc batch cleanup ${batchId}`
			: `Wait for it: svc batch watch ${batchId}`;
	return new ServiceError('CONFLICT', refusals[reason](batchId), {nextAction, details: {reason, batchId}});
}

/** An instruction as a rule of a project. */
const ruleOf = (
	read: Instruction,
	{id, projectId, instruction, now}: {id: string; projectId: ProjectId; instruction: string; now: number},
): CleanupRuleTable => ({id, project_id: projectId, instruction, ...columnsOf(read), created_at: now});

/** The rule that a sentence stands for; null: it is in none of the forms. */
export function readRule(
	instruction: string,
	ids: {id: string; projectId: ProjectId; now: number},
): CleanupRuleTable | null {
	const read = readInstruction(instruction);
	return read && ruleOf(read, {...ids, instruction});
}

type RuleColumns = Pick<CleanupRuleTable, 'kind' | 'method' | 'path' | 'filter' | 'sequence'>;
const noColumns = {method: null, path: null, filter: null, sequence: null};

function columnsOf(instruction: Instruction): RuleColumns {
	switch (instruction.kind) {
		case 'skip_endpoint':
			return {...noColumns, kind: 'skip_endpoint', method: instruction.method, path: instruction.path};
		case 'skip_records': {
			const {field, equals} = instruction;
			return {...noColumns, kind: 'skip_records', filter: JSON.stringify({field, equals})};
		}
		case 'serial':
			return {...noColumns, kind: 'serial', path: instruction.path};
		case 'order':
			return {...noColumns, kind: 'order', sequence: JSON.stringify(instruction.families)};
	}
}

function ruleView(row: CleanupRuleTable): CleanupRule {
	const filter = row.filter === null ? null : (JSON.parse(row.filter) as {field: string; equals: string});
	const order = row.sequence === null ? null : (JSON.parse(row.sequence) as string[]);
	const instruction: Instruction =
		row.kind === 'skip_endpoint'
			? {kind: row.kind, method: row.method, path: row.path ?? ''}
			: row.kind === 'skip_records'
				? {kind: row.kind, field: filter?.field ?? '', equals: filter?.equals ?? ''}
				: row.kind === 'serial'
					? {kind: row.kind, path: row.path}
					: {kind: row.kind, families: order ?? []};
	return {
		ruleId: row.id,
		instruction: row.instruction,
		kind: row.kind,
		method: row.method,
		path: row.path,
		filter,
		order,
		resolved: instructionInWords(instruction),
		createdAt: timestamp(row.created_at),
	};
}
