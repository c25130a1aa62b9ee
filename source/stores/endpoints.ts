import {type Discovery, type DiscoveryInput, isDiscoveryOver} from '../../contract/discovery.ts';
import type {Endpoint, EndpointInput, EndpointPatch} from '../../contract/endpoint.ts';
import type {EndpointId, ProjectId} from '../../contract/ids.ts';
import {loadPages, pageSize} from './load-pages.ts';
import {createLoader, heldSeconds, heldTimeoutMs, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadEndpointRoutes = () => import('../../contract/routes/endpoints.ts');
const loadDiscoveryRoutes = () => import('../../contract/routes/discovery.ts');

/** An endpoint without its schemas, which nobody looks at here: a large API has megabytes of them. */
export type ListedEndpoint = Pick<
	Endpoint,
	| 'endpointId'
	| 'method'
	| 'path'
	| 'family'
	| 'summary'
	| 'origin'
	| 'confirmed'
	| 'unconfirmedReason'
	| 'drift'
	| 'auth'
> & {statuses: readonly number[]};

const listed = ({endpointId, method, path, family, summary, origin, ...rest}: Endpoint): ListedEndpoint => {
	const {confirmed, unconfirmedReason, drift, auth, responseShape} = rest;
	const {statuses} = responseShape;
	return {endpointId, method, path, family, summary, origin, confirmed, unconfirmedReason, drift, auth, statuses};
};

type Endpoints = Loader<readonly ListedEndpoint[]> & {
	discovery: Loader<Discovery>;
	discover(projectId: ProjectId, input: DiscoveryInput): Promise<void>;
	stopDiscovery(projectId: ProjectId): Promise<void>;
	add(projectId: ProjectId, input: EndpointInput): Promise<Endpoint>;
	edit(projectId: ProjectId, endpointId: EndpointId, patch: EndpointPatch): Promise<void>;
	/** Gives how many rows of the plan went with it. */
	remove(projectId: ProjectId, endpointId: EndpointId): Promise<number>;
};

/** Endpoints of the API under test, and how they are found. */
export const endpointsStore = storeKey<Endpoints>(({session, context}) => {
	const loader = createLoader<readonly ListedEndpoint[]>(
		{session},
		{
			read: (projectId, _known, signal) =>
				loadPages<ListedEndpoint>(
					async cursor => {
						const {items, nextToken} = await session.call((await loadEndpointRoutes()).listEndpoints, {
							params: {projectId},
							query: {pageSize, cursor},
							signal,
						});
						return {items: items.map(listed), nextToken};
					},
					context.now,
					() => undefined,
				),
		},
	);
	const discovery = createLoader<Discovery>(
		{session},
		{
			async read(projectId, known, signal) {
				const held = known ? {since: known.version, waitSeconds: heldSeconds} : {};
				return session.call((await loadDiscoveryRoutes()).getDiscovery, {
					params: {projectId},
					query: held,
					signal,
					...(known ? {timeoutMs: heldTimeoutMs} : {}),
				});
			},
			isOver: ({status}) => isDiscoveryOver(status),
		},
	);
	const put = (projectId: ProjectId, changed: Endpoint) =>
		loader.put(projectId, endpoints =>
			endpoints.map(one => (one.endpointId === changed.endpointId ? listed(changed) : one)),
		);
	return {
		...loader,
		discovery,
		async discover(projectId, body) {
			const {discoverEndpoints} = await loadDiscoveryRoutes();
			await session.call(discoverEndpoints, {params: {projectId}, body, signal: context.ended});
			await discovery.load(projectId, context.ended);
		},
		async stopDiscovery(projectId) {
			const {cancelDiscovery} = await loadDiscoveryRoutes();
			await session.call(cancelDiscovery, {params: {projectId}, signal: context.ended});
		},
		async add(projectId, body) {
			const {createEndpoint} = await loadEndpointRoutes();
			const made = await session.call(createEndpoint, {params: {projectId}, body, signal: context.ended});
			await loader.load(projectId, context.ended).catch(() => undefined);
			return made;
		},
		async edit(projectId, endpointId, body) {
			const {updateEndpoint} = await loadEndpointRoutes();
			put(
				projectId,
				await session.call(updateEndpoint, {params: {projectId, endpointId}, body, signal: context.ended}),
			);
		},
		async remove(projectId, endpointId) {
			const {deleteEndpoint} = await loadEndpointRoutes();
			const {removedPlanRows} = await session.call(deleteEndpoint, {
				params: {projectId, endpointId},
				signal: context.ended,
			});
			loader.put(projectId, endpoints => endpoints.filter(one => one.endpointId !== endpointId));
			return removedPlanRows;
		},
	};
});
