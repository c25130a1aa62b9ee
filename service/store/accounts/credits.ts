import {type Insertable, type InsertObject, sql} from 'kysely';
import type {AccountId} from '../../../contract/ids.ts';
import type {LedgerKind} from '../../../contract/ledger.ts';
import {toCredits} from '../../domain/credit-costs.ts';
import {ServiceError} from '../../domain/service-error.ts';
import type {StoreTransaction, Database} from '../database.ts';
import type {NewId} from '../ids.ts';
import type {Write} from '../dialect/storage.ts';
import {insertsOf} from '../insert-all.ts';
import type {Tables} from '../tables.ts';
import type {LedgerTable} from './account-tables.ts';

/**
 * Promises credits to members that have not started: "a trigger holds the cost of all members first; when balance −
 * holds does not cover it, the whole request is refused and nothing starts". Amounts in hundredths.
 */
export async function holdCredits(transaction: StoreTransaction, accountId: AccountId, amount: number): Promise<void> {
	if (amount === 0) return;
	const account = await transaction
		.updateTable('accounts')
		.set({held: sql<number>`held + ${amount}`})
		.where('id', '=', accountId)
		.returning(['metered', 'balance', 'held'])
		.executeTakeFirst();
	if (!account || account.metered === 0 || account.balance >= account.held) return;
	const balance = toCredits(Math.max(0, account.balance - account.held + amount));
	throw new ServiceError(
		'INSUFFICIENT_CREDITS',
		`This needs ${toCredits(amount)} credits; the account has ${balance} left.`,
		{nextAction: 'See `svc usage`, run fewer tests, or add credits.', details: {required: toCredits(amount), balance}},
	);
}

/** What one transaction books for one account. */
export type Booking = {kind: LedgerKind; amount: number; note: string} & Pick<
	Insertable<LedgerTable>,
	'project_id' | 'test_id' | 'run_id' | 'batch_id' | 'generation_id'
>;

/** Books entries, in the transaction of the change they stand for. */
export async function bookCredits(
	transaction: StoreTransaction,
	context: {newId: NewId; now: number},
	accountId: AccountId,
	bookings: readonly Booking[],
): Promise<void> {
	for (const write of bookTogether(transaction, context, accountId, bookings)) await write.execute();
}

/**
 * Books entries and releases what was held for them, in the transaction of the change they stand for, so that no crash
 * comes between the two. What an unmetered account uses is written down and does not count. Answers what is still to be
 * written, in this order or at once, so that it goes together with other writes.
 *
 * @param released what was promised to members that have left the queue. Amounts in hundredths
 */
export function bookTogether(
	transaction: StoreTransaction,
	{newId, now}: {newId: NewId; now: number},
	accountId: AccountId,
	bookings: readonly Booking[],
	released = 0,
): Write[] {
	if (bookings.length === 0 && released === 0) return [];
	let total = 0;
	const rows = bookings.map((booking): InsertObject<Tables, 'ledger'> => {
		total += booking.amount;
		return {
			id: newId('led'),
			account_id: accountId,
			at: now,
			kind: booking.kind,
			amount: booking.amount,
			// The balance is changed after the entries, or seen as it was before.
			balance_after: sql<
				number | null
			>`(select balance + ${total} from accounts where id = ${accountId} and metered = 1)`,
			project_id: booking.project_id ?? null,
			test_id: booking.test_id ?? null,
			run_id: booking.run_id ?? null,
			batch_id: booking.batch_id ?? null,
			generation_id: booking.generation_id ?? null,
			note: booking.note,
		};
	});
	const account = transaction
		.updateTable('accounts')
		.set({
			...(bookings.length === 0 ? {} : {balance: sql<number>`balance + ${total} * metered`}),
			...(released === 0 ? {} : {held: sql<number>`held - ${released}`}),
		})
		.where('id', '=', accountId);
	return [...insertsOf(transaction, 'ledger', rows), account];
}

/** Gives back what was promised to members that have left the queue. Amounts in hundredths. */
export async function releaseCredits(
	transaction: StoreTransaction,
	accountId: AccountId,
	amount: number,
): Promise<void> {
	if (amount === 0) return;
	await transaction
		.updateTable('accounts')
		.set({held: sql<number>`held - ${amount}`})
		.where('id', '=', accountId)
		.execute();
}

/** Books a grant unless one of that name was booked before. */
export function bookGrant(
	database: Database,
	context: {newId: NewId; now: number},
	accountId: AccountId,
	{name, amount}: {name: string; amount: number},
): Promise<void> {
	return database.transaction().execute(async transaction => {
		const booked = await transaction
			.selectFrom('ledger')
			.select('id')
			.where('account_id', '=', accountId)
			.where('kind', '=', 'grant')
			.where('note', '=', name)
			.executeTakeFirst();
		if (!booked) await bookCredits(transaction, context, accountId, [{kind: 'grant', amount, note: name}]);
	});
}
