import {createHash} from 'node:crypto';
import canonicalize from 'canonicalize';
import type {SecretBox} from '../auth/secret-box.ts';
import {invalid, ServiceError} from '../domain/service-error.ts';
import type {Database} from '../store/database.ts';
import {
	claimIdempotencyKey,
	forgetIdempotentAnswers,
	releaseIdempotencyKey,
	storeIdempotentAnswer,
} from '../store/idempotency.ts';

export type Answer = {status: number; body: string};
export type IdempotentRequest = {
	accountId: string;
	method: string;
	path: string;
	key: string;
	/** The parsed body; undefined without one. */
	body: unknown;
	ifMatch: string | undefined;
};

export type Idempotency = {
	/**
	 * Runs `work` once per key: a repetition within 24 hours gets the stored answer, one that arrives while the first
	 * still works waits for it up to 25 s. `work` must throw for every answer that is not 2xx; those are not stored.
	 */
	once(request: IdempotentRequest, work: () => Promise<Answer>): Promise<Answer & {replayed: boolean}>;
	/** Forgets answers older than a day; at a start (`restart`) also the claims of the process before. */
	forget(options: {restart: boolean}): Promise<void>;
};

const keptMs = 24 * 60 * 60 * 1000;
const waitMs = 25_000;
/** A claim of another process is looked at again after this time; one of this process tells by itself. */
const pollMs = 250;
/** No request works this long; an older claim was left by a process that died. */
const abandonedMs = 10 * 60_000;

/** Checks the header of an idempotency key: 1 to 256 printable ASCII characters; undefined when there is none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
	if (header === undefined) return undefined;
	if (typeof header === 'string' && /^[\x20-\x7e]{1,256}$/.test(header)) return header;
	throw invalid(
		'idempotency-key',
		header === '' ? 'empty' : header.length > 256 ? 'too_long' : 'invalid',
		'The idempotency key must be 1 to 256 printable ASCII characters.',
	);
}

export function createIdempotency(context: {database: Database; secretBox: SecretBox; now(): number}): Idempotency {
	const {database, secretBox, now} = context;
	const working = new Map<string, Promise<unknown>>();

	async function workOnce(scope: string, work: () => Promise<Answer>): Promise<Answer> {
		try {
			const answer = await work();
			// Encrypted, because the answer that mints a key is stored like every other.
			const body = secretBox.seal(answer.body, scope);
			await storeIdempotentAnswer(database, scope, {status: answer.status, body});
			return answer;
		} catch (error) {
			await releaseIdempotencyKey(database, scope);
			throw error;
		}
	}

	return {
		async once(request, work) {
			const scope = digest([request.accountId, request.method, request.path, request.key]);
			const bodyHash = digest([canonicalBody(request.body), request.ifMatch ?? null]);
			const giveUpAt = now() + waitMs;
			for (;;) {
				const claim = await claimIdempotencyKey(database, {
					scope,
					bodyHash,
					now: now(),
					expiredBefore: now() - keptMs,
					abandonedBefore: working.has(scope) ? 0 : now() - abandonedMs,
				});
				switch (claim.state) {
					case 'mine': {
						const answer = workOnce(scope, work).finally(() => working.delete(scope));
						working.set(
							scope,
							answer.catch(() => undefined),
						);
						return {...(await answer), replayed: false};
					}
					case 'answered':
						return {status: claim.status, body: secretBox.open(claim.body, scope), replayed: true};
					case 'other_body':
						throw bodyMismatch();
					case 'in_progress':
						if (now() >= giveUpAt) throw stillInProgress();
						await settledOrAfter(working.get(scope), working.has(scope) ? giveUpAt - now() : pollMs);
				}
			}
		},
		forget: ({restart}) => forgetIdempotentAnswers(database, {before: now() - keptMs, claims: restart}),
	};
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function canonicalBody(body: unknown): string | null {
	try {
		return canonicalize(body) ?? null;
	} catch (cause) {
		// JSON allows numbers beyond every range and nesting beyond every stack.
		throw new ServiceError('VALIDATION_ERROR', 'The body holds a number that is too large, or is nested too deeply.', {
			details: {field: 'body', reason: 'out_of_range'},
			cause,
		});
	}
}

async function settledOrAfter(promise: Promise<unknown> | undefined, ms: number): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<void>(resolve => {
		timer = setTimeout(resolve, ms);
	});
	await (promise ? Promise.race([promise, timeout]) : timeout);
	clearTimeout(timer);
}

const bodyMismatch = () =>
	new ServiceError('IDEMPOTENCY_BODY_MISMATCH', 'The idempotency key was used before with another body.', {
		nextAction: 'Use a new idempotency key for a new request.',
	});

const stillInProgress = () =>
	new ServiceError('CONFLICT', 'An earlier request with this idempotency key is still being worked on.', {
		nextAction: 'Repeat the request with the same key a little later.',
		details: {reason: 'idempotency_in_progress'},
	});
