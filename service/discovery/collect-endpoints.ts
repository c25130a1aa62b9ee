import type {DiscoveryId, ProjectId} from '../../contract/ids.ts';
import type {EndpointSource} from '../domain/endpoint-detail.ts';
import {familyOfPath, pathKey} from '../domain/endpoint-path.ts';
import {isSameServer} from '../../source/process/loopback.ts';
import type {EndpointTable} from '../store/cleanup/cleanup-tables.ts';
import type {Database} from '../store/database.ts';
import type {StoredDiscoveryInput} from '../store/documents/document-tables.ts';
import {
	findFoundEndpoint,
	replaceFoundEndpoint,
	saveFoundEndpoints,
	saveShapes,
} from '../store/documents/found-endpoints.ts';
import type {NewId} from '../store/ids.ts';
import {isExcluded, readHint} from './discovery-hint.ts';
import {basePathOf} from './document-endpoints.ts';
import {type FoundEndpoint, type ToldColumns, toldColumns, toldOf} from './found-endpoint.ts';
import {mergeTold} from './merge-endpoint.ts';

/** Where a document says its API is. */
type DocumentServer = {
	/** Path of the server, without a slash at its end; empty for most. */
	basePath: string;
	/** `https://api.example.com`; null when the document names no host, so that it is wherever the API is. */
	origin: string | null;
};

/**
 * What stands between the target URL of a project and a template. "The project's URL wins over the document's server":
 * a target with a path of its own, or on another host than the document's, is where the paths begin; a document that
 * names no host, or the target's, adds its own base path.
 */
export function callPrefix(targetUrl: string | null, {basePath, origin}: DocumentServer): string {
	if (targetUrl === null || !URL.canParse(targetUrl)) return '';
	const target = new URL(targetUrl);
	const own = target.pathname.replace(/(?<!\/)\/+$/, '');
	if (own !== '') return basePath.startsWith(`${own}/`) && isHere(origin, target) ? basePath.slice(own.length) : '';
	return isHere(origin, target) ? basePath : '';
}

const isHere = (origin: string | null, target: URL) => origin === null || isSameServer(origin, target.origin);

type CollectParts = {
	database: Database;
	discoveryId: DiscoveryId;
	projectId: ProjectId;
	targetUrl: string | null;
	input: Pick<StoredDiscoveryInput, 'hint' | 'baseUrl'>;
	newId: NewId;
	now(): number;
};

export type Collector = {
	/** Endpoints found so far. */
	found(): number;
	take(
		endpoints: readonly FoundEndpoint[],
		shapes: ReadonlyMap<string, string>,
		kind: EndpointSource['kind'],
	): Promise<void>;
};

/** Sources that are about a running API as somebody called it: their paths begin at the origin, base paths included. */
const isCalled = (kind: EndpointSource['kind']) => kind === 'har' || kind === 'postman' || kind === 'text';

/** Brings endpoints into the form of the list, one for each method and path, and keeps them until the end. */
export function createCollector(parts: CollectParts): Collector {
	const {database, discoveryId, projectId, targetUrl, input, newId, now} = parts;
	const hint = readHint(input.hint);
	const ownBase = input.baseUrl === undefined ? null : basePathOf([{url: input.baseUrl}]);
	/** Base path of what was found first under `METHOD key`. */
	const known = new Map<string, string>();
	const bases = new Set<string>();

	/** Where an endpoint stands in the list, and whether another source has named it. */
	function placed(endpoint: FoundEndpoint, kind: EndpointSource['kind']) {
		const {method} = endpoint;
		const basePath = ownBase ?? endpoint.basePath;
		const nameOf = (path: string) => `${method} ${pathKey(path)}`;
		if (isCalled(kind) && !known.has(nameOf(endpoint.path))) {
			for (const base of bases) {
				const path = endpoint.path.startsWith(`${base}/`) ? endpoint.path.slice(base.length) : null;
				if (path !== null && known.has(nameOf(path))) return {path, basePath: base, isKnown: true};
			}
		}
		const before = known.get(nameOf(endpoint.path));
		if (before === undefined) return {path: endpoint.path, basePath, isKnown: false};
		// Two documents may name one path below different base paths: the second is kept with its base path in front.
		if (isCalled(kind) || before === basePath || basePath === '')
			return {path: endpoint.path, basePath: before, isKnown: true};
		const path = basePath + endpoint.path;
		return {path, basePath: '', isKnown: known.has(nameOf(path))};
	}

	return {
		found: () => known.size,
		async take(endpoints, shapes, kind) {
			await saveShapes(database, projectId, shapes);
			const rows: EndpointTable[] = [];
			for (const endpoint of endpoints) {
				if (isExcluded(hint, endpoint)) continue;
				const {path, basePath, isKnown} = placed(endpoint, kind);
				if (isKnown) {
					await saveFoundEndpoints(database, discoveryId, rows.splice(0));
					const before = await findFoundEndpoint(database, discoveryId, {
						method: endpoint.method,
						path_key: pathKey(path),
					});
					if (before) await replaceFoundEndpoint(database, discoveryId, merged(before, endpoint.told));
					continue;
				}
				known.set(`${endpoint.method} ${pathKey(path)}`, basePath);
				if (basePath !== '') bases.add(basePath);
				rows.push({
					...endpoint.told,
					...confirmationOf(endpoint.method, kind),
					id: newId('ep'),
					project_id: projectId,
					method: endpoint.method,
					path,
					base_path: basePath,
					family: familyOfPath(path),
					origin: kind === 'probe' ? 'probe' : 'document',
					edited: '[]',
					path_key: pathKey(path),
					call_prefix: callPrefix(input.baseUrl ?? targetUrl, {basePath, origin: endpoint.serverOrigin}),
					place: known.size,
					observed: '[]',
					created_at: now(),
					updated_at: now(),
				});
			}
			await saveFoundEndpoints(database, discoveryId, rows);
		},
	};
}

/** "Endpoints that cannot be probed safely … are confirmed when they stand in an uploaded … document." */
function confirmationOf(method: string, kind: EndpointSource['kind']) {
	const isConfirmed = method !== 'GET' && (kind === 'openapi' || kind === 'postman');
	return {
		confirmed: isConfirmed ? (1 as const) : (0 as const),
		unconfirmed_reason: isConfirmed ? null : method === 'GET' ? 'not_probed' : 'needs_state',
	};
}

const merged = (row: EndpointTable, second: ToldColumns): EndpointTable => ({
	...row,
	...toldColumns(mergeTold(toldOf(row), toldOf(second))),
});
