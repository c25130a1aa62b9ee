import type {FindingState} from '../../contract/finding.ts';
import type {ChangeSetId, FindingId, ProjectId} from '../../contract/ids.ts';

/** What decisions about findings do to tests. */
export type FindingDecisions = {
	/**
	 * Writes what a decision means into the tests concerned, as one change set: accepted, they expect what was observed;
	 * failing, what the document says; open again, what they did before. Null: no test changes.
	 *
	 * @param finding as it is before the decision
	 */
	decide(finding: DecidedFinding, state: Exclude<FindingState, 'gone' | 'muted'>): Promise<DecidedChange | null>;
	/** Whether a test of a plan shows the difference. */
	isSeenByTests(finding: DecidedFinding): Promise<boolean>;
};

export type DecidedFinding = {
	id: FindingId;
	project_id: ProjectId;
	kind: string;
	/** The same whenever the same difference is grouped again. */
	key: string;
	endpoint_ids: string;
	title: string;
	state: FindingState;
	change_set_id: ChangeSetId | null;
};

/** `error`: nothing could be changed, and why. */
type DecidedChange = {changeSetId: ChangeSetId; error: string | null};
