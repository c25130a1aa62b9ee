import type {LintReport} from '../../contract/lint-report.ts';
import {checkPlan, checkSteps, type PlanProblem} from './check-plan.ts';
import type {Found} from './find-plans.ts';
import {type PlanWarning, planWarnings} from './plan-warnings.ts';
import {
	type ExplainedPlan,
	type ExplainedStep,
	explainSteps,
	handoverWarnings,
	refusalText,
	rememberingReader,
	stepWarnings,
} from './step-warnings.ts';

/**
 * Checks everything that was found and collects every problem; the first of them is what `test create` would stop at.
 * @param kind what a file is meant to be: whole plans, or the steps of one
 * @param isExplained whether the report tells how each step is read
 */
export function lint(found: Iterable<Found>, kind: 'plan' | 'steps', isExplained = false): LintReport {
	const report: LintReport = {checked: 0, valid: 0, issues: [], warnings: []};
	const plans: ExplainedPlan[] = [];
	const reader = rememberingReader();
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
			const explained = explainSteps(one.value, reader);
			plans.push({file: one.file, prefix: one.prefix, explained});
			const warnings = [...planWarnings(one.value), ...stepWarnings(explained)];
			report.warnings.push(...warnings.map(warning => row(one.file, one.prefix, warning)));
		}
	}
	report.warnings.push(...handoverWarnings(plans));
	if (isExplained)
		report.readings = plans.flatMap(({file, prefix, explained}) =>
			explained.map(step => ({file, ...readingRow(step), field: `${prefix}${step.field}`})),
		);
	return report;
}

function readingRow({field, step, read}: ExplainedStep) {
	const readings = 'readings' in read ? read.readings : [];
	return {
		field,
		type: step.type,
		description: step.description,
		readings: readings.map(({line, note, parts}) => ({line, note, operations: parts.map(({op}) => op)})),
		refusal: 'refusal' in read ? refusalText(read.refusal) : null,
	};
}
