import type {Context} from '../../../context.ts';
import type {PlanFile} from '../../../../contract/plan-file.ts';
import type {TestInput} from '../../../../contract/test.ts';
import {unfilledTexts} from '../../../plan-files/plan-warnings.ts';

/**
 * A plan of a file as the definition of a test that is sent.
 * @param after tests it comes after besides those that the file names
 */
export const planBody = (
	{projectId, type, name, description, priority, viewport, stepTimeoutMs, after: named = [], planSteps}: PlanFile,
	after: readonly string[] = [],
): TestInput => ({
	projectId,
	type,
	name,
	...(description === undefined ? {} : {description}),
	...(priority === undefined ? {} : {priority}),
	...(viewport === undefined ? {} : {viewport}),
	...(stepTimeoutMs === undefined ? {} : {stepTimeoutMs}),
	...(named.length + after.length === 0 ? {} : {after: [...new Set([...named, ...after])]}),
	planSteps,
});

/**
 * "`{{…}}` left in a plan text: `[advisory]`", and so are steps that could not be carried out as they are written. The
 * reader of steps is loaded here, so that commands without a plan start without it.
 * @param place stands before the field, where several plans are read
 */
export async function adviseAbout(plan: Pick<PlanFile, 'planSteps'>, {notes}: Context, place = ''): Promise<void> {
	const {explainSteps, unreadSteps} = await import('../../../plan-files/step-warnings.ts');
	for (const {field, reason} of [...unfilledTexts(plan), ...unreadSteps(explainSteps(plan))])
		notes.say('advisory', `${place}${field} ${reason}`);
}
