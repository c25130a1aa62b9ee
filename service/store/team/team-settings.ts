import {type TargetPolicy, targetPolicies} from '../../../contract/service-process.ts';
import type {Database} from '../database.ts';

/** What every process of a database goes by: `meta.key`. */
const targetPolicyKey = 'target_policy';

export async function writeTargetPolicy(database: Database, value: TargetPolicy): Promise<void> {
	await database
		.insertInto('meta')
		.values({key: targetPolicyKey, value})
		.onConflict(conflict => conflict.column('key').doUpdateSet({value}))
		.execute();
}

/** Which targets may be tested, as a process that serves has said last; null: none has. */
export async function readTargetPolicy(database: Database): Promise<TargetPolicy | null> {
	const row = await database.selectFrom('meta').select('value').where('key', '=', targetPolicyKey).executeTakeFirst();
	return targetPolicies.find(policy => policy === row?.value) ?? null;
}
