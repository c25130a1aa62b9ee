import {dirname, resolve} from 'node:path';
import type {Context} from '../context.ts';
import {environmentValue} from '../credentials/environment.ts';
import {type ApiError, isApiError, refusedFlag} from '../errors/api-error.ts';
import {fileErrorWords} from '../process/file-error-words.ts';
import {makeDirectory} from '../process/place-file.ts';
import type {ReportRefusal} from '../reports/report.ts';
import type {CommandResult} from './define-command.ts';
import {createWaitReport, type WaitReport} from './wait-report.ts';
import type {ReportOptions} from './shared-flags.ts';

/**
 * Runs a command and leaves its reports behind "before the exit, and before the error envelope, on every way out".
 * @param isWaiting a command that does not wait knows nothing to report
 * @param work tells the report what it sees
 */
export async function reporting(
	options: ReportOptions,
	isWaiting: boolean,
	context: Context,
	work: (report: WaitReport) => Promise<CommandResult>,
): Promise<CommandResult> {
	const report = createWaitReport();
	const isAction = isGithubAction(context);
	const isWanted = options.report || options.summaryFile || options.ghOutput || isAction;
	if (!isWaiting || !isWanted) return work(report);
	preparePlace('report-file', options.reportFile, context);
	preparePlace('summary-file', options.summaryFile, context);
	const startedAt = context.clock.now();
	const beganAt = context.clock.elapsed();
	const write = async (errorCode: string | null, refusal: ReportRefusal | null = null) => {
		context.progress.end();
		const {writeReports} = await import('./write-reports.ts');
		await writeReports(report, {options, isAction, startedAt, beganAt, errorCode, refusal}, context);
	};
	try {
		const result = await work(report);
		await write(result.problem?.code ?? null);
		return result;
	} catch (error) {
		await write(isApiError(error) ? error.code : 'INTERNAL', isApiError(error) ? refusalOf(error) : null);
		throw error;
	}
}

const refusalOf = ({code, message, nextAction}: ApiError): ReportRefusal => ({code, message, nextAction});

/** "Annotations and the job summary need no flag and appear when `GITHUB_ACTIONS=true`." */
const isGithubAction = ({env, dryRun}: Pick<Context, 'env' | 'dryRun'>): boolean =>
	!dryRun && environmentValue(env, 'GITHUB_ACTIONS') === 'true';

/** Makes the directory of a report and looks at its place before anything is started: without one the run would be in vain. */
function preparePlace(flag: string, path: string | undefined, {cwd, dryRun, files}: Context): void {
	if (path === undefined || dryRun) return;
	const parent = dirname(resolve(cwd, path));
	try {
		makeDirectory(parent);
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		if (code === undefined) throw error;
		const text = `the directory ${parent} cannot be made (${fileErrorWords(code)})`;
		throw refusedFlag(flag, {reason: 'not_writable', text});
	}
	files.checkPlace(path, {flag});
}
