import type {Batch, BatchMember} from './batch.ts';

/**
 * The batch after an answer of the long poll: rows are merged by their key, an answer that is not a delta replaces what
 * was there ("an answer with `delta: false` replaces the local copy"), an answer older than the copy is dropped.
 * `changed` are the members that differ.
 */
export function mergeBatch(known: Batch | null, answer: Batch): {batch: Batch; changed: readonly BatchMember[]} {
	if (!known || !answer.delta || known.batchId !== answer.batchId) return {batch: answer, changed: answer.members};
	if (answer.version < known.version) return {batch: known, changed: []};
	return {
		batch: {
			...answer,
			delta: false,
			members: mergeRows(known.members, answer.members, ({runId}) => runId),
			waves: mergeRows(known.waves, answer.waves, ({wave, kind}) => `${wave} ${kind}`),
		},
		changed: answer.members,
	};
}

/** Known rows with the changed ones in their places and new ones at the end; the same array when nothing changed. */
export function mergeRows<Row>(known: Row[], changed: Row[], keyOf: (row: Row) => string): Row[] {
	if (changed.length === 0) return known;
	const pending = new Map(changed.map(row => [keyOf(row), row]));
	const merged = known.map(row => {
		const replacement = pending.get(keyOf(row));
		if (!replacement) return row;
		pending.delete(keyOf(row));
		return replacement;
	});
	return pending.size === 0 ? merged : [...merged, ...pending.values()];
}
