import {countsText} from '../../components/plan/change-row.ts';
import type {ChangeTurn} from '../../source/stores/conversation.ts';
import {cleanLine, cleanLines} from '../../source/terminal/clean-text.ts';
import {isReady} from '../../source/view-model/statuses.ts';
import {itemsPerPage, pageTurns, type Page, type Reader} from '../reader.ts';
import {conversationOf, shownTalk, talkKey} from './shown-conversation.ts';

/** What was said about a plan or a test, in words: the newest first, each with what can be decided. */
export function changesPage({dashboard, from, turnTo, say}: Reader): Page {
	const talk = shownTalk(dashboard);
	const changes = conversationOf(dashboard, talk);
	const key = talkKey(talk);
	const all = changes.store.getState().data ?? [];
	const shown = all.slice(from, from + itemsPerPage);
	return {
		lines: [all.length === 0 ? 'Nothing was changed in words yet.' : `Changes: ${all.length}.`],
		choices: [
			...shown.map(turn => ({
				label: `${nameOf(turn)}, ${cleanLine(turn.status)}`,
				async do() {
					await changes.open(key, turn.id, dashboard.context.ended);
					say(turnWords(changes.whole.getState().get(turn.id) ?? turn));
				},
			})),
			...pageTurns(all.length, from, turnTo),
			...shown.filter(isReady).flatMap(turn => [
				{
					label: `Accept: ${nameOf(turn)}`,
					needs: 'write:tests' as const,
					async do() {
						const {status} = await changes.decide(key, turn.id, 'apply');
						say([`It is ${cleanLine(status)} now.`]);
					},
				},
				{
					label: `Put away: ${nameOf(turn)}`,
					needs: 'write:tests' as const,
					async do() {
						const {status} = await changes.decide(key, turn.id, 'discard');
						say([`It is ${cleanLine(status)} now.`]);
					},
				},
			]),
			...shown
				.filter(({status}) => status === 'applied')
				.map(turn => ({
					label: `Take back: ${nameOf(turn)}`,
					needs: 'write:tests' as const,
					async do() {
						const {status} = await changes.decide(key, turn.id, 'undo');
						say([`It is ${cleanLine(status)} now.`]);
					},
				})),
			...(talk.testId === null
				? [{label: 'Plan', do: () => dashboard.navigation.open({screen: 'plan', projectId: talk.projectId})}]
				: []),
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
