import type * as z from 'zod/mini';
import {maxPlanSteps, type PlanFile, type PlanFileStep, planFile, stepsFile} from '../../contract/plan-file.ts';

/** Why a file or a field of it is refused. `field` is a path such as `planSteps[3].type`; `file` means all of it. */
export type PlanProblem = {
	field: string;
	reason: string;
	/** The values an enumeration takes. */
	accepted?: readonly string[];
	/** The content has more bytes than allowed. */
	tooLarge?: {sizeBytes: number; maxBytes: number};
};

export type Checked<Value> = {value: Value; problems: []} | {value: null; problems: PlanProblem[]};

/** Checks a whole plan. Collects every problem, in the order of the fields. */
export function checkPlan(value: unknown): Checked<PlanFile> {
	if (Array.isArray(value))
		return refuse({
			field: 'file',
			reason: `must be one plan, an object, not an array; ${value.some(one => isObject(one) && 'planSteps' in one) ? 'several plans go into a JSON Lines file, one per line: --plans' : 'a file of steps alone is for --steps'}`,
		});
	if (!isObject(value) || value['type'] !== 'backend') return check(planFile, value);
	const {problems} = check(planFile, {...value, type: 'frontend'});
	return refuse(
		{
			field: 'type',
			reason: 'must be frontend; a backend test is a Python file: use --code-file',
			accepted: ['frontend'],
		},
		...problems,
	);
}

/** Checks a steps file: an object with `planSteps`, or the bare array. */
export function checkSteps(value: unknown): Checked<PlanFileStep[]> {
	const checked = check(stepsFile, Array.isArray(value) ? {planSteps: value} : value);
	return checked.value === null ? checked : {value: checked.value.planSteps, problems: []};
}

/**
 * The schema says nothing more about an array once it is too long, so the steps that are allowed are checked without the
 * others: "collects every problem". The others are not, because a file may hold a hundred thousand.
 */
function check<Value>(schema: z.ZodMiniType<Value>, value: unknown): Checked<Value> {
	const steps = isObject(value) ? value['planSteps'] : undefined;
	const isTooLong = Array.isArray(steps) && steps.length > maxPlanSteps;
	const parsed = schema.safeParse(isTooLong ? {...(value as object), planSteps: steps.slice(0, maxPlanSteps)} : value);
	if (parsed.success && !isTooLong) return {value: parsed.data, problems: []};
	return refuse(...problemsOf(parsed), ...(isTooLong ? [tooManySteps] : []));
}

const tooManySteps: PlanProblem = {field: 'planSteps', reason: `must hold at most ${maxPlanSteps} steps`};

/** Whether a JSON value can have been meant as a plan; a directory may hold other JSON files beside plans. */
export const isPlanLike = (value: unknown): boolean =>
	!isObject(value) || Object.keys(value).length === 0 || 'planSteps' in value || 'projectId' in value;

/** `['planSteps', 3, 'type']` → `planSteps[3].type`; the empty path is the file itself. */
const fieldPath = (path: readonly PropertyKey[]): string =>
	path.reduce<string>((text, part) => {
		if (typeof part === 'number') return `${text}[${part}]`;
		return text ? `${text}.${String(part)}` : String(part);
	}, '') || 'file';

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const refuse = (...problems: PlanProblem[]) => ({value: null, problems});

function problemsOf(parsed: z.core.util.SafeParseResult<unknown>): PlanProblem[] {
	return (parsed.error?.issues ?? []).map(issue => ({
		field: fieldPath(issue.path),
		reason: issue.message,
		...(issue.code === 'invalid_value' ? {accepted: issue.values.map(String)} : {}),
	}));
}
