import {countsText} from '../../components/plan/change-row.ts';
import {isReady} from '../../source/view-model/change-status.ts';
import {changesStore, type ChangeTurn} from '../../source/stores/changes.ts';
import {cleanLine, cleanLines} from '../../source/terminal/clean-text.ts';
import {commonChoices, itemsPerPage, type Page, pageTurns, type Reader} from '../accessible/reader.ts';
import {shownProjectId} from '../plan/plan-changes.ts';

/** What was said about a plan, in words: the newest first, each with what can be decided. */
export function changesPage({dashboard, from, turnTo, say, quit}: Reader): Page {
	const changes = dashboard.storeOf(changesStore);
	const of = {projectId: shownProjectId(dashboard)};
	const all = changes.store.getState().data ?? [];
	const shown = all.slice(from, from + itemsPerPage);
	return {
		lines: [all.length === 0 ? 'Nothing was changed in words yet.' : `Changes: ${all.length}.`],
		choices: [
			...shown.map(turn => ({
				label: `${nameOf(turn)}, ${cleanLine(turn.status)}`,
				async do() {
					await changes.open(of, turn.id, dashboard.context.ended);
					say(turnWords(changes.whole.getState().get(turn.id) ?? turn));
				},
			})),
			...pageTurns(all.length, from, turnTo),
			...shown.filter(isReady).flatMap(turn => [
				{
					label: `Accept: ${nameOf(turn)}`,
					async do() {
						const {status} = await changes.apply(of, turn.id, null);
						say([`It is ${cleanLine(status)} now.`]);
					},
				},
				{
					label: `Put away: ${nameOf(turn)}`,
					async do() {
						const {status} = await changes.discard(of, turn.id);
						say([`It is ${cleanLine(status)} now.`]);
					},
				},
			]),
			...shown
				.filter(({status}) => status === 'applied')
				.map(turn => ({
					label: `Take back: ${nameOf(turn)}`,
					async do() {
						const {status} = await changes.undo(of, turn.id);
						say([`It is ${cleanLine(status)} now.`]);
					},
				})),
			{label: 'Plan', do: () => dashboard.navigation.open({screen: 'plan', ...of})},
			...commonChoices(dashboard, quit, true),
		],
	};
}

const nameOf = ({text, reply, source}: ChangeTurn): string => cleanLine(text || (reply ?? source));

const turnWords = ({reply, counts, parts, also, errorMessage}: ChangeTurn): string[] => [
	...cleanLines(reply ?? ''),
	...(errorMessage ? cleanLines(errorMessage) : []),
	`Changes: ${countsText(counts) || 'none'}.`,
	...(parts ?? []).map(({kind, title, endpointPath}) => cleanLine(`${kind}: ${endpointPath ?? ''} ${title}`)),
	...also.map(cleanLine),
];
