import type {UpdatedPlanSteps} from '../../../contract/plan-steps.ts';
import type {DeletedTest, UpdatedCode, UpdatedTest} from '../../../contract/test.ts';
import {cleanLine} from '../clean.ts';
import {paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';

export const updatedTest = ({testId, updatedFields, updatedAt}: UpdatedTest): string =>
	paddedBlock([
		['testId', testId],
		['updatedFields', updatedFields],
		['updatedAt', updatedAt],
	]);

export const updatedCode = ({testId, codeVersion, updatedAt}: UpdatedCode): string =>
	paddedBlock([
		['testId', testId],
		['codeVersion', codeVersion],
		['updatedAt', updatedAt],
	]);

export const updatedPlanSteps = ({testId, planStepsHash, stepCount, updatedAt}: UpdatedPlanSteps): string =>
	paddedBlock([
		['testId', testId],
		['planStepsHash', planStepsHash],
		['stepCount', stepCount],
		['updatedAt', updatedAt],
	]);

export const deletedTest = ({testId, deletedAt}: DeletedTest): string =>
	paddedBlock([
		['testId', testId],
		['deletedAt', deletedAt],
	]);

/** What became of several tests that were to be deleted; one that was gone already is skipped. */
export type DeletedTests = {
	results: {
		testId: string;
		/** Where the test was found by a filter. */
		name?: string;
		status: 'deleted' | 'skipped' | 'error';
		deletedAt?: string;
		error?: {code: string; message: string};
	}[];
	/** `total` counts those that were never tried too. */
	summary: {total: number; deleted: number; skipped: number; failed: number};
};

export function deletedTests({results, summary: {deleted, skipped, failed}}: DeletedTests, look: Look): string {
	const rows = results.map(({testId, name, status, error}) =>
		`  ${[testId, ...(name ? [name] : [])].map(cleanLine).join('  ')}  ${look.status(status)}  ${cleanLine(error?.message ?? '')}`.trimEnd(),
	);
	return [`Deleted ${deleted}, Skipped ${skipped}, Failed ${failed}`, ...rows].map(line => `${line}\n`).join('');
}
