import type {FlakyAttempt, FlakyReport} from '../../../contract/documents/run.ts';
import type {WaitOptions} from '../../client/poll.ts';
import type {Ref} from '../../../contract/fields.ts';
import type {RunId, TestId} from '../../../contract/ids.ts';
import {getTest} from '../../../contract/routes/tests.ts';
import type {Context} from '../../context.ts';
import {type ApiError, isApiError} from '../../errors/api-error.ts';
import {judge} from '../../view-model/judge-flaky.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {derivedKey, idempotencyKeyFlag, waitTimeoutFlag} from '../shared-flags.ts';
import {integer, toggle} from '../flag.ts';
import {isMetered} from '../target.ts';
import {detached, negative, nextLook} from '../outcome.ts';
import {rerunOne} from './shared/rerun-one.ts';
import {watchRun} from './shared/run-outcome.ts';

export const flaky = defineCommand({
	description:
		'Runs a test again and again, without repairing anything, and says how often it passed. Each attempt has the producers ' +
		'of what it needs and the consumers of what it gives; the verdict names the tests that use the same values and did not take part.',
	args: {testId: id('test-id', 'Test to judge')},
	flags: {
		runs: integer('Attempts, 1 to 10', {min: 1, max: 10, default: 5}),
		untilFail: toggle('Stop at the first attempt that does not pass'),
		withSiblings: toggle('Also the tests that use the same values, in every attempt (backend)'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['test flaky tst_1', '--output json test flaky tst_1 --runs 10 --until-fail'],
	async run({testId: named, runs, untilFail, withSiblings, timeout, idempotencyKey}, context) {
		const test = await context.client.call(getTest, {params: {testId: named}});
		const {type, id: testId} = test;
		if (type === 'backend' && (await isMetered(context)))
			context.notes.say('advisory', 'each attempt is billed as a rerun, with every test it depends on');
		const key = context.idempotencyKey('cli-flaky-', idempotencyKey);
		const attempts: FlakyAttempt[] = [];
		let stopped: ApiError | null = null;
		let notRepeated: Ref[] = [];
		while (attempts.length < runs && !stopped) {
			const attempt = attempts.length + 1;
			const request = {testId, withSiblings, idempotencyKey: derivedKey(key, `:attempt${attempt}`)};
			try {
				const {leftOut, ...ended} = await tryOnce(request, context.wait(timeout), {isFirst: attempt === 1}, context);
				notRepeated = leftOut ?? notRepeated;
				attempts.push({attempt, ...ended});
				if (untilFail && ended.outcome !== 'passed') break;
			} catch (error) {
				if (!isApiError(error) || (attempt === 1 && error.code !== 'INTERRUPTED')) throw error;
				stopped = error;
			}
		}
		const {testId: id, ...judged} = judge(testId, attempts, notRepeated);
		const data = {testId: id, testName: test.name, ...judged};
		return {view: 'flaky-report', data, problem: stopped ?? problemOf(data)};
	},
});

/** Nothing that another attempt could get past: credentials, credits, plan, an old client. */
const endsAll = ({exitCode}: ApiError) => [3, 12, 13, 14].includes(exitCode);

/**
 * One rerun, waited for. Throws what stops all attempts: the first trigger that is refused, an interruption, and
 * whatever no later attempt could get past.
 */
async function tryOnce(
	request: {testId: TestId; withSiblings: boolean; idempotencyKey: string},
	waiting: WaitOptions,
	{isFirst}: {isFirst: boolean},
	context: Context,
): Promise<Omit<FlakyAttempt, 'attempt'> & {leftOut?: Ref[] | undefined}> {
	let runId: RunId | null = null;
	let leftOut: Ref[] | undefined;
	try {
		const wish = {autoHeal: false, skipDependencies: false, environment: undefined};
		const ticket = await rerunOne({...wish, ...request}, context);
		runId = ticket.runId;
		leftOut = ticket.closure?.leftOut;
		const outcome = await watchRun(runId, waiting, context);
		if (outcome.state === 'detached') throw detached(context.signal, {runIds: [runId]});
		const failureKind = outcome.run?.failureKind ?? null;
		return {runId, outcome: outcome.state === 'timeout' ? 'timeout' : outcome.run.status, failureKind, leftOut};
	} catch (error) {
		if (!isApiError(error) || context.signal.aborted || endsAll(error)) throw error;
		if (runId === null && isFirst) throw error;
		const {currentRunId} = error.details;
		const inTheWay = typeof currentRunId === 'string' ? currentRunId : null;
		return {runId: runId ?? inTheWay, outcome: 'error', failureKind: null, leftOut};
	}
}

function problemOf({testId, testName, runs, passed, failed, verdict, failures}: FlakyReport): ApiError | undefined {
	if (verdict === 'stable') return undefined;
	const bundle = nextLook(
		null,
		failures.flatMap(({runId, outcome}) =>
			runId === null ? [] : [{runId, testId, status: outcome, isCleanup: false}],
		),
	);
	const counts = {verdict, runs, passed, failed};
	return negative(`Test "${testName}" is ${verdict}: ${passed} of ${runs} attempts passed.`, counts, bundle);
}
