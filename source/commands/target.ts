import {preflight} from '../client/preflight.ts';
import {checkTargetUrl} from '../client/target-url.ts';
import type {Context} from '../context.ts';
import {resolveApiKey} from '../credentials/resolve.ts';

/** Refuses a target that may not be tested under the policy of the connection. @param field `url` or `target-url` */
export function guardTarget(url: string | undefined, field: string, context: Context): void {
	if (url !== undefined) checkTargetUrl(url, {field, policy: context.connection().targetPolicy});
}

/** "one DNS lookup and one HEAD"; not for the endpoint `local`, not in a dry run. */
export async function checkTargetAnswers(
	url: string | undefined,
	field: string,
	{skip}: {skip: boolean},
	context: Context,
): Promise<void> {
	const {endpoint, section, targetPolicy: policy} = context.connection();
	if (url === undefined || skip || context.dryRun || endpoint.value === 'local') return;
	// "The first failing step decides; nothing later is touched": credentials come before network.
	resolveApiKey(context.env, section, endpoint.value);
	const warning = await preflight(url, {...context.clock, field, policy, env: context.env, signal: context.signal});
	if (warning) context.notes.say('warn', warning);
}
