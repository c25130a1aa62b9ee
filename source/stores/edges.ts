import type {Edge, EdgeInput} from '../../contract/edge.ts';
import type {EdgeId, EndpointId, ProjectId} from '../../contract/ids.ts';
import {loadPages, pageSize} from './load-pages.ts';
import {createLoader, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadEdgeRoutes = () => import('../../contract/routes/edges.ts');

type Edges = Loader<readonly Edge[]> & {
	/** Pins, cuts, renames, or takes that back. */
	set(projectId: ProjectId, edgeId: EdgeId, input: EdgeInput): Promise<Edge>;
	/** Every place of one request, also those that nothing feeds. */
	places(projectId: ProjectId, endpointId: EndpointId): Promise<readonly Edge[]>;
};

/** Where the requests of the shown project take their values from. */
export const edgesStore = storeKey<Edges>(({session, context}) => {
	const loader = createLoader<readonly Edge[]>(
		{session},
		{
			read: (projectId, _known, signal) =>
				loadPages<Edge>(
					async cursor =>
						session.call((await loadEdgeRoutes()).listEdges, {params: {projectId}, query: {pageSize, cursor}, signal}),
					context.now,
					() => undefined,
				),
		},
	);
	return {
		...loader,
		async places(projectId, endpointId) {
			const {listEdges} = await loadEdgeRoutes();
			return loadPages<Edge>(
				cursor =>
					session.call(listEdges, {
						params: {projectId},
						query: {endpointId, pageSize, cursor},
						signal: context.ended,
					}),
				context.now,
				() => undefined,
			);
		},
		async set(projectId, edgeId, body) {
			const changed = await session.call((await loadEdgeRoutes()).setEdge, {
				params: {projectId, edgeId},
				body,
				signal: context.ended,
			});
			// A correction may move other edges, too: they come with the next reading.
			loader.put(projectId, edges =>
				edges.some(one => one.edgeId === edgeId)
					? edges.map(one => (one.edgeId === edgeId ? changed : one))
					: [...edges, changed],
			);
			return changed;
		},
	};
});
