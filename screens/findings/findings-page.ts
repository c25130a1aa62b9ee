import {findingStates, type Finding} from '../../contract/finding.ts';
import {type FindingDecision, findingsStore} from '../../source/stores/findings.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {itemsPerPage, pageTurns, type Page, type Reader} from '../reader.ts';
import {shownProjectId} from '../plan/plan-changes.ts';

const words: Record<FindingDecision, string> = {
	accept: 'Accept',
	fail: 'Make a failure of',
	mute: 'Mute',
	reopen: 'Take the decision back about',
};

/** Findings in words: open ones first, each with what can be decided. */
export function findingsPage({dashboard, from, turnTo, say}: Reader): Page {
	const findings = dashboard.storeOf(findingsStore);
	const projectId = shownProjectId(dashboard);
	const all = findings.store.getState().data ?? [];
	const shown = all.slice(from, from + itemsPerPage);
	const counts = findingStates
		.map(state => ({state, count: all.filter(one => one.state === state).length}))
		.filter(({count}) => count > 0)
		.map(({state, count}) => `${count} ${state}`);
	return {
		lines: [all.length === 0 ? 'No findings.' : `Findings: ${counts.join(', ')}.`],
		choices: [
			...shown.map(finding => ({
				label: `${cleanLine(finding.title)}, ${cleanLine(finding.state)}`,
				do: () => say(findingWords(finding)),
			})),
			...pageTurns(all.length, from, turnTo),
			...shown.flatMap(finding =>
				decisionsFor(finding).map(decision => ({
					label: `${words[decision]}: ${cleanLine(finding.title)}`,
					needs: 'write:tests' as const,
					async do() {
						const {state} = await findings.decide(projectId, finding.findingId, decision);
						say([`It is ${state} now.`]);
					},
				})),
			),
			{label: 'Plan', do: () => dashboard.navigation.open({screen: 'plan', projectId})},
		],
	};
}

const decisionsFor = ({state}: Finding): readonly FindingDecision[] =>
	state === 'gone' ? [] : state === 'open' ? ['accept', 'fail', 'mute'] : ['reopen'];

const findingWords = ({title, kind, state, document, observed}: Finding): string[] => [
	`${cleanLine(title)}. Kind ${cleanLine(kind)}, ${cleanLine(state)}.`,
	`The document says: ${cleanLine(document ?? 'nothing')}.`,
	`Observed: ${cleanLine(observed)}.`,
];
