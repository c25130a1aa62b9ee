import {shellWord} from '../../../view-model/shell-word.ts';
import type {TestId} from '../../../../contract/ids.ts';
import {rerunBatch} from '../../../../contract/routes/reruns.ts';
import type {Context} from '../../../context.ts';
import {type ApiError, isApiError} from '../../../errors/api-error.ts';
import {derivedKey} from '../../shared-flags.ts';
import {type RerunWish, rerunBody} from './rerun-one.ts';
import type {Dispatched, SeveralTicket} from './several-ticket.ts';
import {mayHaveStarted, sayAbout} from './trigger.ts';

/** "50 ids per request, sent one after the other, keys `<key>:chunk<i>` when there is more than one" */
const chunkSize = 50;

/** The result of a rerun of nothing. */
export const nothingRerun: SeveralTicket = {
	batchId: null,
	accepted: [],
	deferred: [],
	conflicts: [],
	closure: {byProject: []},
	notFound: [],
};

/**
 * Runs several tests again. A chunk that is refused stops the sending; what was started before is kept, unless it was
 * the first.
 * @param subject ids of tests, or the id of a project for all of its tests
 */
export async function sendReruns(
	subject: readonly string[] | string,
	wish: RerunWish,
	idempotencyKey: string,
	context: Context,
): Promise<Dispatched> {
	const bodies =
		typeof subject === 'string'
			? [{projectId: subject, all: true as const}]
			: chunksOf(subject).map(testIds => ({testIds}));
	const tickets: SeveralTicket[] = [];
	let error: ApiError | null = null;
	for (const [index, body] of bodies.entries()) {
		const key = bodies.length === 1 ? idempotencyKey : derivedKey(idempotencyKey, `:chunk${index + 1}`);
		try {
			const look =
				'testIds' in body
					? `svc test result ${shellWord(body.testIds[0] ?? '')}`
					: `svc batch list --project ${shellWord(body.projectId)}`;
			const ticket = await context.client
				.call(rerunBatch, {body: {...body, ...rerunBody(wish)}, idempotencyKey: key})
				.catch(mayHaveStarted(look));
			sayAbout(ticket, context);
			tickets.push(ticket);
		} catch (cause) {
			if (!isApiError(cause) || index === 0) throw cause;
			error = cause;
			break;
		}
	}
	return {tickets, error};
}

const chunksOf = (testIds: readonly TestId[]): string[][] =>
	Array.from({length: Math.ceil(testIds.length / chunkSize)}, (_, index) =>
		testIds.slice(index * chunkSize, (index + 1) * chunkSize),
	);
