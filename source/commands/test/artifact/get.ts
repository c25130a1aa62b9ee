import {resolve} from 'node:path';
import {isSafeRunId} from '../../../bundle/bundle-directory.ts';
import {getRunFailure} from '../../../../contract/routes/failures.ts';
import {refusedArgument, refusedFlag} from '../../../errors/api-error.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {bundleFlags, checkOut, saveBundle} from '../shared/save-bundle.ts';

export const get = defineCommand({
	description:
		'The failure bundle of exactly this run. Later runs of the test do not change it. When something cannot be fetched, a .partial file says so; the bundle is complete when meta.json is there and .partial is not.',
	args: {runId: id('run-id', 'Run that ended failed, blocked or cancelled')},
	flags: bundleFlags,
	examples: ['test artifact get run_1', 'test artifact get run_1 --out ./bundle --failed-only'],
	rules({runId, out}) {
		if (out === '-') throw refusedFlag('out', {reason: 'directory', text: 'must be a directory'});
		if (out === undefined && !isSafeRunId(runId))
			throw refusedArgument('run-id', {
				reason: 'unsafe',
				text: 'must be one safe path segment to name a directory; choose one with --out',
			});
	},
	async run({runId, out, failedOnly}, context) {
		const directory = out === undefined ? undefined : resolve(context.cwd, out);
		checkOut(directory, context);
		let requestId = context.dryRun ? 'local' : 'unknown';
		const failure = await context.client.call(getRunFailure, {
			params: {runId},
			onAnswered: answered => {
				requestId = answered ?? requestId;
			},
		});
		const saved = await saveBundle(failure, {directory, failedOnly, requestedRunId: runId, requestId}, context);
		const action = context.dryRun ? {action: 'dry-run' as const} : {};
		return {
			view: 'run-bundle',
			data: {
				...action,
				out: saved.directory,
				snapshotId: saved.meta.snapshotId,
				requestId,
				meta: saved.meta,
				files: saved.files,
			},
		};
	},
});
