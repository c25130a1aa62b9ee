import type {ChainCall, ChainRows, ChainRun} from '../store/batches/read-chains.ts';
import type {FlowGraph} from './chain-candidates.ts';

/** A step before what was sent and answered is read: a test of the chain, and the call that stands for it. */
export type PlannedStep = {run: ChainRun; call: ChainCall | null; isOwn: boolean; isLast: boolean; isOnly: boolean};

/**
 * The steps of the chain that ends in a run: one per test that it needs, in the order of execution, each with the call
 * that gave a value; then every call of its own.
 */
export function stepsOf(
	end: ChainRun,
	{runs, calls, links}: Pick<ChainRows, 'runs' | 'calls' | 'links'>,
	graph: FlowGraph,
): PlannedStep[] {
	const needed = graph.upstream(end.id);
	const callsOf = (run: ChainRun) => calls.filter(({run_id}) => run_id === run.id);
	const before = runs
		.filter(({id}) => needed.has(id))
		.sort(
			(a, b) =>
				Number(a.batch_id !== end.batch_id ? -1 : 0) - Number(b.batch_id !== end.batch_id ? -1 : 0) ||
				a.wave - b.wave ||
				a.rank - b.rank,
		)
		.map((run): PlannedStep => {
			const own = callsOf(run);
			const giving = new Set(
				links.flatMap(link => (link.run_id === run.id && link.role === 'produces' ? (link.call_id ?? []) : [])),
			);
			const call = own.findLast(({id}) => giving.has(id)) ?? own.at(-1) ?? null;
			return {run, call, isOwn: false, isLast: true, isOnly: true};
		});
	const own = callsOf(end);
	const last = own.length - 1;
	const ownSteps: PlannedStep[] =
		own.length === 0
			? [{run: end, call: null, isOwn: true, isLast: true, isOnly: true}]
			: own.map((call, place) => ({run: end, call, isOwn: true, isLast: place === last, isOnly: last === 0}));
	return [...before, ...ownSteps];
}
