import {createStore, type StoreApi} from 'zustand/vanilla';
import type {CallInput} from '../client/client.ts';
import type {Scope, TestType} from '../../contract/enums.ts';
import {freshKey, type ResponseOf, type Route} from '../../contract/route.ts';
import {getMe} from '../../contract/routes/account.ts';
import {ApiError, isApiError} from '../errors/api-error.ts';
import type {StoreContext} from './store-context.ts';

/** How the service was last seen. */
type Connection =
	| {kind: 'connecting'}
	| {kind: 'online'}
	/** No answer since `since`; the next try is at `retryAt`, or under way when null (both epoch ms). */
	| {kind: 'offline'; error: ApiError; since: number; retryAt: number | null}
	/** The key is not accepted any more: nothing can be read until there is another one. */
	| {kind: 'refused'; error: ApiError};

export type SessionState = {
	profile: string;
	endpoint: string;
	connection: Connection;
	/** Duration of the last answer that was not held by the service, in ms. */
	latencyMs: number | null;
	/** A long poll waits for news. */
	isHeld: boolean;
	/** Spendable credits; null on a service that runs unmetered. */
	credits: number | null;
	/** Kinds of tests that wait because no process of the service executes them. */
	unserved: readonly TestType[];
	/** Whose key it is and what it opens; null until the service has said so. */
	who: Who | null;
};

type Who = {
	/** Of the member; null: the key belongs to the account itself. */
	name: string | null;
	/** Null: the service knows no roles. */
	role: string | null;
	scopes: readonly string[];
};

/** Whether the key opens a scope. As long as nothing is known of it, it does: the service has the last word. */
export const maySend = ({who}: Pick<SessionState, 'who'>, scope: Scope | undefined): boolean =>
	scope === undefined || who === null || who.scopes.includes(scope);

/** Delays between tries, in ms; the last one repeats. */
const backoff = [1000, 2000, 4000, 8000, 15_000];

/** One value, so that nothing is drawn again where an answer says once more that the service is there. */
const online: Connection = {kind: 'online'};
/** Time that a long poll may be away, in ms: news are followed at once by the next one. */
const betweenPolls = 50;
/** How long an answer may be late, in ms, before the service is taken for away: one that is stuck refuses nothing. */
const silenceMs = 5000;
/** What to do about a service that takes requests and says nothing: a request goes on waiting meanwhile. */
export const askWhy = 'svc doctor';

const unreachable = new Set(['UNAVAILABLE', 'REQUEST_TIMEOUT']);
const refused = new Set(['AUTH_REQUIRED', 'AUTH_INVALID']);

/** The connection to the service: every store calls through it, so that one place knows how the service is doing. */
export type Session = {
	store: StoreApi<SessionState>;
	call<R extends Route>(route: R, input?: CallInput<R>): Promise<ResponseOf<R>>;
	/**
	 * Waits before the next try; `attempt` counts from 0. Ends early when the user asks to try now.
	 * @returns false when trying again is pointless: the error is not about the connection
	 */
	backOff(error: unknown, attempt: number, signal: AbortSignal): Promise<boolean>;
	retryNow(): void;
	/** Tests of these kinds wait for a process that executes them; none: they wait no more. */
	noteUnserved(kinds: readonly TestType[]): void;
	/** Asks whether the service is still there; nothing but the connection changes. */
	look(signal: AbortSignal): Promise<void>;
	/** Reads whose key it is, what it opens and the credits; a failure leaves them as they were. */
	loadAccount(): Promise<void>;
};

