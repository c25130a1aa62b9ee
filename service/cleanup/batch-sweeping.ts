import {isSuccess} from '../domain/status.ts';
import type {HttpMethod} from '../../contract/enums.ts';
import type {BatchId, CallId, ProjectId} from '../../contract/ids.ts';
import {setTimeout as delay} from 'node:timers/promises';
import type {CleanupRuleTable} from '../store/cleanup/cleanup-tables.ts';
import type {SweepFacts} from '../store/cleanup/read-sweep.ts';
import type {BatchChanged} from '../store/batches/batch-tables.ts';
import {parsedJson} from '../inference/json-value.ts';
import {archivedNote} from './archived-note.ts';
import {BeforeDelete, type Lead} from './before-delete.ts';
import {deleteRecord, withoutCredential} from './delete-record.ts';
import {addressBeside, type ObservedCall, observedCall} from './observed-call.ts';
import type {SpokenApi} from './spoken-api.ts';
import {goneRecords, noteOpen, type ReadOpen} from './open-records.ts';
import {type ReadRecord, type RecordReader, revisedUrl} from './read-back.ts';
import type {Renewals} from './renewals.ts';
import type {Answer} from './send-request.ts';
import {ShownAddresses} from './shown-addresses.ts';
import type {SweepGet} from './sweep-get.ts';
import {sweepHeaders} from './sweep-headers.ts';
import {defaultPace, SweepOrder, type SweepPace} from './sweep-order.ts';
import type {SweeperParts} from './sweeper-parts.ts';

type Due = Awaited<ReturnType<SweeperParts['store']['listDue']>>[number];

/** What the parts of one sweep share. */
export type SweepTools = {
	signal: AbortSignal;
	tell(changed: BatchChanged | null): void;
	reader: RecordReader;
	renewals: Renewals;
	get: SweepGet;
	apiOf(projectId: ProjectId): SpokenApi;
};

/** One pass over the DELETEs that are due. */
type Round = {
	isLast: boolean;
	/** The target answered nothing any more: what had got no answer before is not sent again. */
	isSilent: boolean;
};

const serially: Pick<CleanupRuleTable, 'kind' | 'method' | 'path' | 'filter' | 'sequence'> = {
	kind: 'serial',
	method: null,
	path: null,
	filter: null,
	sequence: null,
};

/** The sweep of one batch: what is open is deleted in its order, once more alone where that may help, and read back. */
export class BatchSweeping {
	readonly #parts: SweeperParts;
	readonly #batchId: BatchId;
	readonly #facts: SweepFacts;
	readonly #signal: AbortSignal;
	readonly #tell: (changed: BatchChanged | null) => void;
	readonly #reader: RecordReader;
	readonly #renewals: Renewals;
	readonly #get: SweepGet;
	readonly #calls: readonly ObservedCall[];
	/** Addresses whose DELETE a test sent without learning whether it worked. */
	readonly #doubtful: ReadonlySet<string>;
	readonly #before: BeforeDelete;
	#shown = new ShownAddresses();

