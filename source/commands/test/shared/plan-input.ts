import {resolve} from 'node:path';
import type {Context} from '../../../context.ts';
import {maxPlanFileBytes, type PlanFile, type PlanFileStep} from '../../../../contract/plan-file.ts';
import {type Found, planFrom, planIn, plansInDirectory, plansInLines} from '../../../plan-files/find-plans.ts';
import {loadPlan, loadPlans, loadSteps} from '../../../plan-files/load-plan.ts';

/** One plan or steps file; `-` = stdin. */
async function findPlan(path: string, flag: string, {files, cwd}: Context): Promise<Found> {
	if (path !== '-') return planIn(path, flag, resolve(cwd, path));
	const bytes = await files.read(path, {flag, maxBytes: maxPlanFileBytes});
	return planFrom(Buffer.from(bytes), 'stdin');
}

/** The plan of `--plan-from`, stopping at its first problem. */
export const readPlan = async (path: string, context: Context): Promise<PlanFile> =>
	loadPlan(await findPlan(path, 'plan-from', context));

/** The steps of `--steps`, stopping at the first problem. */
export const readSteps = async (path: string, context: Context): Promise<PlanFileStep[]> =>
	loadSteps(await findPlan(path, 'steps', context));

/** Where several plans are read from: a JSONL file, or a directory. */
type PlansInput = {plans: string | undefined; planFromDir: string | undefined};

/** All plans of the input in order, stopping at the first problem of any of them. */
export function readPlans({plans, planFromDir}: PlansInput, {cwd, notes}: Context): PlanFile[] {
	const found =
		plans === undefined
			? plansInDirectory(planFromDir ?? '', 'plan-from-dir', resolve(cwd, planFromDir ?? ''))
			: plansInLines(plans, 'plans', resolve(cwd, plans));
	return loadPlans(found, file => notes.say('info', `${file} is no plan and is skipped`));
}
