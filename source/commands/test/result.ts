import type {Context} from '../../context.ts';
import {sources} from '../../../contract/enums.ts';
import type {TestId} from '../../../contract/ids.ts';
import {listTestRuns} from '../../../contract/routes/runs.ts';
import {getTestResult} from '../../../contract/routes/results.ts';
import type {CliLatestResult} from '../../../contract/result.ts';
import type {RunHistoryItem} from '../../../contract/run.ts';
import {ApiError, refusedFlag} from '../../errors/api-error.ts';
import {id} from '../argument.ts';
import {whyItFailed} from '../outcome.ts';
import {defineCommand} from '../define-command.ts';
import {choice, integer, refuseTogether, refuseWithout, text, toggle} from '../flag.ts';
import {shellWord} from '../../view-model/shell-word.ts';

const hoursAndDays = /^(\d{1,6})([hd])$/;
const hourMs = 3_600_000;

/** `<n>h`, `<n>d` or an ISO time → the time of the wire; undefined when it is none of them. */
function sinceTime(given: string, now: number): string | undefined {
	const [, amount, unit] = hoursAndDays.exec(given) ?? [];
	if (amount !== undefined) return new Date(now - Number(amount) * hourMs * (unit === 'd' ? 24 : 1)).toISOString();
	const isDate = /^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(Date.parse(given));
	return isDate ? new Date(given).toISOString() : undefined;
}

export const result = defineCommand({
	description: 'The result is that of the run in flight if there is one, else of the latest run with a verdict.',
	args: {testId: id('test-id', 'Test whose result is wanted')},
	flags: {
		includeAnalysis: toggle('Add the likely cause and what to look at first'),
		history: toggle('List the runs of the test instead'),
		source: choice('Only runs started from there (--history)', sources, {placeholder: '<source>'}),
		since: text('Only runs since then: 12h, 7d or an ISO time (--history)', {placeholder: '<time>'}),
		rerun: toggle('Only reruns (--history)'),
		noRerun: toggle('Only fresh runs (--history)'),
		pageSize: integer('Runs per page, 1 to 100 (20) (--history)', {min: 1, max: 100}),
		cursor: text('Begin at this nextCursor (--history)', {placeholder: '<token>'}),
	},
	examples: ['test result tst_1', '--output json test result tst_1 --history --since 7d'],
	rules(options, {clock}) {
		const {history, source, since, rerun, noRerun, pageSize, cursor} = options;
		refuseTogether('history', history, 'include-analysis', options.includeAnalysis);
		const historyFlags = {source, since, rerun: rerun || undefined, 'no-rerun': noRerun || undefined, cursor};
		for (const [flag, value] of Object.entries({...historyFlags, 'page-size': pageSize}))
			refuseWithout(flag, value !== undefined, 'history', history);
		refuseTogether('rerun', rerun, 'no-rerun', noRerun);
		if (since !== undefined && sinceTime(since, clock.now()) === undefined)
			throw refusedFlag('since', {reason: 'time', text: 'must be like 12h, 7d or 2026-01-31T09:30:00Z'});
	},
	async run({testId, includeAnalysis, history, ...options}, context) {
		if (!history) {
			const query = includeAnalysis ? ({includeAnalysis: 'true'} as const) : {};
			const data = await context.client.call(getTestResult, {params: {testId}, query});
			if (hasNeverRun(data)) throw neverRun(testId);
			return {view: 'result', data};
		}
		const {source, since, rerun, noRerun, pageSize, cursor} = options;
		const filters = {
			source,
			since: since === undefined ? undefined : sinceTime(since, context.clock.now()),
			rerun: rerun || noRerun ? String(rerun) : undefined,
		};
		const {runs, nextCursor} = await firstPageWithRuns(
			from =>
				context.client.call(listTestRuns, {
					params: {testId},
					query: {...filters, pageSize: pageSize ?? 20, cursor: from},
				}),
			cursor,
		);
		hintAtRuns(testId, runs, context);
		return {view: 'history', data: {runs, nextCursor}};
	},
});

/** A test without any run has a result that says so; to whoever asks for one, there is none. */
const hasNeverRun = ({status, verdict, runIdIfAvailable, startedAt, finishedAt}: CliLatestResult): boolean =>
	['draft', 'ready'].includes(status) && (verdict ?? runIdIfAvailable ?? startedAt ?? finishedAt ?? null) === null;

const neverRun = (testId: TestId): ApiError =>
	new ApiError('NOT_FOUND', 'This test has never run.', {
		nextAction: `Run it: svc test run ${shellWord(testId)}`,
		details: {resource: 'test', id: testId, reason: 'no_replayable_run'},
	});

/** A page whose runs are all filtered out is not the end of the history: the next one is read. */
async function firstPageWithRuns<T extends {runs: readonly unknown[]; nextCursor: string | null}>(
	read: (cursor: string | undefined) => Promise<T>,
	from: string | undefined,
): Promise<T> {
	let page = await read(from);
	while (page.runs.length === 0 && page.nextCursor !== null) page = await read(page.nextCursor);
	return page;
}

/** How to compare the two latest runs, and how to see why the latest of those that did not pass failed. */
function hintAtRuns(testId: TestId, runs: readonly RunHistoryItem[], {output, notes, hint}: Context): void {
	if (output !== 'text') return;
	const [latest, before] = runs;
	if (latest && before) hint('run-diff', `svc test diff ${before.runId} ${latest.runId}`);
	const failed = runs.find(({status}) => status === 'failed' || status === 'blocked');
	if (!failed) return;
	for (const step of whyItFailed({runId: failed.runId, testId}).split('\n')) notes.say('hint', step);
}
