import {createStore, type StoreApi} from 'zustand/vanilla';
import {storeKey} from './dashboard.ts';
import type {Session} from './session.ts';
import type {StoreContext} from './store-context.ts';
import {projectVerdict} from '../view-model/project-verdict.ts';
import type {BatchSummary} from '../../contract/batch.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {inParallel, usualLimit} from '../../contract/in-parallel.ts';
import type {Project, ProjectInput} from '../../contract/project.ts';
import {createProject, deleteProject, listProjects} from '../../contract/routes/projects.ts';
import {loadPages, pageSize} from './load-pages.ts';
import {memoizeLast} from './memoize.ts';
import {readBatches} from './read-batches.ts';

/** Batches of a project that the history column looks back. */
const historyLength = 8;
export type ProjectHistory = {
	/** `lastBatchId` of the project for which the history was read; undefined where the service does not say it. */
	of: string | undefined;
	/** Newest first. */
	batches: readonly BatchSummary[];
};

type ProjectsState = {
	projects: readonly Project[];
	/** Something was read since the start. */
	isLoaded: boolean;
	/** All pages are here. */
	isComplete: boolean;
	/** Why the last reading failed; the rows are those of the one before. */
	error: unknown;
	histories: ReadonlyMap<string, ProjectHistory>;
};

type Projects = {
	store: StoreApi<ProjectsState>;
	load(signal: AbortSignal): Promise<void>;
	/** Reads the histories of these projects where they are not known yet. */
	lookAt(projectIds: readonly ProjectId[]): Promise<void>;
	create(input: ProjectInput): Promise<Project>;
	remove(projectId: ProjectId): Promise<void>;
};

export function createProjects(context: StoreContext, session: Session): Projects {
	const store = createStore<ProjectsState>()(() => ({
		projects: [],
		isLoaded: false,
		isComplete: false,
		error: null,
		histories: new Map(),
	}));
	const reading = new Set<string>();

	async function readHistory({id, lastBatchId}: Project): Promise<void> {
		if (lastBatchId === null) return;
		const batches = await readBatches(session, id, historyLength, context.ended);
		store.setState(({histories}) => ({histories: new Map(histories).set(id, {of: lastBatchId, batches})}));
	}

	return {
		store,
		async load(signal) {
			const isFirst = !store.getState().isLoaded;
			try {
				const projects = await loadPages(
					cursor => session.call(listProjects, {query: {pageSize, cursor}, signal}),
					context.now,
					rows => isFirst && store.setState({projects: rows, isLoaded: true, error: null}),
				);
				store.setState({projects, isLoaded: true, isComplete: true, error: null});
			} catch (error) {
				if (!signal.aborted) store.setState({error});
				throw error;
			}
		},
		async lookAt(projectIds) {
			const {projects, histories} = store.getState();
			const wanted = new Set(projectIds);
			const missing = projects.filter(
				({id, lastBatchId}) =>
					lastBatchId !== null &&
					wanted.has(id) &&
					!reading.has(id) &&
					!(histories.has(id) && histories.get(id)?.of === lastBatchId),
			);
			for (const {id} of missing) reading.add(id);
			await inParallel(missing, usualLimit, project =>
				readHistory(project)
					// The column stays empty; the next look tries again, and the connection is told elsewhere.
					.catch(() => undefined)
					.finally(() => reading.delete(project.id)),
			);
		},
		async create(input) {
			const project = await session.call(createProject, {
				body: input,
				signal: context.ended,
			});
			store.setState(({projects}) => ({projects: [project, ...projects.filter(({id}) => id !== project.id)]}));
			return project;
		},
		async remove(projectId) {
			await session.call(deleteProject, {
				params: {projectId},
				signal: context.ended,
			});
			store.setState(({projects}) => ({projects: projects.filter(({id}) => id !== projectId)}));
		},
	};
}

export const projectsStore = storeKey(({context, session}) => createProjects(context, session));

/** Orders of the list by name: what needs attention stands first unless another one is chosen. */
export const projectOrders: readonly string[] = ['status', 'newest', 'name', 'type'];

const needsAttention: readonly unknown[] = ['failed', 'blocked'];

/** Whether its last run went wrong, or the one that decides how it stands, as far as that is known. */
const isRed = ({id, lastStatus}: Project, histories: ProjectsState['histories']): boolean =>
	needsAttention.includes(lastStatus) ||
	needsAttention.includes(projectVerdict(histories.get(id)?.batches ?? [])?.batch.status);

/** Projects that contain every word of the filter, in the chosen order; the service's own order is newest first. */
export const selectProjects = () =>
	memoizeLast(
		(
			projects: readonly Project[],
			filter: string,
			sort: string | null,
			histories: ProjectsState['histories'],
		): readonly Project[] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const matching =
				words.length === 0
					? projects
					: projects.filter(project => {
							const text = `${project.name} ${project.type} ${project.id}`.toLowerCase();
							return words.every(word => text.includes(word));
						});
			if (sort === 'name') return [...matching].sort((a, b) => a.name.localeCompare(b.name));
			if (sort === 'type') return [...matching].sort((a, b) => a.type.localeCompare(b.type));
			if (sort === null || sort === 'status')
				return [...matching].sort((a, b) => Number(isRed(b, histories)) - Number(isRed(a, histories)));
			return matching;
		},
	);
