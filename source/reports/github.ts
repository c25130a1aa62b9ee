import {cleanLine} from '../output/clean.ts';
import {countOutcomes, countsText} from '../../contract/outcome-counts.ts';
import {cleanupSentence} from '../../contract/cleanup-words.ts';
import {cleanupCounts, firstLine, isCut, refusalText, type Report, wholeError} from './report.ts';

/** Workflow commands end at a line break, so `%`, CR and LF travel escaped. */
const escapeMessage = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
/** Properties end at a colon or comma too. */
const escapeProperty = (text: string) => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const annotation = (level: 'error' | 'warning', title: string, message: string) =>
	`::${level} title=${escapeProperty(title)}::${escapeMessage(message)}`;

/** Warnings in a report: a runner shows ten of a step, and the batch has them all. */
const mostWarnings = 20;

const warningsIn = ({cases}: Report) =>
	cases.flatMap(({name, warnings = []}) => warnings.map(message => ({name, message})));

/**
 * One annotation per test that did not pass, one of what ended the command before its runs did, and the warnings; for
 * stderr.
 */
export const annotations = (report: Report): string[] => [
	...report.cases
		.filter(({status}) => status !== 'passed' && status !== 'skipped')
		.map(({name, status, ...rest}) => annotation('error', `svc ${name} ${status}`, wholeError(rest)?.trim() || status)),
	...(report.refusal ? [annotation('error', `svc ${report.refusal.code}`, refusalText(report.refusal))] : []),
	...warningsIn(report)
		.slice(0, mostWarnings)
		.map(({name, message}) => annotation('warning', `svc ${name}`, message)),
];

/** Foreign text in one cell of a table: it sets no marks of its own, loads nothing and hides nothing. */
const cell = (text: string) =>
	cleanLine(text)
		.replace(/[\\`*~|[\]]|(?<!\w)_|_(?!\w)/g, String.raw`\$&`)
		.replace(/[<>&]/g, entity);
const entity = (character: string) => ({'<': '&lt;', '>': '&gt;', '&': '&amp;'})[character] ?? character;

/** Markdown for the job summary: heading, counts, a row per run. */
export function stepSummary(report: Report): string {
	const rows = report.cases.map(({name, status, runId, dashboardUrl, error}) => {
		const run = runId === null ? '' : dashboardUrl ? `[${cell(runId)}](${encodeURI(dashboardUrl)})` : cell(runId);
		return `| ${cell(name)} | ${cell(status)} | ${run} | ${cell(firstLine(error))} |`;
	});
	return [
		'## svc',
		'',
		...(report.refusal ? [`**${cell(report.refusal.code)}**: ${cell(refusalText(report.refusal))}`, ''] : []),
		countsText(countOutcomes(report.cases)),
		'',
		...cleanupLines(report),
		'| Test | Status | Run | Error |',
		'| --- | --- | --- | --- |',
		...rows,
		...whereWhole(report.cases.find(({error}) => isCut(error))),
		...warningLines(report),
		'',
	].join('\n');
}

/** Where the message of a row that is cut can be read; the ids of the others stand in the annotations. */
const whereWhole = (cut: Report['cases'][number] | undefined): string[] =>
	cut
		? ['', `What … cuts short is whole in the annotations; the first of them: \`svc test result ${cut.testId}\`.`]
		: [];

/** What passed and still wants to be looked at. */
function warningLines(report: Report): string[] {
	const all = warningsIn(report);
	if (all.length === 0) return [];
	const more = all.length - mostWarnings;
	return [
		'',
		`### Warnings: ${all.length}`,
		'',
		...all.slice(0, mostWarnings).map(({name, message}) => `- ${cell(name)}: ${cell(message)}`),
		...(more > 0
			? [
					'',
					`${more} more: \`${report.batchId === null ? 'svc test result <test-id>' : `svc batch get ${report.batchId}`}\`.`,
				]
			: []),
	];
}

/** What is left of the records that the runs made; nothing where they made none. */
const cleanupLines = ({cleanup}: Report): string[] =>
	cleanup && cleanup.captured > 0 ? [cleanupSentence(cleanup), ''] : [];

/** Lines for `GITHUB_OUTPUT`. */
export function stepOutputs(report: Report): string {
	const {timedOut, ...counts} = countOutcomes(report.cases);
	const outputs = {
		...counts,
		timed_out: timedOut,
		...(report.cleanup
			? Object.fromEntries(
					Object.entries(cleanupCounts(report.cleanup)).map(([name, count]) => [`cleanup_${name}`, count]),
				)
			: {}),
		batch_id: report.batchId ?? '',
		error_code: report.errorCode ?? '',
	};
	return Object.entries(outputs)
		.map(([name, value]) => `${name}=${value}\n`)
		.join('');
}
