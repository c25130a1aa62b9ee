import {priorities, type Priority} from '../../../contract/enums.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import {inParallel} from '../../../contract/in-parallel.ts';
import type {Plan, PlanRow} from '../../../contract/plan.ts';
import {getPlanRowRecipe, selectPlanRows} from '../../../contract/routes/plans.ts';
import type {Session} from './session.ts';

/** Highest to lowest: `p0..p1`, or one alone. */
export function priorityRange(text: string): readonly Priority[] | null {
	const [first = '', last = first] = text.split('..');
	const [from, to] = [first, last].map(one => (priorities as readonly string[]).indexOf(one));
	if (from === undefined || to === undefined || from < 0 || to < from) return null;
	return priorities.slice(from, to + 1);
}

type Wish = {priorities: readonly Priority[] | null; readOnly: boolean};

/** Ticks exactly the rows that are asked for; answers them. */
export async function chooseRows(session: Session, projectId: ProjectId, plan: Plan, wish: Wish): Promise<PlanRow[]> {
	const {client, context, key} = session;
	const ticked = plan.proposals.filter(({selected}) => selected);
	const byPriority = ticked.filter(({priority}) => wish.priorities?.some(one => one === priority) ?? true);
	const chosen = wish.readOnly ? await readingOnly(session, projectId, byPriority) : byPriority;
	if (chosen.length < ticked.length) {
		const wanted = new Set(chosen.map(({rowId}) => rowId));
		const rowIds = ticked.map(({rowId}) => rowId).filter(rowId => !wanted.has(rowId));
		await client.call(selectPlanRows, {
			params: {projectId},
			body: {selected: false, rowIds},
			idempotencyKey: key('rows'),
			signal: context.signal,
		});
	}
	return chosen;
}

const parallelReads = 8;

/** Rows whose recipes create and change nothing: each says so itself. */
async function readingOnly(session: Session, projectId: ProjectId, rows: readonly PlanRow[]): Promise<PlanRow[]> {
	const {client, context} = session;
	const kept = new Set<string>();
	const safe = rows.filter(({endpointPath}) => /^(GET|HEAD|OPTIONS) /.test(endpointPath ?? ''));
	await inParallel(safe, parallelReads, async ({rowId}) => {
		const recipe = await client.call(getPlanRowRecipe, {params: {projectId, rowId}, signal: context.signal});
		if (isReading(recipe)) kept.add(rowId);
	});
	return rows.filter(({rowId}) => kept.has(rowId));
}

/** Of every step, whatever the recipe says of itself: a login is the project's matter. */
function isReading(recipe: unknown): boolean {
	const {
		safety,
		steps = [],
		consumes = [],
	} = recipe as {
		safety?: string;
		steps?: Array<{call: {operation: {method: string}}}>;
		consumes?: string[];
	};
	const isRead = steps.every(({call}) => /^(GET|HEAD|OPTIONS)$/i.test(call.operation.method));
	return isRead && consumes.length === 0 && safety !== 'own_records';
}
