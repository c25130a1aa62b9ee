import {sources} from '../../source/contract/enums.ts';
import type {TriggerInput} from '../../source/contract/run.ts';
import type {TargetCheck} from '../auth/target-policy.ts';
import {invalid} from '../domain/service-error.ts';
import type {TriggerRequest} from '../engine/engine.ts';

/** What a trigger asks for: the source `cli` unless it names one, a target only when the target rule allows it. */
export async function requireTrigger(input: TriggerInput, checkTarget: TargetCheck): Promise<TriggerRequest> {
	if (input.source === 'schedule')
		throw invalid(
			'source',
			'enum',
			'The source `schedule` is set only by the service.',
			sources.filter(source => source !== 'schedule'),
		);
	if (input.targetUrl !== undefined) await checkTarget(input.targetUrl, 'targetUrl');
	return {source: input.source ?? 'cli', targetUrl: input.targetUrl, environment: input.environment};
}
