import type {Database} from '../database.ts';
import type {LeaseTable} from './team-tables.ts';

type Lease = Pick<LeaseTable, 'key' | 'owner'>;

/** Takes work for a process until `leaseMs` from now; false: another one has it. */
export async function takeLease(
	database: Database,
	{key, owner}: Lease,
	leaseMs: number,
	now: number,
): Promise<boolean> {
	const {numInsertedOrUpdatedRows} = await database
		.insertInto('leases')
		.values({key, owner, lease_until: now + leaseMs})
		.onConflict(conflict =>
			conflict
				.column('key')
				.doUpdateSet({owner, lease_until: now + leaseMs})
				.where(({or, eb}) => or([eb('leases.lease_until', '<', now), eb('leases.owner', '=', owner)])),
		)
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

/** Keeps what a process has for another `leaseMs`; answers the keys that are still its own. */
export async function keepLeases(database: Database, owner: string, leaseMs: number, now: number): Promise<string[]> {
	const rows = await database
		.updateTable('leases')
		.set({lease_until: now + leaseMs})
		.where('owner', '=', owner)
		.returning('key')
		.execute();
	return rows.map(({key}) => key);
}

export async function releaseLease(database: Database, {key, owner}: Lease): Promise<void> {
	await database.deleteFrom('leases').where('key', '=', key).where('owner', '=', owner).execute();
}
