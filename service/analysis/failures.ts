import type {AccountId, ProjectId, TestId} from '../../contract/ids.ts';
import type {CliLatestResult, FailureSummary, TestStep} from '../../contract/result.ts';
import {type BlockedBy, isFlaky, type Ending as OfRun} from '../../contract/run.ts';
import type {Artifacts} from '../domain/artifacts.ts';
import {type CredentialTraits, plainCredential} from '../domain/credentials.ts';
import {type CodeStep, type StepCall, stepOfCall} from '../domain/code-steps.ts';
import type {FailureParts, Failures} from '../domain/failures.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import {listDocumented} from '../store/documents/endpoint-names.ts';
import {findCredential} from '../store/projects/credentials.ts';
import type {Database} from '../store/database.ts';
import {
	findLatestFailure,
	findMember,
	findStoredRun,
	listCallsOf,
	listEndingsBefore,
	listGivenTo,
	listPassedBefore,
	type StoredRun,
	listStepCalls,
} from '../store/runs/read-failure.ts';
import {listChangesUnder} from '../store/runs/read-changes-under.ts';
import {timestamp} from '../domain/timestamp.ts';
import {passedSince} from '../store/runs/earlier-runs.ts';
import type {RunWithTexts} from '../store/runs/read-run.ts';
import type {CredentialTable} from '../store/projects/project-tables.ts';
import {listSteps, type StepRow} from '../store/runs/run-steps.ts';
import {findTestCode, listDeclarations} from '../store/tests/tests.ts';
import {type Analysis, analyse} from './analyse.ts';
import {type BrowserFacts, stepFacts} from './browser-facts.ts';
import type {FailedRun, FailureFacts, ProjectFacts, SetUp} from './facts.ts';
import {assetOf} from './run-assets.ts';
import type {RunStatus} from '../../contract/enums.ts';

type FailuresParts = {
	database: Database;
	/** Bytes that are kept outside the database; null: they are gone. */
	readArtifact: Artifacts['read'];
	/** The result that one run amounts to. */
	resultOf(run: RunWithTexts): CliLatestResult;
	/** What a stored credential tells of itself. */
	traitsOf(projectId: ProjectId, stored: CredentialTable): CredentialTraits;
	/** The steps of one run of a plan. */
	stepsOfPlan(steps: readonly StepRow[]): TestStep[];
	/** The steps of one run of code, and those of them in the words of the contract. */
	stepsOfCode(run: RunWithTexts, calls: readonly StepCall[]): {steps: CodeStep[]; views: TestStep[]};
};

/** Calls looked at per run: the last ones, which are the ones a failure is about. */
const callsRead = 100;
const endingsRead = 20;
const operationsRead = 2000;
/** A root producer is never blocked itself, but what is stored could be damaged. */
const deepest = 2;

