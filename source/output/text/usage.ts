import type {Me} from '../../../contract/account.ts';
import {creditCosts, runsCovered} from '../../../contract/ledger.ts';
import {labelBlock} from '../label-block.ts';

export function usage(me: Me): string {
	const account = labelBlock([
		['userId', me.userId],
		['keyId', me.keyId],
		['env', me.env],
	]);
	const {credits, subPlan, creditsPerRun} = me;
	if (credits === undefined && subPlan === undefined && creditsPerRun === undefined) return account;
	if (credits === undefined) {
		const unmetered = labelBlock([
			['plan', subPlan],
			['credits', 'unmetered, nothing is charged here'],
		]);
		return `${account}\n--- credits & plan ---\n${unmetered}${lastLine(me)}`;
	}
	const costs = {...creditCosts, ...me.creditCosts};
	const balance = labelBlock([
		['plan', subPlan],
		['credits', credits],
		['cost per frontend run', costs.frontendRun],
		['cost per backend run', costs.backendRun],
		['can trigger', runsText(me)],
	]);
	return `${account}\n--- credits & plan ---\n${balance}${lastLine(me)}`;
}

/** `84 frontend runs or 210 backend runs`. */
function runsText(me: Me): string {
	const covered = runsCovered(me);
	const runs = (type: 'frontend' | 'backend') => {
		const number = covered?.[type] ?? null;
		return number === null ? `any number of ${type} runs` : `${number} ${type} ${number === 1 ? 'run' : 'runs'}`;
	};
	return `${runs('frontend')} or ${runs('backend')}`;
}

function lastLine(me: Me): string {
	const covered = runsCovered(me);
	const short = (['frontend', 'backend'] as const).filter(type => covered?.[type] === 0);
	if (short.length > 0)
		return `warning: the credits do not cover another ${short.length === 1 ? `${short[0]} ` : ''}run\n`;
	return me.subPlan === 'Free' ? 'note: the Free plan has no schedules and no auto-auth\n' : '';
}
