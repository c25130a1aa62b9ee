import {type Source, sources} from '../../contract/enums.ts';
import type {AccountId} from '../../contract/ids.ts';
import type {TriggerInput} from '../../contract/run.ts';
import {checkStoredTargets, type TargetCheck} from '../auth/target-policy.ts';
import type {EnvironmentWish} from '../domain/environment-choice.ts';
import {invalid} from '../domain/service-error.ts';
import type {TriggerRequest} from '../engine/engine.ts';
import {listRunTargets, type RunScope} from '../store/runs/run-targets.ts';
import type {Services} from './services.ts';

/**
 * What a trigger asks for: the source `cli` unless it names one, a target only when the target rule allows it. The
 * stored target is checked again: since it was stored its name may have come to point to another address, and the
 * policy of the service may have changed.
 */
export async function requireTrigger(
	input: TriggerInput,
	checkTarget: TargetCheck,
	storedTargets: (wish: EnvironmentWish) => Promise<readonly string[]>,
): Promise<TriggerRequest> {
	const source = requireSource(input.source);
	const {environment} = input;
	if (input.targetUrl !== undefined) await checkTarget(input.targetUrl, 'targetUrl');
	else
		await checkStoredTargets(
			checkTarget,
			await storedTargets(environment === undefined ? 'default' : {name: environment}),
		);
	return {source, targetUrl: input.targetUrl, environment, seed: input.seed};
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

/** Checks again where a rerun may be sent: the environment that it names, else that of the runs it repeats. */
export async function requireRerunTargets(
	{database, checkTarget}: Pick<Services, 'database' | 'checkTarget'>,
	accountId: AccountId,
	scope: RunScope,
	environment: string | undefined,
): Promise<void> {
	const wish = environment === undefined ? 'as_before' : {name: environment};
	await checkStoredTargets(checkTarget, await listRunTargets(database, accountId, scope, wish));
}
