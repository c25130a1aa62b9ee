import type {FrontendJob, FrontendListener, FrontendOutcome, StepOutcome} from '../../service/browser/frontend-job.ts';
import type {Frontend} from '../../service/engine/plan-execution.ts';
import type {Fingerprint, Script} from '../../contract/script.ts';

type ScriptedPlan = (job: FrontendJob, listener: FrontendListener) => Promise<FrontendOutcome> | FrontendOutcome;

export type ScriptedFrontend = Frontend & {
	readonly jobs: FrontendJob[];
	script(name: string, plan: ScriptedPlan): void;
	/** What a cancelled plan answers; null: no step. */
	onCancel(): FrontendOutcome | null;
};

/** A frontend runner without a browser: each plan does what its script says, and passes without one. */
export function scriptedFrontend(options: {isReady?: boolean} = {}): ScriptedFrontend {
	const jobs: FrontendJob[] = [];
	const scripts = new Map<string, ScriptedPlan>();
	const frontend: ScriptedFrontend = {
		jobs,
		onCancel: () => null,
		script: (name, plan) => void scripts.set(name, plan),
		runner: {
			run(job, listener = {}) {
				jobs.push(job);
				let cancel = () => {};
				const cancelled = new Promise<FrontendOutcome>(resolve => {
					cancel = () => resolve(frontend.onCancel() ?? outcomeOf(job, {status: 'cancelled', steps: []}));
				});
				const plan = scripts.get(job.testName) ?? passes;
				return {result: Promise.race([cancelled, Promise.resolve(plan(job, listener))]), cancel};
			},
			async stop() {},
			check: async () => ({ok: true, detail: 'scripted'}),
		},
		isReady: () => options.isReady ?? true,
		browserPath: () => '/usr/bin/browser',
		exportCode: (script, {steps}) => `// ${script.steps.length} of ${steps.length} steps, v${script.codeVersion}`,
		mayVisitPrivate: true,
	};
	return frontend;
}

/** A step as a runner tells of it. */
export const stepOf = (job: FrontendJob, stepIndex: number, step: Partial<StepOutcome> = {}): StepOutcome => ({
	stepIndex,
	stepType: job.steps[stepIndex - 1]!.type,
	action: 'click',
	status: 'passed',
	error: null,
	note: null,
	healed: false,
	durationMs: 10,
	reading: job.steps[stepIndex - 1]!.description,
	locator: null,
	captured: null,
	failure: null,
	...step,
	evidence: {picture: null, html: null, outline: null, console: [], requests: [], log: '', ...step.evidence},
});

export const outcomeOf = (job: FrontendJob, outcome: Partial<FrontendOutcome> = {}): FrontendOutcome => ({
	status: 'passed',
	failureKind: null,
	error: null,
	trace: null,
	apiOutput: '',
	failedLine: null,
	captures: [],
	calls: [],
	advisories: [],
	startedAt: 1000,
	finishedAt: 2000,
	steps: job.steps.map((_, place) => stepOf(job, place + 1)),
	failedStepIndex: null,
	healedSteps: 0,
	note: null,
	script: null,
	played: null,
	heals: [],
	browser: {name: 'Chromium', version: '1'},
	...outcome,
});

/** What a pass saves: a click on the button of that name for each step. */
export const scriptOf = (job: FrontendJob, buttons: readonly string[]): Script => ({
	schemaVersion: 'script-v1',
	testId: job.testId,
	codeVersion: 1,
	planStepsHash: 'sha256:0',
	viewport: '1280x800',
	savedFromRunId: job.runId,
	steps: buttons.map((name, place) => ({
		stepIndex: place + 1,
		textHash: job.steps[place]!.description,
		readBy: 'builtin',
		parts: [
			{
				op: 'click',
				part: {op: 'click'},
				elements: [{slot: 'target', locator: buttonNamed(name), fingerprint: fingerprintNamed(name)}],
			},
		],
	})),
});

export const buttonNamed = (
	value: string,
): Script['steps'][number]['parts'][number]['elements'][number]['locator'] => ({
	by: 'role',
	role: 'button',
	value,
	exact: true,
	within: [],
});

export const fingerprintNamed = (name: string): Fingerprint => ({
	role: 'button',
	name,
	placeholder: null,
	nearLabel: null,
	title: null,
	tag: 'button',
	type: null,
	id: null,
	nameAttribute: null,
	testIds: [],
	classes: [],
	heading: null,
	area: null,
	dialog: null,
	row: null,
	column: null,
	section: null,
	previous: null,
	next: null,
	siblingIndex: 0,
	siblingCount: 1,
	box: null,
	disabled: false,
	alike: 0,
	census: [],
});

const passes: ScriptedPlan = (job, listener) => {
	const outcome = outcomeOf(job);
	for (const step of outcome.steps) listener.onStepEnd?.(step);
	return outcome;
};

/** Steps of a plan as the store keeps them. */
export const planOf = (...descriptions: string[]): string =>
	JSON.stringify(descriptions.map(description => ({type: 'action', description})));
