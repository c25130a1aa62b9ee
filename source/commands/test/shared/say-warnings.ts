import type {Context} from '../../../context.ts';

/** "`warnings[]` of the service: one `[warn]` line each". */
export function sayWarnings({warnings = []}: {warnings?: string[]}, {notes}: Context): void {
	for (const warning of warnings) notes.say('warn', warning);
}
