import {getMe} from '../../contract/routes/account.ts';
import type {Context} from '../context.ts';

/**
 * Whether runs cost somebody something: a service of this machine counts no credits unless its owner says so, and then
 * nothing should be said of them. Any other service is asked for nothing: its runs are billed.
 */
export async function isMetered({client, connection, dryRun}: Context): Promise<boolean> {
	if (dryRun || connection().endpoint.value !== 'local') return true;
	return (await client.call(getMe)).credits !== undefined;
}
