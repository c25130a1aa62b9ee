import type {BodyInput, Params, QueryInput, ResponseOf, Route} from '../../contract/route.ts';
import {ApiError, isApiError} from '../errors/api-error.ts';

/** What one call may say besides its path, query and body. */
export type CallOptions = {
	/** Ends the call: the returned promise rejects with the signal's reason. */
	signal?: AbortSignal;
	/** Limit of this request in milliseconds (connect, headers and body); the configured one when absent. */
	timeoutMs?: number;
	/** Sent as `idempotency-key`; makes a mutating request safe to repeat after a transport failure. */
	idempotencyKey?: string;
	/** Further request headers, e.g. `if-match`, `x-cli-command`. */
	headers?: Record<string, string>;
	/** Switches the HTTP-level retry of 429 answers off (callers that pace themselves). */
	noRateLimitRetry?: boolean;
	/** Told the service's id of the request that was answered; null when it sent none. */
	onAnswered?(requestId: string | null): void;
};

export type CallInput<R extends Route> = {params?: Params<R>; query?: QueryInput<R>; body?: BodyInput<R>} & CallOptions;

/**
 * The one door to the service for commands, stores and screens. A call resolves with the parsed answer or rejects with
 * an `ApiError`. The real client and the dry-run client implement it.
 */
export interface Client {
	call<R extends Route>(route: R, input?: CallInput<R>): Promise<ResponseOf<R>>;
	/** Whether any call of this process was answered: the service is there, or was. */
	readonly wasReached: boolean;
	/** Closes idle connections; a process that called nothing needs nothing. */
	close(): Promise<void>;
}

/** Where a key comes from, and which service it is for. */
type KeySource = {isOfEnvironment: boolean; isLocal: boolean; profile: string};

/** What helps where the service refuses the key; null: what the service says itself. */
function adviceOnKey({isOfEnvironment, isLocal, profile}: KeySource): string | null {
	// `svc setup` stores a key, and the variable wins over what is stored.
	if (isOfEnvironment)
		return 'The key comes from SVC_API_KEY, which wins over a stored one: give it a key of this service, or unset it.';
	// The service of this machine makes its owner a new key.
	if (!isLocal) return null;
	return profile === 'default' ? 'svc setup --local' : `svc setup --local --profile ${profile}`;
}

/** A client that says what helps where the service refuses its key. */
export function withKeyAdvice(client: Client, source: KeySource): Client {
	const nextAction = adviceOnKey(source);
	if (nextAction === null) return client;
	return {
		get wasReached() {
			return client.wasReached;
		},
		call: (route, input) =>
			client.call(route, input).catch((error: unknown) => {
				if (!isApiError(error) || error.code !== 'AUTH_INVALID') throw error;
				const {code, message, requestId, details} = error;
				throw new ApiError(code, message, {nextAction, requestId, details, cause: error});
			}),
		close: () => client.close(),
	};
}
