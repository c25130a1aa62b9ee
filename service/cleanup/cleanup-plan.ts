import type {CleanupPlan, OwnershipProof} from '../../contract/cleanup.ts';
import type {CleanupMode, CleanupOutcome, OrphanReason} from '../../contract/enums.ts';
import type {ProjectId, RunId, TestId} from '../../contract/ids.ts';
import {isCleaned} from '../domain/cleanup.ts';
import type {Rule} from './matching-rule.ts';
import {type OpenDelete, SweepOrder, type SweepPace} from './sweep-order.ts';

/** A record as the plan of a cleanup needs it. */
export type PlanRecord = OpenDelete & {
	/** False: only the search of this moment has found it, and its `resourceId` is no id. */
	isStored: boolean;
	label: string;
	createdBy: {testId: TestId; title: string; runId: RunId};
	handle: string | null;
	sourceEndpoint: {method: string; path: string};
	proof: OwnershipProof | null;
	deletion: {method: string; path: string; url: string; body?: string | null | undefined} | null;
	/** Whether the whole address of its DELETE is known. */
	isAddressed: boolean;
	/** A teardown test of the batch removes it. */
	isPlanned: boolean;
	outcome: CleanupOutcome;
	reason: OrphanReason | null;
};

const previewLength = 200;

/**
 * Every DELETE that a cleanup would send, in its order, and what would be left alone.
 *
 * @param records in the order of their creation
 * @param settingsOf mode and pace of a project
 */
export function planOf(
	head: Pick<CleanupPlan, 'batchId' | 'mode' | 'state'>,
	records: readonly PlanRecord[],
	rules: readonly Rule[],
	settingsOf: (projectId: ProjectId) => SweepPace & {mode: CleanupMode},
): CleanupPlan {
	const open = records.filter(({outcome}) => !isCleaned(outcome));
	const isSent = ({projectId, outcome, isAddressed, isPlanned}: PlanRecord) =>
		settingsOf(projectId).mode !== 'off' && outcome === 'pending' && isAddressed && !isPlanned;
	// Children were created after their parents.
	const order = new SweepOrder(open.filter(isSent).reverse(), rules, settingsOf);
	const deletes: CleanupPlan['deletes'] = [];
	while (!order.isDone)
		for (const record of order.start()) {
			if (record.deletion) deletes.push({...shown(record), deletion: record.deletion});
			order.end(record.resourceId);
		}
	const notSent = open
		.filter(record => !isSent(record))
		.map(record => ({
			...shown(record),
			deletion: record.deletion,
			outcome: record.outcome,
			reason: record.reason,
			why: whyNotSent(record, settingsOf(record.projectId).mode),
		}));
	return {...head, deletes, notSent};
}

const shown = ({isStored, resourceId, label, createdBy, handle, sourceEndpoint, proof}: PlanRecord) => ({
	resourceId: isStored ? resourceId : null,
	label,
	createdBy,
	capturedId: handle?.slice(0, previewLength) ?? null,
	sourceEndpoint,
	proof,
});

const reasons: Record<OrphanReason, string> = {
	no_delete_endpoint: 'no DELETE endpoint is known for it',
	delete_failed: 'its DELETE failed',
	handle_missing: 'its handle was not found, so the address of its DELETE is not known',
	may_have_existed: 'nothing proves that this run made it',
	shared_address: 'its DELETE goes to the whole collection, and only its body says which record is meant',
	wrong_endpoint: 'its DELETE answered 404 and was never shown to be the right one',
	archived: 'its DELETE was accepted, and it can still be read',
	no_credential: 'its DELETE would go out without a credential',
	unknown_outcome: 'the call was sent and never answered, so nobody knows whether it made a record',
};

/** Why no DELETE is sent for a record, in words. */
function whyNotSent({outcome, reason, isPlanned, isAddressed}: PlanRecord, mode: CleanupMode): string {
	if (outcome === 'dismissed') return 'it was dismissed';
	if (outcome === 'kept') return mode === 'off' ? 'cleanup is off for this project' : 'a rule keeps it';
	if (reason !== null) return reasons[reason];
	if (isPlanned) return 'a teardown test removes it';
	if (!isAddressed) return 'the cleanup reads it first, to learn how it is deleted';
	return outcome === 'failed' ? 'its DELETE was refused' : 'cleanup is off for this project';
}