export function createSession(
	context: StoreContext,
	{profile, endpoint}: Pick<SessionState, 'profile' | 'endpoint'>,
): Session {
	const store = createStore<SessionState>()(() => ({
		profile,
		endpoint,
		connection: {kind: 'connecting'},
		latencyMs: null,
		isHeld: false,
		credits: null,
		unserved: [],
		who: null,
	}));
	const sleepers = new Set<AbortController>();
	let held = 0;
	/** When the service last said something, epoch ms. */
	let heardAt = context.now();

	/** A write would be tried for as long as a read is, long after whoever pressed the key has gone elsewhere. */
	function refuseWhileAway({method}: Route): void {
		if (method === 'GET' || store.getState().connection.kind !== 'offline') return;
		retryNow();
		throw new ApiError('UNAVAILABLE', 'The service does not answer: nothing was sent.', {
			nextAction: 'It is asked again now; press the key again when it is back.',
		});
	}

	const call: Session['call'] = async (route, input) => {
		refuseWhileAway(route);
		const started = context.now();
		const query: Record<string, unknown> = input?.query ?? {};
		const isHeld = query['waitSeconds'] !== undefined;
		// What changes something may take its time.
		const heard = route.method === 'GET' ? watchSilence(Number(query['waitSeconds'] ?? 0) * 1000) : () => undefined;
		if (isHeld) hold(1);
		try {
			const answer = await context.client.call(route, keyed(route, input));
			heardAt = context.now();
			store.setState({
				connection: online,
				...(isHeld ? {} : {latencyMs: Math.max(0, heardAt - started)}),
			});
			return answer;
		} catch (error) {
			note(error);
			throw error;
		} finally {
			heard();
			if (isHeld) hold(-1);
		}
	};

	/**
	 * The service is away when an answer is late and nothing else was answered meanwhile. The request goes on waiting: its
	 * answer says that the service is back.
	 *
	 * @param heldMs how long the service may hold the answer
	 * @returns to be called when the request has ended
	 */
	function watchSilence(heldMs: number): () => void {
		const over = new AbortController();
		const patience = heldMs + silenceMs;
		const started = context.now();
		const look = async (): Promise<void> => {
			for (let left = patience; left > 0; left = Math.max(started + heldMs, heardAt) + silenceMs - context.now())
				await context.wait(left, over.signal);
			const {kind} = store.getState().connection;
			if (kind !== 'online' && kind !== 'connecting') return;
			const seconds = Math.round((context.now() - started) / 1000);
			const nextAction = askWhy;
			setOffline(new ApiError('UNAVAILABLE', `It has not answered within ${seconds} s.`, {nextAction}), heardAt);
		};
		look().catch((error: unknown) => {
			if (!over.signal.aborted) throw error;
		});
		return () => over.abort();
	}

	/** @param since when the service was last there, unless it was away before */
	function setOffline(error: ApiError, since: number, retryAt: number | null = null): void {
		const {connection} = store.getState();
		const first = connection.kind === 'offline' ? connection.since : since;
		store.setState({connection: {kind: 'offline', error, since: first, retryAt}});
	}

	/** What changes something may be sent again after a lost answer: each call has a key of its own, unless it is given one. */
	function keyed<R extends Route>(route: R, input?: CallInput<R>): CallInput<R> | undefined {
		if (route.keyPrefix === undefined || input?.idempotencyKey !== undefined) return input;
		return {...input, idempotencyKey: freshKey(route, context.randomId())};
	}

	function retryNow(): void {
		for (const sleeper of sleepers) sleeper.abort();
	}

	function hold(change: 1 | -1): void {
		held += change;
		if (held > 0) {
			if (!store.getState().isHeld) store.setState({isHeld: true});
			return;
		}
		context
			.wait(betweenPolls, context.ended)
			.then(() => {
				if (held === 0) store.setState({isHeld: false});
			})
			// The dashboard ended first.
			.catch(() => undefined);
	}

	function note(error: unknown): void {
		if (!isApiError(error)) return;
		// Somebody has given another role meanwhile: what it does not open goes from the footers.
		if (error.code === 'AUTH_FORBIDDEN' && error.details['reason'] === 'scope') void loadAccount();
		if (refused.has(error.code)) store.setState({connection: {kind: 'refused', error}});
		else if (unreachable.has(error.code)) setOffline(error, lastThere(error));
		else if (error.requestId !== 'local') {
			heardAt = context.now();
			if (store.getState().connection.kind === 'offline') store.setState({connection: online});
		}
	}

	/** Silence began with the last answer; a connection that breaks or is refused is news of this moment. */
	const lastThere = ({code}: ApiError): number => (code === 'REQUEST_TIMEOUT' ? heardAt : context.now());

	async function loadAccount(): Promise<void> {
		try {
			const {credits, member, role, scopes} = await call(getMe, {signal: context.ended});
			store.setState({credits: credits ?? null, who: {name: member?.name ?? null, role: role ?? null, scopes}});
		} catch (error) {
			if (!isApiError(error) && !context.ended.aborted) throw error;
		}
	}

	return {
		store,
		call,
		async backOff(error, attempt, signal) {
			if (!isApiError(error) || refused.has(error.code)) return false;
			const isConnection = unreachable.has(error.code);
			const isPassing = isConnection || error.code === 'RATE_LIMITED' || error.code === 'INTERNAL';
			if (!isPassing) return false;
			const asked = Number(error.details['retryAfterSeconds'] ?? 0) * 1000;
			const delay = Math.max(asked, backoff[Math.min(attempt, backoff.length - 1)] ?? 0);
			if (isConnection) setOffline(error, lastThere(error), context.now() + delay);
			const sleeper = new AbortController();
			sleepers.add(sleeper);
			try {
				await context.wait(delay, AbortSignal.any([signal, sleeper.signal]));
			} catch (reason) {
				if (!sleeper.signal.aborted) throw reason;
			} finally {
				sleepers.delete(sleeper);
			}
			const {connection} = store.getState();
			if (connection.kind === 'offline') store.setState({connection: {...connection, retryAt: null}});
			return true;
		},
		retryNow,
		async look(signal) {
			const heard = watchSilence(0);
			try {
				await context.client.call(getMe, {signal});
				heardAt = context.now();
				store.setState({connection: online});
			} catch (error) {
				note(error);
				throw error;
			} finally {
				heard();
			}
		},
		noteUnserved: unserved => store.setState({unserved}),
		loadAccount,
	};
}
