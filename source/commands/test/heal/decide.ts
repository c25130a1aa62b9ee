import {paginate} from '../../../client/paginate.ts';
import type {TestId} from '../../../../contract/ids.ts';
import {acceptHeal, listHeals, refuseHeal} from '../../../../contract/routes/heals.ts';
import type {Context} from '../../../context.ts';
import {type ApiError, isApiError, refusedFlag} from '../../../errors/api-error.ts';
import type {DecidedHeals} from '../../../output/text/heals.ts';
import {id, ids} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {derivedKey, idempotencyKeyFlag} from '../../shared-flags.ts';
import {missingFlag, toggle} from '../../flag.ts';

type Decision = {name: 'accept' | 'refuse'; route: typeof acceptHeal | typeof refuseHeal; description: string};

const deciding = ({name, route, description}: Decision) =>
	defineCommand({
		description,
		args: {
			testId: id('test-id', 'Frontend test that was repaired'),
			healIds: ids('heal-id', `Repairs to ${name}`, {min: 0}),
		},
		flags: {
			all: toggle(`${name === 'accept' ? 'Accept' : 'Refuse'} every repair that nobody has decided about`),
			idempotencyKey: idempotencyKeyFlag,
		},
		examples: [`test heal ${name} tst_1 hea_1`, `test heal ${name} tst_1 --all`],
		rules({healIds, all}) {
			if (all && healIds.length > 0)
				throw refusedFlag('all', {reason: 'exclusive', text: 'cannot be combined with heal ids'});
			if (healIds.length === 0 && !all) throw missingFlag('all', ', or name repairs');
		},
		async run({testId, healIds, all, idempotencyKey: own}, context) {
			const named = all ? await openHeals(testId, context) : [...new Set(healIds)];
			const key = context.idempotencyKey(route, own);
			const results: DecidedHeals['results'] = [];
			let problem: ApiError | undefined;
			for (const healId of named) {
				try {
					const call = {params: {testId, healId}, idempotencyKey: derivedKey(key, `:${healId}`)};
					results.push(await context.client.call(route, call));
				} catch (error) {
					if (!isApiError(error)) throw error;
					// What was decided until then is told in any case.
					problem = error;
					break;
				}
			}
			return {
				view: 'decided-heals',
				data: {testId: results[0]?.testId ?? testId, results},
				...(problem ? {problem} : {}),
			} as const;
		},
	});

/** Oldest first, as they were made. */
async function openHeals(testId: TestId, {client}: Context): Promise<string[]> {
	const query = {status: 'proposed'} as const;
	const call = (paging: object) => client.call(listHeals, {params: {testId}, query: {...query, ...paging}});
	const {items} = await paginate(call, {});
	return items.map(({healId}) => healId).reverse();
}

export const accept = deciding({
	name: 'accept',
	route: acceptHeal,
	description: 'The script has the new element from now on; the version of the code goes up by one.',
});
export const refuse = deciding({
	name: 'refuse',
	route: refuseHeal,
	description: 'This element is never taken for the old one again: the step fails until the plan is changed.',
});
