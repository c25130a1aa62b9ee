import type {BrowserContext, Dialog, Download, Page, Request, Response} from 'playwright-core';
import type {StepEvidence} from '../frontend-job.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import {Deadline, pause} from './deadline.ts';
import {type DownloadedFile, downloadedFile} from './downloaded-file.ts';

export type ConsoleLine = StepEvidence['console'][number];
export type RequestLine = StepEvidence['requests'][number];
export type KeptDownload = {
	name: string;
	/** Resolves with the file when it has come; rejects with the reason. */
	file: Promise<DownloadedFile>;
};
/** The answer to the next dialogs of a step. */
export type DialogAnswer = {answer: 'accept' | 'dismiss'; text: string | null};

const keptLines = 50;
const keptCalls = 1000;
const mostPages = 5;
const mostDownloads = 10;
/** A page that opens more dialogs than this in one step is in a loop: they are not counted or noted any more. */
export const notedDialogs = 5;

export type WatchListener = {
	/** What a reader of the step should know. */
	note?(text: string): void;
	/** The renderer of a page has died. */
	crashed?(): void;
};

type Flight = {request: Request; startedAt: number; key: string; isAnswered: boolean};

/**
 * What happens in a context beside the steps: consoles, requests, dialogs, tabs, downloads, crashes. A step asks for what
 * came since it began. Nothing here waits for the page.
 */
export class Watch {
	/** Newest last; closed pages leave it. */
	readonly pages: Page[] = [];
	readonly downloads: KeptDownload[] = [];
	readonly calls: RecordedCall[] = [];
	/** A page whose renderer died. */
	crashed = false;
	/** Pages opened since the step began. */
	opened: Page[] = [];
	dialogs = 0;
	/** A request of any kind, a dialog, a tab, a download or another address has come since the step began. */
	hasStirred = false;
	lastDialog: {type: string; message: string} | null = null;
	/** Status and address of the newest answer to a main document. */
	document: {status: number; url: string} | null = null;
	console: ConsoleLine[] = [];
	requests: RequestLine[] = [];
	/** All answers to document, fetch and XHR requests since the run began: `POST /orders` answered 201. */
	readonly answers: Array<{method: string; url: string; status: number | null}> = [];
	/** Errors of the consoles, and failed requests, of the whole run. */
	consoleErrors = 0;
	failedRequests = 0;
	firstConsoleError: string | null = null;
	firstFailedRequest: string | null = null;
	/** Where the browser writes downloads. */
	readonly #folder: string;
	readonly #told: WatchListener;
	readonly #flights = new Map<Request, Flight>();
	readonly #starts = new Map<string, number>();
	#armed: DialogAnswer[] = [];
	#now: () => number;
	#stepBegan = performance.now();
	#lastEnd = performance.now();
	#seq = 0;

