import {createHash} from 'node:crypto';
import type {StoreTransaction} from '../transaction.ts';

/** What a source text is known by. */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Stores source texts by their hashes, each once for all runs that have it. */
export async function storeCodes(transaction: StoreTransaction, codes: ReadonlyMap<string, string>): Promise<void> {
	if (codes.size === 0) return;
	await transaction
		.insertInto('codes')
		.values([...codes].map(([hash, code]) => ({hash, code})))
		.onConflict(conflict => conflict.column('hash').doNothing())
		.execute();
}
