import type {Call} from '../../contract/call.ts';
import type {Chain, ChainStep} from '../../contract/chain.ts';
import type {Label} from '../../contract/enums.ts';
import type {RunId, TestId} from '../../contract/ids.ts';
import type {BlockedBy} from '../../contract/run.ts';
import {firstLine} from '../domain/result-summary.ts';
import {labelOf} from '../domain/run-state.ts';
import type {ChainRows, ChainRun} from '../store/batches/read-chains.ts';
import type {templateFinder} from './call-groups.ts';
import {callInSource} from './call-in-source.ts';
import {chainErrorOf, type JudgedStep} from './chain-error.ts';
import type {PlannedStep} from './chain-steps.ts';
import {chainIdOf} from './view-ids.ts';

type ChainParts = {
	rows: ChainRows;
	/** Finds the template of a call. */
	template: ReturnType<typeof templateFinder>;
	/** What was sent and answered, by the id of the call. */
	calls: ReadonlyMap<string, Call>;
	/** The two tests of the circular dependency that a test is in. */
	cycleOf(testId: TestId): readonly [string, string] | null;
};

/** A chain as it is shown. @param planned its steps, the last of which are its own */
export function chainView(end: ChainRun, planned: readonly PlannedStep[], parts: ChainParts): Chain {
	const stepOfRun = new Map(planned.map(({run}, place) => [run.id, place + 1]));
	const steps = planned.map((step, place) => stepView(step, place, planned, stepOfRun, parts));
	const judged = steps.map((step, place): JudgedStep => {
		const {run} = planned[place]!;
		return {
			...step,
			testId: run.test_id,
			error: run.error,
			isAssertion: run.failure_kind === 'assertion',
			blockedBy: blockedByOf(run),
			cycle: parts.cycleOf(run.test_id),
		};
	});
	const runIds = new Set(planned.map(({run}) => run.id));
	const captured = parts.rows.captures.filter(({run_id, published}) => published === 1 && runIds.has(run_id));
	const order = (runId: RunId) => stepOfRun.get(runId) ?? 0;
	return {
		chainId: chainIdOf(end.test_id),
		testId: end.test_id,
		runId: end.id,
		name: end.name,
		status: end.status,
		label: labelOf(end.status, end.skipped === 1),
		captures: [...new Set(captured.sort((a, b) => order(a.run_id) - order(b.run_id)).map(({name}) => name))],
		error: chainErrorOf(judged),
		steps,
	};
}

const blockedByOf = ({blocked_by}: ChainRun): BlockedBy | null =>
	blocked_by === null ? null : (JSON.parse(blocked_by) as BlockedBy);

function stepView(
	step: PlannedStep,
	place: number,
	planned: readonly PlannedStep[],
	stepOfRun: ReadonlyMap<string, number>,
	{rows, template, calls}: ChainParts,
): ChainStep {
	const {run, call, isOnly} = step;
	const shown = call ? calls.get(call.id) : undefined;
	const {method, path} = addressOf(step, rows, template);
	const label = labelOfStep(step);
	const linked = rows.links.filter(link => link.run_id === run.id && (isOnly || link.call_id === call?.id));
	const declared = isOnly ? (JSON.parse(run.produces) as string[]) : [];
	const given = linked.flatMap(({name, role}) => (role === 'produces' ? [name] : []));
	const needed = isOnly ? (JSON.parse(run.consumes) as string[]) : [];
	const used = linked.flatMap(({name, role}) => (role === 'uses' && !(isOnly && given.includes(name)) ? [name] : []));
	return {
		index: place + 1,
		title: isOnly ? run.name : `${method} ${path}`,
		method,
		path,
		status: label,
		produces: [...new Set([...declared, ...given])],
		uses: [...new Set([...needed, ...used])].map(name => sourceOf(name, step, place, planned, stepOfRun, rows)),
		waitBeforeMs: waitBefore(step, planned[place - 1]),
		request: shown
			? {url: shown.url, headers: shown.requestHeaders, query: shown.query, body: shown.requestBody}
			: null,
		response:
			shown && shown.status !== null
				? {
						status: shown.status,
						headers: shown.responseHeaders ?? {},
						body: shown.responseBody,
						truncated: shown.truncated,
						latencyMs: shown.latencyMs ?? 0,
					}
				: null,
		error: (label === 'Failed' || label === 'Blocked' ? firstLine(run.error) : null) ?? shown?.error ?? null,
		callId: call?.id ?? null,
	};
}

/** Steps in front of the last one of a test have been passed. */
function labelOfStep({run, isLast}: PlannedStep): Label {
	return isLast ? labelOf(run.status, run.skipped === 1) : 'Pass';
}

/** "Method, path": of the call, else of the latest earlier run's call, else what the source shows. */
function addressOf(
	{run, call}: PlannedStep,
	{earlierCalls, codes}: ChainRows,
	template: ChainParts['template'],
): {method: string; path: string} {
	const known = call ?? earlierCalls.get(run.test_id);
	if (known) {
		const method = known.method.toUpperCase();
		return {method, path: template(method, known.url).path};
	}
	const code = run.code_hash === null ? undefined : codes.get(run.code_hash);
	return (code === undefined ? null : callInSource(code)) ?? {method: '', path: ''};
}

function sourceOf(
	name: string,
	{run}: PlannedStep,
	place: number,
	planned: readonly PlannedStep[],
	stepOfRun: ReadonlyMap<string, number>,
	{edges, links, runs}: ChainRows,
): ChainStep['uses'][number] {
	const edge = edges.find(({to_run_id, variable}) => to_run_id === run.id && variable === name);
	if (edge) {
		const producer = runs.find(({id}) => id === edge.from_run_id);
		return {
			name,
			fromStep: (edge.from_run_id === null ? undefined : stepOfRun.get(edge.from_run_id)) ?? null,
			fromTestId: edge.from_test_id,
			fromTitle: producer?.name ?? null,
		};
	}
	// Captured by an earlier call of the same test.
	const giving = links.find(link => link.run_id === run.id && link.name === name && link.role === 'produces');
	const from = giving ? planned.findIndex(({call}) => call !== null && call.id === giving.call_id) : -1;
	return {
		name,
		fromStep: from >= 0 && from < place ? from + 1 : null,
		fromTestId: giving ? run.test_id : null,
		fromTitle: giving ? run.name : null,
	};
}

/** A test that waits between two calls does so for a reason; less is what every program takes. */
const shortestWaitMs = 100;

function waitBefore({run, call}: PlannedStep, before: PlannedStep | undefined): number {
	if (!call || before?.run.id !== run.id || !before.call) return 0;
	const wait = call.started_at - before.call.started_at - (before.call.latency_ms ?? 0);
	return wait >= shortestWaitMs ? Math.round(wait) : 0;
}
