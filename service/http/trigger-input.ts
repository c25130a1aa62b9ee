import {type Source, sources} from '../../source/contract/enums.ts';
import type {TriggerInput} from '../../source/contract/run.ts';
import type {TargetCheck} from '../auth/target-policy.ts';
import {invalid} from '../domain/service-error.ts';
import type {TriggerRequest} from '../engine/engine.ts';

/**
 * What a trigger asks for: the source `cli` unless it names one, a target only when the target rule allows it. The
 * stored target is checked again: since it was stored its name may have come to point to another address, and the
 * policy of the service may have changed.
 */
export async function requireTrigger(
	input: TriggerInput,
	checkTarget: TargetCheck,
	storedTarget: () => Promise<string | null>,
): Promise<TriggerRequest> {
	const source = requireSource(input.source);
	const target = input.targetUrl ?? (await storedTarget());
	if (target !== null) await checkTarget(target, 'targetUrl');
	return {source, targetUrl: input.targetUrl, environment: input.environment, seed: input.seed};
}

/** Who starts it; `cli` unless the request says so. */
export function requireSource(source: Source | undefined): Source {
	if (source !== 'schedule') return source ?? 'cli';
	throw invalid(
		'source',
		'enum',
		'The source `schedule` is set only by the service.',
		sources.filter(other => other !== 'schedule'),
	);
}

/** Checks stored targets again, each once. */
export async function requireStoredTargets(
	checkTarget: TargetCheck,
	targets: ReadonlyArray<string | null>,
): Promise<void> {
	for (const target of new Set(targets)) if (target !== null) await checkTarget(target, 'targetUrl');
}
