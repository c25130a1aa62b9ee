import type {CleanupRule} from '../../source/contract/cleanup.ts';
import type {Cleanup} from '../domain/cleanup.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {BatchChanged} from '../store/batch-change.ts';
import {deleteCleanupRule, insertCleanupRule, listCleanupRules} from '../store/cleanup-rules.ts';
import type {CleanupRuleTable} from '../store/cleanup-tables.ts';
import type {Database} from '../store/database.ts';
import {dismissResources} from '../store/dismiss-resources.ts';
import type {NewId} from '../store/ids.ts';
import {findProject} from '../store/projects.ts';
import {findCleanup} from '../store/read-cleanup.ts';
import {readSweepFacts} from '../store/read-sweep.ts';
import {type FoundAddress, retrySweep} from '../store/retry-sweep.ts';
import {type Instruction, instructionForms, instructionInWords, readInstruction} from './cleanup-instruction.ts';
import {cleanupView} from './cleanup-view.ts';
import {resourcesOfBatch} from './resources-of-batch.ts';

export type CleanupParts = {
	database: Database;
	newId: NewId;
	/** Epoch milliseconds. */
	now(): number;
	/** Tells readers of what has changed, and the sweep of what is due. */
	publish(changes: readonly BatchChanged[]): void;
};

/** Cleanup over the store. */
export function createCleanup({database, newId, now, publish}: CleanupParts): Cleanup {
	async function requireProject(accountId: string, projectId: string): Promise<void> {
		if (!(await findProject(database, accountId, projectId))) throw notFound('project', projectId);
	}

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

		async retry(accountId, batchId, cleanupTestIds) {
			const addresses = cleanupTestIds === null ? await newAddresses(batchId) : [];
			const retry = await database
				.transaction()
				.execute(transaction => retrySweep(transaction, newId, {accountId, batchId, cleanupTestIds}, addresses, now()));
			if (!retry) throw notFound('batch', batchId);
			if ('unknown' in retry) throw notFound('cleanup_test', retry.unknown);
			if ('refused' in retry)
				throw new ServiceError(
					'CONFLICT',
					retry.refused === 'run_in_flight'
						? `The tests of batch ${batchId} are still running; its cleanup follows.`
						: `The cleanup of batch ${batchId} is running.`,
					{nextAction: `Wait for it: svc batch watch ${batchId}`, details: {reason: retry.refused, batchId}},
				);
			if (retry.changed) publish([retry.changed]);
			return {batchId, cleanupTestIds: retry.cleanupTestIds, runIds: []};
		},

		async listRules(accountId, projectId) {
			await requireProject(accountId, projectId);
			return (await listCleanupRules(database, projectId)).map(ruleView);
		},

		async addRule(accountId, projectId, instruction) {
			await requireProject(accountId, projectId);
			const read = readInstruction(instruction);
			if (!read)
				throw new ServiceError('UNSUPPORTED', 'The instruction is in none of the forms that are understood.', {
					nextAction: `Write it like one of these: ${instructionForms.map(form => `"${form}"`).join(', ')}.`,
					details: {feature: 'natural_language', field: 'instruction', accepted: [...instructionForms]},
				});
			const row: CleanupRuleTable = {
				id: newId('crl'),
				project_id: projectId,
				instruction,
				...columnsOf(read),
				created_at: now(),
			};
			await insertCleanupRule(database, row);
			return ruleView(row);
		},

		async removeRule(accountId, projectId, ruleId) {
			await requireProject(accountId, projectId);
			if (!(await deleteCleanupRule(database, projectId, ruleId))) throw notFound('cleanup_rule', ruleId);
		},
	};

	/** Addresses that endpoints added since the batch give its orphans. */
	async function newAddresses(batchId: string): Promise<FoundAddress[]> {
		const facts = await readSweepFacts(database, batchId);
		if (!facts) return [];
		return resourcesOfBatch(facts).flatMap(({callId, handle, deletePath, deleteUrl}) =>
			deletePath !== null && deleteUrl !== null
				? [{call_id: callId, handle, delete_path: deletePath, delete_url: deleteUrl}]
				: [],
		);
	}
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
