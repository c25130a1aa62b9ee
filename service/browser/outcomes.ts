import type {FrontendJob, FrontendOutcome} from './frontend-job.ts';

type Verdict = Pick<FrontendOutcome, 'status' | 'failureKind' | 'error'>;

/** The outcome of a plan of which nothing is known but its verdict: no step was reached. */
export const withoutPage = (job: Pick<FrontendJob, 'steps'>, verdict: Verdict, at: number): FrontendOutcome => ({
	...verdict,
	trace: null,
	apiOutput: '',
	failedLine: null,
	captures: [],
	calls: [],
	advisories: [],
	startedAt: at,
	finishedAt: at,
	steps: job.steps.map((step, index) => ({
		stepIndex: index + 1,
		stepType: step.type,
		action: null,
		status: null,
		error: null,
		note: null,
		healed: false,
		durationMs: null,
		reading: null,
		locator: null,
		captured: null,
		evidence: {picture: null, html: null, outline: null, console: [], requests: [], log: ''},
		failure: null,
	})),
	failedStepIndex: null,
	healedSteps: 0,
	note: null,
	script: null,
	played: null,
	heals: [],
	browser: null,
});
