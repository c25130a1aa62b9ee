import type {Call, CallsView} from '../../contract/call.ts';
import type {CallQuery} from '../domain/views.ts';
import type {Database} from '../store/database.ts';
import {type IndexedCall, readCallDetails} from '../store/calls/read-calls.ts';
import {callView} from './call-view.ts';
import {type CallIndex, type CallsPage, cursorAt, groupView, pageOfCalls} from './calls-view.ts';
import {maskers} from './mask-values.ts';

/** What is read of calls at once, and where a page ends whose bodies are large; in characters. */
const readAtOnce = 50;
const longestPage = 4_000_000;

/** One page of the calls of a batch with what was sent and answered. */
export async function readCallsView(database: Database, index: CallIndex, query: CallQuery): Promise<CallsView> {
	const page = pageOfCalls(index, query);
	const {shown, unread} = await readCalls(database, index, page, query.bodies);
	const parts: CallsPage['parts'] = [];
	for (const {group, calls} of page.parts) {
		const end = unread === null ? -1 : calls.indexOf(unread);
		const read = end < 0 ? calls : calls.slice(0, end);
		if (read.length > 0) parts.push({group, calls: read});
		if (end >= 0) return answer(cursorAt(group.groupKey, group.calls.indexOf(calls[end]!)));
	}
	return answer(page.next);

	function answer(nextToken: string | null): CallsView {
		return {...page.view, items: parts.map(part => groupView(part, shown, index.passedOf)), nextToken};
	}
}

/** Reads as many calls of a page as make an answer of bearable size. `unread`: the first that is left. */
async function readCalls(
	database: Database,
	{contextOf}: CallIndex,
	page: CallsPage,
	bodies: boolean,
): Promise<{shown: Map<string, Call>; unread: IndexedCall | null}> {
	const wanted = page.parts.flatMap(({calls}) => calls);
	const maskOf = await maskers(database, [...new Set(wanted.flatMap(({run_id}) => run_id ?? []))]);
	const shown = new Map<string, Call>();
	let size = 0;
	let start = 0;
	for (; start < wanted.length && size < longestPage; start += readAtOnce) {
		const some = wanted.slice(start, start + readAtOnce);
		const details = await readCallDetails(
			database,
			some.map(({id}) => id),
		);
		const byId = new Map(details.map(detail => [detail.id, detail]));
		for (const call of some) {
			const detail = byId.get(call.id);
			// Deleted meanwhile.
			if (!detail) continue;
			size += detail.detail.length;
			shown.set(call.id, callView(call, detail, contextOf(call), {mask: maskOf(call.run_id), bodies}));
		}
	}
	return {shown, unread: wanted[start] ?? null};
}
