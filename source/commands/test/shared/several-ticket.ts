import type {StartedBatch} from '../../../../contract/documents/run.ts';
import type {ApiError} from '../../../errors/api-error.ts';

/** Answer of a trigger of several tests, whichever of the routes gave it. */
export type SeveralTicket = StartedBatch;

/** What was started: one ticket for each request, and what stopped the sending of more. */
export type Dispatched = {tickets: readonly SeveralTicket[]; error: ApiError | null};

/** One ticket for all. @param empty what the command prints when nothing was sent */
export function mergeTickets(tickets: readonly SeveralTicket[], empty: SeveralTicket): SeveralTicket {
	const [first, ...others] = tickets;
	if (!first) return empty;
	if (others.length === 0) return first;
	const batchIds = tickets.flatMap(({batchId}) => batchId ?? []);
	const advisories = tickets.flatMap(ticket => ticket.advisories ?? []);
	return {
		...first,
		batchId: batchIds[0] ?? null,
		...(batchIds.length > 1 ? {batchIds} : {}),
		accepted: tickets.flatMap(({accepted}) => accepted),
		conflicts: tickets.flatMap(({conflicts}) => conflicts),
		deferred: tickets.flatMap(({deferred}) => deferred),
		...(advisories.length > 0 ? {advisories} : {}),
		...(first.notFound ? {notFound: tickets.flatMap(({notFound}) => notFound ?? [])} : {}),
		...(first.closure ? {closure: {byProject: tickets.flatMap(({closure}) => closure?.byProject ?? [])}} : {}),
	};
}

/** No test was started. */
export const nothing: SeveralTicket = {
	batchId: null,
	accepted: [],
	conflicts: [],
	deferred: [],
	skippedFrontend: [],
	skippedIntegration: [],
};
