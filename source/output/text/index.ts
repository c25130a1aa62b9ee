import type {Look} from '../look.ts';

/**
 * Text form of every result, by view name; loaded only in text mode. A renderer returns the exact bytes of stdout, final
 * newline included.
 */
const views = {
	'setup-summary': async () => (await import('./setup-summary.ts')).setupSummary,
	'doctor-report': async () => (await import('./doctor-report.ts')).doctorReport,
	'try-report': async () => (await import('./try-report.ts')).tryReport,
	identity: async () => (await import('./identity.ts')).identity,
	'removed-credentials': async () => (await import('./identity.ts')).removedCredentials,
	keys: async () => (await import('./keys.ts')).keys,
	'created-key': async () => (await import('./keys.ts')).createdKey,
	'revoked-key': async () => (await import('./keys.ts')).revokedKey,
	initialised: async () => (await import('./keys.ts')).initialised,
	members: async () => (await import('./members.ts')).members,
	member: async () => (await import('./members.ts')).member,
	'added-member': async () => (await import('./members.ts')).addedMember,
	'removed-member': async () => (await import('./members.ts')).removedMember,
	audit: async () => (await import('./members.ts')).audit,
	accounts: async () => (await import('./accounts.ts')).accounts,
	account: async () => (await import('./accounts.ts')).account,
	'created-account': async () => (await import('./accounts.ts')).createdAccount,
	'deleted-account': async () => (await import('./accounts.ts')).deletedAccount,
	usage: async () => (await import('./usage.ts')).usage,
	projects: async () => (await import('./projects.ts')).projects,
	project: async () => (await import('./projects.ts')).project,
	'updated-project': async () => (await import('./projects.ts')).updatedProject,
	'deleted-project': async () => (await import('./projects.ts')).deletedProject,
	'saved-credential': async () => (await import('./authentication.ts')).savedCredential,
	'saved-auto-auth': async () => (await import('./authentication.ts')).savedAutoAuth,
	'login-test': async () => (await import('./authentication.ts')).loginTest,
	tests: async () => (await import('./tests.ts')).tests,
	test: async () => (await import('./tests.ts')).test,
	'created-test': async () => (await import('./changed-tests.ts')).createdTest,
	'created-batch': async () => (await import('./created-batch.ts')).createdBatch,
	'created-batch-runs': async () => (await import('./created-batch.ts')).createdBatchRuns,
	'updated-test': async () => (await import('./changed-tests.ts')).updatedTest,
	'updated-code': async () => (await import('./changed-tests.ts')).updatedCode,
	'updated-plan-steps': async () => (await import('./changed-tests.ts')).updatedPlanSteps,
	'deleted-test': async () => (await import('./changed-tests.ts')).deletedTest,
	'deleted-tests': async () => (await import('./changed-tests.ts')).deletedTests,
	steps: async () => (await import('./steps.ts')).steps,
	heals: async () => (await import('./heals.ts')).heals,
	'decided-heals': async () => (await import('./heals.ts')).decidedHeals,
	diff: async () => (await import('./diff.ts')).diff,
	'opened-link': async () => (await import('./tests.ts')).openedLink,
	'test-code': async () => (await import('./test-files.ts')).testCode,
	result: async () => (await import('./result.ts')).result,
	failure: async () => (await import('./failure.ts')).failure,
	'failure-bundle': async () => (await import('./failure.ts')).failureBundle,
	'failure-summary': async () => (await import('./failure.ts')).failureSummary,
	'run-bundle': async () => (await import('./failure.ts')).runBundle,
	history: async () => (await import('./history.ts')).history,
	'run-ticket': async () => (await import('./run.ts')).runTicket,
	run: async () => (await import('./run.ts')).run,
	'rerun-ticket': async () => (await import('./rerun.ts')).rerunTicket,
	'rerun-outcome': async () => (await import('./rerun.ts')).rerunOutcome,
	'flaky-report': async () => (await import('./flaky.ts')).flakyReport,
	'partial-run': async () => (await import('./run.ts')).partialRun,
	runs: async () => (await import('./runs.ts')).runs,
	'cancelled-runs': async () => (await import('./runs.ts')).cancelledRuns,
	batches: async () => (await import('./batch.ts')).batches,
	batch: async () => (await import('./batch.ts')).batch,
	'cancelled-batch': async () => (await import('./batch.ts')).cancelledBatch,
	'batch-ticket': async () => (await import('./batch-ticket.ts')).batchTicket,
	'batch-outcome': async () => (await import('./batch-ticket.ts')).batchOutcome,
	schedules: async () => (await import('./schedules.ts')).schedules,
	schedule: async () => (await import('./schedules.ts')).schedule,
	'created-schedule': async () => (await import('./schedules.ts')).createdSchedule,
	'deleted-schedule': async () => (await import('./schedules.ts')).deletedSchedule,
	'schedule-runs': async () => (await import('./schedules.ts')).scheduleRuns,
	'schedule-run': async () => (await import('./schedules.ts')).scheduleRun,
	'test-lists': async () => (await import('./test-lists.ts')).testLists,
	'test-list': async () => (await import('./test-lists.ts')).testList,
	'changed-cases': async () => (await import('./test-lists.ts')).changedCases,
	'deleted-test-list': async () => (await import('./test-lists.ts')).deletedTestList,
	cleanup: async () => (await import('./cleanup.ts')).cleanup,
	'dismissed-resources': async () => (await import('./cleanup.ts')).dismissedResources,
	'restored-resources': async () => (await import('./cleanup.ts')).restoredResources,
	'retried-cleanup': async () => (await import('./cleanup.ts')).retriedCleanup,
	variables: async () => (await import('./variables.ts')).variables,
	calls: async () => (await import('./calls.ts')).calls,
	chains: async () => (await import('./chains.ts')).chains,
	chain: async () => (await import('./chains.ts')).chain,
	'masked-fields': async () => (await import('./projects.ts')).maskedFields,
	'cleanup-rules': async () => (await import('./cleanup.ts')).cleanupRules,
	'cleanup-plan': async () => (await import('./cleanup.ts')).cleanupPlan,
	'started-cleanup': async () => (await import('./cleanup.ts')).startedCleanup,
	'cleanup-settings': async () => (await import('./cleanup.ts')).cleanupSettings,
	'cleanup-rule': async () => (await import('./cleanup.ts')).cleanupRule,
	'deleted-cleanup-rule': async () => (await import('./cleanup.ts')).deletedRule,
	endpoints: async () => (await import('./endpoints.ts')).endpoints,
	endpoint: async () => (await import('./endpoints.ts')).endpoint,
	'changed-endpoint': async () => (await import('./endpoints.ts')).changedEndpoint,
	findings: async () => (await import('./findings.ts')).findings,
	finding: async () => (await import('./findings.ts')).finding,
	'discovery-ticket': async () => (await import('./discovery.ts')).discoveryTicket,
	discovery: async () => (await import('./discovery.ts')).discovery,
	'site-discovery': async () => (await import('./site-discovery.ts')).siteDiscovery,
	environments: async () => (await import('./environments.ts')).environments,
	environment: async () => (await import('./environments.ts')).environment,
	'deleted-environment': async () => (await import('./environments.ts')).deletedEnvironment,
	documents: async () => (await import('./documents.ts')).documents,
	document: async () => (await import('./documents.ts')).document,
	'deleted-document': async () => (await import('./documents.ts')).deletedDocument,
	edges: async () => (await import('./edges.ts')).edges,
	edge: async () => (await import('./edges.ts')).edge,
	plan: async () => (await import('./plan.ts')).plan,
	'plan-ticket': async () => (await import('./plan.ts')).planTicket,
	'plan-selection': async () => (await import('./plan.ts')).planSelection,
	'change-set': async () => (await import('./change-sets.ts')).changeSet,
	'change-sets': async () => (await import('./change-sets.ts')).changeSets,
	refinement: async () => (await import('./change-sets.ts')).refinement,
	refinements: async () => (await import('./change-sets.ts')).refinements,
	'plan-row': async () => (await import('./plan.ts')).planRow,
	'generation-ticket': async () => (await import('./generation.ts')).generationTicket,
	generation: async () => (await import('./generation.ts')).generation,
	'deleted-endpoint': async () => (await import('./endpoints.ts')).deletedEndpoint,
	'service-status': async () => (await import('./service-status.ts')).serviceStatus,
	'service-log': async () => (await import('./service-status.ts')).serviceLog,
	settings: async () => (await import('./service-status.ts')).settings,
	'installed-skills': async () => (await import('./agent-skills.ts')).installedSkills,
	'skill-places': async () => (await import('./agent-skills.ts')).skillPlaces,
	'skill-states': async () => (await import('./agent-skills.ts')).skillStates,
	'lint-report': async () => (await import('./test-files.ts')).lintReport,
	scaffold: async () => (await import('./test-files.ts')).scaffold,
	workflow: async () => (await import('./workflow.ts')).workflow,
} as const;

type Views = {[Name in keyof typeof views]: Awaited<ReturnType<(typeof views)[Name]>>};
type ViewName = keyof Views;

type ResultOf<Name extends ViewName> = Views[Name] extends (data: infer Data, look: Look, shape: infer Shape) => string
	? unknown extends Shape
		? {view: Name; data: Data; shape?: undefined}
		: {view: Name; data: Data; shape: Shape}
	: never;

/** A result together with the view that fits it. */
export type Rendered = {[Name in ViewName]: ResultOf<Name>}[ViewName];

/** The text of a result. */
export async function renderText({view, data, shape}: Rendered, look: Look): Promise<string> {
	// The type of `Rendered` pairs each view with its own data; that pairing is lost when the view is looked up.
	const render = (await views[view]()) as (data: unknown, look: Look, shape: unknown) => string;
	return render(data, {...look, width: await widthFor({data, shape})}, shape);
}

/** Measuring CJK and emoji takes tables that cost more to load than all the rest: only where there is such text. */
async function widthFor(shown: unknown): Promise<Look['width']> {
	if (/^[\u0000-\u007F]*$/.test(JSON.stringify(shown))) return text => text.length;
	return (await import('../../terminal/cell-text.ts')).cellWidth;
}
