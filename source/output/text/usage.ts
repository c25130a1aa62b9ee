import type {Me} from '../../contract/account.ts';
import {labelBlock} from '../label-block.ts';

/** What a run costs where the service does not say. */
const defaultCosts = {frontendRun: 0.5, backendRun: 0.2};

export function usage(me: Me): string {
	const account = labelBlock([
		['userId', me.userId],
		['keyId', me.keyId],
		['env', me.env],
	]);
	const {credits, subPlan, creditsPerRun} = me;
	if (credits === undefined && subPlan === undefined && creditsPerRun === undefined) return account;
	const costs = me.creditCosts ?? defaultCosts;
	const balance = labelBlock([
		['plan', subPlan],
		['credits', credits],
		['cost per frontend run', costs.frontendRun],
		['cost per backend run', costs.backendRun],
		['can trigger', credits !== undefined && creditsPerRun ? Math.floor(credits / creditsPerRun) : null],
	]);
	return `${account}\n--- credits & plan ---\n${balance}${lastLine(me)}`;
}

function lastLine({credits, creditsPerRun, subPlan}: Me): string {
	if (credits !== undefined && creditsPerRun !== undefined && credits < creditsPerRun)
		return 'warning: the credits do not cover another run\n';
	return subPlan === 'Free' ? 'note: the Free plan has no schedules and no auto-auth\n' : '';
}
