import type {ChangeSet} from '../../contract/change-set.ts';

/** Makes a first run usable: finds bodies that the API accepts where it refuses what was planned. */
export type Settling = {
	/**
	 * One round: runs what has not run as it is now, tries smaller bodies where a happy path was refused, and makes a
	 * change set of what works. It begins `drafting` and ends `ready`, `applied`, or `failed` with the reason, such as that
	 * nothing is refused. Throws CONFLICT `settling_in_flight`.
	 */
	settle(accountId: string, projectId: string, options: {apply: boolean}): Promise<ChangeSet>;
	stop(): Promise<void>;
};
