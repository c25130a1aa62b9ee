import {type BatchChange, waitForBatch} from '../../client/wait-for-batch.ts';
import type {Batch, BatchMember} from '../../../contract/batch.ts';
import {isTerminal} from '../../../contract/enums.ts';
import type {BatchId} from '../../../contract/ids.ts';
import type {Context} from '../../context.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import {batchProgress, type WaitReport} from '../wait-report.ts';
import {id} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {toggle} from '../flag.ts';
import {detached, negative, nextLook} from '../outcome.ts';
import {reporting} from '../reports.ts';
import {caseOfMember} from '../reported-run.ts';
import {waitTimeoutFlag, checkReportFlags, reportFlags} from '../shared-flags.ts';
import {withWholeErrors} from '../whole-errors.ts';

export const watch = defineCommand({
	description:
		'Tells every change on stderr and prints the whole batch at the end. Ctrl-C only stops watching: the batch goes on.',
	args: {batchId: id('batch-id', 'Batch to follow')},
	flags: {
		timeout: waitTimeoutFlag(),
		stream: toggle('One JSON object per change on stdout (needs --output json)'),
		...reportFlags,
	},
	examples: ['batch watch bat_1', '--output json batch watch bat_1 --stream'],
	rules({stream, ...options}, {output}) {
		if (stream && output !== 'json')
			throw refusedFlag('stream', {reason: 'requires', text: 'is only allowed with --output json'});
		checkReportFlags(options, true);
	},
	run: (options, context) => reporting(options, true, context, report => follow(options, report, context)),
});

type Options = {batchId: BatchId; timeout: number; stream: boolean};

async function follow(
	{batchId, timeout, stream}: Options,
	report: WaitReport,
	context: Context,
): Promise<CommandResult> {
	report.batchId = batchId;
	const outcome = await waitForBatch({
		...context.wait(timeout),
		batchId,
		onChange(change) {
			context.progress.show({...batchProgress(change.batch), isToldInLines: true});
			if (stream) context.writeJsonLine(changeOf(change));
			else if (context.output === 'text') tellChanges(change, context);
			report.projectId = change.batch.projectId;
			report.seeCleanup(batchId, change.batch.cleanup);
			for (const member of change.answer.members) report.see(caseOfMember(member));
		},
	});
	const {batch} = outcome;
	if (outcome.state === 'timeout')
		for (const {runId, status} of batch?.members ?? [])
			if (!isTerminal(status)) report.see({runId, status: 'timeout', error: outcome.error.message});
	const problem =
		outcome.state === 'timeout'
			? outcome.error
			: outcome.state === 'detached'
				? detached(context.signal, {runIds: openRuns(batch), batchId})
				: outcomeProblem(outcome.batch);
	if (batch === null || stream) return {problem};
	return {view: 'batch', data: await withWholeErrors(batch, context), shape: {}, problem};
}

const openRuns = (batch: Batch | null) =>
	(batch?.members ?? []).filter(({status}) => !isTerminal(status)).map(({runId}) => runId);

/** The outcome is that of all members outside the cleanup wave. */
function outcomeProblem({batchId, status, summary, members}: Batch) {
	if (status === 'passed') return undefined;
	const {failed, blocked, cancelled, total} = summary;
	const counts = `${failed} failed, ${blocked} blocked, ${cancelled} cancelled of ${total}`;
	return negative(
		`Batch ${batchId} finished: ${status} (${counts}).`,
		{batchId, status, ...summary},
		nextLook(
			batchId,
			members.map(member => ({...member, isCleanup: member.role === 'teardown'})),
		),
	);
}

type Line = {version: number; batch: Record<string, unknown>; members: BatchMember[]; done?: true};

/** One line of the stream: what differs from the line before, and the rows that changed. */
function changeOf({batch, previous, answer}: BatchChange): Line {
	const {members, delta, version, ...fields} = batch;
	const before: Record<string, unknown> = previous ?? {};
	const changed = Object.entries(fields).filter(
		([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value),
	);
	return {
		version,
		batch: Object.fromEntries(changed),
		members: answer.members,
		...(batch.phase === 'done' ? {done: true} : {}),
	};
}

/** "`<ISO>  wave <w>  <name>  <old> -> <new>`" */
function tellChanges({previous, answer}: BatchChange, {notes, clock}: Context): void {
	const before = new Map(previous?.members.map(member => [member.runId, member.label]));
	const time = new Date(clock.now()).toISOString();
	for (const {runId, wave, name, label} of answer.members) {
		const old = before.get(runId) ?? '-';
		if (old !== label) notes.line(`${time}  wave ${wave}  ${name}  ${old} -> ${label}`);
	}
}
