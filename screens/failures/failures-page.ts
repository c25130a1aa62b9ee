import type {BatchMember} from '../../contract/batch.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {listed, memberWords, type Page, type Reader} from '../reader.ts';
import {allFailures, batchOfFailures} from './failure-list.ts';
import {openFailure} from './open-failure.ts';

/** Failures of a batch in words, of one kind after the other. */
export function failuresPage(reader: Reader): Page {
	const {dashboard} = reader;
	const all = allFailures(dashboard);
	const {digests} = dashboard.storeOf(failuresStore).store.getState();
	const words = (member: BatchMember) => {
		const {badges = [], signature = null} = digests.get(member.runId) ?? {};
		const kind = signature === null || member.status === 'blocked' ? '' : `kind: ${cleanLine(signature)}`;
		return [memberWords(member), ...badges.map(cleanLine), kind].filter(Boolean).join(', ');
	};
	const none =
		batchOfFailures(dashboard) === null
			? 'No test of this project is red.'
			: 'No test of this run failed or was blocked.';
	return {
		lines: [all.length === 0 ? none : `Failed and blocked: ${all.length}.`],
		choices: [
			...listed(reader, all, member => ({
				label: words(member),
				do: () => openFailure(dashboard, member.runId),
			})),
		],
	};
}
