import {appendFileSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Context} from '../context.ts';
import {isTerminal} from '../../contract/enums.ts';
import {getBatch} from '../../contract/routes/batches.ts';
import type {TestStep} from '../../contract/result.ts';
import {getRunFailure} from '../../contract/routes/failures.ts';
import {environmentValue} from '../credentials/environment.ts';
import {isApiError} from '../errors/api-error.ts';
import {fileErrorWords} from '../process/file-error-words.ts';
import {annotations, stepOutputs, stepSummary} from '../reports/github.ts';
import {
	firstLine,
	type Report,
	type ReportCase,
	type ReportCleanup,
	type ReportRefusal,
	sumCleanups,
} from '../reports/report.ts';
import {summaryOf} from '../reports/summary.ts';
import type {WaitReport} from './wait-report.ts';
import type {ReportOptions} from './shared-flags.ts';

type Writing = {
	options: ReportOptions;
	/** It runs in a workflow of GitHub. */
	isAction: boolean;
	/** When the command began to work, epoch milliseconds. */
	startedAt: number;
	/** The same as `elapsed` counts. */
	beganAt: number;
	errorCode: string | null;
	/** What ended the command before its runs did. */
	refusal: ReportRefusal | null;
};

/** Writes every report that was asked for. "A write error is a `[warn]` and never changes the exit code." */
export async function writeReports(
	seen: WaitReport,
	{options, isAction, startedAt, beganAt, errorCode, refusal}: Writing,
	context: Context,
): Promise<void> {
	const cases = seen.cases();
	const report: Report = {
		projectId: seen.projectId ?? onlyProject(cases),
		batchId: printable(seen.batchId),
		startedAt: new Date(startedAt).toISOString(),
		durationMs: context.clock.elapsed() - beganAt,
		cases,
		cleanup: sumCleanups(await cleanupsOf(seen, context)),
		errorCode,
		refusal,
	};
	const {reportFile, summaryFile, ghOutput} = options;
	// Rows of a batch hold the beginning of an error; who reads a report has no other place for the rest.
	const complete = {
		...report,
		cases: reportFile !== undefined || isAction ? await withFailures(cases, context) : cases,
	};
	if (reportFile !== undefined) {
		await attempt('report-file', context, async () => {
			const {junitXml} = await import('../reports/junit.ts');
			const suiteName = options.reportSuiteName ?? ['svc', report.projectId].filter(Boolean).join(':');
			await context.files.write(reportFile, junitXml(complete, suiteName), {flag: 'report-file'});
		});
	}
	if (summaryFile !== undefined) {
		await attempt('summary-file', context, async () => {
			const summary = `${JSON.stringify(summaryOf(report), null, 2)}\n`;
			await context.files.write(summaryFile, summary, {flag: 'summary-file'});
		});
	}
	if (ghOutput) await attempt('gh-output', context, () => append('GITHUB_OUTPUT', stepOutputs(report), context));
	if (isAction) {
		for (const line of annotations(complete)) context.notes.line(line);
		if (environmentValue(context.env, 'GITHUB_STEP_SUMMARY') !== undefined)
			await attempt('job summary', context, () => append('GITHUB_STEP_SUMMARY', stepSummary(complete), context));
	}
}

const lookTimeoutMs = 10_000;

/** The cleanups that the wait has seen; that of a single run is asked for, because its wait does not look at the batch. */
async function cleanupsOf(seen: WaitReport, {client, signal, dryRun}: Context): Promise<ReportCleanup[]> {
	const known = seen.cleanups();
	const {batchId} = seen;
	// Whose wait broke off is not kept waiting once more.
	const isOver = seen.cases().every(({status}) => status === 'skipped' || isTerminal(status));
	if (known.length > 0 || batchId === null || !isOver || signal.aborted || dryRun) return known;
	try {
		return [(await client.call(getBatch, {params: {batchId}, timeoutMs: lookTimeoutMs})).cleanup];
	} catch {
		return [];
	}
}

async function attempt(what: string, {notes}: Context, write: () => void | Promise<void>): Promise<void> {
	try {
		await write();
	} catch (error) {
		notes.say('warn', `${what} was not written: ${whyNot(error as NodeJS.ErrnoException)}`);
	}
}

function whyNot(error: NodeJS.ErrnoException): string {
	if (isApiError(error)) return error.nextAction || error.message;
	return error.code === undefined ? error.message : `${error.path}: ${fileErrorWords(error.code)}`;
}

/** Adds to a file of the workflow, which other steps write to as well. */
function append(variable: string, text: string, {env, cwd, dryRun, notes}: Context): void {
	const path = environmentValue(env, variable);
	if (dryRun) {
		if (path !== undefined) notes.say('dry-run', `would write ${path}`);
		return;
	}
	if (path === undefined) throw new Error(`${variable} is not set`);
	appendFileSync(resolve(cwd, path), text);
}

/** What is written to a file of `name=value` lines must not be able to begin a line of its own. */
const printable = (id: string | null): string | null => (id !== null && /^[\x21-\x7e]+$/.test(id) ? id : null);

/** Null where several projects meet. */
function onlyProject(cases: readonly ReportCase[]): string | null {
	const ids = new Set(cases.map(({projectId}) => projectId).filter(Boolean));
	return ids.size === 1 ? [...ids][0]! : null;
}

const traceLines = 20;
const traceTimeoutMs = 10_000;

/**
 * Adds to every failed run its whole error and the tail of its traceback; only the failure of a run carries them. One after the other, and no
 * more once the service cannot give one: the report is due.
 */
async function withFailures(cases: readonly ReportCase[], {client, signal, dryRun}: Context): Promise<ReportCase[]> {
	let canAsk = !signal.aborted && !dryRun;
	const complete: ReportCase[] = [];
	for (const one of cases) {
		let {error, trace, steps} = one;
		if (canAsk && (one.status === 'failed' || hasStopped(one)) && one.runId !== null) {
			try {
				const {
					failure,
					result,
					steps: shown,
				} = await client.call(getRunFailure, {
					params: {runId: one.runId},
					timeoutMs: traceTimeoutMs,
				});
				error = typeof result.error === 'string' ? result.error : error;
				trace = tail(failure.trace ?? result.trace);
				// What a browser did, or which calls code made; a single assertion is the error itself.
				if (shown.some(({stepIndex}) => stepIndex > 1)) steps = shown.map(stepLine);
			} catch (problem) {
				canAsk = isApiError(problem) && (problem.code === 'NOT_FOUND' || problem.code === 'CONFLICT');
			}
		}
		complete.push({...one, error, trace, steps});
	}
	return complete;
}

/** A plan that could not go on; a test that waits for a value in vain has no kind of failure. */
const hasStopped = ({status, failureKind}: ReportCase) => status === 'blocked' && failureKind !== null;

/** `failed 4. Click the Save button (no button "Save")`. */
function stepLine({stepIndex, status, description, error, healed, note}: TestStep): string {
	const why = error ? firstLine(error) : null;
	const remarks = [healed ? 'healed' : null, note, why === firstLine(description) ? null : why]
		.filter(Boolean)
		.join('; ');
	return `${status ?? 'not reached'} ${stepIndex}. ${firstLine(description)}${remarks ? ` (${remarks})` : ''}`;
}

const tail = (trace: string | null | undefined): string | null =>
	trace ? trace.trimEnd().split('\n').slice(-traceLines).join('\n') : null;
