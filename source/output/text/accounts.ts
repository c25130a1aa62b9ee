import type {Page} from '../../../contract/fields.ts';
import type {AccountId} from '../../../contract/ids.ts';
import type {CreatedAccount, TeamAccount} from '../../../contract/team-account.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';
import {onceOnly} from './keys.ts';

const columns: Column<TeamAccount>[] = [
	{key: 'id', head: 'ID', cell: one => one.accountId},
	{key: 'name', head: 'NAME', cell: one => one.name},
	{key: 'state', head: 'STATE', cell: one => stateOf(one)},
	{key: 'members', head: 'MEMBERS', cell: one => one.members},
	{key: 'projects', head: 'PROJECTS', cell: one => one.projects},
	{key: 'plan', head: 'PLAN', cell: one => one.plan, extra: true},
	{key: 'email', head: 'EMAIL', cell: one => one.email, extra: true},
	{key: 'created', head: 'CREATED', cell: one => one.createdAt, extra: true},
];

function stateOf({disabledAt, isOperator}: TeamAccount): string {
	if (disabledAt !== null) return 'disabled';
	return isOperator ? 'operator' : 'active';
}

export const accounts = (page: Page<TeamAccount>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'accounts', shape, look});

const rowsOf = (one: TeamAccount) =>
	[
		['accountId', one.accountId],
		['name', one.name],
		['email', one.email],
		['plan', one.plan],
		['state', stateOf(one)],
		['disabledAt', one.disabledAt],
	] as const;

export const account = (one: TeamAccount): string => labelBlock(rowsOf(one));

export const createdAccount = (one: CreatedAccount): string =>
	labelBlock([
		...rowsOf(one),
		['owner', one.owner.name],
		['memberId', one.owner.memberId],
		['keyId', one.apiKey.keyId],
		['key', one.apiKey.key],
	]) + onceOnly;

export const deletedAccount = ({accountId, deletedAt}: {accountId: AccountId; deletedAt: string}): string =>
	labelBlock([
		['accountId', accountId],
		['deletedAt', deletedAt],
	]);
