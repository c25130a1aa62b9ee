import type {ChangeSet} from '../../contract/change-set.ts';
import {type ChangePart, type ChangeTurn, type Conversation, createConversation} from './conversation.ts';
import {loadPages, pageSize} from './load-pages.ts';
import {heldSeconds, heldTimeoutMs} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadChangeSetRoutes = () => import('../../contract/routes/change-sets.ts');
const loadPlanRoutes = () => import('../../contract/routes/plans.ts');

/** The conversation about the plan of a project: change sets of sentences, learning, settling and findings. */
export const changesStore = storeKey<Conversation>(({session, context}) => {
	return createConversation(
		{session, context},
		{
			async list(projectId, signal) {
				const {listChangeSets} = await loadChangeSetRoutes();
				const sets = await loadPages<ChangeSet>(
					cursor => session.call(listChangeSets, {params: {projectId}, query: {pageSize, cursor}, signal}),
					context.now,
					() => undefined,
				);
				return sets.map(set => turnOf(set, false));
			},
			async get(projectId, changeSetId, since, signal) {
				const {getChangeSet} = await loadChangeSetRoutes();
				const held =
					since === null ? {query: {}} : {query: {since, waitSeconds: heldSeconds}, timeoutMs: heldTimeoutMs};
				return turnOf(await session.call(getChangeSet, {params: {projectId, changeSetId}, signal, ...held}), true);
			},
			async say(projectId, text, {rowIds, isNew}) {
				const {refinePlan} = await loadPlanRoutes();
				const set = await session.call(refinePlan, {
					params: {projectId},
					body: {
						text,
						kind: isNew ? 'add' : 'refine',
						// Nothing changes before it was looked at.
						autoApply: false,
						...(rowIds === null ? {} : {rowIds: [...rowIds]}),
					},
					signal: context.ended,
				});
				return turnOf(set, true);
			},
			async decide(projectId, changeSetId, decision, only) {
				const {applyChangeSet, undoChangeSet, discardChangeSet} = await loadChangeSetRoutes();
				const input = {params: {projectId, changeSetId}, signal: context.ended};
				const body = only === null ? {} : {body: {only: [...only]}};
				const set =
					decision === 'apply'
						? await session.call(applyChangeSet, {...input, ...body})
						: await session.call(decision === 'undo' ? undoChangeSet : discardChangeSet, input);
				return turnOf(set, true);
			},
		},
	);
});

/** @param isWhole its changes were read with it */
function turnOf(set: ChangeSet, isWhole: boolean): ChangeTurn {
	const {changeSetId, version, source, text, status, reply, counts, also, choices, errorMessage} = set;
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
		applied: applied ?? null,
	};
}
