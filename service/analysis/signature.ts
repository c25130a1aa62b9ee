import {endpointOf} from './endpoint.ts';
import {excerpt} from './excerpt.ts';
import type {FailedRun, Finding} from './facts.ts';

/**
 * What two failures of the same kind have in common: endpoint, status and error without ids, numbers and times.
 * `POST /coupons 500 AssertionError: expected <n>, got <n>`. Blocked runs belong to their root producer.
 */
export function signatureOf(run: FailedRun, finding: Finding | null): string {
	if (run.blockedBy) {
		const root = run.blockedBy.producer;
		return root
			? `blocked by "${root.title}"`
			: `blocked ${run.blockedBy.reason} ${run.blockedBy.variable ?? ''}`.trimEnd();
	}
	const call = finding?.call ?? null;
	const parts = [
		call ? endpointOf(call) : null,
		call?.status?.toString() ?? null,
		run.failureKind === 'timeout' ? 'timeout' : normaliseError(withoutRemedy(run.error ?? '')),
	];
	return parts.filter(Boolean).join(' ');
}

/** What Python says of a missing module, without what helps: that depends on the machine, and stands where one looks first. */
export const withoutRemedy = (error: string): string =>
	error.replace(/^(ModuleNotFoundError: No module named '[^']*');.*$/s, '$1');

/** An error without what differs from run to run. */
export function normaliseError(error: string): string {
	const general = error
		.replace(/https?:\/\/[^\s"')]+/g, '<url>')
		.replace(/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>')
		.replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>')
		.replace(/\b0x[0-9a-f]+\b/gi, '<id>')
		.replace(/\b(?=\w*\d)[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*\b/g, '<id>')
		.replace(/(?<!\w)-?\d+(?:\.\d+)?/g, '<n>');
	return excerpt(general, 200);
}
