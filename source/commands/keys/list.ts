import {listKeys} from '../../../contract/routes/account.ts';
import {paginate} from '../../client/paginate.ts';
import {defineCommand} from '../define-command.ts';
import {columnFlags, pagingFlags, pagingOf} from '../shared-flags.ts';

export const list = defineCommand({
	description: 'Revoked and expired keys stay in the list. The key in use is marked with an asterisk.',
	args: {},
	flags: {
		...pagingFlags,
		...columnFlags(['id', 'name', 'member', 'ends', 'state', 'last_used', 'expires', 'scopes', 'created']),
	},
	examples: ['keys list', 'keys list --columns id,name,scopes'],
	async run({columns, header, ...options}, context) {
		const page = await paginate(query => context.client.call(listKeys, {query}), pagingOf(options));
		return {view: 'keys', data: page, shape: {columns, header, now: context.clock.now()}};
	},
});
