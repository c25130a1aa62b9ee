import {shellWord} from '../../view-model/shell-word.ts';
import type {TestId, TestListId} from '../../../contract/ids.ts';
import {runTestList} from '../../../contract/routes/test-lists.ts';
import type {Context} from '../../context.ts';
import {defineCommand} from '../define-command.ts';
import {integer, texts, toggle} from '../flag.ts';
import {reporting} from '../reports.ts';
import {idempotencyKeyFlag, waitTimeoutFlag, checkReportFlags, reportFlags} from '../shared-flags.ts';
import {runSeveral} from '../test/shared/run-several.ts';
import {type Dispatched, nothing} from '../test/shared/several-ticket.ts';
import {mayHaveStarted, sayAbout} from '../test/shared/trigger.ts';
import {listArgument} from '../testlist.ts';

export const run = defineCommand({
	description: 'The tests of a list run as one batch, whatever their projects. Ctrl-C only stops waiting.',
	args: {listId: listArgument('List to run')},
	flags: {
		case: texts('Only this test of the list', {placeholder: '<test-id>'}),
		wait: toggle('Wait until the runs have ended'),
		timeout: waitTimeoutFlag(),
		maxConcurrency: integer('Runs polled at once, 1 to 50', {min: 1, max: 50, default: 10}),
		allowEmpty: toggle('Nothing to run is a success'),
		idempotencyKey: idempotencyKeyFlag,
		...reportFlags,
	},
	examples: ['testlist run lst_1 --wait', '--output json testlist run lst_1 --case tst_1'],
	rules: options => checkReportFlags(options, options.wait),
	run: (options, context) =>
		reporting(options, options.wait, context, report => {
			const {listId, case: cases} = options;
			report.expectTests(cases);
			const chosen = cases.length > 0 ? [...new Set(cases)] : null;
			return runSeveral(
				{
					...options,
					idempotencyKey: context.idempotencyKey(runTestList, options.idempotencyKey),
					send: (deferred, key) => send(listId, deferred ?? chosen, key, context),
					empty: nothing,
					nothingFlag: 'case',
					// A list may span projects: there is no page that shows it all.
					subject: null,
				},
				report,
				context,
			);
		}),
});

/** One request; its answer in the shape of `test run`, which prints it. @param testIds null: the whole list */
async function send(
	listId: TestListId,
	testIds: readonly TestId[] | null,
	idempotencyKey: string,
	context: Context,
): Promise<Dispatched> {
	const ticket = await context.client
		.call(runTestList, {
			params: {listId},
			body: {source: 'cli', ...(testIds ? {testIds: [...testIds]} : {})},
			idempotencyKey,
		})
		.catch(mayHaveStarted(`svc testlist get ${shellWord(listId)}`));
	sayAbout(ticket, context);
	// As `test run` answers, which knows its tests: a test that is not found is said only when there is one.
	const {notFound, reason, ...started} = ticket;
	return {tickets: [{...nothing, ...started, ...(notFound.length > 0 ? {notFound} : {})}], error: null};
}
