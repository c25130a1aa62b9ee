import type {PlanFileStep} from '../../contract/plan-file.ts';
import type {FailureContext} from '../../contract/result.ts';

/** What the dashboard reads and writes besides answers of the service. */
export type RunFiles = {
	/**
	 * Writes the failure bundle of a run to its place in the project directory: the files of `svc test artifact get`.
	 * @param requestId of the answer that brought the failure
	 */
	saveBundle(failure: FailureContext, runId: string, requestId: string): Promise<{directory: string; files: number}>;
	/** What a new test is made of: the file at a path, or, where there is none, something to start from. */
	testSource(type: 'backend' | 'frontend', path: string | null): Promise<{name: string; text: string}>;
	/** The steps of a plan, from the text of its file. Throws at the first problem. */
	planSteps(text: string): Promise<readonly PlanFileStep[]>;
	/** The text of a page, from the address of its snapshot. */
	readSnapshot(url: string, signal: AbortSignal): Promise<string>;
	/** What stands at the address of a part of a run: a picture, an outline … */
	readPart(url: string, signal: AbortSignal): Promise<Uint8Array>;
};
