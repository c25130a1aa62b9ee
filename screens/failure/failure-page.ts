import type {Dashboard} from '../../source/stores/dashboard.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {memberWords, type Page, type Reader} from '../reader.ts';
import {allFailures, neighbour} from '../failures/failure-list.ts';
import {openFailure} from '../failures/open-failure.ts';
import {shownFailure, shownMember, shownRunId, type FailureTab, failureTabs, tabTitles} from './shown-failure.ts';
import {tabText} from './tab-lines.ts';

const wordsOf = (dashboard: Dashboard, tab: FailureTab): string[] => {
	const shown = shownFailure(dashboard);
	return shown ? tabText(shown, tab, glyphSets.ascii).split('\n') : [];
};

/** One failure in words: the summary at once, every other tab as a choice. */
export function failurePage({dashboard, say}: Reader): Page {
	const member = shownMember(dashboard);
	const next = neighbour(allFailures(dashboard), shownRunId(dashboard), 1);
	return {
		lines: [...(member ? [memberWords(member)] : []), ...wordsOf(dashboard, 'summary')],
		choices: [
			...failureTabs
				.filter(tab => tab !== 'summary')
				.map(tab => ({label: tabTitles[tab].long, do: () => say(wordsOf(dashboard, tab))})),
			...(next ? [{label: 'Next failure', do: () => openFailure(dashboard, next.runId)}] : []),
		],
	};
}