/** Reads failures from the store and analyses them when somebody asks. */
export function createFailures(parts: FailuresParts): Failures {
	const {database, resultOf, traitsOf, stepsOfPlan, stepsOfCode} = parts;
	async function latestOf(accountId: AccountId, testId: TestId): Promise<StoredRun> {
		if (!(await findTestCode(database, accountId, testId))) throw notFound('test', testId);
		const run = await findLatestFailure(database, testId);
		if (run) return run;
		throw new ServiceError('NOT_FOUND', 'No run of this test has ended failed or blocked.', {
			nextAction: `See how it ended: svc test result ${testId}`,
			details: {resource: 'test', id: testId, reason: 'no_failing_run'},
		});
	}

	/** Whoever asks about a test, rather than about a run, is told first that it passes now. */
	async function sincePassed(run: StoredRun, hypothesis: string | null): Promise<string | null> {
		const latest = await passedSince(database, run);
		if (!latest) return hypothesis;
		const at = (time: number | null) => (time === null ? 'at an unknown time' : timestamp(time));
		const said = `The latest run passed (${at(latest.finished_at)}). The last failure was ${run.id}, ${at(run.finished_at)}.`;
		return hypothesis === null ? said : `${said} ${hypothesis}`;
	}

	async function contextOf(run: StoredRun): Promise<FailureParts> {
		const code = requireCode(run);
		const {steps, stepOf} = await shownSteps(run);
		const {evidence, rootCauseHypothesis, recommendedFixTarget, signature, badges} = await study(run);
		const result = resultOf(run);
		return {
			runId: run.id,
			snapshotId: run.snapshot_id,
			testId: run.test_id,
			projectId: run.project_id,
			projectName: run.project_name,
			result,
			steps,
			code: {
				testId: run.test_id,
				language: run.step_count === null ? 'python' : 'typescript',
				framework: run.type === 'frontend' ? 'playwright' : 'pytest',
				code,
				codeVersion: run.code_version,
			},
			failure: {
				rootCauseHypothesis,
				recommendedFixTarget,
				// "A non-empty evidence includes failedStepIndex": what belongs to no call belongs to what failed.
				evidence: evidence.map(({seq, ...item}) => ({
					...item,
					stepIndex: (seq === null ? null : stepOf(seq)) ?? result.failedStepIndex ?? 1,
				})),
				apiOutput: run.api_output,
				trace: run.trace,
				signature,
				badges,
			},
		};
	}

	/** `stepOf`: the step of a call, by its number. */
	async function shownSteps(run: StoredRun): Promise<{steps: TestStep[]; stepOf(seq: number): number | null}> {
		if (run.step_count !== null) return {steps: stepsOfPlan(await listSteps(database, run.id)), stepOf: () => null};
		const {steps, views} = stepsOfCode(run, run.step_total === null ? [] : await listStepCalls(database, run));
		return {steps: views, stepOf: seq => stepOfCall(steps, seq)};
	}

	/** Runs that ended failed or blocked have one; a cancelled run has one when something had failed before it stopped. */
	async function requireFailure(run: StoredRun): Promise<void> {
		const refuse = (reason: string, message: string, nextAction: string) =>
			new ServiceError('NOT_FOUND', message, {nextAction, details: {resource: 'run', id: run.id, reason}});
		if (run.status === 'failed' || run.status === 'blocked') return;
		if (run.status === 'passed')
			throw refuse('no_failing_run', `Run ${run.id} passed: it has no failure.`, `svc test result ${run.test_id}`);
		if (run.status === 'cancelled') {
			if ((await shownSteps(run)).steps.some(({status}) => status === 'failed')) return;
			const message = `Run ${run.id} was cancelled before anything failed: there is no failure to explain.`;
			throw refuse('cancelled_no_artifacts', message, `Run it again: svc test run ${run.test_id}`);
		}
		if (run.status === 'running' && run.cancel_requested_at !== null)
			throw new ServiceError('CONFLICT', `Run ${run.id} is being stopped; what it left is still being stored.`, {
				nextAction: 'Try again in a moment.',
				details: {reason: 'snapshot_in_flight'},
			});
		throw refuse('run_not_ready', `Run ${run.id} has not ended yet.`, `Wait for it: svc test wait ${run.id}`);
	}

	async function study(run: StoredRun): Promise<Analysis & {badges: Badge[]}> {
		const [facts, earlier] = [await factsOf(run, 0), await listEndingsBefore(database, run, endingsRead)];
		const badges =
			run.status === 'cancelled'
				? []
				: badgesOf(
						{status: run.status, codeVersion: run.code_version},
						earlier.map(({status, code_version}) => ({status, codeVersion: code_version})),
					);
		return {...analyse(facts), badges};
	}

	async function factsOf(run: StoredRun, depth: number): Promise<FailureFacts> {
		const blockedBy = run.blocked_by === null ? null : (JSON.parse(run.blocked_by) as BlockedBy);
		const producer = depth < deepest ? (blockedBy?.producer ?? null) : null;
		const root = producer && (await findMember(database, run.batch_id, producer.testId));
		const [passed, passedBefore] = await listPassedBefore(database, run, 2);
		const browser = run.step_count === null ? null : await browserFactsOf(run, passed?.id ?? null);
		const calls = await listCallsOf(database, run, callsRead);
		return {
			run: {
				...failedRunOf(run, blockedBy),
				setUp: await setUpOf(run),
				calls,
				foreignChanges: run.status === 'failed' ? await listChangesUnder(database, run, calls) : [],
			},
			lastPassed: passed
				? {
						runId: passed.id,
						code: passed.code,
						codeVersion: passed.code_version,
						targetUrl: passed.target_url,
						environment: passed.environment,
						setUp: await setUpOf(passed),
						calls: await listCallsOf(database, passed, callsRead),
						callsBefore: passedBefore ? await listCallsOf(database, passedBefore, callsRead) : [],
					}
				: null,
			project: run.step_count === null ? await projectFacts(run) : null,
			browser,
			root: root?.status === 'failed' ? {title: root.name, facts: await factsOf(root, depth + 1)} : null,
		};
	}

	async function projectFacts(run: StoredRun): Promise<ProjectFacts> {
		const declared = await listDeclarations(database, run.project_id);
		return {
			documented: await listDocumented(database, run.project_id, operationsRead),
			produced: declared.flatMap(({id, name: title, produces}) =>
				(JSON.parse(produces) as string[]).map(name => ({name, title, testId: id})),
			),
		};
	}

	async function setUpOf(run: StoredRun): Promise<SetUp> {
		const given = run.consumes === '[]' ? [] : await listGivenTo(database, run.id);
		return {
			startedAt: run.started_at,
			credential: {mode: run.auth_mode, setAt: run.credential_set_at, ...(await credentialOf(run))},
			values: given.map(({name, value, created_at, batch_id, producer, producer_version}) => ({
				name,
				value,
				capturedAt: created_at,
				producer,
				producerVersion: producer_version,
				isReused: batch_id !== run.batch_id,
			})),
		};
	}

	/** The credential of a run, as long as it is still the stored one. */
	async function credentialOf(run: StoredRun): Promise<Pick<SetUp['credential'], 'type'> & CredentialTraits> {
		const stored = run.auth_mode === 'static' ? await findCredential(database, run.project_id) : null;
		if (!stored || stored.updated_at !== run.credential_set_at) return {type: null, ...plainCredential};
		return {type: stored.auth_type, ...traitsOf(run.project_id, stored)};
	}

	async function browserFactsOf(run: StoredRun, passedId: string | null): Promise<BrowserFacts> {
		const steps = (await listSteps(database, run.id)).map(stepFacts);
		return {
			steps,
			failed: steps.find(({index}) => index === run.failed_step_index) ?? null,
			lastPassed: passedId === null ? null : (await listSteps(database, passedId)).map(stepFacts),
		};
	}

	return {
		async ofRun(accountId, runId) {
			const run = await findStoredRun(database, runId);
			if (run?.account_id !== accountId) throw notFound('run', runId);
			await requireFailure(run);
			return contextOf(run);
		},
		async ofTest(accountId, testId) {
			const run = await latestOf(accountId, testId);
			const parts = await contextOf(run);
			const {failure} = parts;
			return {
				...parts,
				failure: {...failure, rootCauseHypothesis: await sincePassed(run, failure.rootCauseHypothesis)},
			};
		},
		async summaryOfTest(accountId, testId): Promise<FailureSummary> {
			const run = await latestOf(accountId, testId);
			requireCode(run);
			const {rootCauseHypothesis, recommendedFixTarget, signature, badges} = await study(run);
			return {
				testId,
				status: run.status,
				failureKind: run.failure_kind,
				snapshotId: run.snapshot_id,
				rootCauseHypothesis: await sincePassed(run, rootCauseHypothesis),
				recommendedFixTarget,
				signature,
				badges,
			};
		},
		async withAnalysis(result) {
			// It has never run: there is nothing to explain.
			if (result.snapshotId === null) return result;
			const run = result.runIdIfAvailable === null ? null : await findStoredRun(database, result.runIdIfAvailable);
			const isFailure = run !== null && (run.status === 'failed' || run.status === 'blocked');
			const analysis = isFailure ? await study(run) : null;
			return {
				...result,
				analysis: {
					rootCauseHypothesis: analysis?.rootCauseHypothesis ?? null,
					recommendedFixTarget: analysis?.recommendedFixTarget ?? null,
					failureKind: result.failureKind,
					snapshotId: result.snapshotId,
				},
			};
		},
		async readAsset(runId, part) {
			const run = await findStoredRun(database, runId);
			return run && assetOf(parts, run, part);
		},
	};
}

