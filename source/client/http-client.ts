import {storeHeader, storeWaiting, workersHeader, type ResponseOf, type Route} from '../../contract/route.ts';
import {type TestType, testTypes} from '../../contract/enums.ts';
import {invalidField} from '../errors/api-error.ts';
import {isLoopbackHost} from '../process/loopback.ts';
import type {CallInput, Client} from './client.ts';
import type {ClientEvent, ClientObserver} from './client-events.ts';
import type {Clock} from './clock.ts';
import {type Connections, openConnections, proxyName} from './dispatcher.ts';
import {withoutSecret} from './error-from-answer.ts';
import {isOlderVersion} from './is-older-version.ts';
import {type Failure, readOutcome, serverRequestId} from './read-outcome.ts';
import {type AttemptOutcome, attempt, headerValue, mintRequestId} from './request.ts';
import {decideRetry, askForTrigger, type TriggerWindow} from './retry-policy.ts';
import {maskSecretParameters, routeUrl} from './route-url.ts';

export type HttpClientOptions = Clock & {
	/**
	 * Endpoint URL as `normaliseEndpoint` returns it, or how to find it. A function is asked before the first request
	 * and again after a transport failure, because a local service may have come back on another port; it is told
	 * whether this client has had an answer before.
	 */
	endpoint: string | ((hasAnswered: boolean) => Promise<string>);
	/** Sent as `x-api-key`; null: no such header (the owner's route of a data directory). */
	apiKey: string | null;
	/** The client's own version. */
	version: string;
	/** Limit of one request in milliseconds (connect, headers and body). */
	requestTimeoutMs: number;
	observer?: ClientObserver;
	/** For the proxy variables. */
	env: Record<string, string | undefined>;
};

/** The real client. Nothing is opened before the first call. */
export function createHttpClient(options: HttpClientOptions): Client {
	return new HttpClient(options);
}

/** What stays the same over all attempts of one logical request. */
type LogicalRequest = {
	route: Route;
	/** Path and query below the endpoint. */
	url: string;
	maskedUrl: string;
	requestId: string;
	headers: Record<string, string>;
	body: string | undefined;
	input: CallInput<Route>;
};

class HttpClient implements Client {
	/** A call was answered with what it asked for; an error answer may come from whatever stands in between. */
	wasReached = false;
	readonly #options: HttpClientOptions;
	#endpoint: Promise<string> | undefined;
	readonly #connections = new Map<string, Promise<Connections>>();
	#triggers: TriggerWindow = [];
	#hasAnswered = false;
	#hasAdvisedVersion = false;
	#isStoreWaiting = false;
	#unserved: TestType[] = [];
	#isClosed = false;

	constructor(options: HttpClientOptions) {
		this.#options = options;
	}

