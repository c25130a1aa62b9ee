import type {Environment, EnvironmentInput, EnvironmentPatch} from '../../contract/environment.ts';
import type {BatchTicket} from '../../contract/batch.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {runBatch} from '../../contract/routes/batches.ts';
import {createLoader, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadRoutes = () => import('../../contract/routes/environments.ts');

type EnvironmentsStore = Loader<readonly Environment[]> & {
	create(projectId: ProjectId, input: EnvironmentInput): Promise<Environment>;
	change(projectId: ProjectId, name: string, patch: EnvironmentPatch): Promise<Environment>;
	makeDefault(projectId: ProjectId, name: string): Promise<void>;
	remove(projectId: ProjectId, name: string): Promise<void>;
	/** Runs every test of the project in it. */
	run(projectId: ProjectId, name: string): Promise<BatchTicket>;
};

/** The environments of the shown project with their variables; secrets are masked by the service already. */
export const environmentsStore = storeKey<EnvironmentsStore>(({session, context}) => {
	const loader: Loader<readonly Environment[]> = createLoader<readonly Environment[]>(
		{session},
		{
			async read(projectId, _known, signal) {
				const routes = await loadRoutes();
				const {items} = await session.call(routes.listEnvironments, {params: {projectId}, signal});
				const {data, key} = loader.store.getState();
				const known = new Map((key === projectId ? data : null)?.map(one => [one.id, one]));
				// The list comes without variables: only what changed is read whole.
				return Promise.all(
					items.map(async one => {
						const before = known.get(one.id);
						if (before?.updatedAt === one.updatedAt && before.variables) return {...before, ...one};
						const params = {projectId, name: one.name};
						return session.call(routes.getEnvironment, {params, signal});
					}),
				);
			},
		},
	);
	const signal = context.ended;
	/** What was changed is read again at once; a failure of that is the next look's matter. */
	const readAgain = (projectId: ProjectId) => loader.load(projectId, signal).catch(() => undefined);

	return {
		...loader,
		async create(projectId, body) {
			const params = {projectId};
			const made = await session.call((await loadRoutes()).createEnvironment, {
				params,
				body,
				signal,
			});
			await readAgain(projectId);
			return made;
		},
		async change(projectId, name, body) {
			const params = {projectId, name};
			const changed = await session.call((await loadRoutes()).updateEnvironment, {
				params,
				body,
				signal,
			});
			await readAgain(projectId);
			return changed;
		},
		async makeDefault(projectId, name) {
			const params = {projectId, name};
			await session.call((await loadRoutes()).setDefaultEnvironment, {params, signal});
			await readAgain(projectId);
		},
		async remove(projectId, name) {
			const params = {projectId, name};
			await session.call((await loadRoutes()).deleteEnvironment, {params, signal});
			await readAgain(projectId);
		},
		async run(projectId, environment) {
			return session.call(runBatch, {body: {projectId, environment, source: 'cli'}, signal});
		},
	};
});

/** Those that a filter leaves: every word stands in the name, the address or a key. */
export function matchingEnvironments(all: readonly Environment[] | null, filter: string): readonly Environment[] {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	if (!all || words.length === 0) return all ?? [];
	return all.filter(one => {
		const text = [one.name, one.url, ...Object.keys(one.variables ?? {})].join(' ').toLowerCase();
		return words.every(word => text.includes(word));
	});
}
