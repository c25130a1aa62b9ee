import type {DocumentId} from '../../contract/ids.ts';
import type {Database} from '../store/database.ts';
import {dropFoundEndpoints, updateDiscovery} from '../store/documents/discoveries.ts';
import type {DiscoveryTable, StoredDiscoveryInput} from '../store/documents/document-tables.ts';
import {listDocuments, readContent} from '../store/documents/documents.ts';
import {type DiscoveryNotes, finishDiscovery} from '../store/documents/finish-discovery.ts';
import {listFoundNames} from '../store/documents/found-endpoints.ts';
import type {NewId} from '../store/ids.ts';
import {findTargetUrl} from '../store/projects/projects.ts';
import {type Collector, createCollector} from './collect-endpoints.ts';
import {type Hint, namedCredential, readHint} from './discovery-hint.ts';
import type {DocumentReader} from './document-reader.ts';
import {UnreadableDocument} from '../../source/documents/document-text.ts';
import {type FetchDocument, ProtectedDocument} from './fetch-document.ts';
import {foundEndpoint} from './found-endpoint.ts';
import {fetchParts} from './fetch-parts.ts';
import {createPace, type PaceClock} from './probes/pace.ts';
import {readBareUrl} from './probes/read-bare-url.ts';
import {runProbes} from './probes/run-probes.ts';
import type {SendProbe} from './probes/send-probe.ts';
import type {Leftovers} from './read-document.ts';
import {resolveRequirements} from './resolve-requirements.ts';

type RunParts = {
	database: Database;
	read: DocumentReader;
	fetchDocument: FetchDocument;
	newId: NewId;
	now(): number;
	/** Ends the work: the discovery was cancelled, or the service stops. */
	signal: AbortSignal;
	/** Calls the API itself. */
	probes: {
		send: SendProbe;
		clock: PaceClock;
		/** Headers of the credential that goes with each probe, and why there is none when there should be one. */
		credentials(signal: AbortSignal): Promise<{headers: Record<string, string>; missing: string | null}>;
	};
	/** Told after each change that readers wait for. */
	changed(): void;
};

type Source = {name: string; documentId: DocumentId | null; load(): Promise<Loaded>};
/** @property url its address, when it has one: the files that it refers to lie there, too */
type Loaded = {bytes: Uint8Array; url?: string};

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
	const targetUrl = input.baseUrl ?? (await findTargetUrl(database, discovery.project_id));
	const collect = createCollector({
		...parts,
		discoveryId: discovery.id,
		projectId: discovery.project_id,
		targetUrl,
		input,
	});
	const notes: DiscoveryNotes = {requirements: [], travelled: []};
	const warnings: string[] = JSON.parse(discovery.warnings);
	const failures: string[] = [];
	let documents = 0;
	const hint = readHint(input.hint);
	const pace = createPace(parts.probes.clock);
	const probedUrl = input.probe === true ? targetUrl : null;
	const sources = await sourcesOf(discovery, input, parts, failures);
	if (input.documentUrl !== undefined)
		sources.push({
			name: 'The document of that address',
			documentId: null,
			load: async () => fetchWithin(input.documentUrl!, targetUrl, parts, () => credentialsOf(parts, hint, warnings)),
		});
	if (sources.length === 0 && probedUrl !== null) {
		const bare = await readBareUrl(probedUrl, {
			...parts,
			pace,
			headers: await credentialsOf(parts, hint, warnings),
			isRootless: hint.isRootless,
		});
		if (bare.document) {
			const {url, text} = bare.document;
			sources.push({name: url, documentId: null, load: async () => ({bytes: Buffer.from(text), url})});
		} else if (bare.endpoints.length > 0) {
			const source = {kind: 'probe' as const, documentId: null, name: probedUrl};
			const found = bare.endpoints.map(endpoint => foundEndpoint(endpoint, source));
			await collect.take(found, new Map(), 'probe');
			documents++;
		} else failures.push(bare.failure);
	}
	for (const source of sources) {
		const failure = await readSource(source, parts, {collect, targetUrl, notes, warnings});
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
		const probing =
			probedUrl === null
				? null
				: await runProbes(discovery, {
						...parts,
						baseUrl: probedUrl,
						credentials: await credentialsOf(parts, hint, warnings),
						pace,
						send: parts.probes.send,
					});
		const end = {
			status: 'done' as const,
			warnings: JSON.stringify([...warnings, ...failures]),
			documents,
			endpoints_found: collect.found(),
			finished_at: now(),
		};
		const requirements = resolveRequirements(notes.requirements, await listFoundNames(database, discovery));
		await finishDiscovery(database, discovery, {
			columns: end,
			notes: {...notes, requirements},
			hasProbed: probing !== null,
			newId: parts.newId,
			now: now(),
			...(probing === null ? {} : {report: probing.report}),
		});
		changed();
		await dropFoundEndpoints(database, discovery.id);
	}
	changed();
}

