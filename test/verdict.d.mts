/** What is read of a file in vitest's JSON report. */
export interface TestedFile {
	readonly name: string;
	readonly status: string;
	/** Why a file could not be loaded. */
	readonly message?: string;
	readonly assertionResults: ReadonlyArray<{
		readonly fullName: string;
		readonly status: string;
		readonly failureMessages?: readonly string[];
	}>;
}

/** One run of vitest: whether it ended green, and its files where it could write a report. */
export interface TestRun {
	readonly passed: boolean;
	readonly files?: readonly TestedFile[] | undefined;
}

export function filesToRepeat(files?: readonly TestedFile[]): string[];
export function testsToRepeat(files: readonly TestedFile[] | undefined, again: readonly string[]): string | null;
/** What the suite comes to. */
export interface Verdict {
	readonly passed: number;
	readonly failed: number;
	readonly unsteady: string[];
	readonly failures: string[];
}
export function count(first: TestRun, second?: TestRun, from?: string): Verdict;
