import type {Context} from '../../../context.ts';
import type {ProjectId} from '../../../../contract/ids.ts';
import {listTests} from '../../../../contract/routes/tests.ts';
import {isApiError} from '../../../errors/api-error.ts';

const lookUpMs = 5000;

/** "Same name: looks for an equal name (without case) in the first 100 tests, own limit 5 s; `[advisory]`, never blocks." */
export async function adviseSameName(
	projectId: ProjectId,
	name: string,
	{client, notes, dryRun, signal}: Context,
): Promise<void> {
	if (dryRun) return;
	const limit = AbortSignal.timeout(lookUpMs);
	try {
		const {items} = await client.call(listTests, {
			query: {projectId, pageSize: 100},
			signal: AbortSignal.any([signal, limit]),
		});
		const same = items.find(test => test.name.toLowerCase() === name.toLowerCase());
		if (same) notes.say('advisory', `the project has a test of that name already: ${same.id}`);
	} catch (error) {
		// A key that is missing or refused will be said by the creation itself; nothing else may stand in its way.
		if (signal.aborted || !(limit.aborted || isApiError(error))) throw error;
	}
}
