import type {CleanupView} from '../../contract/cleanup.ts';
import type {CleanupOutcome} from '../../contract/enums.ts';

/** Counts of a cleanup from the outcomes of its records. "The bar is cleaned / (captured − kept − dismissed)". */
export function cleanupProgress(counts: Partial<Record<CleanupOutcome, number>>): CleanupView['progress'] {
	const {test = 0, auto = 0, gone = 0, orphaned = 0, failed = 0, pending = 0, kept = 0, dismissed = 0} = counts;
	const cleaned = test + auto + gone;
	const captured = cleaned + orphaned + failed + pending + kept + dismissed;
	return {captured, cleaned, orphaned, failed, pending, kept, dismissed};
}

/** Whether a record is gone: deleted by a test or by the sweep, or read back and not there any more. */
export const isCleaned = (outcome: string): boolean => outcome === 'test' || outcome === 'auto' || outcome === 'gone';
