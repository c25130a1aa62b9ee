import type {RunId} from '../../contract/ids.ts';
import type {PlanFileStep} from '../../contract/plan-file.ts';
import type {FailureContext} from '../../contract/result.ts';
import type {Client} from '../client/client.ts';
import type {Inspection} from '../view-model/doctor-report.ts';

/** What the dashboard reads and writes besides answers of the service. */
export type RunFiles = {
	/**
	 * Writes the failure bundle of a run to its place in the project directory: the files of `svc test artifact get`.
	 * @param requestId of the answer that brought the failure
	 */
	saveBundle(failure: FailureContext, runId: RunId, requestId: string): Promise<{directory: string; files: number}>;
	/** What a new test is made of: the file at a path, or, where there is none, something to start from. */
	testSource(type: 'backend' | 'frontend', path: string | null): Promise<{name: string; text: string}>;
	/** The steps of a plan, from the text of its file. Throws at the first problem. */
	planSteps(text: string): Promise<readonly PlanFileStep[]>;
	/** The text of a page, from the address of its snapshot. */
	readSnapshot(url: string, signal: AbortSignal): Promise<string>;
	/** What stands at the address of a part of a run: a picture, an outline … */
	readPart(url: string, signal: AbortSignal): Promise<Uint8Array>;
};

/** What the stores need of the world outside; time and chance come in so that tests decide them. */
export type StoreContext = {
	client: Client;
	/** Epoch milliseconds. */
	now(): number;
	/** Resolves after `milliseconds`; rejects with the signal's reason when it aborts first. */
	wait(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** A fresh UUID, for idempotency keys. */
	randomId(): string;
	/** Aborted when the dashboard ends: whatever still waits or polls stops. */
	ended: AbortSignal;
	files: RunFiles;
	/** Makes the checks of `svc doctor`; they look at this machine and at the service. */
	checkSetup(signal: AbortSignal): Promise<readonly Inspection[]>;
};
