import {createHash} from 'node:crypto';
import type {BatchId, TestId} from '../../contract/ids.ts';

/**
 * What makes the values of one execution its own: eight hex digits of the seed of its batch, the test and the attempt.
 * The same seed gives the same tags, so that a run can be repeated with the values it had.
 */
export const runTag = (seed: string, testId: TestId, attempt: number): string =>
	createHash('sha256').update(`${seed}\n${testId}\n${attempt}`).digest('hex').slice(0, 8);

/** Seed of a batch that nobody has given one: no two batches make up the same values, unless somebody asks for it. */
export const seedOf = (batchId: BatchId): string => createHash('sha256').update(batchId).digest('hex').slice(0, 12);
