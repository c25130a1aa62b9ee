import {faultWords} from '../domain/fault-words.ts';
import {type Discovery, type DiscoveryInput, isDiscoveryOver} from '../../contract/discovery.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {ChangeWaiters} from '../domain/change-waiters.ts';
import {alone, type Others, whenOwned} from '../domain/ownership.ts';
import type {Discoveries, Storable} from '../domain/discovery.ts';
import {ServiceError} from '../domain/service-error.ts';
import {timestamp} from '../domain/timestamp.ts';
import type {Database} from '../store/database.ts';
import * as store from '../store/documents/discoveries.ts';
import type {DiscoveryTable, StoredDiscoveryInput} from '../store/documents/document-tables.ts';
import {cleanEarlierDocuments} from '../store/documents/clean-earlier-documents.ts';
import {forgetLostContents, listDocuments} from '../store/documents/documents.ts';
import type {NewId} from '../store/ids.ts';
import {chooseDocuments, nothingToRead} from './choose-documents.ts';
import {readHint} from './discovery-hint.ts';
import {emptyCounts, idle, viewOf} from './discovery-view.ts';
import {type DocumentReader, mostReadBytes, mostReaders, readInTurn} from './document-reader.ts';
import type {FetchDocument} from './fetch-document.ts';
import {createLanes} from './lanes.ts';
import type {PaceClock} from './probes/pace.ts';
import type {SendProbe} from './probes/send-probe.ts';
import {runDiscovery} from './run-discovery.ts';
import {mayBeRecording} from './sources/mask-recording.ts';

type DiscoveryParts = {
	database: Database;
	read: DocumentReader;
	fetchDocument: FetchDocument;
	/** Throws VALIDATION_ERROR on `field` for an address that may not be called. */
	checkTarget(url: string, field: string): Promise<void>;
	/** How probes reach the API, and the clock of their pace. */
	sendProbe: SendProbe;
	probeClock: PaceClock;
	/** Headers of the credential of a request, else of the project. */
	probeCredentials(
		projectId: ProjectId,
		given: DiscoveryInput['auth'] | null,
		signal: AbortSignal,
	): Promise<{headers: Record<string, string>; missing: string | null}>;
	/** What becomes of the sentences of requirements in a plan. */
	demandsOf(projectId: ProjectId): Promise<{rows: number; words: number}>;
	newId: NewId;
	now(): number;
	log: {error(fields: object, text: string): void};
	/** Other processes that read documents; absent: none. */
	others?: Others | undefined;
};

/** Discoveries that run at the same time. */
const parallel = 2;

