import type {BatchMember} from '../../contract/batch.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {memberWords, commonChoices, itemsPerPage, type Page, pageTurns, type Reader} from '../reader.ts';
import {allFailures} from './failure-list.ts';
import {openFailure} from './open-failure.ts';

/** Failures of a batch in words, of one kind after the other. */
export function failuresPage({dashboard, from, turnTo, quit}: Reader): Page {
	const all = allFailures(dashboard);
	const {digests} = dashboard.storeOf(failuresStore).store.getState();
	const words = (member: BatchMember) => {
		const {badges = [], signature = null} = digests.get(member.runId) ?? {};
		const kind = signature === null || member.status === 'blocked' ? '' : `kind: ${cleanLine(signature)}`;
		return [memberWords(member), ...badges.map(cleanLine), kind].filter(Boolean).join(', ');
	};
	return {
		lines: [all.length === 0 ? 'No test of this run failed or was blocked.' : `Failed and blocked: ${all.length}.`],
		choices: [
			...all.slice(from, from + itemsPerPage).map(member => ({
				label: words(member),
				do: () => openFailure(dashboard, member.runId),
			})),
			...pageTurns(all.length, from, turnTo),
			...commonChoices(dashboard, quit, true),
		],
	};
}
