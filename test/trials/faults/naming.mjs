/**
 * Which operation an explanation points at: that of the first call it names, as people read it: `PATCH /notes/17 answered …`.
 *
 * @param hypothesis `rootCauseHypothesis` of a failure
 * @param operations those of the document, as `operationsOf` gives them
 * @returns its name, such as `PATCH /notes/{noteId}`; null: none
 */
export function namedOperation(hypothesis, operations) {
	for (const [, method, path] of (hypothesis ?? '').matchAll(call)) {
		const found = operations.find(one => one.fits({method, path}));
		if (found) return found.name;
	}
	return null;
}

const call = /\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s:;,]*)/g;

/**
 * The operation that the largest group of red tests points at: failures with one signature are one group, as people see
 * them, and of two equal groups the one that came first counts.
 *
 * @param failures `{signature, named}` of each red test, in the order of the run
 */
export function firstNamed(failures) {
	const groups = new Map();
	for (const one of failures) groups.set(one.signature, [...(groups.get(one.signature) ?? []), one]);
	const [first] = [...groups.values()].sort((a, b) => b.length - a.length);
	return first?.[0].named ?? null;
}
