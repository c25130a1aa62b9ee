/**
 * ``Flag `--x` is invalid: must be a number.`` A reason that begins with a verb ("is", "has", "needs", "takes", "cannot") is a
 * sentence of its own about the subject: ``Flag `--x` is required.``
 *
 * @param subject such as ``Field `name` ``, without a blank at its end
 */
export const refusalText = (subject: string, reason: string): string =>
	`${subject} ${/^(?:is|has|needs|takes|cannot) /.test(reason) ? '' : 'is invalid: '}${reason}.`;
