import type {EvidenceKind} from '../../contract/enums.ts';
import type {CliLatestResult, FailureSummary, FixTarget, TestStep} from '../../contract/result.ts';
import type {RunPart} from './run-part.ts';

/** A piece of evidence before it has an address. */
export type EvidencePart = {kind: EvidenceKind; stepIndex: number; part: RunPart; summary: string};

/** A failure context whose evidence and code are not addressed yet: addresses expire, the rest never changes. */
export type FailureParts = {
	runId: string;
	snapshotId: string;
	testId: string;
	projectId: string;
	projectName: string | null;
	result: CliLatestResult;
	steps: TestStep[];
	code: {
		testId: string;
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
	ofRun(accountId: string, runId: string): Promise<FailureParts>;
	/** Of the latest run of the test that ended failed or blocked. */
	ofTest(accountId: string, testId: string): Promise<FailureParts>;
	summaryOfTest(accountId: string, testId: string): Promise<FailureSummary>;
	/** Adds `analysis` to a result. */
	withAnalysis(result: CliLatestResult): Promise<CliLatestResult>;
	/** Null: the run is gone, or has no such part. Whoever asks holds a signed address. */
	readAsset(runId: string, part: RunPart): Promise<Asset | null>;
}
