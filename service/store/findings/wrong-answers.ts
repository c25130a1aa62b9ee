import type {FindingKind} from '../../../contract/finding.ts';
import type {EndpointId, FindingId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {pushTo} from '../../domain/push-to.ts';
import {factsOfFinding} from './decide-finding.ts';

/** An answer that was seen of which somebody has said that the document is right. */
export type WrongAnswer = {kind: FindingKind; status: string};

/**
 * Answers that findings which were turned into failures are about, by endpoint.
 *
 * @param also a finding that counts as one of them, whatever its state
 */
export async function wrongAnswers(
	database: Database,
	projectId: ProjectId,
	also: FindingId | null = null,
): Promise<ReadonlyMap<EndpointId, WrongAnswer[]>> {
	const findings = await database
		.selectFrom('findings')
		.select(['project_id', 'kind', 'key', 'endpoint_ids'])
		.where('project_id', '=', projectId)
		.where(where => where.or([where('state', '=', 'failing'), ...(also === null ? [] : [where('id', '=', also)])]))
		.execute();
	const wrong = new Map<EndpointId, WrongAnswer[]>();
	for (const finding of findings)
		for (const {endpointId, facts} of await factsOfFinding(database, finding))
			if (facts.answer) pushTo(wrong, endpointId, {kind: finding.kind, status: facts.answer.status});
	return wrong;
}
