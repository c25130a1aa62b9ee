import {momentMs} from '../../../contract/moment.ts';
import {listAudit} from '../../../contract/routes/members.ts';
import {paginate} from '../../client/paginate.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {defineCommand} from '../define-command.ts';
import {text} from '../flag.ts';
import {columnFlags, pagingFlags, pagingOf} from '../shared-flags.ts';

export const audit = defineCommand({
	description:
		'Every change that was made in the account, newest first: who, what, which object, from where, when. Entries are kept for ' +
		'400 days. Without a limit the whole list is read.',
	args: {},
	flags: {
		since: text('Not before that time (ISO)', {placeholder: '<time>'}),
		until: text('Before that time (ISO)', {placeholder: '<time>'}),
		actor: text('Only of that member or key, by id or name', {placeholder: '<who>', max: 120}),
		action: text('Only of that kind, such as createTest', {placeholder: '<action>', max: 60}),
		object: text('Only about the thing with that id', {placeholder: '<id>', max: 120}),
		...pagingFlags,
		...columnFlags(['at', 'actor', 'action', 'object', 'detail', 'from', 'project', 'client', 'key', 'request', 'id']),
	},
	examples: ['admin audit --max-items 50', 'admin audit --since 2026-01-31 --actor ada --action deleteProject'],
	rules(options) {
		for (const flag of ['since', 'until'] as const)
			if (options[flag] !== undefined && momentMs(options[flag]) === null)
				throw refusedFlag(flag, {reason: 'format', text: 'must be a date, or a time such as 2026-01-31T09:30:00Z'});
	},
	async run({since, until, actor, action, object, columns, header, ...options}, context) {
		const page = await paginate(
			query => context.client.call(listAudit, {query: {since, until, actor, action, objectId: object, ...query}}),
			pagingOf(options),
		);
		return {view: 'audit', data: page, shape: {columns, header}};
	},
});
