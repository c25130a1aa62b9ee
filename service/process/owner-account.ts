import type {StoredConfig} from './config.ts';
import {findFirstAccount, updateAccount} from '../store/accounts/accounts.ts';
import {bookGrant} from '../store/accounts/credits.ts';
import {makeFirstAccount} from '../store/accounts/first-account.ts';
import type {Database} from '../store/database.ts';
import type {NewId} from '../store/ids.ts';

/** The plan of the owner of a machine, unless the configuration names another: nothing is gated. */
const ownerPlan = 'Pro';

/**
 * The account of the owner of the data directory, made at the first start, with the plan and the credits that the
 * configuration says. Each grant is booked once, whatever the number of starts.
 */
export async function ownerAccount(
	database: Database,
	newId: NewId,
	config: Pick<StoredConfig, 'plan' | 'credits'>,
	now: number,
): Promise<string> {
	const plan = config.plan ?? ownerPlan;
	const metered = config.credits?.metered ? 1 : 0;
	const existing =
		(await findFirstAccount(database)) ??
		(await database.transaction().execute(transaction =>
			makeFirstAccount(transaction, {
				id: newId('usr'),
				email: null,
				display_name: null,
				plan,
				metered,
				created_at: now,
			}),
		));
	const {id} = existing;
	if (existing.plan !== plan || existing.metered !== metered) await updateAccount(database, id, {plan, metered});
	if (metered === 1)
		for (const [name, credits] of Object.entries(config.credits?.grants ?? {}))
			await bookGrant(database, {newId, now}, id, {name, amount: Math.round(credits * 100)});
	return id;
}
