import type {CallId} from '../../../contract/ids.ts';
import {protectExecution} from '../../domain/protect-execution.ts';
import type {StoreTransaction} from '../database.ts';
import type {DeleteAnswer, DeleteVerdict} from '../cleanup/delete-call.ts';
import type {Protection} from './secret-rules.ts';

/** The answer of a recorded call of the sweep, and what is said of it, with the secrets in them sealed and hidden. */
export async function protectAnswer<V extends DeleteVerdict | undefined>(
	transaction: StoreTransaction,
	callId: CallId,
	answer: DeleteAnswer,
	protection: Protection,
	verdict?: V,
): Promise<{answer: DeleteAnswer; verdict: V}> {
	const call = await transaction
		.selectFrom('calls')
		.select(['method', 'url', 'project_id'])
		.where('id', '=', callId)
		.executeTakeFirst();
	if (!call) return {answer, verdict: verdict as V};
	const {method, url} = call;
	const shown = protectExecution(
		{
			calls: [{method, url, detail: answer.detail}],
			trace: verdict?.responseBody ?? null,
			error: verdict?.error ?? null,
		},
		await protection.ruleOf(transaction, call.project_id),
		[],
		protection.seal,
	);
	return {
		answer: {...answer, detail: shown.calls[0]!.detail},
		verdict: (verdict && {...verdict, responseBody: shown.trace, error: shown.error}) as V,
	};
}
