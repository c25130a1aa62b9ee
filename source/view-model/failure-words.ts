/**
 * What kind of failure it was, in words. A kind that says nothing is told by the exception in its place.
 * @param error first line of what was raised, e.g. `KeyError: 'id'`
 * @returns null: there is nothing to tell of it
 */
export function failureWords(failureKind: string | null | undefined, error: string | null = null): string | null {
	if (!failureKind) return null;
	if (failureKind !== 'unknown') return failureKind.replaceAll('_', ' ');
	return /^(?:\w+\.)*([A-Z]\w*)(?::|$)/.exec(error ?? '')?.[1] ?? null;
}
