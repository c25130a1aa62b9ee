import type {Context} from '../../../context.ts';
import type {PlanFile} from '../../../contract/plan-file.ts';
import type {TestInput} from '../../../contract/test.ts';
import {unfilledTexts} from '../../../plan-files/plan-warnings.ts';

/** A plan of a file as the definition of a test that is sent. The viewport is no part of it. */
export const planBody = ({projectId, type, name, description, priority, planSteps}: PlanFile): TestInput => ({
	projectId,
	type,
	name,
	...(description === undefined ? {} : {description}),
	...(priority === undefined ? {} : {priority}),
	planSteps,
});

/** "`{{…}}` left in a plan text: `[advisory]`". @param place stands before the field, where several plans are read */
export function adviseAbout(plan: PlanFile, {notes}: Context, place = ''): void {
	for (const {field, reason} of unfilledTexts(plan)) notes.say('advisory', `${place}${field} ${reason}`);
	if (plan.viewport !== undefined)
		notes.say('warn', `${place}viewport ${plan.viewport} is not sent: the service takes none for a test`);
}
