import type {Context} from '../../../context.ts';
import {type FlagValues, refuseWithout, text, toggle} from '../../flag.ts';
import {waitTimeoutFlag} from '../../shared-flags.ts';
import {guardTarget} from '../../target.ts';

/** Flags of commands that create tests and can run them at once. */
export const triggerFlags = {
	run: toggle('Run what was created'),
	wait: toggle('Wait until the run has ended (--run)'),
	timeout: {...waitTimeoutFlag(), absent: undefined as number | undefined},
	targetUrl: text('Target of the run instead of the URL of the project (--run)', {placeholder: '<url>'}),
	env: text('Environment of the run (--run)', {placeholder: '<name>', max: 64}),
	skipPreflight: toggle('Do not look whether the target answers (--run)'),
};
export type TriggerOptions = FlagValues<typeof triggerFlags>;

/** "`--wait` only with `--run`, `--timeout` only with both"; the target, its environment and preflight "only with `--run`" */
export function checkTriggerFlags(options: TriggerOptions, context: Context): void {
	const {run, wait, timeout, targetUrl, env, skipPreflight} = options;
	refuseWithout('wait', wait, 'run', run);
	refuseWithout('timeout', timeout !== undefined, 'run --wait', run && wait);
	for (const [flag, isGiven] of Object.entries({
		'target-url': targetUrl !== undefined,
		env: env !== undefined,
		'skip-preflight': skipPreflight,
	}))
		refuseWithout(flag, isGiven, 'run', run);
	guardTarget(targetUrl, 'target-url', context);
}

/** Seconds a wait may take where `--timeout` does not say. */
export const defaultWaitSeconds = 600;
