import type {Client} from '../client/client.ts';
import type {Inspection} from '../view-model/doctor-report.ts';
import type {RunFiles} from './run-files.ts';

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
