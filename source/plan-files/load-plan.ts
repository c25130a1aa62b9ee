import {refusalText} from '../../contract/error.ts';
import type {PlanFile, PlanFileStep} from '../../contract/plan-file.ts';
import {ApiError, invalidField} from '../errors/api-error.ts';
import {type Checked, checkPlan, checkSteps, type PlanProblem} from './check-plan.ts';
import type {Found} from './find-plans.ts';

/**
 * What `svc test lint` would report first, as the error a command stops with. The place is named where the command line
 * alone does not tell it: in a directory or a JSONL file.
 */
export function planError(problem: PlanProblem, prefix = '', file?: string): ApiError {
	const field = `${prefix}${problem.field}`;
	const place = file === undefined ? '' : ` (${file})`;
	if (!problem.tooLarge) return invalidField(field, `${problem.reason}${place}`, problem.accepted);
	return new ApiError('PAYLOAD_TOO_LARGE', 'Invalid request.', {
		nextAction: refusalText(`Field \`${field}\``, `${problem.reason}${place}`),
		details: {field, ...problem.tooLarge},
	});
}

/** The plan that was found. Throws at its first problem. */
export const loadPlan = (found: Found): PlanFile => load(found, checkPlan);

/** The steps of a steps file. Throws at the first problem. */
export const loadSteps = (found: Found): PlanFileStep[] => load(found, checkSteps);

function load<Value>(found: Found, check: (value: unknown) => Checked<Value>): Value {
	if (found.kind === 'broken') throw planError(found.problem, found.prefix);
	const checked = check(found.kind === 'plan' ? found.value : undefined);
	if (checked.value === null) throw planError(checked.problems[0]!, found.kind === 'plan' ? found.prefix : '');
	return checked.value;
}

/**
 * The plans of a JSONL file or a directory, in order. Throws at the first problem of any of them.
 * @param onSkipped told of files that are no plans
 */
export function loadPlans(found: Iterable<Found>, onSkipped: (file: string) => void): PlanFile[] {
	const plans: PlanFile[] = [];
	for (const one of found) {
		if (one.kind === 'skipped') onSkipped(one.file);
		else if (one.kind !== 'plan') throw planError(one.problem, one.kind === 'broken' ? one.prefix : '', one.file);
		else {
			const {value, problems} = checkPlan(one.value);
			if (value === null) throw planError(problems[0]!, one.prefix, one.file);
			plans.push(value);
		}
	}
	return plans;
}
