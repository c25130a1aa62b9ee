import {createStore, type StoreApi} from 'zustand/vanilla';
import type {PlanRowId, ProjectId} from '../../contract/ids.ts';
import {mergeRows} from '../../contract/merge-batch.ts';
import type {
	GeneratePlanInput,
	Plan,
	PlanRowInput,
	PlanRowPatch,
	PlanSelectionInput,
	PlanTicket,
} from '../../contract/plan.ts';
import {isApiError} from '../errors/api-error.ts';
import {createLoader, heldSeconds, heldTimeoutMs, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/**
 * The plan after an answer of the long poll: changed rows take the places of the known ones, removed ones go, and all stand
 * by their order. An answer older than the copy changes nothing.
 */
function mergePlan(known: Plan | null, answer: Plan): Plan {
	if (known === null || !answer.delta) return answer;
	if (answer.version <= known.version) return known;
	const gone = new Set(answer.removedRowIds);
	const merged = mergeRows(known.proposals, answer.proposals, ({rowId}) => rowId);
	const kept = gone.size === 0 ? merged : merged.filter(({rowId}) => !gone.has(rowId));
	const proposals = answer.proposals.length === 0 ? kept : [...kept].sort((one, other) => one.order - other.order);
	// While it is made again a plan tells nothing of its endpoints: what was known of them stays in sight.
	const subPlans = answer.status === 'generating' && answer.subPlans.length === 0 ? known.subPlans : answer.subPlans;
	return {...answer, delta: false, removedRowIds: [], proposals, subPlans};
}

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadPlanRoutes = () => import('../../contract/routes/plans.ts');

/** Rows whose tick is on its way to the service, with what it will be. */
export type PendingTicks = ReadonlyMap<string, boolean>;

type PlanStore = Loader<Plan> & {
	ticks: StoreApi<PendingTicks>;
	/** Waits once for a change; what is known is shown until then. */
	wait(projectId: ProjectId, signal: AbortSignal): Promise<void>;
	/**
	 * Ticks or unticks; the rows show it at once.
	 * @param rowIds the rows that `input` means
	 */
	select(projectId: ProjectId, input: PlanSelectionInput, rowIds: readonly PlanRowId[]): Promise<void>;
	edit(projectId: ProjectId, rowId: PlanRowId, patch: PlanRowPatch): Promise<void>;
	move(projectId: ProjectId, rowId: PlanRowId, beside: {before: string} | {after: string}): Promise<void>;
	add(projectId: ProjectId, input: PlanRowInput): Promise<string>;
	remove(projectId: ProjectId, rowId: PlanRowId): Promise<void>;
	/** Makes a plan; what is there already is kept. */
	make(projectId: ProjectId, input: GeneratePlanInput): Promise<PlanTicket>;
	/** Reads what has changed since, e.g. after a correction of an edge. */
	catchUp(projectId: ProjectId): Promise<void>;
};

/** The plan was changed by somebody else after it was read here. */
export const isStalePlan = (error: unknown): boolean =>
	isApiError(error) && error.code === 'PRECONDITION_FAILED' && 'currentVersion' in error.details;

/**
 * The plan of the project that is shown. Changes are sent one after the other, each with the version that it was made on:
 * where somebody else was faster, the plan is read again and nothing is overwritten.
 */
export const planStore = storeKey<PlanStore>(({session, context}) => {
	const ticks = createStore<PendingTicks>()(() => new Map());
	let sending: Promise<unknown> = Promise.resolve();

	/** Asks for the plan, or for what is new in it. The answer is laid over what is shown by then. */
	async function read(
		projectId: ProjectId,
		known: Plan | null,
		signal: AbortSignal,
		waitSeconds?: number,
	): Promise<Plan> {
		const {getPlan} = await loadPlanRoutes();
		const since = known === null || known.version === 0 ? undefined : known.version;
		const answer = await session.call(getPlan, {
			params: {projectId},
			query: {...(since === undefined ? {} : {since}), ...(waitSeconds === undefined ? {} : {waitSeconds})},
			signal,
			...(waitSeconds === undefined ? {} : {timeoutMs: heldTimeoutMs}),
		});
		// A store that was put back to an earlier day knows nothing of this version: everything is read anew.
		if (since !== undefined && answer.version < since) return read(projectId, null, signal);
		const {key, data} = loader.store.getState();
		return mergePlan(key === projectId ? data : known, answer);
	}

	const loader = createLoader<Plan>(
		{session},
		{
			read: (projectId, known, signal) => read(projectId, known, signal, known === null ? undefined : heldSeconds),
			// One answer at a time: between two of them the screen looks at what else may have begun.
			isOver: () => true,
		},
	);

	async function catchUp(projectId: ProjectId): Promise<void> {
		const {key, data} = loader.store.getState();
		if (key !== projectId) return;
		const latest = await read(projectId, data, context.ended);
		loader.put(projectId, () => latest);
	}

	/** Sends a change when those before it are through, and shows what became of it. */
	function send<Answer>(
		projectId: ProjectId,
		work: (options: {headers: Record<string, string>; signal: AbortSignal}) => Promise<Answer>,
	): Promise<Answer> {
		const turn = sending.then(async () => {
			const {data} = loader.store.getState();
			try {
				return await work({
					headers: data === null ? {} : {'if-match': String(data.version)},
					signal: context.ended,
				});
			} finally {
				// Also after a refusal: then somebody else has changed the plan, and that is what is shown.
				await catchUp(projectId).catch(() => undefined);
			}
		});
		sending = turn.catch(() => undefined);
		return turn;
	}

	return {
		...loader,
		ticks,
		catchUp,
		wait: (projectId, signal) => loader.follow(projectId, signal),
		async select(projectId, input, rowIds) {
			const marks = new Map(ticks.getState());
			for (const rowId of rowIds) marks.set(rowId, input.selected);
			ticks.setState(marks, true);
			try {
				await send(projectId, async options =>
					session.call((await loadPlanRoutes()).selectPlanRows, {params: {projectId}, body: input, ...options}),
				);
			} finally {
				const left = new Map(ticks.getState());
				for (const rowId of rowIds) if (left.get(rowId) === input.selected) left.delete(rowId);
				ticks.setState(left, true);
			}
		},
		async edit(projectId, rowId, body) {
			await send(projectId, async options =>
				session.call((await loadPlanRoutes()).editPlanRow, {params: {projectId, rowId}, body, ...options}),
			);
		},
		async move(projectId, rowId, body) {
			await send(projectId, async options =>
				session.call((await loadPlanRoutes()).movePlanRow, {params: {projectId, rowId}, body, ...options}),
			);
		},
		async add(projectId, body) {
			const {rowId} = await send(projectId, async options =>
				session.call((await loadPlanRoutes()).addPlanRow, {params: {projectId}, body, ...options}),
			);
			return rowId;
		},
		async remove(projectId, rowId) {
			await send(projectId, async options =>
				session.call((await loadPlanRoutes()).deletePlanRow, {params: {projectId, rowId}, ...options}),
			);
		},
		make: (projectId, body) =>
			send(projectId, async ({signal}) =>
				session.call((await loadPlanRoutes()).generatePlan, {params: {projectId}, body, signal}),
			),
	};
});
