import type {Script} from '../../contract/script.ts';
import type {FrontendJob, FrontendOutcome, FrontendRunner} from '../browser/frontend-job.ts';
import type {PlanScripts} from '../domain/plan-scripts.ts';
import type {RunOutcome} from '../runners/runner.ts';
import type {ClaimedPlan} from '../store/runs/claimed-plans.ts';
import type {ClaimedRun} from '../store/runs/claim-runs.ts';
import type {FinishedPlan} from '../store/runs/finish-plan.ts';
import type {GivenCredentials} from './batch-logins.ts';
import {executionId} from './execution.ts';
import {packSteps} from './pack-steps.ts';
import type {PlaceBlobs} from './place-blobs.ts';

/** What executes plans, and what the engine has to know of it. */
export type Frontend = {
	runner: FrontendRunner;
	/** There is a browser now. */
	isReady(): boolean;
	/** Path of the browser, for tests that drive it themselves; null: there is none. */
	browserPath(): string | null;
	/** A script as code that people read, with the steps of the plan that it does not reach. */
	exportCode: PlanScripts['exportCode'];
	/** Private, loopback and link-local addresses may be visited. */
	mayVisitPrivate: boolean;
};

const usualViewport = 'desktop';
const usualStepTimeoutMs = 30_000;

/** What the frontend runner gets of a claimed run. @param now epoch milliseconds */
export function planJobOf(
	run: ClaimedRun,
	plan: ClaimedPlan,
	{environment, secretNames, account, httpAccount, secrets}: GivenCredentials,
	{mayVisitPrivate}: Pick<Frontend, 'mayVisitPrivate'>,
	now: number,
): FrontendJob {
	const captured = Object.entries(run.variables).map(([name, value]) => [name, textOf(value)]);
	const {consent, pictures, stayOnOrigin, loginOrigins} = plan.browser;
	return {
		executionId: executionId(run.id, run.attempt),
		runId: run.id,
		testId: run.test_id,
		projectId: run.project_id,
		testName: run.name,
		loginKey: `${run.batch_id}/${run.project_id}`,
		targetUrl: run.target_url ?? '',
		steps: plan.steps,
		replay: plan.isReplay ? plan.script : null,
		saved: plan.script,
		autoHeal: plan.autoHeal,
		refusedHeals: plan.refusedHeals,
		viewport: plan.viewport ?? usualViewport,
		settings: {
			consent: consent as FrontendJob['settings']['consent'],
			pictures: pictures as FrontendJob['settings']['pictures'],
			stayOnOrigin,
			loginOrigins,
			testIdAttributes: plan.testIdAttributes,
		},
		variables: {...environment, ...Object.fromEntries(captured)},
		secretNames: secretNames ?? [],
		secrets,
		account: account ?? null,
		httpAccount: httpAccount ?? null,
		seed: `${plan.seed}/${run.test_id}`,
		files: plan.files,
		now,
		stepTimeoutMs: plan.stepTimeoutMs ?? usualStepTimeoutMs,
		timeoutSeconds: run.timeout_seconds,
		mayVisitPrivate,
	};
}

/** Values of other tests are typed, so they are texts. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What the store gets of the outcome of a plan besides that of every run; null: it was not a plan. */
export async function finishedPlanOf(
	run: ClaimedRun,
	outcome: RunOutcome | FrontendOutcome,
	{exportCode}: Pick<Frontend, 'exportCode'>,
	place: PlaceBlobs,
): Promise<FinishedPlan | null> {
	const {plan} = run;
	if (!plan || !('steps' in outcome)) return null;
	const {steps, failedStepIndex, note, script, played, heals, browser} = outcome;
	// Nothing was carried out: the plan as comments.
	const shown = played ?? script ?? emptyScript(run, plan);
	return {
		steps: await place(await packSteps(steps, outcome.startedAt)),
		failedStepIndex,
		healedSteps: steps.filter(({healed}) => healed).map(({stepIndex}) => stepIndex),
		note,
		script: outcome.status === 'passed' ? script : null,
		heals,
		code: exportCode(shown, {
			name: run.name,
			targetUrl: run.target_url ?? '',
			steps: plan.steps.map(({description}) => description),
		}),
		browser,
	};
}

const emptyScript = (run: Pick<ClaimedRun, 'id' | 'test_id'>, {viewport}: ClaimedPlan): Script => ({
	schemaVersion: 'script-v1',
	testId: run.test_id,
	codeVersion: 0,
	planStepsHash: '',
	viewport: viewport ?? usualViewport,
	savedFromRunId: run.id,
	steps: [],
});