/** Discovery of endpoints out of documents: the store holds its state, this process does the reading. */
export function createDiscoveries(parts: DiscoveryParts): Discoveries {
	const {database, checkTarget, newId, now, log, others} = parts;
	const reading = createLanes(mostReaders, mostReadBytes);
	const read = readInTurn(parts.read, reading);
	const discovering = createLanes(parallel);
	const stopping = new AbortController();
	/** Ends the work on a discovery of this process, by its id. */
	const running = new Map<string, {abort: AbortController; ended: Promise<void>}>();
	const waiters = new ChangeWaiters(others && {...others, topic: 'discoveries'});
	const isOpen = async ({id}: DiscoveryTable) => (await store.listOpenDiscoveries(database)).some(one => one.id === id);

	/** @param auth credential of the request, for its probes only: it is nowhere else, and gone after a restart */
	function run(discovery: DiscoveryTable, auth: DiscoveryInput['auth'] | null = null): void {
		const abort = new AbortController();
		const signal = AbortSignal.any([abort.signal, stopping.signal]);
		const work = discovering(
			async () => {
				if (signal.aborted) return;
				const probes = {
					send: parts.sendProbe,
					clock: parts.probeClock,
					credentials: (until: AbortSignal) => parts.probeCredentials(discovery.project_id, auth, until),
				};
				await whenOwned(others?.ownership ?? alone, `discovery ${discovery.id}`, async lost => {
					// The process that had it may just have ended it.
					if (others && !(await isOpen(discovery))) return;
					await runDiscovery(discovery, {
						...parts,
						read,
						probes,
						signal: AbortSignal.any([signal, lost]),
						changed: () => waiters.wake(discovery.project_id),
					});
				});
			},
			{signal},
		);
		const ended = work
			.catch(async (error: unknown) => {
				if (signal.aborted) return;
				log.error({err: error, discoveryId: discovery.id}, 'a discovery broke');
				await store.dropFoundEndpoints(database, discovery.id);
				await store.updateDiscovery(database, discovery.id, {
					status: 'failed',
					error: faultWords(error, 'The documents could not be read'),
					finished_at: now(),
				});
			})
			.catch((error: unknown) => log.error({err: error, discoveryId: discovery.id}, 'a discovery stays open'))
			.finally(() => {
				running.delete(discovery.id);
				waiters.wake(discovery.project_id);
			});
		running.set(discovery.id, {abort, ended});
	}

	async function view(projectId: ProjectId): Promise<Discovery> {
		const row = await store.findDiscovery(database, projectId);
		if (!row) return idle;
		const shown = viewOf(row);
		// Only what is known of the whole API says what becomes of a sentence.
		if (shown.requirements === 0 || shown.status !== 'done') return shown;
		const {rows, words} = await parts.demandsOf(projectId);
		return {...shown, requirementRows: rows, requirementWords: words};
	}

	const unlessStopped = (signal?: AbortSignal) =>
		signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;

	async function withoutSecrets(
		bytes: Uint8Array,
		contentType: string | null,
		signal?: AbortSignal,
	): Promise<Storable> {
		// Most files are none, and reading one takes a thread of its own.
		if (!mayBeRecording(bytes)) return {bytes};
		let answer: Storable = {refused: 'The recording cannot be read.'};
		await read(
			{kind: 'mask', bytes, contentType},
			async message => {
				if (message.kind === 'masked') answer = {bytes: message.bytes};
				if (message.kind === 'failed') answer = {refused: message.reason};
			},
			unlessStopped(signal),
		);
		return answer;
	}

	return {
		withoutSecrets,

		async inspect({sizeBytes, contentType, load}, givenUp) {
			const signal = unlessStopped(givenUp);
			let inspection: Awaited<ReturnType<Discoveries['inspect']>> = {format: null, error: null};
			const work = async () => {
				const bytes = await load();
				// Nobody may be waiting any more when they are there.
				signal.throwIfAborted();
				return parts.read(
					{kind: 'inspect', bytes, contentType},
					async message => {
						if (message.kind === 'inspected') inspection = message.inspection;
						if (message.kind === 'failed') inspection = {format: null, error: message.reason};
					},
					signal,
				);
			};
			await reading(work, {signal, size: sizeBytes});
			return inspection;
		},

		async start(project, input) {
			const {baseUrl, documentUrl, hint, probe = true} = input;
			for (const [field, url] of Object.entries({baseUrl, documentUrl})) if (url) await checkTarget(url, field);
			if (hint !== undefined) readHint(hint);
			const documents = await listDocuments(database, project.id);
			const {ids, warnings} = chooseDocuments(documents, input);
			const hasAddress = (baseUrl ?? project.targetUrl ?? null) !== null;
			if (ids.length === 0 && documentUrl === undefined && !(probe && hasAddress)) throw nothingToRead(project);
			if (probe && !hasAddress) warnings.push('The API is not called: the project has no URL. Documents are read.');
			const stored: StoredDiscoveryInput = {documentIds: ids, documentUrl, hint, baseUrl, probe};
			const discovery: DiscoveryTable = {
				...emptyCounts,
				id: newId('dsc'),
				project_id: project.id,
				status: 'queued',
				version: 1,
				input: JSON.stringify(stored),
				warnings: JSON.stringify(warnings),
				error: null,
				enqueued_at: now(),
				started_at: null,
				finished_at: null,
			};
			const currentId = await store.insertDiscovery(database, discovery);
			if (currentId !== null) throw inFlight(currentId, project.id);
			run(discovery, input.auth ?? null);
			return {discoveryId: discovery.id, status: 'queued', enqueuedAt: timestamp(discovery.enqueued_at), warnings};
		},

		view,

		waitForChange: (projectId, since, waitMs, signal) =>
			waiters.wait(
				projectId,
				async () => {
					const {version, status} = await view(projectId);
					return version > since || isDiscoveryOver(status);
				},
				waitMs,
				signal,
			),

		async cancel(projectId) {
			const row = await store.findDiscovery(database, projectId);
			const isCancelled =
				row !== null && (await store.updateDiscovery(database, row.id, {status: 'cancelled', finished_at: now()}));
			if (!isCancelled) throw finished(row);
			const work = running.get(row.id);
			work?.abort.abort();
			await work?.ended;
			await store.dropFoundEndpoints(database, row.id);
			waiters.wake(projectId);
			return view(projectId);
		},

		async tidy() {
			await forgetLostContents(database);
			await cleanEarlierDocuments(database, bytes => withoutSecrets(bytes, null));
			await store.dropLostFoundEndpoints(database);
		},
		async resume() {
			for (const discovery of await store.listOpenDiscoveries(database)) if (!running.has(discovery.id)) run(discovery);
		},

		async stop() {
			stopping.abort(
				new ServiceError('UNAVAILABLE', 'The service is stopping.', {nextAction: 'Try again when it runs.'}),
			);
			await Promise.all([...running.values()].map(({ended}) => ended));
			waiters.wakeAll();
		},
	};
}

const inFlight = (currentId: string, projectId: ProjectId) =>
	new ServiceError('CONFLICT', 'A discovery of this project is under way.', {
		nextAction: `Wait for it, then see the endpoints: svc endpoint list --project ${projectId}`,
		details: {reason: 'discovery_in_flight', currentId},
	});

const finished = (row: DiscoveryTable | null) =>
	new ServiceError(
		'CONFLICT',
		row === null ? 'The project has had no discovery yet.' : `The discovery has ended: ${row.status}.`,
		{
			nextAction: 'There is nothing to cancel.',
			details: {reason: 'discovery_finished', status: row?.status ?? 'idle'},
		},
	);
