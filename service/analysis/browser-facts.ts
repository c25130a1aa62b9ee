import type {StepEvidence, StepFailure} from '../browser/frontend-job.ts';
import type {StepRow} from '../store/runs/run-steps.ts';

/** One step of a run in a browser, as it was stored: everything in it is masked already. */
export type StepFacts = Pick<StepEvidence, 'console' | 'requests'> & {
	/** From 1. */
	index: number;
	description: string;
	type: 'action' | 'assertion';
	/** Operation of the reading; null: not read. */
	action: string | null;
	status: 'passed' | 'failed' | null;
	error: string | null;
	note: string | null;
	durationMs: number | null;
	failure: StepFailure | null;
	has: {picture: boolean; html: boolean; outline: boolean; log: boolean};
};

/** What is known of a run in a browser that did not pass. */
export type BrowserFacts = {
	/** In their order. */
	steps: StepFacts[];
	/** The step at which it ended; null: none was reached. */
	failed: StepFacts | null;
	/** Steps of the last run of the same test that had passed before; null: there is none. */
	lastPassed: StepFacts[] | null;
};

export const stepFacts = (row: StepRow): StepFacts => ({
	index: row.step_index,
	description: row.description,
	type: row.step_type,
	action: row.action,
	status: row.status,
	error: row.error,
	note: row.note,
	durationMs: row.duration_ms,
	failure: row.failure === null ? null : (JSON.parse(row.failure) as StepFailure),
	console: JSON.parse(row.console) as StepFacts['console'],
	requests: JSON.parse(row.requests) as StepFacts['requests'],
	has: {
		picture: row.picture_hash !== null,
		html: row.html_hash !== null,
		outline: row.outline_hash !== null,
		log: row.log !== '',
	},
});

/** The same step of the last passing run: with the same text, wherever it stood. */
export const earlierOf = ({lastPassed}: BrowserFacts, step: StepFacts): StepFacts | null =>
	lastPassed?.find(({index, description}) => index === step.index && description === step.description) ??
	lastPassed?.find(({description}) => description === step.description) ??
	null;
