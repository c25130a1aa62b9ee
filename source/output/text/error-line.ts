/**
 * The first line of why a run did not pass, whole, or at most so many characters of it; nothing for one that is not failed or
 * blocked.
 */
export function errorLine(
	{status, error}: {status: string; error: string | null},
	maxLength = Number.POSITIVE_INFINITY,
): string | undefined {
	if (status !== 'failed' && status !== 'blocked') return undefined;
	const [first] = (error ?? '').split('\n');
	if (!first) return undefined;
	const characters = [...first];
	return characters.length <= maxLength ? first : `${characters.slice(0, maxLength - 1).join('')}…`;
}