/** The credential of the probes; a login that fails is told once, and the API is called without. */
async function credentialsOf(
	{probes, signal}: RunParts,
	hint: Hint,
	warnings: string[],
): Promise<Record<string, string>> {
	const {headers, missing} = await probes.credentials(signal);
	const text = `The API is called without a credential: ${missing}.`;
	if (missing !== null && !warnings.includes(text)) warnings.push(text);
	return namedCredential(headers, hint);
}

async function sourcesOf(
	{project_id}: DiscoveryTable,
	{documentIds}: StoredDiscoveryInput,
	{database}: RunParts,
	failures: string[],
): Promise<Source[]> {
	const documents = documentIds.length > 0 ? await listDocuments(database, project_id) : [];
	return documentIds.flatMap((id): Source[] => {
		const document = documents.find(one => one.id === id);
		if (document)
			return [
				{
					name: document.name,
					documentId: id,
					load: async () => ({bytes: await readContent(database, document.content_id)}),
				},
			];
		failures.push(`The document ${id} was deleted meanwhile.`);
		return [];
	});
}

/**
 * Fetches a document. One that lies at the API itself is asked for with the API's credential: some show everybody a part
 * of it only. Where the credential is refused it is asked for without.
 */
async function fetchWithin(
	documentUrl: string,
	targetUrl: string | null,
	{fetchDocument, signal}: RunParts,
	credentials: () => Promise<Record<string, string>>,
): Promise<Loaded> {
	const isOwn = targetUrl !== null && new URL(targetUrl).origin === new URL(documentUrl).origin;
	const headers = isOwn ? await credentials() : {};
	try {
		return await fetchDocument(documentUrl, signal, undefined, headers);
	} catch (error) {
		if (!(error instanceof ProtectedDocument) || Object.keys(headers).length === 0) throw error;
		return fetchDocument(documentUrl, signal);
	}
}

type Reading = {collect: Collector; targetUrl: string | null; notes: DiscoveryNotes; warnings: string[]};

/** Why a document could not be read; null when it was. */
async function readSource(
	{name, documentId, load}: Source,
	parts: RunParts,
	{collect, targetUrl, notes, warnings}: Reading,
): Promise<string | null> {
	let failure: string | null = 'it could not be read.';
	try {
		const {bytes, url} = await load();
		const fetched = url === undefined ? null : await fetchParts({bytes, url}, parts);
		if (fetched && fetched.refused.length > 0) warnings.push(refusedText(name, fetched.refused));
		await parts.read(
			{kind: 'read', bytes, origin: {documentId, name}, baseUrl: targetUrl, ...(fetched ? {parts: fetched.parts} : {})},
			async message => {
				if (message.kind === 'endpoints') await collect.take(message.endpoints, message.shapes, message.source);
				else if (message.kind === 'failed') failure = message.reason;
				else if (message.kind === 'read') {
					failure = null;
					const own = {documentId, documentName: name};
					notes.requirements.push(...message.notes.requirements.map(one => ({...one, ...own})));
					notes.travelled.push(...message.notes.travelled);
					warnings.push(...message.remarks.map(remark => `${name}: ${remark}`));
					if (message.leftovers.count > 0) warnings.push(leftoverText(name, message.leftovers));
				}
			},
			parts.signal,
		);
	} catch (error) {
		if (!(error instanceof UnreadableDocument)) throw error;
		failure = error.message;
	}
	return failure;
}

const mostRefusedSaid = 10;

const refusedText = (name: string, refused: readonly string[]) =>
	leftoverText(name, {said: refused.slice(0, mostRefusedSaid), count: refused.length});

function leftoverText(name: string, {said, count}: Leftovers): string {
	const rest = count > said.length ? `; and ${count - said.length} more` : '';
	return `${name}: ${count} ${count === 1 ? 'part was' : 'parts were'} left out: ${said.join('; ')}${rest}`;
}
