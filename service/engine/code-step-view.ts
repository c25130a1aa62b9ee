import type {TestId} from '../../contract/ids.ts';
import type {TestStep} from '../../contract/result.ts';
import type {RunStep} from '../../contract/run.ts';
import {type CodeStep, codeSteps, type StepCall} from '../domain/code-steps.ts';
import {firstLine} from '../domain/result-summary.ts';
import {nullableTimestamp, timestamp} from '../domain/timestamp.ts';
import type {PageRequest} from '../store/page.ts';
import type {RunRow} from '../store/runs/read-run.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {StepRow} from '../store/runs/run-steps.ts';
import {testStep} from './step-view.ts';

/** The steps of a run of code: its calls, and what did not hold. */
export function stepsOfRunOfCode(row: RunRow, calls: readonly StepCall[]): CodeStep[] {
	if (row.step_total !== null) return codeSteps(row, calls);
	// Runs that are older than steps of code tell the failed assertion alone.
	return row.failure_kind === 'assertion' && row.finished_at !== null ? [{index: 1, call: null}] : [];
}

type Shared = Pick<TestStep, 'action' | 'description' | 'status'> & {
	type: 'action' | 'assertion';
	error: string | null;
};

/** `POST /orders → 201 (12 ms)`, or what did not hold in the first line of its message. */
function sharedOf(row: RunRow, {call}: CodeStep): Shared {
	if (call) {
		// Whoever stopped the run did not wait for its answer: it failed as little as it passed.
		const wasStopped = row.status === 'cancelled' && call.status === null && call.latency_ms === null;
		const answer = wasStopped ? 'stopped before it answered' : answerOf(call);
		return {
			type: 'action',
			action: 'request',
			description: `${call.method.toUpperCase()} ${pathOf(call, row.target_url)} → ${answer}`,
			status: wasStopped ? null : call.status === null ? 'failed' : 'passed',
			error: call.error,
		};
	}
	const isAssertion = row.failure_kind !== 'timeout' && /^\w*Assertion/.test(row.error ?? 'Assertion');
	return {
		type: isAssertion ? 'assertion' : 'action',
		action: isAssertion ? 'assertion' : row.failure_kind === 'timeout' ? 'timeout' : 'exception',
		description: failureText(row),
		status: 'failed',
		error: row.error,
	};
}

const failureText = (row: Pick<RunRow, 'error'>): string => firstLine(row.error) ?? 'The assertion did not hold';

const answerOf = ({status, latency_ms}: StepCall): string =>
	`${status ?? 'no answer'}${latency_ms === null ? '' : ` (${latency_ms} ms)`}`;

/** The path of a call to the target; the whole address of one to elsewhere. */
function pathOf({url}: StepCall, target: string | null): string {
	if (!URL.canParse(url)) return url;
	const {origin, pathname, search} = new URL(url);
	const isOwn = target !== null && URL.canParse(target) && new URL(target).origin === origin;
	return `${isOwn ? '' : origin}${pathname}${search}`;
}

/** A step of a run of code. */
export function runStepOfCode(row: RunRow, step: CodeStep): RunStep {
	const {type, ...shared} = sharedOf(row, step);
	return {
		stepIndex: String(step.index).padStart(4, '0'),
		type,
		...shared,
		screenshotUrl: null,
		htmlSnapshotUrl: null,
		healed: false,
		createdAt: timestamp(step.call?.started_at ?? row.finished_at ?? row.created_at),
		durationMs: step.call?.latency_ms ?? null,
	};
}

/** The same among the steps of all runs of its test. */
export function testStepOfCode(row: RunRow, step: CodeStep): TestStep {
	const {type, ...shared} = sharedOf(row, step);
	const contributes = !step.call || step.index === row.failed_step_index;
	return {
		testId: row.test_id,
		stepIndex: step.index,
		...shared,
		screenshotUrl: null,
		htmlSnapshotUrl: null,
		runIdIfAvailable: row.id,
		codeVersion: row.code_version,
		capturedAt: step.call ? timestamp(step.call.started_at) : nullableTimestamp(row.finished_at),
		updatedAt: timestamp(row.finished_at ?? row.created_at),
		outcomeContributesToFailure: contributes ? true : null,
		stepType: type,
		durationMs: step.call?.latency_ms ?? null,
	};
}

/**
 * A page of the steps of all runs of a test of code, oldest first.
 *
 * @param query `after`: `<run> <step>` of the last one before
 */
export async function pageOfSteps(
	store: Pick<RunStore, 'listRunsFrom' | 'listStepCalls'>,
	testId: TestId,
	{pageSize, after}: PageRequest,
): Promise<{items: TestStep[]; nextToken: string | null}> {
	const [first = '', lastIndex = '0'] = after?.split(' ') ?? [];
	const items: TestStep[] = [];
	let from = first;
	while (items.length <= pageSize) {
		const rows = await store.listRunsFrom(testId, from, runsRead);
		for (const row of rows) {
			const steps = stepsOfRunOfCode(row, row.step_total === null ? [] : await store.listStepCalls(row));
			const fresh = row.id === first ? steps.filter(({index}) => index > Number(lastIndex)) : steps;
			items.push(...fresh.map(step => testStepOfCode(row, step)));
			if (items.length > pageSize) break;
		}
		const last = rows.at(-1);
		if (!last || rows.length < runsRead) break;
		from = `${last.id}~`;
	}
	const shown = items.slice(0, pageSize);
	const last = items.length > pageSize ? shown.at(-1) : undefined;
	return {items: shown, nextToken: last ? `${last.runIdIfAvailable} ${last.stepIndex}` : null};
}

/** Runs read at once. */
const runsRead = 20;

/** How a failure shows the steps of its run: those of a plan as they were stored, those of code as its calls tell them. */
export const failureSteps = {
	stepsOfPlan: (steps: readonly StepRow[]): TestStep[] => steps.map(testStep),
	stepsOfCode(row: RunRow, calls: readonly StepCall[]): {steps: CodeStep[]; views: TestStep[]} {
		const steps = stepsOfRunOfCode(row, calls);
		return {steps, views: steps.map(step => testStepOfCode(row, step))};
	},
};
