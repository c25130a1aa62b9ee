import {type Generation, type GenerationTicket, isGenerationOver} from '../../contract/generation.ts';
import type {GenerationId, ProjectId} from '../../contract/ids.ts';
import {mergeRows} from '../../contract/merge-batch.ts';
import {createLoader, heldSeconds, heldTimeoutMs, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadGenerationRoutes = () => import('../../contract/routes/generations.ts');

type GenerationStore = Omit<Loader<Generation | null>, 'load' | 'follow'> & {
	/** Reads the latest generation of a project; null when there was none. */
	load(projectId: ProjectId, signal: AbortSignal): Promise<void>;
	/** Follows it until it is over. */
	follow(projectId: ProjectId, signal: AbortSignal): Promise<void>;
	/** Makes tests of these rows, else of all ticked ones; the plan is locked then. */
	start(projectId: ProjectId, rowIds: readonly string[] | null): Promise<GenerationTicket>;
	cancel(generationId: GenerationId): Promise<void>;
};

/** A generation after one more answer. */
function mergeGeneration(known: Generation | null, answer: Generation): Generation {
	if (known === null || !answer.delta || known.generationId !== answer.generationId) return answer;
	if (answer.version < known.version) return known;
	return {...answer, delta: false, items: mergeRows(known.items, answer.items, ({testId}) => testId)};
}

/** The making of tests that is under way in the shown project, or was the last one. */
export const generationStore = storeKey<GenerationStore>(({session, context}) => {
	const loader = createLoader<Generation | null>(
		{session},
		{
			async read(projectId, known, signal) {
				const {getGeneration, listGenerations} = await loadGenerationRoutes();
				if (known !== null && !isGenerationOver(known.status)) {
					const answer = await session.call(getGeneration, {
						params: {generationId: known.generationId},
						query: {since: known.version, waitSeconds: heldSeconds},
						signal,
						timeoutMs: heldTimeoutMs,
					});
					return mergeGeneration(known, answer);
				}
				const {items} = await session.call(listGenerations, {params: {projectId}, query: {pageSize: 1}, signal});
				const latest = items[0];
				if (latest === undefined) return null;
				return session.call(getGeneration, {params: {generationId: latest.generationId}, query: {}, signal});
			},
			isOver: generation => generation === null || isGenerationOver(generation.status),
		},
	);
	return {
		...loader,
		start: async (projectId, rowIds) =>
			session.call((await loadGenerationRoutes()).generateTests, {
				params: {projectId},
				...(rowIds === null ? {} : {body: {rowIds: [...rowIds]}}),
				signal: context.ended,
			}),
		async cancel(generationId) {
			await session.call((await loadGenerationRoutes()).cancelGeneration, {
				params: {generationId},
				signal: context.ended,
			});
		},
	};
});
