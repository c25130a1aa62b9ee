import {createHash} from 'node:crypto';
import canonicalize from 'canonicalize';
import type {AccountId} from '../../contract/ids.ts';
import type {SecretBox} from '../auth/secret-box.ts';
import {unreadableFix} from '../domain/blocked.ts';
import {alone, type Others} from '../domain/ownership.ts';
import {invalid, ServiceError} from '../domain/service-error.ts';
import type {Database} from '../store/database.ts';
import {findIdempotentAnswer, forgetIdempotentAnswers, storeIdempotentAnswer} from '../store/accounts/idempotency.ts';

type Answer = {status: number; body: string};
type IdempotentRequest = {
	accountId: AccountId;
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
	/** Forgets answers older than a day. */
	forget(): Promise<void>;
};

const keptMs = 24 * 60 * 60 * 1000;
const waitMs = 25_000;
/** How often a waiting request looks at the clock; the end of the first one wakes it by itself. */
const pollMs = 250;

type Working = {bodyHash: string; answer: Promise<Answer & {replayed: boolean}>};

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

/**
 * Requests under way are known in memory, and where several processes serve a store by their lease: when one dies nobody works
 * on them any more.
 */
export function createIdempotency(context: {
	database: Database;
	passingBox: SecretBox;
	now(): number;
	elapsedMs(): number;
	/** Other processes that serve the store; absent: none. */
	others?: Others | undefined;
}): Idempotency {
	const {database, passingBox, now, elapsedMs, others} = context;
	const working = new Map<string, Working>();

	function opened(body: string, scope: string): string {
		try {
			return passingBox.open(body, scope);
		} catch (cause) {
			throw new ServiceError(
				'CONFLICT',
				'This request was answered before, and its answer cannot be decrypted any more.',
				{
					nextAction: `Look whether it had its effect, then send it with a new idempotency key. ${unreadableFix}`,
					details: {reason: 'credential_unreadable'},
					cause,
				},
			);
		}
	}

	async function answerOnce(scope: string, bodyHash: string, work: () => Promise<Answer>) {
		const stored = await findIdempotentAnswer(database, scope, now() - keptMs);
		if (stored) {
			if (stored.bodyHash !== bodyHash) throw bodyMismatch();
			return {status: stored.status, body: opened(stored.body, scope), replayed: true};
		}
		const {status, body} = await work();
		// Encrypted, because the answer that mints a key is stored like every other.
		await storeIdempotentAnswer(database, {scope, bodyHash, status, body: passingBox.seal(body, scope), at: now()});
		return {status, body, replayed: false};
	}

	/** Waits while another process works on the same request; what that has stored is the answer then. */
	async function ownedAnswer<T>(scope: string, giveUpAt: number, answer: () => Promise<T>): Promise<T> {
		for (;;) {
			const held = await (others?.ownership ?? alone).take(`request ${scope}`);
			if (held) return answer().finally(() => held.release());
			if (elapsedMs() >= giveUpAt) throw stillInProgress();
			await settledOrAfter(never, Math.min(pollMs, Math.max(0, giveUpAt - elapsedMs())));
		}
	}

	return {
		async once(request, work) {
			const scope = digest([request.accountId, request.method, request.path, request.key]);
			const bodyHash = digest([canonicalBody(request.body), request.ifMatch ?? null]);
			const giveUpAt = elapsedMs() + waitMs;
			for (let first = working.get(scope); first; first = working.get(scope)) {
				if (first.bodyHash !== bodyHash) throw bodyMismatch();
				if (elapsedMs() >= giveUpAt) throw stillInProgress();
				await settledOrAfter(first.answer, Math.min(pollMs, giveUpAt - elapsedMs()));
			}
			const answer = ownedAnswer(scope, giveUpAt, () => answerOnce(scope, bodyHash, work)).finally(() =>
				working.delete(scope),
			);
			working.set(scope, {bodyHash, answer});
			return answer;
		},
		forget: () => forgetIdempotentAnswers(database, now() - keptMs),
	};
}

const never = new Promise<never>(() => {});

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

async function settledOrAfter(answer: Promise<unknown>, ms: number): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<void>(resolve => {
		timer = setTimeout(resolve, ms);
	});
	await Promise.race([answer.catch(() => undefined), timeout]);
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