const failedRunOf = (
	run: StoredRun,
	blockedBy: BlockedBy | null,
): Omit<FailedRun, 'calls' | 'setUp' | 'foreignChanges'> => ({
	runId: run.id,
	projectId: run.project_id,
	testId: run.test_id,
	testName: run.name,
	status: run.status,
	failureKind: run.failure_kind,
	error: run.error,
	trace: run.trace,
	apiOutput: run.api_output,
	failedLine: run.failed_line,
	code: run.code,
	codeVersion: run.code_version,
	targetUrl: run.target_url,
	environment: run.environment,
	timeoutSeconds: run.timeout_seconds,
	blockedBy,
});

/** The source a run executed. A plan that has carried out nothing has none yet: it is told in its own words. */
function requireCode(run: StoredRun): string {
	if (run.code !== null) return run.code;
	if (run.step_count !== null) return '';
	throw new ServiceError('NOT_FOUND', `Run ${run.id} has no code.`, {
		nextAction: `Store some: svc test code put ${run.test_id} --code-file <python-file>`,
		details: {resource: 'test', id: run.test_id, reason: 'no_code'},
	});
}

type Badge = 'new' | 'flaky';

/** How a run of the test ended, and which version of its code it executed. */
export type Ending = OfRun & {status: RunStatus};

/**
 * `new`: the test never failed before, or passed the last time it had a verdict. `flaky`: it fails and passes by turns
 * with the same code.
 *
 * @param earlier the runs before this one, newest first
 */
export function badgesOf(run: Ending, earlier: readonly Ending[]): Badge[] {
	const badges: Badge[] = [];
	const last = earlier.find(({status}) => status === 'passed' || status === 'failed' || status === 'blocked');
	if (!last || last.status === 'passed') badges.push('new');
	if (isFlaky([run, ...earlier])) badges.push('flaky');
	return badges;
}

/** Why the latest run of a test failed or was blocked, and where to look first, in words; null: none did. */
export const explainTest =
	(failures: Pick<Failures, 'ofTest'>) =>
	async (accountId: AccountId, testId: TestId): Promise<{why: string | null; fix: string | null} | null> => {
		try {
			const {failure} = await failures.ofTest(accountId, testId);
			const target = failure.recommendedFixTarget;
			const at = target?.reference ? ` (${target.kind}: ${target.reference})` : '';
			return {
				why: failure.rootCauseHypothesis ?? failure.trace?.trim().split('\n').at(-1) ?? null,
				fix: target?.rationale ? `${target.rationale}${at}` : at === '' ? null : `Look at${at}`,
			};
		} catch (error) {
			if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
			throw error;
		}
	};
