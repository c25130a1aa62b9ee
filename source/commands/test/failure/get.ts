import {resolve} from 'node:path';
import {checkIntegrity} from '../../../bundle/integrity.ts';
import {aroundFailedStep} from '../../../bundle/select-steps.ts';
import {getTestFailure} from '../../../../contract/routes/failures.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {bundleFlags, checkOut, saveBundle} from '../shared/save-bundle.ts';

/** `--out -`: print, write nothing. */
const printed = '-';

export const get = defineCommand({
	description:
		'Result, steps, source, hypothesis and evidence of the latest run that ended failed or blocked, all of one run. With --out - the failure is printed and nothing is written.',
	args: {testId: id('test-id', 'Test whose failure is wanted')},
	flags: bundleFlags,
	examples: [
		'test failure get tst_1',
		'test failure get tst_1 --out ./bundle',
		'--output json test failure get tst_1 --out -',
	],
	async run({testId, out, failedOnly}, context) {
		const isPrinted = out === printed;
		const directory = out === undefined || isPrinted ? undefined : resolve(context.cwd, out);
		checkOut(directory, context);
		let requestId = 'unknown';
		const failure = await context.client.call(getTestFailure, {
			params: {testId},
			onAnswered: answered => {
				requestId = answered ?? requestId;
			},
		});
		if (isPrinted) {
			checkIntegrity(failure, null, requestId);
			return {view: 'failure', data: failedOnly ? aroundFailedStep(failure) : failure};
		}
		const saved = await saveBundle(failure, {directory, failedOnly, requestedRunId: null, requestId}, context);
		const action = context.dryRun ? {action: 'dry-run' as const} : {};
		return {
			view: 'failure-bundle',
			data: {ok: true, ...action, dir: saved.directory, meta: saved.meta, files: saved.files},
			shape: failedOnly ? aroundFailedStep(failure) : failure,
		};
	},
});
