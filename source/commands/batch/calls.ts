import {readBatchCalls} from '../../client/read-views.ts';
import {callKinds} from '../../../contract/enums.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {integer, list, text, toggle} from '../flag.ts';

export const calls = defineCommand({
	description:
		'Every call that the tests of a run have completed, by endpoint, with the values it gave and used. Calls that are ' +
		'no test, such as logins and cleanup, stand below those of their endpoint.',
	args: {batchId: id('batch-id', 'Batch to show')},
	flags: {
		endpoint: text('Only endpoints with that in "METHOD path"', {placeholder: '<substr>'}),
		test: text('Only calls of this test', {placeholder: '<test-id>'}),
		kind: list('Only calls of these kinds', callKinds),
		bodies: toggle('With what was sent and answered'),
		maxItems: integer('Stop after that many endpoints', {min: 1}),
	},
	examples: ['batch calls bat_1', 'batch calls bat_1 --endpoint "POST /orders" --bodies'],
	async run({batchId, endpoint, test, kind, bodies, maxItems}, context) {
		const filter = {endpoint, testId: test, kind: kind?.join(','), bodies: bodies ? undefined : false};
		const data = await readBatchCalls(context.client, batchId, filter, maxItems);
		return {view: 'calls', data, shape: {bodies}};
	},
});
