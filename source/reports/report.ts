import type {BatchId, ProjectId, RunId, TestId} from '../../contract/ids.ts';

/**
 * What the reports of a wait are made of: the runs a command followed, whatever way the wait ended.
 */
export type ReportCase = {
	testId: TestId;
	runId: RunId | null;
	projectId: ProjectId;
	/** Name of the test; its id where the name is not known. */
	name: string;
	/**
	 * A terminal status of a run, `timeout`, `error:<CODE>` of a poll that failed, or `skipped`: deferred, in conflict, or
	 * not known when the wait was interrupted.
	 */
	status: string;
	/** Why it is in its batch; absent: it was asked for. */
	role?: string | null | undefined;
	failureKind: string | null;
	/** Whole error text; reports use its first line as a message. */
	error: string | null;
	/** Tail of the traceback. */
	trace: string | null;
	/** What wants to be looked at although nothing failed; absent: nothing, or nobody has told. */
	warnings?: string[] | undefined;
	/** What a browser did, step by step; absent: it was no browser, or nobody has asked. */
	steps?: string[] | undefined;
	durationMs: number | null;
	dashboardUrl: string | null;
};

/** What became of the records that the runs made, as the batch counts them. */
export type ReportCleanup = {
	/** `running` or `waiting`: the counts are those of the moment. */
	state: string;
	captured: number;
	cleaned: number;
	/** Also those whose DELETE was refused: they are still there. */
	orphaned: number;
	pending: number;
	kept: number;
	dismissed: number;
};

export type Report = {
	/** Null where several projects meet. */
	projectId: ProjectId | null;
	batchId: BatchId | null;
	/** ISO time at which the wait began. */
	startedAt: string;
	durationMs: number;
	cases: ReportCase[];
	/** Over all batches; null: nobody has told. */
	cleanup: ReportCleanup | null;
	/** Code of the error that ends the command; null for 0. */
	errorCode: string | null;
	/** What ended the command before its runs did: a refused key, a service that is away. Null or absent: the runs did. */
	refusal?: ReportRefusal | null | undefined;
};

export type ReportRefusal = {code: string; message: string; nextAction: string};

/** A refusal in one line: what happened, and the next step where one is known. */
export const refusalText = ({message, nextAction}: ReportRefusal): string =>
	[message, nextAction].filter(Boolean).join(' ');

/** The counts by their names, in the order in which every report tells them. */
export const cleanupCounts = ({state, captured, cleaned, orphaned, pending, kept, dismissed}: ReportCleanup) => ({
	state,
	captured,
	cleaned,
	orphaned,
	pending,
	kept,
	dismissed,
});

/** Counts of several batches as one; null without any. */
export function sumCleanups(all: readonly ReportCleanup[]): ReportCleanup | null {
	if (all.length === 0) return null;
	const sum = (key: Exclude<keyof ReportCleanup, 'state'>) => all.reduce((total, one) => total + one[key], 0);
	// The batch that has the furthest to go speaks for all.
	const states = all.map(({state}) => state);
	return {
		state: ['running', 'waiting', 'asking', 'failed', 'done'].find(one => states.includes(one)) ?? 'none',
		captured: sum('captured'),
		cleaned: sum('cleaned'),
		orphaned: sum('orphaned'),
		pending: sum('pending'),
		kept: sum('kept'),
		dismissed: sum('dismissed'),
	};
}

/** The whole message of a test that failed; its run keeps the beginning (`…`), its traceback the rest. */
export function wholeError({error, trace}: Pick<ReportCase, 'error' | 'trace'>): string | null {
	const head = error === null ? null : headOfCut(error);
	if (head === null || !trace) return error;
	const start = `\n${trace}`.lastIndexOf(`\n${head}`);
	return start === -1 ? error : trace.slice(start).trimEnd();
}

/** What stands in front of the place where a message was cut: at its end, or before what was compared; null: it is whole. */
function headOfCut(error: string): string | null {
	const place = error.lastIndexOf('…');
	const rest = error.slice(place + 1);
	return place !== -1 && (rest === '' || (rest.startsWith(' (') && rest.endsWith(')'))) ? error.slice(0, place) : null;
}

/** Whether a message is no longer whole. */
export const isCut = (error: string | null): boolean => headOfCut(firstLine(error)) !== null;

export const firstLine = (text: string | null) => text?.split(/\r?\n/, 1)[0] ?? '';
