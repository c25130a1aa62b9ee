import {listEdges, setEdge} from '../../../contract/routes/edges.ts';
import {requireProjectOf} from '../../store/projects/projects.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

export function edgeRoutes(on: On, {database, plans, now}: Services): void {
	on(listEdges, async ({caller, params, query}) => {
		const {projectId} = params;
		await requireProjectOf('backend', 'Endpoints', database, caller.accountId, projectId);
		const list = `edges ${projectId}`;
		const after = readCursor(list, query, now());
		const edges = await plans.edges(projectId, query);
		const start = after === null ? 0 : edges.findIndex(({edgeId}) => edgeId === after) + 1;
		const items = edges.slice(start, start + (query.pageSize ?? defaultPageSize));
		const last = items.at(-1);
		const hasMore = start + items.length < edges.length;
		return {items, nextToken: hasMore && last ? writeCursor(list, query, last.edgeId, now()) : null};
	});

	on(setEdge, async ({caller, params, body}) => {
		await requireProjectOf('backend', 'Endpoints', database, caller.accountId, params.projectId);
		return plans.setEdge(params.projectId, params.edgeId, body);
	});
}
