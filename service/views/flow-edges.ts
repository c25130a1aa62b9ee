import type {CallsView} from '../../contract/call.ts';
import type {CallId, RunId} from '../../contract/ids.ts';
import type {CallRows} from '../store/calls/read-calls.ts';

/**
 * "Arrows of the Flow form, one per variable and pair of groups": from the call that gave a value to every call that
 * used it.
 *
 * @param groupOf group of a planned call that is shown; undefined for others
 */
export function flowEdges(
	{links, edges, runs}: Pick<CallRows, 'links' | 'edges' | 'runs'>,
	groupOf: (callId: CallId) => string | undefined,
): CallsView['edges'] {
	const keyOf = (runId: RunId, name: string) => `${runId} ${name}`;
	const produced = new Map<string, string>();
	for (const {run_id, name, role, call_id} of links)
		if (role === 'produces' && call_id !== null) produced.set(keyOf(run_id, name), call_id);
	const sources = new Map(edges.map(edge => [keyOf(edge.to_run_id, edge.variable), edge]));
	const testOfRun = new Map(runs.map(({id, test_id}) => [id, test_id]));
	const found = new Map<string, CallsView['edges'][number]>();
	for (const {run_id, name, role, call_id} of links) {
		if (role !== 'uses' || call_id === null) continue;
		const source = sources.get(keyOf(run_id, name));
		// A name that nobody else gives was captured by an earlier call of the same run.
		const from = produced.get(keyOf(source ? (source.from_run_id ?? '') : run_id, name));
		const fromGroup = from === undefined ? undefined : groupOf(from);
		const toGroup = groupOf(call_id);
		const toTestId = testOfRun.get(run_id);
		const fromTestId = source ? source.from_test_id : toTestId;
		if (!fromTestId || fromGroup === undefined || toGroup === undefined || toTestId === undefined) continue;
		const key = JSON.stringify([name, fromGroup, toGroup]);
		const edge = found.get(key);
		if (!edge) found.set(key, {variable: name, fromGroup, toGroup, fromTestId, toTestIds: [toTestId]});
		else if (!edge.toTestIds.includes(toTestId)) edge.toTestIds.push(toTestId);
	}
	return [...found.values()];
}
