import type {LintReport} from '../../contract/lint-report.ts';
import {cleanLine} from '../clean.ts';

/** `file: field: reason` per problem, then the count. Warnings stand on stderr. */
export const lintReport = ({checked, valid, issues}: LintReport): string =>
	[
		...issues.map(({file, field, reason}) => cleanLine(`${file}: ${field}: ${reason}`)),
		`${valid}/${checked} valid, ${issues.length} problem(s)`,
	]
		.map(line => `${line}\n`)
		.join('');
