import {listMembers} from '../../../../contract/routes/members.ts';
import {paginate} from '../../../client/paginate.ts';
import {defineCommand} from '../../define-command.ts';
import {columnFlags, pagingFlags, pagingOf} from '../../shared-flags.ts';

export const list = defineCommand({
	args: {},
	flags: {...pagingFlags, ...columnFlags(['id', 'name', 'role', 'email', 'last_used', 'created'])},
	examples: ['admin member list', 'admin member list --columns name,role --no-header'],
	async run({columns, header, ...options}, context) {
		const page = await paginate(query => context.client.call(listMembers, {query}), pagingOf(options));
		return {view: 'members', data: page, shape: {columns, header}};
	},
});
