import {getMe} from '../../../contract/routes/account.ts';
import {healCost, runCost, toCredits} from '../../domain/credit-costs.ts';
import {featuresOf} from '../../domain/plan-features.ts';
import {readBalance} from '../../store/accounts/ledger.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

/** What a generated test costs, in hundredths of a credit (table of credits). */
const generatedTestCost = 100;

export function accountRoutes(on: On, {database, settings, hasBackendRunner, planScripts}: Services): void {
	on(getMe, async ({caller}) => {
		const {account} = caller;
		const credits = account.metered ? await readBalance(database, caller.accountId) : null;
		return {
			userId: caller.accountId,
			keyId: caller.keyId,
			...(account.email === null ? {} : {email: account.email}),
			...(account.displayName === null ? {} : {displayName: account.displayName}),
			member: caller.member && {memberId: caller.member.id, name: caller.member.name, email: caller.member.email},
			role: caller.role,
			scopes: [...caller.scopes],
			env: 'development',
			...(credits === null ? {} : {credits: toCredits(Math.max(0, credits.balance - credits.held))}),
			subPlan: account.plan,
			creditsPerRun: toCredits(runCost.frontend),
			creditCosts: {
				frontendRun: toCredits(runCost.frontend),
				backendRun: toCredits(runCost.backend),
				generatedTest: toCredits(generatedTestCost),
				autoHeal: toCredits(healCost),
			},
			features: featuresOf(account.plan),
			service: {
				version: settings.version,
				targetPolicy: settings.targetPolicy,
				runners: {frontend: planScripts?.isReady() ?? false, backend: await hasBackendRunner()},
				model: false,
			},
		};
	});
}
