import {paginate} from '../../client/paginate.ts';
import {listBatchVariables} from '../../../contract/routes/variables.ts';
import {
	type VariablePage,
	variableCleanupFilters,
	variableConsumerFilters,
	variableSorts,
} from '../../../contract/variable.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {choice, text, toggle} from '../flag.ts';

export const variables = defineCommand({
	description:
		'Named values of a run: which test made each, which tests used it, and what deletes the record behind it. A name ' +
		'that was needed and not found is listed, too.',
	args: {batchId: id('batch-id', 'Batch to show')},
	flags: {
		search: text('Only names with that in them', {placeholder: '<substr>'}),
		cleanup: choice('Only values whose record is deleted, or might be orphaned', variableCleanupFilters),
		consumer: choice('Only values that other tests use, or that none uses', variableConsumerFilters),
		sort: choice('Order (name)', variableSorts),
		full: toggle('Do not cut values to 40 characters'),
	},
	examples: ['batch variables bat_1', 'batch variables bat_1 --consumer unused --sort sources --full'],
	async run({batchId, search, cleanup, consumer, sort, full}, context) {
		let first: VariablePage | undefined;
		const {items, nextToken} = await paginate(async paging => {
			const query = {q: search, cleanup, consumer, sort, ...paging};
			const page = await context.client.call(listBatchVariables, {params: {batchId}, query});
			first ??= page;
			return page;
		}, {});
		if (!full && context.output === 'text' && items.some(({value}) => (value?.length ?? 0) > 40))
			context.notes.say('info', 'values are cut to 40 characters (…); --full shows them whole');
		return {
			view: 'variables',
			data: {batchId: first?.batchId ?? batchId, version: first?.version ?? 0, items, nextToken},
			shape: {full},
		};
	},
});
