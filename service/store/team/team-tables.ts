import type {Bit, Millis} from '../columns.ts';

/** Work that one process does at a time; a lease that has passed is free. */
export type LeaseTable = {key: string; owner: string; lease_until: Millis};

/** A process that works on the database. */
export type WorkerTable = {
	id: string;
	host: string;
	pid: number;
	version: string;
	/** It answers requests. */
	serves: Bit;
	/** Takes over work on plans, documents and schedules. */
	plans: Bit;
	/** Tests at once. */
	slots: number;
	/** JSON list of the kinds of tests that it executes now. */
	kinds: string;
	started_at: Millis;
	seen_at: Millis;
};

/** Events of a caller within the last minute, which processes count together. */
export type RateWindowTable = {
	key: string;
	/** Comma list: time in epoch milliseconds × 1000 + number of events. */
	entries: string;
	/** When the last of them counts no more. */
	until: Millis;
};

export type TeamTables = {leases: LeaseTable; workers: WorkerTable; rate_windows: RateWindowTable};
