import {type Plan, plans} from '../../contract/enums.ts';
import type {Feature} from '../../contract/error.ts';
import {ServiceError} from './service-error.ts';

/** What a plan opens; null slots are unlimited. */
type PlanFeatures = {autoAuth: boolean; scheduleSlots: number | null; testListSlots: number | null};

/** The table of plan gates. */
const features: Record<Plan, PlanFeatures> = {
	Free: {autoAuth: false, scheduleSlots: 0, testListSlots: 1},
	Starter: {autoAuth: false, scheduleSlots: 5, testListSlots: 5},
	Standard: {autoAuth: false, scheduleSlots: null, testListSlots: null},
	Pro: {autoAuth: true, scheduleSlots: null, testListSlots: null},
};

/** What the plan of an account opens; a plan nobody knows opens what the free one does. */
export const featuresOf = (plan: string): PlanFeatures => features[plans.find(known => known === plan) ?? 'Free'];

/**
 * The answer when a plan does not open a feature, or no slot of it is free.
 *
 * @param limit number of slots of the plan
 */
export function featureGated(feature: Feature, plan: string, limit?: number): ServiceError {
	const what = feature.replaceAll('_', ' ');
	return limit === undefined
		? new ServiceError('FEATURE_GATED', `The plan ${plan} does not include ${what}.`, {
				nextAction: 'Use an account with a larger plan.',
				details: {feature, plan, reason: 'plan'},
			})
		: new ServiceError('FEATURE_GATED', `The plan ${plan} allows ${limit} of: ${what}.`, {
				nextAction: 'Delete one, or use an account with a larger plan.',
				details: {feature, plan, reason: 'slots', limit},
			});
}
