import type {Context} from '../../../context.ts';
import {listHeals} from '../../../../contract/routes/heals.ts';
import type {Run} from '../../../../contract/run.ts';
import {isApiError} from '../../../errors/api-error.ts';
import {healWords} from '../../../view-model/heal-words.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

/** Says of a run that has repaired steps what it took for what, and how to keep it. The run itself is known without it. */
export async function noteHeals({testId, runId, healedSteps}: Run, {client, notes, dryRun}: Context): Promise<void> {
	if (!healedSteps?.length || dryRun) return;
	try {
		const {items} = await client.call(listHeals, {params: {testId}, query: {status: 'proposed', pageSize: 100}});
		for (const heal of items.filter(one => one.runId === runId).reverse())
			notes.say(
				'note',
				`step ${heal.stepIndex} healed: ${healWords(heal)}. Accept: svc test heal accept ${shellWord(testId)} ${heal.healId}`,
			);
	} catch (error) {
		if (!isApiError(error)) throw error;
	}
}
