import * as z from 'zod/mini';
import {count} from './fields.ts';

/** One thing `svc test lint` says: about which file, which field of it, and what. */
export const lintRow = z.object({file: z.string(), field: z.string(), reason: z.string()});
export type LintRow = z.infer<typeof lintRow>;

/** Answer of `svc test lint`. `checked` counts plans or steps files, `valid` those without an issue. */
export const lintReport = z.object({
	checked: count,
	valid: count,
	issues: z.array(lintRow),
	warnings: z.array(lintRow),
});
export type LintReport = z.infer<typeof lintReport>;
