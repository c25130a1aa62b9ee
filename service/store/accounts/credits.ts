import {type Insertable, sql} from 'kysely';
import type {AccountId} from '../../../contract/ids.ts';
import type {LedgerKind} from '../../../contract/ledger.ts';
import {toCredits} from '../../domain/credit-costs.ts';
import {ServiceError} from '../../domain/service-error.ts';
import type {StoreTransaction, Database} from '../database.ts';
import type {NewId} from '../ids.ts';
import {shaped} from '../dialect/shaped.ts';
import {storageOf, type Write} from '../dialect/storage.ts';
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
	await storageOf(transaction).writeTogether(transaction, bookTogether(transaction, context, accountId, bookings));
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
	const entries = bookings.map(({kind, amount, note, ...about}) => {
		total += amount;
		const columns = {
			id: newId('led'),
			account_id: accountId,
			at: now,
			kind,
			amount,
			project_id: about.project_id ?? null,
			test_id: about.test_id ?? null,
			run_id: about.run_id ?? null,
			batch_id: about.batch_id ?? null,
			generation_id: about.generation_id ?? null,
			note,
		};
		return shaped('ledger', {...columns, upTo: total}, ({upTo, ...values}) =>
			transaction.insertInto('ledger').values({
				...values,
				// The balance is changed after the entries, or seen as it was before.
				balance_after: sql<
					number | null
				>`(select balance + ${upTo} from accounts where id = ${values.account_id} and metered = 1)`,
			}),
		);
	});
	const account = shaped(
		`account ${bookings.length > 0} ${released !== 0}`,
		{accountId, total, released},
		({accountId: id, total: booked, released: freed}) =>
			transaction
				.updateTable('accounts')
				.set({
					...(bookings.length === 0 ? {} : {balance: sql<number>`balance + ${booked} * metered`}),
					...(released === 0 ? {} : {held: sql<number>`held - ${freed}`}),
				})
				.where('id', '=', id),
	);
	return [...entries, account];
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