	constructor(parts: SweeperParts, facts: SweepFacts, {signal, tell, reader, renewals, get, apiOf}: SweepTools) {
		this.#parts = parts;
		this.#facts = facts;
		this.#batchId = facts.batch.id;
		this.#signal = signal;
		this.#tell = tell;
		this.#reader = reader;
		this.#renewals = renewals;
		this.#get = get;
		this.#before = new BeforeDelete(parts.store);
		this.#calls = facts.calls.flatMap(row => {
			const call = observedCall(row);
			return call ? apiOf(row.project_id).asRest(call) : [];
		});
		const isInDoubt = ({method, status}: {method: string; status: number | null}) =>
			method === 'DELETE' && (status === null || status >= 500);
		this.#doubtful = new Set([
			...facts.calls.filter(isInDoubt).map(({url}) => url),
			...this.#calls.filter(isInDoubt).map(call => addressBeside(call, call.segments)),
		]);
	}

	async run(): Promise<void> {
		const {store} = this.#parts;
		this.#shown = await this.#readShown();
		const held = await this.#heldProjects();
		const listOpen = async () => (await store.listOpen(this.#batchId)).filter(({projectId}) => !held.has(projectId));
		await noteOpen(await listOpen(), this.#shown.reads, this.#readOpen);
		const paces = new Map<string, SweepPace>();
		for (const projectId of JSON.parse(this.#facts.batch.project_ids) as string[])
			paces.set(projectId, await store.paceOf(projectId));
		const paceOf = (projectId: ProjectId) => paces.get(projectId) ?? defaultPace;
		const {rules} = this.#facts;
		await this.#round(new SweepOrder(await store.listDue(this.#batchId), rules, paceOf), {
			isLast: false,
			isSilent: false,
		});
		const left = new SweepOrder(await store.listDue(this.#batchId), [serially, ...rules], paceOf);
		await this.#round(left, {isLast: true, isSilent: false});
		if (this.#signal.aborted) return;
		const gone = await goneRecords(await listOpen(), this.#shown.reads, this.#readOpen);
		this.#tell(await store.settleGone(this.#batchId, gone));
	}

	/** Projects of which nothing is sent before somebody says so, not even a read. A retry is somebody's word. */
	async #heldProjects(): Promise<ReadonlySet<string>> {
		const {batch} = this.#facts;
		if (batch.sweep !== 'due') return new Set();
		return new Set(await this.#parts.store.heldProjects(JSON.parse(batch.project_ids) as string[]));
	}

	/** What the tests have shown, and what this sweep has before the service was killed. */
	async #readShown(): Promise<ShownAddresses> {
		const shown = new ShownAddresses();
		for (const call of this.#calls) shown.addCall(call);
		for (const {method, url, shows} of await this.#parts.store.listSweepCalls(this.#batchId)) {
			if (!URL.canParse(url)) continue;
			if (shows) shown.reads.add(url);
			else if (method === 'DELETE') shown.add(url);
		}
		return shown;
	}

	/** Sends DELETEs in their order. */
	async #round(order: SweepOrder<Due>, round: Round): Promise<void> {
		const running = new Map<string, {hadCompany: boolean; sent: Promise<void>}>();
		const failures: unknown[] = [];
		while (!order.isDone && failures.length === 0 && !this.#signal.aborted) {
			for (const one of order.start()) {
				const state = {hadCompany: false, sent: Promise.resolve()};
				running.set(one.resourceId, state);
				if (running.size > 1) for (const other of running.values()) other.hadCompany = true;
				state.sent = this.#delete(one, round, () => state.hadCompany)
					.then(isAgain => {
						if (isAgain) order.postpone(one.resourceId);
					})
					.catch((error: unknown) => void failures.push(error))
					.finally(() => {
						order.end(one.resourceId);
						running.delete(one.resourceId);
					});
			}
			await Promise.race([...running.values()].map(({sent}) => sent));
		}
		await Promise.all([...running.values()].map(({sent}) => sent));
		if (failures.length > 0) throw failures[0];
	}

	/** Deletes one record; true: it is sent again after the others. */
	async #delete(one: Due, round: Round, hadCompany: () => boolean): Promise<boolean> {
		const {store, auth} = this.#parts;
		const tokens = await store.readTokens(one.runId);
		const spoken = one.deleteWith?.sent;
		let credentials = await auth.credentialsOf(this.#batchId, one.projectId, spoken?.url ?? one.url);
		let isOwnRefused = false;
		const headers = () => sweepHeaders(one.headers, {credentials: credentials.headers, tokens, isOwnRefused});
		const shownAnswer = (raw: Answer, request: object) => {
			const {sent, shown} = headers();
			const own = Object.keys(sent).flatMap(name => (sent[name] === shown[name] ? [] : [sent[name] ?? '']));
			return withoutSecrets(raw, request, [...credentials.secrets, ...own]);
		};
		const missing =
			credentials.missing ?? (headers().isBare ? 'the test that made the record used one of its own' : null);
		if (missing !== null) {
			this.#tell(await store.endDelete(one.testId, null, withoutCredential(missing)));
			return false;
		}
		if (round.isSilent && one.attempts > 0 && one.lastStatus === null) {
			this.#tell(await store.endDelete(one.testId, null, unanswered(one.lastError)));
			return false;
		}
		let last: {callId: CallId; answer: Answer} | null = null;
		let {url} = one;
		const body = spoken?.body ?? one.deleteWith?.body ?? null;
		const ledUp = new Set<string>();
		/** What of it has worked. */
		const ledBy: string[] = [];
		const done = await (async () => {
			const isShown = this.#shown.has(addressOf(one));
			const before = isShown ? null : await this.#read(one);
			if (before?.presence === 'there') this.#shown.reads.add(addressOf(one));
			return deleteRecord({
				isLastRound: round.isLast,
				hadCompany,
				chance: this.#parts.chance,
				// Also after a DELETE whose answer a service that was killed did not live to see.
				isUncertain: one.attempts > 0 || this.#doubtful.has(one.url),
				isShown: () => this.#shown.has(addressOf(one)),
				isEndpointShown: () => this.#shown.hasDeleted(one.path ?? ''),
				sendDelete: async ({asJson, ifMatch}) => {
					if (last) await store.saveAnswer(last.callId, last.answer);
					const more: Record<string, string> = {
						...(asJson || body !== null ? {'content-type': 'application/json'} : {}),
						...(ifMatch === null ? {} : {'if-match': ifMatch}),
					};
					const {method, url: address} = spoken ?? {method: 'DELETE' as const, url};
					const request = {method, url: address, body, isRemoval: true};
					const noted = await this.#sendNoted(one, request, more, headers(), shownAnswer);
					if (noted) last = noted;
					return noted?.answer ?? null;
				},
				ifMatch: one.deleteWith?.ifMatch ?? null,
				read: () => this.#read(one),
				hasRevision: Boolean(one.deleteWith?.revision),
				revise: after => {
					const revised = revisedUrl(url, one.deleteWith, after);
					const isNew = revised !== null && revised !== url;
					if (isNew) url = revised;
					return isNew;
				},
				renew: async mustLogIn => {
					if (headers().isOwn) {
						isOwnRefused = true;
						// What the project would sign with is another one, which the API may know as well.
						return headers().isBare ? null : 'taken';
					}
					const renewed = await this.#renewals.renew(one, credentials, mustLogIn);
					if (renewed) credentials = renewed.credentials;
					return renewed?.from ?? null;
				},
				leadUp: async refusal => {
					const read = async () => parsedJson((await this.#read(one)).answer.body);
					const refused = {...one, url, isPlain: !spoken};
					for (const way of await this.#before.ways(refused, refusal.body ?? '', read)) {
						let isDone = false;
						for (const lead of way.filter(one => !ledUp.has(nameOf(one)))) {
							ledUp.add(nameOf(lead));
							const {method, url, body, contentType} = lead;
							const more: Record<string, string> = contentType === null ? {} : {'content-type': contentType};
							const request = {method, url, body, isRemoval: false};
							const noted = await this.#sendNoted(one, request, more, headers(), shownAnswer);
							if (noted === null) return false;
							await store.saveAnswer(noted.callId, noted.answer);
							if (!isSuccess(noted.answer.status)) continue;
							isDone = true;
							ledBy.push(lead.name);
						}
						if (isDone) return true;
					}
					return false;
				},
				archivedNote: async after => archivedNote(one.path ?? '', after, await store.listWriting(one.projectId)),
				wait: ms => delay(ms, undefined, {signal: this.#signal}),
			});
		})().catch((error: unknown) => {
			if (!this.#signal.aborted) throw error;
			return null;
		});
		if (!done || !last) return false;
		const {answer} = done;
		// Nobody else has the session of the test.
		const isLost = isOwnRefused && answer.status === 401 && headers().isBare;
		const said = isLost ? {...withoutCredential(sessionRefused), httpStatus: 401} : done.verdict;
		const verdict = ledBy.length > 0 && said.note === null ? {...said, note: noteOf(ledBy)} : said;
		if (round.isLast && answer.status === null) round.isSilent = true;
		if (verdict.outcome === 'auto' && answer.status !== 404 && one.path !== null) this.#shown.addDeleted(one.path);
		const {callId} = last as {callId: CallId};
		this.#tell(await store.endDelete(one.testId, {callId, answer}, verdict));
		return verdict.again;
	}

	/** Sends a call for a record that is noted before it goes out; its answer is not saved yet. Null: the sweep was stopped. */
	async #sendNoted(
		{testId}: Due,
		{method, url, body, isRemoval}: Pick<Lead, 'url' | 'body'> & {method: HttpMethod; isRemoval: boolean},
		more: Readonly<Record<string, string>>,
		{sent, shown}: Pick<ReturnType<typeof sweepHeaders>, 'sent' | 'shown'>,
		shownAnswer: (raw: Answer, request: object) => Answer,
	): Promise<{callId: CallId; answer: Answer} | null> {
		const {store, send} = this.#parts;
		const requestHeaders = {...shown, ...more};
		const begun = await store.beginDelete(testId, {method, url, headers: requestHeaders, isRemoval});
		if (!begun) return null;
		this.#tell(begun.changed);
		const raw = await send({method, url, headers: {...sent, ...more}, body, signal: this.#signal});
		const answer = shownAnswer(raw, {
			requestHeaders,
			...(body !== null && {requestBody: body, requestEncoding: 'utf8'}),
		});
		return {callId: begun.callId, answer};
	}

	/** Whether the record is there. */
	#read(one: Due): Promise<ReadRecord> {
		const url = addressOf(one);
		return this.#reader.read(url, one.handle, this.#shown.has(url), address => this.#get(one, address));
	}

	readonly #readOpen: ReadOpen = (record, url) =>
		this.#reader.read(url, record.handle, this.#shown.reads.has(url), address => this.#get(record, address));
}

/** What is said of a record that something was done to before its DELETE. */
const noteOf = (ledBy: readonly string[]): string => `before its DELETE: ${ledBy.join(', ')}`;

const nameOf = ({method, url, body}: Lead): string => `${method} ${url} ${body ?? ''}`;

/** Where a record is read. */
const addressOf = ({url, deleteWith}: Due): string => deleteWith?.readUrl ?? url;

const sessionRefused = 'the API refuses the session of the test that made the record, and no other one is known';

const unanswered = (error: string | null) => ({
	status: 'Failed' as const,
	outcome: 'orphaned' as const,
	reason: 'delete_failed' as const,
	httpStatus: null,
	responseBody: null,
	error: error ?? 'no answer',
	note: null,
	again: false,
});

/** What is stored of an answer: it may repeat what it was sent. */
function withoutSecrets(answer: Answer, request: object, secrets: readonly string[]): Answer {
	const hidden = secrets.map(secret => secret.replace(/^(?:bearer|basic) /i, '')).filter(({length}) => length >= 4);
	const clean = (text: string) => hidden.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
	return {
		...answer,
		body: answer.body && clean(answer.body),
		error: answer.error && clean(answer.error),
		detail: {...(JSON.parse(clean(JSON.stringify(answer.detail))) as object), ...request},
	};
}
