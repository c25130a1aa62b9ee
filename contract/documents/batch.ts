import * as z from 'zod/mini';
import {batch, batchMember} from '../batch.ts';

const {members: _, delta: __, version, ...fields} = batch.shape;

/** One line of `batch watch --stream`: what differs from the line before, and the rows that changed. */
export const streamedChange = z.strictObject({
	version,
	/** The first line has all fields. */
	batch: z.partial(z.looseObject(fields)),
	members: z.array(batchMember),
	/** Of the last line. */
	done: z.optional(z.literal(true)),
});
