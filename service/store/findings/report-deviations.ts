import type {FindingKind} from '../../../contract/finding.ts';
import type {EndpointId, ProjectId} from '../../../contract/ids.ts';
import type {Deviation, Evidence} from '../../domain/group-deviations.ts';
import type {Database} from '../database.ts';
import type {DeviationFacts} from './finding-tables.ts';
import {regroupFindings} from './regroup-findings.ts';
import type {NewId} from '../ids.ts';

/** One difference as somebody has just seen it. */
export type SeenDeviation = Pick<Deviation, 'endpointId' | 'kind' | 'difference' | 'document' | 'observed'> & {
	facts: DeviationFacts;
	evidence: Evidence[];
};

export type DeviationReport = {
	/** Endpoints that were looked at for a kind; an earlier difference of theirs that is not seen again is gone. */
	looks: ReadonlyArray<{endpointId: EndpointId; kind: FindingKind}>;
	deviations: readonly SeenDeviation[];
};

/** Stores what was looked at and what was seen, and brings the findings of the project up to date, in one transaction. */
export function reportDeviations(
	database: Database,
	projectId: ProjectId,
	report: DeviationReport,
	context: {newId: NewId; now: number},
): Promise<void> {
	return database.transaction().execute(transaction => reportDeviationsIn(transaction, projectId, report, context));
}

/** The same inside a transaction. */
export async function reportDeviationsIn(
	transaction: Database,
	projectId: ProjectId,
	{looks, deviations}: DeviationReport,
	{newId, now}: {newId: NewId; now: number},
): Promise<void> {
	const seen = new Set(deviations.map(one => JSON.stringify([one.endpointId, one.kind, one.difference])));
	for (const {endpointId, kind} of looks) {
		await transaction
			.insertInto('deviation_looks')
			.values({project_id: projectId, endpoint_id: endpointId, kind, looked_at: now})
			.onConflict(conflict => conflict.columns(['project_id', 'endpoint_id', 'kind']).doUpdateSet({looked_at: now}))
			.execute();
		const known = await transaction
			.selectFrom('deviations')
			.select(['difference', 'facts'])
			.where('project_id', '=', projectId)
			.where('endpoint_id', '=', endpointId)
			.where('kind', '=', kind)
			.execute();
		for (const {difference, facts} of known) {
			if (seen.has(JSON.stringify([endpointId, kind, difference]))) continue;
			// What tests see is gone when they no longer see it.
			if ((JSON.parse(facts) as DeviationFacts).expectations) continue;
			await transaction
				.deleteFrom('deviations')
				.where('project_id', '=', projectId)
				.where('endpoint_id', '=', endpointId)
				.where('kind', '=', kind)
				.where('difference', '=', difference)
				.execute();
		}
	}
	for (const {endpointId, kind, difference, document, observed, facts, evidence} of deviations) {
		const changing = {
			document,
			observed,
			facts: JSON.stringify(facts),
			evidence: JSON.stringify(evidence.slice(0, 3)),
			last_seen_at: now,
		};
		await transaction
			.insertInto('deviations')
			.values({
				...changing,
				project_id: projectId,
				endpoint_id: endpointId,
				kind,
				difference,
				first_seen_at: now,
			})
			.onConflict(conflict =>
				conflict.columns(['project_id', 'endpoint_id', 'kind', 'difference']).doUpdateSet(changing),
			)
			.execute();
	}
	await regroupFindings(transaction, projectId, newId);
}
