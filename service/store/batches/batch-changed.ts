/** What a transaction did to a batch, for those who wait for it. */
export type BatchChanged = {
	batchId: string;
	version: number;
	/** The batch has ended with its cleanup. */
	done: boolean;
	/** Runs that ended. */
	ended: string[];
	/** The sweep of the batch has something to do. */
	sweep: boolean;
};
