import type {ChangeTurn} from '../../source/stores/conversation.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {ask} from '../actions/choices.ts';
import {conversationOf, showChanged, type Talk, talkKey} from './shown-conversation.ts';

/** Asks before a change is taken back: later ones go with it. */
export function askUndo(dashboard: Dashboard, talk: Talk, {id, text, reply}: ChangeTurn): void {
	ask(dashboard, {
		title: 'Take the change back',
		lines: [cleanLine(text || (reply ?? '')), 'What was applied later is taken back with it.'],
		keep: 'Keep it',
		choices: [
			{
				id: 'undo',
				label: 'Take it back',
				async do() {
					await conversationOf(dashboard, talk).decide(talkKey(talk), id, 'undo');
					await showChanged(dashboard, talk);
					dashboard.ui.toast('Taken back', 'success');
				},
			},
		],
	});
}
