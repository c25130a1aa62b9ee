/** What is read of a file in vitest's JSON report. */
export interface TestedFile {
	readonly name: string;
	readonly status: string;
	readonly assertionResults: ReadonlyArray<{readonly fullName: string; readonly status: string}>;
}

/** One run of vitest: whether it ended green, and its files where it could write a report. */
export interface TestRun {
	readonly passed: boolean;
	readonly files?: readonly TestedFile[] | undefined;
}

export function filesToRepeat(files?: readonly TestedFile[]): string[];
export function count(first: TestRun, second?: TestRun): {passed: number; failed: number; unsteady: string[]};
