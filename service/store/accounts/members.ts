import type {Selectable, Updateable} from 'kysely';
import type {AccountId, MemberId} from '../../../contract/ids.ts';
import type {Database, StoreTransaction} from '../database.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {MemberTable} from './account-tables.ts';
import {hasAdminKey, lockAccount} from './admin-keys.ts';

export type MemberRow = Selectable<MemberTable> & {/** Of the keys of the member. */ last_used_at: number | null};

const withLastUse = (database: Database) =>
	database
		.selectFrom('members')
		.selectAll()
		.select(({selectFrom}) =>
			selectFrom('api_keys')
				.select(({fn}) => fn.max('api_keys.last_used_at').as('last'))
				.whereRef('api_keys.member_id', '=', 'members.id')
				.as('last_used_at'),
		);

/** Members of an account, newest first. */
export async function listMembers(
	database: Database,
	accountId: AccountId,
	{pageSize, after}: PageRequest,
): Promise<RowPage<MemberRow>> {
	const rows = await withLastUse(database)
		.where('account_id', '=', accountId)
		.$if(after !== null, query => query.where('id', '<', after!))
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

export async function findMember(
	database: Database,
	accountId: AccountId,
	memberId: MemberId,
): Promise<MemberRow | null> {
	const row = await withLastUse(database)
		.where('account_id', '=', accountId)
		.where('id', '=', memberId)
		.executeTakeFirst();
	return row ?? null;
}

/** False: another member of the account has the name. */
export async function insertMember(database: Database, member: Selectable<MemberTable>): Promise<boolean> {
	const {numInsertedOrUpdatedRows} = await database
		.insertInto('members')
		.values(member)
		.onConflict(conflict => conflict.columns(['account_id', 'name']).doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

/** Why a change of a member was refused: `last_admin_key`: nobody of the account could administer keys afterwards. */
export type MemberRefusal = 'not_found' | 'name_taken' | 'last_admin_key';

/** Changes a member; answers what was there before. */
export function updateMember(
	database: Database,
	{accountId, memberId}: {accountId: AccountId; memberId: MemberId},
	columns: Pick<Updateable<MemberTable>, 'name' | 'email' | 'role'>,
	now: number,
): Promise<MemberRow | MemberRefusal> {
	return changing(database, {accountId, now}, async transaction => {
		const before = await findMember(transaction, accountId, memberId);
		if (!before) return 'not_found';
		if (columns.name !== undefined) {
			const other = await transaction
				.selectFrom('members')
				.select('id')
				.where('account_id', '=', accountId)
				.where('name', '=', columns.name)
				.where('id', '!=', memberId)
				.executeTakeFirst();
			if (other) return 'name_taken';
		}
		await transaction
			.updateTable('members')
			.set(columns)
			.where('account_id', '=', accountId)
			.where('id', '=', memberId)
			.execute();
		return before;
	});
}

/** Removes a member and revokes the keys of the member; answers which. */
export function removeMember(
	database: Database,
	{accountId, memberId}: {accountId: AccountId; memberId: MemberId},
	now: number,
): Promise<{name: string; revokedKeys: string[]} | MemberRefusal> {
	return changing(database, {accountId, now}, async transaction => {
		const removed = await transaction
			.deleteFrom('members')
			.where('account_id', '=', accountId)
			.where('id', '=', memberId)
			.returning('name')
			.executeTakeFirst();
		if (!removed) return 'not_found';
		const revoked = await transaction
			.updateTable('api_keys')
			.set({revoked_at: now})
			.where('account_id', '=', accountId)
			.where('member_id', '=', memberId)
			.where('revoked_at', 'is', null)
			.returning('id')
			.execute();
		return {name: removed.name, revokedKeys: revoked.map(({id}) => id)};
	});
}

/**
 * Does a change unless nobody could administer the account after it. One at a time for an account: two owners who
 * remove each other at once do not both succeed.
 */
function changing<Done extends object>(
	database: Database,
	{accountId, now}: {accountId: AccountId; now: number},
	change: (transaction: StoreTransaction) => Promise<Done | MemberRefusal>,
): Promise<Done | MemberRefusal> {
	return undoable(database, async (transaction, undo) => {
		await lockAccount(transaction, accountId);
		const couldBefore = await hasAdminKey(transaction, accountId, now);
		const done = await change(transaction);
		if (typeof done !== 'string' && couldBefore && !(await hasAdminKey(transaction, accountId, now)))
			return undo('last_admin_key' as const);
		return done;
	});
}

/** A transaction whose work can take back what it has done and still answer. */
async function undoable<Answer>(
	database: Database,
	work: (transaction: StoreTransaction, undo: (answer: Answer) => never) => Promise<Answer>,
): Promise<Answer> {
	let undone: {answer: Answer} | null = null;
	const undo = (answer: Answer): never => {
		undone = {answer};
		throw undone;
	};
	try {
		return await database.transaction().execute(transaction => work(transaction, undo));
	} catch (error) {
		if (undone !== null && error === undone) return (undone as {answer: Answer}).answer;
		throw error;
	}
}
