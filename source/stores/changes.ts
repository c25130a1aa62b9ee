import {createStore, type StoreApi} from 'zustand/vanilla';
import type {ChangeSet} from '../contract/change-set.ts';
import {loadPages, pageSize} from './load-pages.ts';
import {createLoader, heldSeconds, heldTimeoutMs, type Loader} from './loader.ts';
import {storeKey} from './store-key.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadChangeSetRoutes = () => import('../contract/routes/change-sets.ts');
const loadPlanRoutes = () => import('../contract/routes/plans.ts');

/** One part of what is changed: a row or a test. */
export type ChangePart = {
	/** By which a part is accepted. */
	id: string;
	kind: string;
	title: string;
	endpointPath: string | null;
	/** What differs, by the names of its fields. */
	fields: readonly {name: string; before: unknown; after: unknown}[];
	reason: string | null;
	codeDiff: string | null;
	/** Why it cannot be applied; null: it can. */
	refused: string | null;
	applied: boolean;
};

/** One turn of the conversation: what was said, what was understood, and what it changes. */
export type ChangeTurn = {
	id: string;
	version: number;
	/** What made it: a sentence, a model, an edge, learning, settling, a finding. */
	source: string;
	text: string;
	status: string;
	reply: string | null;
	counts: {added: number; removed: number; changed: number};
	/** Null: not read yet. */
	parts: readonly ChangePart[] | null;
	/** What changes besides, in words. */
	also: readonly string[];
	/** Choices when the sentence could mean several things. */
	choices: readonly string[];
	errorMessage: string | null;
	createdAt: string;
};

/** What is talked about: the plan of a project. */
export type ChangesOf = {projectId: string};

export type Changes = Loader<readonly ChangeTurn[]> & {
	/** Turns that were read whole, by their ids. */
	whole: StoreApi<ReadonlyMap<string, ChangeTurn>>;
	/** Parts that shall not be applied. */
	left: StoreApi<ReadonlySet<string>>;
	toggle(partId: string): void;
	open(of: ChangesOf, turnId: string, signal: AbortSignal): Promise<void>;
	/**
	 * Says something and waits until it is understood.
	 * @param rowIds the rows it is about; null = all
	 * @returns the turn
	 */
	say(of: ChangesOf, text: string, about: {rowIds: readonly string[] | null; isNew: boolean}): Promise<ChangeTurn>;
	/** @param only ids of parts; null = all */
	apply(of: ChangesOf, turnId: string, only: readonly string[] | null): Promise<ChangeTurn>;
	undo(of: ChangesOf, turnId: string): Promise<ChangeTurn>;
	discard(of: ChangesOf, turnId: string): Promise<ChangeTurn>;
};

/** The conversation about a plan: change sets as they are shown, applied whole or in part, and taken back. */
export const changesStore = storeKey<Changes>(({session, context}) => {
	const whole = createStore<ReadonlyMap<string, ChangeTurn>>()(() => new Map());
	const left = createStore<ReadonlySet<string>>()(() => new Set());
	const options = (verb: string) => ({
		idempotencyKey: `cli-plan-${verb}-${context.randomId()}`,
		signal: context.ended,
	});

	const loader = createLoader<readonly ChangeTurn[]>(
		{session},
		{
			async read(projectId, _known, signal) {
				const sets = await loadPages<ChangeSet>(
					async cursor =>
						session.call((await loadChangeSetRoutes()).listChangeSets, {
							params: {projectId},
							query: {pageSize, cursor},
							signal,
						}),
					context.now,
					() => undefined,
				);
				return sets.map(set => turnOf(set, false));
			},
		},
	);

	function put(projectId: string, set: ChangeSet): ChangeTurn {
		const turn = turnOf(set, true);
		whole.setState(new Map(whole.getState()).set(turn.id, turn), true);
		loader.put(projectId, turns =>
			turns.some(({id}) => id === turn.id)
				? turns.map(one => (one.id === turn.id ? {...turn, parts: null} : one))
				: [{...turn, parts: null}, ...turns],
		);
		return turn;
	}

	/** Taking one back takes later ones back with it: all are read again. */
	const readAgain = (projectId: string) => loader.load(projectId, context.ended).catch(() => undefined);

	return {
		...loader,
		whole,
		left,
		toggle(partId) {
			const next = new Set(left.getState());
			if (!next.delete(partId)) next.add(partId);
			left.setState(next, true);
		},
		async open({projectId}, changeSetId, signal) {
			const {getChangeSet} = await loadChangeSetRoutes();
			put(projectId, await session.call(getChangeSet, {params: {projectId, changeSetId}, query: {}, signal}));
		},
		async say({projectId}, text, {rowIds, isNew}) {
			const {refinePlan} = await loadPlanRoutes();
			const {getChangeSet} = await loadChangeSetRoutes();
			let set = await session.call(refinePlan, {
				params: {projectId},
				body: {
					text,
					kind: isNew ? 'add' : 'refine',
					// Nothing changes before it was looked at.
					autoApply: false,
					...(rowIds === null ? {} : {rowIds: [...rowIds]}),
				},
				...options('refine'),
			});
			while (set.status === 'drafting')
				set = await session.call(getChangeSet, {
					params: {projectId, changeSetId: set.changeSetId},
					query: {since: set.version, waitSeconds: heldSeconds},
					signal: context.ended,
					timeoutMs: heldTimeoutMs,
				});
			return put(projectId, set);
		},
		async apply({projectId}, changeSetId, only) {
			const {applyChangeSet} = await loadChangeSetRoutes();
			const applied = await session.call(applyChangeSet, {
				params: {projectId, changeSetId},
				...(only === null ? {} : {body: {only: [...only]}}),
				...options('apply'),
			});
			left.setState(new Set(), true);
			return put(projectId, applied);
		},
		async undo({projectId}, changeSetId) {
			const {undoChangeSet} = await loadChangeSetRoutes();
			const undone = await session.call(undoChangeSet, {params: {projectId, changeSetId}, ...options('undo')});
			await readAgain(projectId);
			return put(projectId, undone);
		},
		async discard({projectId}, changeSetId) {
			const {discardChangeSet} = await loadChangeSetRoutes();
			return put(
				projectId,
				await session.call(discardChangeSet, {params: {projectId, changeSetId}, ...options('discard')}),
			);
		},
	};
});

/** @param isWhole its changes were read with it */
function turnOf(set: ChangeSet, isWhole: boolean): ChangeTurn {
	const {changeSetId, version, source, text, status, reply, counts, also, choices, errorMessage, createdAt} = set;
	return {
		id: changeSetId,
		version,
		source,
		text,
		status,
		reply,
		counts,
		parts: isWhole ? set.changes.map(partOf) : null,
		also: also ?? [],
		choices: choices ?? [],
		errorMessage,
		createdAt,
	};
}

function partOf(change: ChangeSet['changes'][number]): ChangePart {
	const {rowId, kind, before, after, fields, reason, codeDiff, refused, applied} = change;
	const shown = after ?? before;
	const valueIn = (row: typeof before, name: string) => (row as Record<string, unknown> | null)?.[name] ?? null;
	return {
		id: rowId,
		kind,
		title: shown?.title ?? rowId,
		endpointPath: shown?.endpointPath ?? null,
		fields: fields.map(name => ({name, before: valueIn(before, name), after: valueIn(after, name)})),
		reason: reason ?? null,
		codeDiff: codeDiff ?? null,
		refused: refused ?? null,
		applied: applied ?? false,
	};
}
