/**
 * ``Flag `--x` is invalid: required.`` The reason may be a sentence of its own about the value, which begins with "is".
 *
 * @param subject such as ``Field `name` ``, without a blank at its end
 */
export const refusalText = (subject: string, reason: string): string =>
	`${subject} is invalid: ${reason.replace(/^is /, '')}.`;
