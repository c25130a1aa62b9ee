import {sql} from 'kysely';
import {describe, expect, it, onTestFinished} from 'vitest';
import {compileShaped, shaped} from '../../../../service/store/dialect/shaped.ts';
import {storageOf} from '../../../../service/store/dialect/storage.ts';
import type {Database, StoreTransaction} from '../../../../service/store/database.ts';
import {openNewStore} from '../../../helpers/open-new-store.ts';

async function openStore(): Promise<Database> {
	const database = await openNewStore(':memory:');
	onTestFinished(() => database.destroy());
	return database;
}

const entry = (database: Database, values: {key: string; value: string}) =>
	shaped('test entry', values, ({key, value}) =>
		database.insertInto('meta').values({key, value: sql<string>`${value} || ${value}`}),
	);

describe('statements of one shape', () => {
	it('are built once, each with its own values wherever they stand', async () => {
		const database = await openStore();
		let built = 0;
		const [a, b] = [entry(database, {key: 'a', value: '1'}), entry(database, {key: 'b', value: '2'})].map(one =>
			compileShaped(database, {
				...one,
				shape: 'test entry, counted',
				build(values) {
					built++;
					return one.build(values);
				},
			}),
		);
		expect(built).toBe(1);
		expect(b!.sql).toBe(a!.sql);
		expect([a!.parameters, b!.parameters]).toEqual([
			['a', '1', '1'],
			['b', '2', '2'],
		]);
	});

	it('have lists of one length; null is a value among others', async () => {
		const database = await openStore();
		const keys = (list: Array<string | null>) =>
			compileShaped(
				database,
				shaped('test keys', {list, least: null as string | null}, ({list: all, least}) =>
					database
						.selectFrom('meta')
						.selectAll()
						.where('key', 'in', all as string[])
						.where('value', '>', least!),
				),
			);
		const [one, two, other] = [keys(['a']), keys(['a', null]), keys(['c', 'd'])];
		expect([one.parameters, two.parameters, other.parameters]).toEqual([
			['a', null],
			['a', null, null],
			['c', 'd', null],
		]);
		expect(other.sql).toBe(two.sql);
		expect(one.sql).not.toBe(two.sql);
	});

	it('are written together with those that have none, and answer with their own rows', async () => {
		const database = await openStore();
		const storage = storageOf(database);
		for (const [key, value] of [
			['a', '1'],
			['b', '2'],
		] as const)
			await database.transaction().execute(async transaction => {
				const other = transaction.insertInto('meta').values({key: `${key}-other`, value});
				await storage.writeTogether(transaction, [entry(transaction, {key, value}), other]);
				await storage.writeTogether(transaction, [entry(transaction, {key: `${key}${key}`, value})]);
			});
		const found = (key: string) =>
			shaped('test found', {key}, values => database.selectFrom('meta').select('value').where('key', '=', values.key));
		const answers = await storage.askTogether(database as StoreTransaction, ['a', 'b-other', 'bb'].map(found));
		expect(answers).toEqual([[{value: '11'}], [{value: '2'}], [{value: '22'}]]);
	});
});
