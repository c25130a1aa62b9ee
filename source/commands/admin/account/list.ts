import {listAccounts} from '../../../../contract/routes/accounts.ts';
import {paginate} from '../../../client/paginate.ts';
import {defineCommand} from '../../define-command.ts';
import {columnFlags, pagingFlags, pagingOf} from '../../shared-flags.ts';

export const list = defineCommand({
	args: {},
	flags: {
		...pagingFlags,
		...columnFlags(['id', 'name', 'state', 'members', 'projects', 'plan', 'email', 'created']),
	},
	examples: ['admin account list', 'admin account list --columns id,name,email'],
	async run({columns, header, ...options}, context) {
		const page = await paginate(query => context.client.call(listAccounts, {query}), pagingOf(options));
		return {view: 'accounts', data: page, shape: {columns, header}};
	},
});
