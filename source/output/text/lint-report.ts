import type {LintReport, StepReading} from '../../../contract/lint-report.ts';
import {cleanLine} from '../clean.ts';

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