	constructor(context: BrowserContext, folder: string, now: () => number, told: WatchListener = {}) {
		this.#folder = folder;
		this.#now = now;
		this.#told = told;
		context.on('page', page => this.#add(page));
		context.on('request', request => this.#began(request));
		context.on('requestfinished', request => void this.#finished(request));
		context.on('requestfailed', request => void this.#failed(request));
		context.on('response', response => this.#answered(response));
		context.on('console', message => {
			const level = message.type() === 'error' ? 'error' : message.type() === 'warning' ? 'warning' : null;
			if (level === null) return;
			const {url, lineNumber} = message.location();
			this.#say({level, text: message.text(), at: url ? `${url}:${lineNumber + 1}` : null});
		});
		context.on('weberror', failure => {
			const error = failure.error();
			const at = /\(?(https?:\S{1,2000}?:\d+):\d+\)?/.exec(error.stack?.slice(0, 8000) ?? '')?.[1] ?? null;
			this.#say({level: 'error', text: `Uncaught ${error.name}: ${error.message}`, at});
		});
		context.on('dialog', dialog => void this.#answer(dialog));
	}

	/** The page that steps act on: the one opened last, or made current since. */
	get page(): Page {
		const page = this.pages.at(-1);
		if (!page) throw new Error('every page has been closed');
		return page;
	}

	/** Makes an open page the current one. */
	show(page: Page): void {
		const place = this.pages.indexOf(page);
		if (place < 0) return;
		this.pages.splice(place, 1);
		this.pages.push(page);
	}

	beginStep(): void {
		this.console = [];
		this.requests = [];
		this.opened = [];
		this.dialogs = 0;
		this.hasStirred = false;
		this.#armed = [];
		this.beginAction();
	}

	/** What `settled` waits for begins here. */
	beginAction(): void {
		this.document = null;
		this.#starts.clear();
		this.#stepBegan = performance.now();
	}

	/** The next dialog is answered so. */
	arm(answer: DialogAnswer): void {
		this.#armed.push(answer);
	}

	/** No dialog that opens from now on is the one that an answer was armed for. */
	disarm(): void {
		this.#armed = [];
	}

	/** Answers armed that no dialog has taken. */
	get unanswered(): number {
		return this.#armed.length;
	}

	/**
	 * Resolves when no document, fetch or XHR that began since the action is under way, for 80 ms if there was one; at
	 * most after `ms`. An endpoint that is asked again and again is left out.
	 */
	async settled(ms: number): Promise<void> {
		const deadline = new Deadline(ms);
		await pause(firstLookMs);
		while (!deadline.isOver) {
			const open = [...this.#flights.values()].filter(
				({startedAt, key}) => startedAt >= this.#stepBegan && (this.#starts.get(key) ?? 0) < pollingStarts,
			);
			if (open.length === 0 && this.#starts.size === 0) return;
			const quietMs = performance.now() - this.#lastEnd;
			if (open.length === 0 && quietMs >= quietEnoughMs) return;
			await pause(Math.min(deadline.left, open.length === 0 ? quietEnoughMs - quietMs + 1 : 20));
		}
	}

	/** Requests that have had no answer for `ms`; they are listed as failed. One that is asked again and again is left out. */
	noteUnanswered(ms: number): Array<{method: string; url: string; ms: number}> {
		const now = performance.now();
		const open = [...this.#flights.values()].filter(
			({startedAt, isAnswered, key}) =>
				!isAnswered && now - startedAt >= ms && (this.#starts.get(key) ?? 0) < pollingStarts,
		);
		return open.map(({request, startedAt}) => {
			const line = {method: request.method(), url: request.url(), ms: Math.round(now - startedAt)};
			if (this.requests.length < keptLines)
				this.requests.push({...line, status: null, initiator: request.resourceType(), error: 'not answered'});
			return line;
		});
	}

	#add(page: Page): void {
		this.hasStirred = true;
		if (this.pages.length >= mostPages) {
			this.#told.note?.(`a further tab was closed: a run has at most ${mostPages}`);
			void page.close().catch(() => {});
			return;
		}
		this.pages.push(page);
		this.opened.push(page);
		page.on('framenavigated', () => {
			this.hasStirred = true;
		});
		page.on('crash', () => {
			this.crashed = true;
			this.#told.crashed?.();
		});
		page.on('close', () => {
			this.hasStirred = true;
			const place = this.pages.indexOf(page);
			if (place >= 0) this.pages.splice(place, 1);
		});
		page.on('download', download => this.#download(download));
	}

	#began(request: Request): void {
		this.hasStirred = true;
		const kind = request.resourceType();
		if (!['document', 'fetch', 'xhr'].includes(kind)) return;
		const key = `${request.method()} ${request.url().replace(/[?#].*/s, '')}`;
		this.#starts.set(key, (this.#starts.get(key) ?? 0) + 1);
		this.#flights.set(request, {request, startedAt: performance.now(), key, isAnswered: false});
	}

	#answered(response: Response): void {
		const request = response.request();
		const flight = this.#flights.get(request);
		// Its body may go on for as long as the page likes.
		if (flight) flight.isAnswered = true;
		if (!request.isNavigationRequest()) return;
		let isMain = false;
		try {
			isMain = request.frame() === this.pages.at(-1)?.mainFrame();
		} catch {
			// The frame of a navigation that has not begun yet is not known.
		}
		const status = response.status();
		if (isMain && !(status >= 300 && status < 400)) this.document = {status, url: response.url()};
	}

	async #finished(request: Request): Promise<void> {
		const flight = this.#land(request);
		const response = await request.response().catch(() => null);
		this.#record(request, flight, response?.status() ?? null, null);
	}

	async #failed(request: Request): Promise<void> {
		const flight = this.#land(request);
		const error = request.failure()?.errorText ?? 'failed';
		// A page that moves on gives up what it no longer needs, and a download begins by giving up the navigation.
		if (error === 'net::ERR_ABORTED') return;
		this.#record(request, flight, null, error);
	}

	#land(request: Request): Flight | null {
		const flight = this.#flights.get(request) ?? null;
		if (flight && this.#flights.delete(request) && flight.startedAt >= this.#stepBegan)
			this.#lastEnd = performance.now();
		return flight;
	}

	#record(request: Request, flight: Flight | null, status: number | null, error: string | null): void {
		const [method, url] = [request.method(), request.url()];
		const ms = flight ? Math.round(performance.now() - flight.startedAt) : null;
		const hasFailed = error !== null || (status !== null && status >= 400);
		if (hasFailed && !/\/favicon\.ico$/.test(url)) {
			this.failedRequests++;
			this.firstFailedRequest ??= `${method} ${url} ${error ?? `answered ${status}`}`;
			if (this.requests.length < keptLines)
				this.requests.push({method, url, status, ms, initiator: request.resourceType(), error});
		}
		if (!flight) return;
		if (this.answers.length < keptCalls) this.answers.push({method, url, status});
		if (this.calls.length >= keptCalls) return;
		this.calls.push({
			seq: ++this.#seq,
			method,
			url,
			query: null,
			requestHeaders: {},
			requestBody: null,
			requestEncoding: null,
			requestBytes: null,
			status,
			responseHeaders: null,
			responseBody: null,
			responseEncoding: null,
			responseBytes: null,
			truncated: false,
			latencyMs: ms,
			error,
			startedAt: this.#now() - (ms ?? 0),
		});
	}

	#say(line: ConsoleLine): void {
		// The browser says of every failed request what the list of requests says as well.
		const isOfRequest = /^Failed to load resource:/.test(line.text);
		if (line.level === 'error' && !isOfRequest) {
			this.consoleErrors++;
			this.firstConsoleError ??= line.text;
		}
		if (this.console.length < keptLines) this.console.push({...line, text: line.text.slice(0, 2000)});
	}

	async #answer(dialog: Dialog): Promise<void> {
		this.dialogs++;
		this.hasStirred = true;
		this.lastDialog = {type: dialog.type(), message: dialog.message()};
		const armed = this.#armed.shift();
		const isAccepted = armed ? armed.answer === 'accept' : ['alert', 'beforeunload'].includes(dialog.type());
		if (!armed && dialog.type() !== 'beforeunload' && this.dialogs <= notedDialogs) {
			const how = isAccepted ? 'accepted' : 'dismissed';
			this.#told.note?.(`the ${dialog.type()} "${dialog.message().slice(0, 200)}" was ${how}`);
		}
		await (isAccepted ? dialog.accept(armed?.text ?? undefined) : dialog.dismiss()).catch(() => {});
	}

	#download(download: Download): void {
		this.hasStirred = true;
		const name = download.suggestedFilename();
		if (this.downloads.length >= mostDownloads) {
			this.#told.note?.(`the download ${name} was refused: a run has at most ${mostDownloads}`);
			void download.cancel().catch(() => {});
			return;
		}
		const file = downloadedFile(download, this.#folder);
		// An assertion may never ask for it.
		file.catch(() => {});
		this.downloads.push({name, file});
	}
}

const firstLookMs = 15;
const quietEnoughMs = 80;
const pollingStarts = 4;
