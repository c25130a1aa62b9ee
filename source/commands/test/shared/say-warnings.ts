import type {Context} from '../../../context.ts';

/** "`warnings[]` of the service: one `[warn]` line each", with the test they are about. */
export function sayWarnings(
	{testId, warnings = []}: {testId: string; warnings?: string[]},
	{notes}: Pick<Context, 'notes'>,
	name?: string,
): void {
	for (const warning of warnings) notes.say('warn', `${name ?? testId}: ${warning}`);
}
