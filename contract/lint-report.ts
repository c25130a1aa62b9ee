import * as z from 'zod/mini';
import {count} from './fields.ts';
import {planFileStep} from './plan-file.ts';

/** One thing `svc test lint` says: about which file, which field of it, and what. */
export const lintRow = z.object({file: z.string(), field: z.string(), reason: z.string()});

/** How one step is read. Several readings: the page decides; none: `refusal` says why, with sentences to use instead. */
export const stepReading = z.object({
	file: z.string(),
	field: z.string(),
	type: planFileStep.shape.type,
	description: z.string(),
	readings: z.array(z.object({line: z.string(), note: z.nullable(z.string()), operations: z.array(z.string())})),
	refusal: z.nullable(z.string()),
});
export type StepReading = z.infer<typeof stepReading>;

/** Answer of `svc test lint`. `checked` counts plans or steps files, `valid` those without an issue. */
export const lintReport = z.object({
	checked: count,
	valid: count,
	issues: z.array(lintRow),
	warnings: z.array(lintRow),
	/** Only with `--explain`. */
	readings: z.optional(z.array(stepReading)),
});
export type LintReport = z.infer<typeof lintReport>;
