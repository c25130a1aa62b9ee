import type {CallGroup, CallsView} from '../../contract/call.ts';
import type {BatchId} from '../../contract/ids.ts';
import {listBatchCalls} from '../../contract/routes/calls.ts';
import type {QueryInput} from '../../contract/route.ts';
import type {Client} from './client.ts';

type Filter = Omit<QueryInput<typeof listBatchCalls>, 'pageSize' | 'cursor'>;

const groupsPerPage = 100;

/**
 * The calls of a batch, page by page to the end or to `maxGroups`. A group that goes on in a later page is one group in
 * the answer.
 */
export async function readBatchCalls(
	client: Client,
	batchId: BatchId,
	filter: Filter,
	maxGroups = Number.POSITIVE_INFINITY,
): Promise<CallsView> {
	let view: CallsView | null = null;
	const groups = new Map<string, CallGroup>();
	for (let cursor: string | undefined; ; ) {
		const query = {...filter, pageSize: Math.max(1, Math.min(groupsPerPage, maxGroups - groups.size)), cursor};
		const page: CallsView = await client.call(listBatchCalls, {params: {batchId}, query});
		view ??= page;
		for (const group of page.items) groups.set(group.groupKey, merged(groups.get(group.groupKey), group));
		const {nextToken} = page;
		const isWhole = groups.size >= maxGroups && !goesOn([...groups.values()].at(-1));
		if (nextToken === null || isWhole || nextToken === cursor)
			return {...view, items: [...groups.values()].slice(0, maxGroups), nextToken};
		cursor = nextToken;
	}
}

function merged(known: CallGroup | undefined, more: CallGroup): CallGroup {
	if (!known) return more;
	return {
		...known,
		items: [...known.items, ...more.items],
		other: {...known.other, items: [...known.other.items, ...more.other.items]},
	};
}

const goesOn = (group: CallGroup | undefined): boolean =>
	group !== undefined && group.items.length + group.other.items.length < group.calls + group.other.count;
