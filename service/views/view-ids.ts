import {createHash} from 'node:crypto';
import type {IdPrefix} from '../../contract/fields.ts';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id of the usual form that follows from `parts`: the same thing has the same id in every answer. */
function derivedId(prefix: IdPrefix, parts: readonly string[]): string {
	const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
	let text = '';
	for (let place = 0; place < 26; place++) text += crockford[digest[place]! & 31];
	return `${prefix}_${text}`;
}

/** A name and the test that gives it, in one batch. @param producerId null: nobody does */
export const variableIdOf = (batchId: string, name: string, producerId: string | null): string =>
	derivedId('var', [batchId, name, producerId ?? '']);

/** The chain that ends in a test: the same in every batch. */
export const chainIdOf = (testId: string): string => derivedId('chn', [testId]);
