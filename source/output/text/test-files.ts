import type {Scaffold} from '../../../contract/documents/test.ts';
import type {LintReport, StepReading} from '../../../contract/lint-report.ts';
import type {TestCode} from '../../../contract/test.ts';
import {cleanLine, clean} from '../clean.ts';
import type {Look} from '../look.ts';

/** `file: field: reason` per problem, the readings when they were asked for, then the count. Warnings stand on stderr. */
export const lintReport = ({checked, valid, issues, readings = []}: LintReport): string =>
	[
		...issues.map(({file, field, reason}) => `${file}: ${field}: ${reason}`),
		...readings.flatMap(readingLines),
		`${valid}/${checked} valid, ${issues.length} problem(s)`,
	]
		.map(line => `${cleanLine(line)}\n`)
		.join('');

/** The step, and below it what it means; several meanings begin with `or`. */
function readingLines({file, field, description, readings, refusal}: StepReading): string[] {
	const meanings = readings.map(
		({line, note}, index) => `${index === 0 ? '' : 'or '}${line}${note === null ? '' : ` (${note})`}`,
	);
	return [`${file}: ${field}: ${description}`, ...(refusal === null ? meanings : [refusal]).map(line => `  ${line}`)];
}

/** The file as it would be written, so that redirecting it makes a usable one. A terminal gets it cleaned. */
export const scaffold = (_: Scaffold, look: Look, {file}: {file: string}): string =>
	look.isTerminal ? clean(file) : file;

/** The source as it is: a file made by redirection is the stored source, byte for byte. A terminal gets it cleaned. */
export const testCode = ({code}: TestCode, look: Look, {isWritten}: {isWritten: boolean}): string => {
	if (isWritten || code === null) return '';
	return look.isTerminal ? clean(code) : code;
};
