import {createHash} from 'node:crypto';
import type {BatchId, ChainId, Id, IdPrefix, TestId, VariableId} from '../../contract/ids.ts';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id of the usual form that follows from `parts`: the same thing has the same id in every answer. */
function derivedId<Prefix extends IdPrefix>(prefix: Prefix, parts: readonly string[]): Id<Prefix> {
	const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
	let text = '';
	for (let place = 0; place < 26; place++) text += crockford[digest[place]! & 31];
	return `${prefix}_${text}`;
}

/** A name and the test that gives it, in one batch. @param producerId null: nobody does */
export const variableIdOf = (batchId: BatchId, name: string, producerId: TestId | null): VariableId =>
	derivedId('var', [batchId, name, producerId ?? '']);

/** The chain that ends in a test: the same in every batch. */
export const chainIdOf = (testId: TestId): ChainId => derivedId('chn', [testId]);