	async call<R extends Route>(route: R, input: CallInput<R> = {}): Promise<ResponseOf<R>> {
		const request = this.#prepare(route, input as CallInput<Route>);
		for (let number = 1; ; number++) {
			const result = await this.#attempt(request, number);
			if ('answer' in result) {
				this.wasReached = true;
				return result.answer as ResponseOf<R>;
			}
			const {code, reason, status, isAccepted, error} = result.failure;
			const decision = decideRetry(
				{code, retryAfterSeconds: error.retryAfterSeconds, isAccepted},
				{
					method: route.method,
					attempt: number,
					hasIdempotencyKey: input.idempotencyKey !== undefined,
					noRateLimitRetry: input.noRateLimitRetry,
					random: this.#options.random(),
				},
			);
			if (decision === null || this.#isClosed) throw error;
			this.#emit({
				...this.#exchangeOf(request, number),
				kind: 'retry',
				errorCode: code,
				reason: status === undefined ? reason : String(status),
				retry: number,
				...decision,
			});
			await this.#options.sleep(decision.delayMs, input.signal);
		}
	}

	/** Ends open calls too; none of them is tried again. */
	async close(): Promise<void> {
		this.#isClosed = true;
		const open = [...this.#connections.values()];
		this.#connections.clear();
		await Promise.all(open.map(async connections => (await connections).close()));
	}

	#prepare(route: Route, input: CallInput<Route>): LogicalRequest {
		const url = routeUrl(route, input.params, input.query);
		const body = input.body === undefined ? undefined : JSON.stringify(input.body);
		const {apiKey, version, random} = this.#options;
		const requestId = mintRequestId(random);
		const headers: Record<string, string> = {
			accept: 'application/json',
			'user-agent': `svc/${version}`,
			'x-request-id': requestId,
			...input.headers,
		};
		if (apiKey !== null) headers['x-api-key'] = apiKey;
		if (body !== undefined) headers['content-type'] = 'application/json';
		if (input.idempotencyKey !== undefined) headers['idempotency-key'] = checkedKey(input.idempotencyKey);
		for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
		return {route, url, maskedUrl: maskSecretParameters(url), requestId, headers, body, input};
	}

	async #attempt(request: LogicalRequest, number: number): Promise<{answer: unknown} | {failure: Failure}> {
		const {input, route} = request;
		if (route.trigger) await this.#waitForTriggerSlot(input.signal);
		const endpoint = await this.#resolveEndpoint();
		const {origin, hostname, pathname} = new URL(endpoint);
		const {dispatcher} = await this.#connectionsTo(origin);
		this.#emit({...this.#exchangeOf(request, number), kind: 'request'});
		const startedAt = this.#options.elapsed();
		const timeoutMs = input.timeoutMs ?? this.#options.requestTimeoutMs;
		const outcome = await attempt(dispatcher, {
			origin,
			path: pathname.replace(/\/$/, '') + request.url,
			method: route.method,
			// On this machine compression costs both sides more than it saves.
			headers: isLoopbackHost(hostname) ? request.headers : {...request.headers, 'accept-encoding': 'gzip'},
			body: request.body,
			timeoutMs,
			signal: input.signal,
		});
		const durationMs = this.#options.elapsed() - startedAt;
		this.#adviseVersion(outcome);
		this.#noteStore(outcome);
		this.#noteWorkers(outcome);
		const result = readOutcome(outcome, {
			route,
			path: request.maskedUrl.split('?', 1)[0] ?? '',
			origin,
			proxy: proxyName(origin, this.#options.env),
			timeoutMs,
			now: this.#options.now(),
			apiKey: this.#options.apiKey,
		});
		if ('failure' in result) {
			const {code, status} = result.failure;
			this.#emit({...this.#exchangeOf(request, number), kind: 'error', errorCode: code, status, durationMs});
			if (code === 'TRANSPORT') this.#endpoint = undefined;
			else this.#hasAnswered ||= outcome.kind !== 'timeout';
		} else if (outcome.kind === 'answer') {
			this.#hasAnswered = true;
			const requestId = serverRequestId(outcome.headers, this.#options.apiKey) ?? null;
			input.onAnswered?.(requestId);
			this.#emit({
				...this.#exchangeOf(request, number),
				kind: 'response',
				status: outcome.status,
				durationMs,
				serverRequestId: requestId,
			});
		}
		return result;
	}

	async #waitForTriggerSlot(signal: AbortSignal | undefined): Promise<void> {
		for (;;) {
			const {waitMs, window} = askForTrigger(this.#triggers, this.#options.elapsed());
			this.#triggers = window;
			if (waitMs === 0) return;
			this.#emit({kind: 'throttle', delayMs: waitMs});
			await this.#options.sleep(waitMs, signal);
		}
	}

	#resolveEndpoint(): Promise<string> | string {
		const {endpoint} = this.#options;
		if (typeof endpoint === 'string') return endpoint;
		if (this.#endpoint === undefined) {
			const found = endpoint(this.#hasAnswered);
			this.#endpoint = found;
			// A failed search is not remembered: the next call looks again.
			found.catch(() => {
				if (this.#endpoint === found) this.#endpoint = undefined;
			});
		}
		return this.#endpoint;
	}

	#connectionsTo(origin: string): Promise<Connections> {
		let connections = this.#connections.get(origin);
		if (connections === undefined) {
			connections = openConnections(origin, this.#options.env);
			this.#connections.set(origin, connections);
			connections.catch(() => this.#connections.delete(origin));
		}
		return connections;
	}

	#adviseVersion(outcome: AttemptOutcome): void {
		if (this.#hasAdvisedVersion || !('headers' in outcome)) return;
		const minVersion = headerValue(outcome.headers, 'x-svc-cli-min-version');
		const {version, apiKey} = this.#options;
		if (minVersion === undefined || !isOlderVersion(version, minVersion)) return;
		this.#hasAdvisedVersion = true;
		this.#emit({kind: 'min-version', minVersion: withoutSecret(minVersion, apiKey), version});
	}

	#noteStore(outcome: AttemptOutcome): void {
		if (!('headers' in outcome)) return;
		const isWaiting = headerValue(outcome.headers, storeHeader) === storeWaiting;
		if (isWaiting === this.#isStoreWaiting) return;
		this.#isStoreWaiting = isWaiting;
		this.#emit({kind: 'store', state: isWaiting ? 'waiting' : 'writing'});
	}

	#noteWorkers(outcome: AttemptOutcome): void {
		if (!('headers' in outcome)) return;
		const said = headerValue(outcome.headers, workersHeader)?.split(',') ?? [];
		const kinds = testTypes.filter(kind => said.includes(kind));
		if (kinds.join() === this.#unserved.join()) return;
		this.#unserved = kinds;
		this.#emit({kind: 'unserved', kinds});
	}

	#exchangeOf({route, maskedUrl, requestId}: LogicalRequest, number: number) {
		return {method: route.method, url: maskedUrl, attempt: number, requestId};
	}

	#emit(event: ClientEvent): void {
		this.#options.observer?.(event);
	}
}

function checkedKey(key: string): string {
	if (!/^[\x20-\x7e]{1,256}$/.test(key))
		throw invalidField('idempotency-key', 'must be 1 to 256 printable ASCII characters');
	return key;
}

/** A line break in a header would end it; the value is not repeated, it may be a secret. */
function checkHeader(name: string, value: string): void {
	if (!/^[\t\x20-\x7e]*$/.test(value)) throw invalidField(name, 'must be printable ASCII characters');
}
