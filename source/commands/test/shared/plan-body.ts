import type {Context} from '../../../context.ts';
import type {PlanFile} from '../../../contract/plan-file.ts';
import type {TestInput} from '../../../contract/test.ts';
import {unfilledTexts} from '../../../plan-files/plan-warnings.ts';

/** A plan of a file as the definition of a test that is sent. */
export const planBody = ({projectId, type, name, description, priority, viewport, planSteps}: PlanFile): TestInput => ({
	projectId,
	type,
	name,
	...(description === undefined ? {} : {description}),
	...(priority === undefined ? {} : {priority}),
	...(viewport === undefined ? {} : {viewport}),
	planSteps,
});

/** "`{{…}}` left in a plan text: `[advisory]`". @param place stands before the field, where several plans are read */
export function adviseAbout(plan: PlanFile, {notes}: Context, place = ''): void {
	for (const {field, reason} of unfilledTexts(plan)) notes.say('advisory', `${place}${field} ${reason}`);
}
