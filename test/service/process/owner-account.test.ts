import {describe, expect, it} from 'vitest';
import {onTestFinished} from 'vitest';
import {ownerAccount} from '../../../service/process/owner-account.ts';
import {createIds} from '../../../service/store/ids.ts';
import {readBalance} from '../../../service/store/accounts/ledger.ts';
import type {StoredConfig} from '../../../service/process/config.ts';
import {openNewStore} from '../../helpers/open-new-store.ts';

async function openWith() {
	const database = await openNewStore(':memory:');
	onTestFinished(() => database.destroy());
	const newId = createIds(Date.now);
	const start = async (config: Pick<StoredConfig, 'plan' | 'credits'>) =>
		readBalance(database, await ownerAccount(database, newId, config, Date.now()));
	return {database, start};
}

describe('the account of the owner of a machine', () => {
	it('has the plan Pro and no meter unless the configuration says otherwise', async () => {
		const {start} = await openWith();
		expect(await start({})).toEqual({plan: 'Pro', metered: false, balance: 0, held: 0});
	});

	it('follows the configuration at every start and books each grant once', async () => {
		const {database, start} = await openWith();
		await start({credits: {grants: {opening: 5}}});
		expect(await database.selectFrom('ledger').selectAll().execute()).toEqual([]);
		const metered = {metered: true, grants: {opening: 5.25}};
		expect(await start({plan: 'Free', credits: metered})).toMatchObject({plan: 'Free', metered: true, balance: 525});
		expect(await start({credits: metered})).toMatchObject({plan: 'Pro', balance: 525});
		expect(await start({credits: {metered: true, grants: {opening: 5.25, may: 1}}})).toMatchObject({balance: 625});
		expect(await database.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
	});
});
