export type TeamKillRow = {
	batch: number;
	passed: number;
	failed: number;
	blocked: number;
	lostTwice: number;
	/** Verdicts that were another one later. */
	changed: number;
	/** Records of the application that nobody has deleted. */
	left: number;
	/** What the batch says of its cleanup. */
	cleanup: string;
	ok: boolean;
};
export function teamKillTable(
	cli: string,
	database: string,
	options: {
		kills: number;
		killsOfBatch?: number;
		pairs?: number;
		seed?: number;
		restart?: () => Promise<void>;
		onRow?: (row: TeamKillRow) => void;
	},
): Promise<{rows: TeamKillRow[]; processesLeft: number; logs: string}>;
