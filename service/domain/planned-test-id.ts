/** Id of the cleanup test that a run of a teardown test is; each follows from the other. */
export const plannedTestId = (runId: string): string => runId.replace(/^run_/, 'ctn_');

export const runIdOfPlanned = (cleanupTestId: string): string => cleanupTestId.replace(/^ctn_/, 'run_');
