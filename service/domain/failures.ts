import type {EvidenceKind} from '../../contract/enums.ts';
import type {AccountId, ProjectId, RunId, SnapshotId, TestId} from '../../contract/ids.ts';
import type {CliLatestResult, FailureSummary, FixTarget, TestStep} from '../../contract/result.ts';
import type {RunPart} from './run-part.ts';

/** A piece of evidence before it has an address. */
export type EvidencePart = {kind: EvidenceKind; stepIndex: number; part: RunPart; summary: string};

/** A failure context whose evidence and code are not addressed yet: addresses expire, the rest never changes. */
export type FailureParts = {
	runId: RunId;
	snapshotId: SnapshotId;
	testId: TestId;
	projectId: ProjectId;
	projectName: string | null;
	result: CliLatestResult;
	steps: TestStep[];
	code: {
		testId: TestId;
		language: 'python' | 'typescript';
		framework: 'playwright' | 'pytest';
		code: string;
		codeVersion: string | null;
	};
	failure: {
		rootCauseHypothesis: string | null;
		recommendedFixTarget: FixTarget | null;
		evidence: EvidencePart[];
		apiOutput: string | null;
		trace: string | null;
		signature: string;
		badges: string[];
	};
};

/** A stored part of a run as bytes. */
export type Asset = {contentType: string; fileName: string; body: Uint8Array};

/**
 * What is known of runs that did not pass. Every method checks that the thing belongs to the account and throws
 * `ServiceError` for what a caller can act on.
 */
export interface Failures {
	/** Of exactly this run. */
	ofRun(accountId: AccountId, runId: RunId): Promise<FailureParts>;
	/** Of the latest run of the test that ended failed or blocked. */
	ofTest(accountId: AccountId, testId: TestId): Promise<FailureParts>;
	summaryOfTest(accountId: AccountId, testId: TestId): Promise<FailureSummary>;
	/** Adds `analysis` to a result. */
	withAnalysis(result: CliLatestResult): Promise<CliLatestResult>;
	/** Null: the run is gone, or has no such part. Whoever asks holds a signed address. */
	readAsset(runId: RunId, part: RunPart): Promise<Asset | null>;
}
