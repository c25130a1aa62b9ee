import type {LintReport} from '../contract/lint-report.ts';
import {checkPlan, checkSteps, type PlanProblem} from './check-plan.ts';
import type {Found} from './find-plans.ts';
import {type PlanWarning, planWarnings} from './plan-warnings.ts';

/**
 * Checks everything that was found and collects every problem; the first of them is what `test create` would stop at.
 * @param kind what a file is meant to be: whole plans, or the steps of one
 */
export function lint(found: Iterable<Found>, kind: 'plan' | 'steps'): LintReport {
	const report: LintReport = {checked: 0, valid: 0, issues: [], warnings: []};
	const row = (file: string, prefix: string, {field, reason}: PlanProblem | PlanWarning) => ({
		file,
		field: `${prefix}${field}`,
		reason,
	});
	for (const one of found) {
		if (one.kind === 'skipped') {
			report.warnings.push({file: one.file, field: 'file', reason: 'is no plan and is not looked at'});
		} else if (one.kind === 'limit') {
			report.issues.push(row(one.file, '', one.problem));
		} else if (one.kind === 'broken') {
			report.checked++;
			report.issues.push(row(one.file, one.prefix, one.problem));
		} else {
			const {problems} = kind === 'plan' ? checkPlan(one.value) : checkSteps(one.value);
			report.checked++;
			if (problems.length === 0) report.valid++;
			report.issues.push(...problems.map(problem => row(one.file, one.prefix, problem)));
			report.warnings.push(...planWarnings(one.value).map(warning => row(one.file, one.prefix, warning)));
		}
	}
	return report;
}
