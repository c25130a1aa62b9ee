import {ApiError, isApiError} from '../../../errors/api-error.ts';
import {resolve} from 'node:path';
import type {Context} from '../../../context.ts';
import {maxPlanFileBytes, maxPlansBytes, type PlanFile, type PlanFileStep} from '../../../../contract/plan-file.ts';
import {type Found, planFrom, planIn, plansInDirectory, plansInLines} from '../../../plan-files/find-plans.ts';
import {loadPlan, loadPlans, loadSteps} from '../../../plan-files/load-plan.ts';

/** One plan or steps file; `-` = stdin. */
export async function findPlan(path: string, flag: string, {files, cwd}: Context): Promise<Found> {
	if (path !== '-') return planIn(path, flag, resolve(cwd, path));
	const bytes = await files.read(path, {flag, maxBytes: maxPlanFileBytes});
	return planFrom(Buffer.from(bytes), 'stdin');
}

/** The plans of a JSONL file; `-` = stdin. */
export async function findPlansInLines(path: string, flag: string, {files, cwd}: Context): Promise<Iterable<Found>> {
	if (path !== '-') return plansInLines(path, flag, resolve(cwd, path));
	return plansInLines('stdin', flag, Buffer.from(await files.read(path, {flag, maxBytes: maxPlansBytes})));
}

/**
 * A plan names its project itself, so that one directory may hold plans of several; one that does not is told the id that
 * the other commands would take here.
 */
function withProjectHere<Value>(load: () => Value, context: Pick<Context, 'knownProject'>): Value {
	try {
		return load();
	} catch (error) {
		const id = isApiError(error) && /(?:^|\.)projectId$/.test(String(error.details['field'])) && context.knownProject();
		if (!id) throw error;
		const {code, message, nextAction, requestId, details} = error;
		throw new ApiError(code, message, {
			nextAction: `${nextAction} The project here is ${id}: write "projectId": "${id}" into each plan.`,
			requestId,
			details,
			cause: error,
		});
	}
}

/** The plan of `--plan-from`, stopping at its first problem. */
export async function readPlan(path: string, context: Context): Promise<PlanFile> {
	const found = await findPlan(path, 'plan-from', context);
	return withProjectHere(() => loadPlan(found), context);
}

/** The steps of `--steps`, stopping at the first problem. */
export const readSteps = async (path: string, context: Context): Promise<PlanFileStep[]> =>
	loadSteps(await findPlan(path, 'steps', context));

/** Where several plans are read from: a JSONL file, or a directory. */
type PlansInput = {plans: string | undefined; planFromDir: string | undefined};

/** All plans of the input in order, stopping at the first problem of any of them. */
export async function readPlans({plans, planFromDir}: PlansInput, context: Context): Promise<PlanFile[]> {
	const {cwd, notes} = context;
	const found =
		plans === undefined
			? plansInDirectory(planFromDir ?? '', 'plan-from-dir', resolve(cwd, planFromDir ?? ''))
			: await findPlansInLines(plans, 'plans', context);
	return withProjectHere(
		() => loadPlans(found, file => notes.say('info', `${file} is no plan and is skipped`)),
		context,
	);
}
