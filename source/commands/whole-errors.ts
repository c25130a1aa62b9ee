import type {Batch, BatchMember} from '../../contract/batch.ts';
import {getRun} from '../../contract/routes/runs.ts';
import type {Context} from '../context.ts';

/** Runs asked one by one: more errors than that nobody reads in a terminal. */
const most = 10;
const timeoutMs = 10_000;

const isCut = ({status, error}: BatchMember): boolean =>
	(status === 'failed' || status === 'blocked') && (error?.endsWith('…') ?? false);

/**
 * A batch whose members have their whole errors: its answer has their beginnings, and what helps stands at their end. As
 * many as a reader looks at; what cannot be read keeps its beginning, because the batch is due.
 */
export async function withWholeErrors(batch: Batch, {client, signal, dryRun}: Context): Promise<Batch> {
	const whole = new Map<string, string>();
	const cut = dryRun ? [] : batch.members.filter(isCut).slice(0, most);
	for (const {runId} of cut) {
		if (signal.aborted) break;
		try {
			const {error} = await client.call(getRun, {params: {runId}, query: {}, signal, timeoutMs});
			if (error) whole.set(runId, error);
		} catch {
			break;
		}
	}
	if (whole.size === 0) return batch;
	return {
		...batch,
		members: batch.members.map(member => ({...member, error: whole.get(member.runId) ?? member.error})),
	};
}
