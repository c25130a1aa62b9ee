import type {FindingKind, FindingScope, FindingState} from '../../../contract/finding.ts';
import type {ChangeSetId, EndpointId, FindingId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {Evidence} from '../../domain/group-deviations.ts';
import type {Json, Millis} from '../columns.ts';

/** Tables of differences between the API and its description. */
export type FindingTables = {
	deviations: DeviationTable;
	deviation_looks: DeviationLookTable;
	findings: FindingTable;
};

/** One difference of one endpoint. */
export type DeviationTable = {
	project_id: ProjectId;
	/** Empty: the API as a whole. */
	endpoint_id: EndpointId;
	kind: FindingKind;
	/** What tells differences of one kind apart, equal for endpoints that show the same: `401 → 403`. */
	difference: string;
	/** The document's word; null: it says nothing. */
	document: string | null;
	observed: string;
	/** What accepting it needs: the observed answer, for one. */
	facts: Json<DeviationFacts>;
	evidence: Json<Evidence[]>;
	first_seen_at: Millis;
	last_seen_at: Millis;
};

export type DeviationFacts = {
	/** The answer that was seen: its status, media type and schema take the place of the document's. */
	answer?: {status: string; contentType: string | null; schema: unknown; headers: string[]};
	/** The status of the document that this answer takes the place of. */
	insteadOf?: string;
	/** Whether a credential is needed, as the API shows. */
	authRequired?: boolean;
	/** Expectations of tests that the API does not keep. */
	expectations?: SeenExpectation[];
};

/** An expectation of a test; `environment` is where the test ran. */
export type SeenExpectation = {testId: TestId; environment: string; step: string; assert: string};

export type DeviationLookTable = {project_id: ProjectId; endpoint_id: EndpointId; kind: FindingKind; looked_at: Millis};

export type FindingTable = {
	id: FindingId;
	project_id: ProjectId;
	/** The same whenever the same difference is grouped again. */
	key: string;
	kind: FindingKind;
	scope: FindingScope;
	endpoint_ids: Json<EndpointId[]>;
	count: number;
	title: string;
	document: string | null;
	observed: string;
	evidence: Json<Evidence[]>;
	state: FindingState;
	/** State that it had before it was gone. */
	state_before: FindingState | null;
	change_set_id: ChangeSetId | null;
	first_seen_at: Millis;
	last_seen_at: Millis;
};
