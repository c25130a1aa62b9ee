import {shellWord} from '../../../view-model/shell-word.ts';
import type {TestId} from '../../../../contract/ids.ts';
import type {RerunTicket} from '../../../../contract/rerun.ts';
import {rerunTest} from '../../../../contract/routes/reruns.ts';
import {getTest} from '../../../../contract/routes/tests.ts';
import type {Context} from '../../../context.ts';
import {dashboardLink} from '../../dashboard-link.ts';
import {mayHaveStarted, nameRunInFlight, sayAbout} from './trigger.ts';

/** How tests are run again. */
export type RerunWish = {
	autoHeal: boolean;
	skipDependencies: boolean;
	/** Of one test: also those that use the same values. */
	withSiblings?: boolean;
	environment: string | undefined;
	seed?: string | undefined;
};

/** The wish as every rerun route takes it: "wire `autoHeal` is always an explicit boolean". */
export const rerunBody = ({autoHeal, skipDependencies, withSiblings, environment, seed}: RerunWish) => ({
	source: 'cli' as const,
	autoHeal,
	...(skipDependencies ? {skipDependencies} : {}),
	...(withSiblings ? {withSiblings} : {}),
	environment,
	seed,
});

/** Runs one test again and says what the service has to say about it. */
export async function rerunOne(
	{testId, idempotencyKey, ...wish}: RerunWish & {testId: TestId; idempotencyKey: string},
	context: Context,
): Promise<RerunTicket> {
	const ticket = await context.client
		.call(rerunTest, {params: {testId}, body: rerunBody(wish), idempotencyKey})
		.catch(mayHaveStarted(`svc test result ${shellWord(testId)}`))
		.catch(nameRunInFlight);
	sayAbout(ticket, context);
	const subject = () => context.client.call(getTest, {params: {testId}}).then(({projectId}) => ({projectId, testId}));
	return {...ticket, ...(await dashboardLink(ticket.dashboardUrl, subject, context))};
}
