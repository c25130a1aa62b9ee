/**
 * What the reports of a wait are made of: the runs a command followed, whatever way the wait ended.
 */
export type ReportCase = {
	testId: string;
	runId: string | null;
	projectId: string;
	/** Name of the test; its id where the name is not known. */
	name: string;
	/**
	 * A terminal status of a run, `timeout`, `error:<CODE>` of a poll that failed, or `skipped`: deferred, in conflict, or
	 * not known when the wait was interrupted.
	 */
	status: string;
	failureKind: string | null;
	/** Whole error text; reports use its first line as a message. */
	error: string | null;
	/** Tail of the traceback. */
	trace: string | null;
	durationMs: number | null;
	dashboardUrl: string | null;
};

export type Report = {
	/** Null where several projects meet. */
	projectId: string | null;
	batchId: string | null;
	/** ISO time at which the wait began. */
	startedAt: string;
	durationMs: number;
	cases: ReportCase[];
	/** Code of the error that ends the command; null for 0. */
	errorCode: string | null;
};

export type ReportCounts = {total: number; passed: number; failed: number; skipped: number; timedOut: number};

/** `failed` counts failed, blocked, cancelled and polls that failed. */
export function countCases(cases: readonly ReportCase[]): ReportCounts {
	const of = (matches: (status: string) => boolean) => cases.filter(({status}) => matches(status)).length;
	const passed = of(status => status === 'passed');
	const skipped = of(status => status === 'skipped');
	const timedOut = of(status => status === 'timeout');
	return {total: cases.length, passed, skipped, timedOut, failed: cases.length - passed - skipped - timedOut};
}

export const firstLine = (text: string | null) => text?.split(/\r?\n/, 1)[0] ?? '';
