import {basePathOf} from './document-endpoints.ts';
import type {DocumentEndpoint} from './document-endpoints.ts';
import type {EndpointTable} from '../store/cleanup-tables.ts';
import type {Database} from '../store/database.ts';
import {dropFoundEndpoints, finishDiscovery, saveFoundEndpoints, updateDiscovery} from '../store/discoveries.ts';
import type {DiscoveryTable, StoredDiscoveryInput} from '../store/document-tables.ts';
import {listDocuments, readContent} from '../store/documents.ts';
import type {NewId} from '../store/ids.ts';
import {isExcluded, readHint} from './discovery-hint.ts';
import type {DocumentReader} from './document-reader.ts';
import {UnreadableDocument} from './document-text.ts';
import type {FetchDocument} from './fetch-document.ts';
import type {Leftovers} from './read-document.ts';

export type RunParts = {
	database: Database;
	read: DocumentReader;
	fetchDocument: FetchDocument;
	newId: NewId;
	now(): number;
	/** Ends the work: the discovery was cancelled, or the service stops. */
	signal: AbortSignal;
	/** Told after each change that readers wait for. */
	changed(): void;
};

type Source = {name: string; load(): Promise<Uint8Array>};

/** Found endpoints between two reports of progress. */
const perReport = 500;

/**
 * Reads every document of a discovery and puts their endpoints in the place of the old list at its end. A document that
 * cannot be read is told; without any that can, the discovery fails and the old list stays. Rejects with the reason of
 * `signal`.
 */
export async function runDiscovery(discovery: DiscoveryTable, parts: RunParts): Promise<void> {
	const {database, now, signal, changed} = parts;
	await dropFoundEndpoints(database, discovery.id);
	const isOpen = await updateDiscovery(database, discovery.id, {
		status: 'reading',
		started_at: discovery.started_at ?? now(),
		documents: 0,
		endpoints_found: 0,
	});
	if (!isOpen) return;
	changed();
	const input = JSON.parse(discovery.input) as StoredDiscoveryInput;
	const collect = collector(discovery, input, parts);
	const warnings: string[] = JSON.parse(discovery.warnings);
	const failures: string[] = [];
	let documents = 0;
	for (const source of await sourcesOf(discovery, input, parts, failures)) {
		const failure = await readSource(source, parts, collect.take, warnings);
		signal.throwIfAborted();
		if (failure !== null) failures.push(`${source.name}: ${failure}`);
		else documents++;
		const goesOn = await updateDiscovery(database, discovery.id, {documents, endpoints_found: collect.found()});
		// Its project was deleted meanwhile.
		if (!goesOn) return dropFoundEndpoints(database, discovery.id);
		changed();
	}
	if (documents === 0) {
		await dropFoundEndpoints(database, discovery.id);
		const error = failures.join(' ').slice(0, 2000) || 'There was no document to read.';
		await updateDiscovery(database, discovery.id, {status: 'failed', error, finished_at: now()});
	} else {
		const end = {
			status: 'done' as const,
			warnings: JSON.stringify([...warnings, ...failures]),
			documents,
			endpoints_found: collect.found(),
			finished_at: now(),
		};
		await finishDiscovery(database, discovery, end, now());
		changed();
		await dropFoundEndpoints(database, discovery.id);
	}
	changed();
}

async function sourcesOf(
	{project_id}: DiscoveryTable,
	{documentIds, documentUrl}: StoredDiscoveryInput,
	{database, fetchDocument, signal}: RunParts,
	failures: string[],
): Promise<Source[]> {
	const documents = documentIds.length > 0 ? await listDocuments(database, project_id) : [];
	const sources = documentIds.flatMap((id): Source[] => {
		const document = documents.find(one => one.id === id);
		if (document) return [{name: document.name, load: () => readContent(database, document.content_id)}];
		failures.push(`The document ${id} was deleted meanwhile.`);
		return [];
	});
	if (documentUrl === undefined) return sources;
	return [...sources, {name: 'The document of that address', load: () => fetchDocument(documentUrl, signal)}];
}

