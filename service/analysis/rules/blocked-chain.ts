import type {FixTarget} from '../../../contract/result.ts';
import {blockedReasons, type BlockedReason} from '../../../contract/enums.ts';
import {excerpt} from '../excerpt.ts';
import type {FailureFacts, Finding} from '../facts.ts';
import {sourceName} from '../exception.ts';
import {data, environment} from '../fix-target.ts';

const isReason = (reason: string): reason is BlockedReason => (blockedReasons as readonly string[]).includes(reason);

/**
 * A run that never started: its own message, then what is known of the root producer.
 *
 * @param rootFinding what the rules found in the root producer's failure
 */
export function blockedChain({run, root}: FailureFacts, rootFinding: Finding | null): Finding | null {
	if (run.status !== 'blocked' || run.blockedBy === null || run.error === null) return null;
	const title = root?.title ?? run.blockedBy.producer?.title ?? null;
	const because = root && rootFinding ? ` "${excerpt(root.title, 80)}": ${rootFinding.cause}` : '';
	return {
		cause: `${excerpt(run.error, 300)}${because}`,
		fix: rootFinding?.fix ? ofRoot(rootFinding.fix, title) : fixOf(run, title),
		call: null,
	};
}

const ofRoot = (fix: FixTarget, title: string | null): FixTarget => ({
	...fix,
	rationale: `Root of the chain${title ? ` ("${excerpt(title, 80)}")` : ''}. ${fix.rationale ?? ''}`.trim(),
});

/** Where to look, by the reason: the trace ends with the same advice. */
function fixOf({blockedBy, trace, testName}: FailureFacts['run'], title: string | null): FixTarget | null {
	const reason = blockedBy?.reason ?? '';
	const advice = trace?.trimEnd().split('\n').at(-1) ?? null;
	if (!isReason(reason)) return null;
	if (reason === 'auth_failing') return environment('authentication of the project', advice ?? '');
	if (reason === 'stale_capture') return data(blockedBy?.variable ?? null, advice ?? '');
	const isOwn = reason === 'no_producer' || reason === 'name_mismatch' || reason === 'circular_dependency';
	return {
		kind: reason === 'producer_cancelled' ? 'unknown' : 'code',
		reference: isOwn ? sourceName(testName) : title,
		rationale: advice,
	};
}
