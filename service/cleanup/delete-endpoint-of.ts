import {findDelete, indexDeletes} from './delete-rule.ts';
import {segmentsOf} from './path-template.ts';

type Path = {id: string; method: string; path: string; base_path: string};

/** Finds the endpoint that deletes what another one creates, among the endpoints of a project. Null: there is none. */
export function findDeleteEndpoint(
	endpoints: readonly Path[],
): (creating: {method: string; path: string}) => string | null {
	const deletes = indexDeletes(
		endpoints
			.filter(({method}) => method === 'DELETE')
			.map(({id, path, base_path}) => ({endpointId: id, path, basePath: base_path})),
	);
	return ({method, path}) =>
		findDelete({method, segments: segmentsOf(path)}, null, deletes)?.endpoint.endpointId ?? null;
}