/** Why a document could not be read; null when it was. */
async function readSource(
	{name, load}: Source,
	{read, signal}: RunParts,
	take: (endpoints: readonly DocumentEndpoint[]) => Promise<void>,
	warnings: string[],
): Promise<string | null> {
	let failure: string | null = 'it could not be read.';
	try {
		await read(
			{kind: 'read', bytes: await load()},
			async message => {
				if (message.kind === 'endpoints') await take(message.endpoints);
				else if (message.kind === 'failed') failure = message.reason;
				else if (message.kind === 'read') {
					failure = null;
					if (message.leftovers.count > 0) warnings.push(leftoverText(name, message.leftovers));
				}
			},
			signal,
		);
	} catch (error) {
		if (!(error instanceof UnreadableDocument)) throw error;
		failure = error.message;
	}
	return failure;
}

function leftoverText(name: string, {said, count}: Leftovers): string {
	const rest = count > said.length ? `; and ${count - said.length} more` : '';
	return `${name}: ${count} ${count === 1 ? 'part was' : 'parts were'} left out: ${said.join('; ')}${rest}`;
}

/** Brings endpoints into the form of the list and keeps them until the end. */
function collector(
	discovery: DiscoveryTable,
	{hint, baseUrl}: StoredDiscoveryInput,
	{database, newId, now, changed}: RunParts,
) {
	const exclusions = hint === undefined ? [] : readHint(hint);
	const ownBase = baseUrl === undefined ? null : basePathOf([{url: baseUrl}]);
	const basePaths = new Map<string, string>();
	let reported = 0;
	return {
		found: () => basePaths.size,
		async take(endpoints: readonly DocumentEndpoint[]): Promise<void> {
			const rows: EndpointTable[] = [];
			for (const endpoint of endpoints) {
				if (isExcluded(exclusions, endpoint)) continue;
				const {path, basePath} = placed({...endpoint, basePath: ownBase ?? endpoint.basePath}, basePaths);
				rows.push(rowOf({...endpoint, path, basePath}, {id: newId('ep'), projectId: discovery.project_id, at: now()}));
			}
			await saveFoundEndpoints(database, discovery.id, rows);
			if (basePaths.size - reported < perReport) return;
			reported = basePaths.size;
			await updateDiscovery(database, discovery.id, {endpoints_found: reported});
			changed();
		},
	};
}

/** Two documents may name one path below different base paths: the second is kept with its base path in front. */
function placed(
	{method, path, basePath}: Pick<DocumentEndpoint, 'method' | 'path' | 'basePath'>,
	basePaths: Map<string, string>,
): {path: string; basePath: string} {
	const name = `${method} ${path}`;
	const known = basePaths.get(name);
	if (known === undefined || known === basePath || basePath === '') {
		if (known === undefined) basePaths.set(name, basePath);
		return {path, basePath};
	}
	basePaths.set(`${method} ${basePath}${path}`, '');
	return {path: basePath + path, basePath: ''};
}

function rowOf(
	endpoint: DocumentEndpoint,
	{id, projectId, at}: {id: string; projectId: string; at: number},
): EndpointTable {
	// "Endpoints that cannot be probed safely … are confirmed when they stand in an uploaded … document."
	const isConfirmed = endpoint.method !== 'GET';
	return {
		id,
		project_id: projectId,
		method: endpoint.method,
		path: endpoint.path,
		base_path: endpoint.basePath,
		family: endpoint.family,
		summary: endpoint.summary,
		origin: 'document',
		confirmed: isConfirmed ? 1 : 0,
		unconfirmed_reason: isConfirmed ? null : 'not_probed',
		request_shape: JSON.stringify(endpoint.requestShape),
		response_shape: JSON.stringify(endpoint.responseShape),
		auth: JSON.stringify(endpoint.auth),
		edited: '[]',
		created_at: at,
		updated_at: at,
	};
}
