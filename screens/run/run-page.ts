import {counted} from '../../source/view-model/counted.ts';
import {isActive} from '../../source/view-model/batch-progress.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {memberWords, type Page, type Reader} from '../reader.ts';
import {closingLine} from '../run-words.ts';

/** A run in words. */
export function runPage({dashboard, say}: Reader): Page {
	const {batches} = dashboard;
	const {batch} = batches.store.getState();
	if (!batch) return {lines: ['Reading the run.'], choices: []};
	const broken = batch.members.filter(({status}) => status === 'failed' || status === 'blocked');
	return {
		lines: [cleanLine(closingLine(dashboard))],
		choices: [
			{label: `All tests: ${batch.members.length}`, do: () => say(batch.members.map(memberWords))},
			...(broken.length > 0
				? [{label: `Failed and blocked: ${broken.length}`, do: () => say(broken.map(memberWords))}]
				: []),
			...(isActive(batch)
				? [
						{
							label: 'Cancel the run, then clean up',
							needs: 'run:tests' as const,
							do: async () => {
								const {cancelled} = await batches.cancel({skipCleanup: false});
								say([`Cancelled ${counted(cancelled.length, 'test')}.`]);
							},
						},
					]
				: []),
		],
	};
}
