import type {Edge} from '../../contract/edge.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {listEdges} from '../../contract/routes/edges.ts';
import {ApiError} from '../errors/api-error.ts';
import type {Client} from './client.ts';
import {findEndpoint} from './find-endpoint.ts';

type Search = {client: Pick<Client, 'call'>; projectId: ProjectId; dryRun: boolean};

/** The edge into a place of a request: `path:userId`, `body:$.items[*].productId`. Throws NOT_FOUND with the places there are. */
export async function findEdge(endpoint: string, place: string, search: Search): Promise<Edge> {
	const {client, projectId, dryRun} = search;
	const {endpointId} = await findEndpoint(endpoint, search);
	const places: string[] = [];
	for (let cursor: string | undefined; ; ) {
		const query = {endpointId, pageSize: 100, ...(cursor === undefined ? {} : {cursor})};
		const {items, nextToken} = await client.call(listEdges, {params: {projectId}, query});
		const found = items.find(one => one.place === place) ?? (dryRun ? items[0] : undefined);
		if (found) return found;
		places.push(...items.map(one => one.place));
		if (nextToken === null) break;
		cursor = nextToken;
	}
	throw new ApiError('NOT_FOUND', `${endpoint} has no place ${place} that takes a value.`, {
		nextAction: `See its places: svc endpoint edges --endpoint "${endpoint}" --project ${projectId}`,
		details: {resource: 'edge', id: place, reason: 'not_found', accepted: places.slice(0, 20)},
	});
}
