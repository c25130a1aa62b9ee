import type {Me} from '../../../source/contract/account.ts';
import type {Plan} from '../../../source/contract/enums.ts';
import {getMe} from '../../../source/contract/routes/account.ts';
import {runCost, toCredits} from '../../domain/credit-costs.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

/** What a generated test and a repaired run cost, in hundredths of a credit (table of credits). */
const otherCosts = {generatedTest: 100, autoHeal: 20};

/** What each plan opens (table of plan gates); null is unlimited. */
const features: Record<Plan, NonNullable<Me['features']>> = {
	Free: {autoAuth: false, scheduleSlots: 0, testListSlots: 1},
	Starter: {autoAuth: false, scheduleSlots: 5, testListSlots: 5},
	Standard: {autoAuth: false, scheduleSlots: null, testListSlots: null},
	Pro: {autoAuth: true, scheduleSlots: null, testListSlots: null},
};

export function accountRoutes(on: On, {settings, hasBackendRunner}: Services): void {
	on(getMe, async ({caller}) => {
		const {account} = caller;
		return {
			userId: caller.accountId,
			keyId: caller.keyId,
			...(account.email === null ? {} : {email: account.email}),
			...(account.displayName === null ? {} : {displayName: account.displayName}),
			scopes: [...caller.scopes],
			env: 'development',
			subPlan: account.plan,
			creditsPerRun: toCredits(runCost.frontend),
			creditCosts: {
				frontendRun: toCredits(runCost.frontend),
				backendRun: toCredits(runCost.backend),
				generatedTest: toCredits(otherCosts.generatedTest),
				autoHeal: toCredits(otherCosts.autoHeal),
			},
			features: features[account.plan as Plan] ?? features.Free,
			service: {
				version: settings.version,
				targetPolicy: settings.targetPolicy,
				runners: {frontend: false, backend: await hasBackendRunner()},
				model: false,
			},
		};
	});
}
