import type {NoticeText} from '../components/notice.tsx';
import {workerCommand} from '../contract/route.ts';
import type {PlaceView} from '../source/stores/navigation.ts';
import {askWhy, type SessionState} from '../source/stores/session.ts';
import {textOf} from '../source/view-model/text-field.ts';
import type {UiState} from '../source/stores/ui.ts';
import {formatClock} from '../source/terminal/durations.ts';
import {errorLine} from './action.ts';

type Situation = {
	session: Pick<SessionState, 'connection' | 'unserved'>;
	ui: Pick<UiState, 'typing' | 'toast' | 'wallTime'>;
	view: Pick<PlaceView, 'filter' | 'only'>;
	/** Rows that the filter leaves, and all rows. */
	counts: {shown: number; all: number};
	/** Why what is shown could not be brought up to date. */
	staleError: unknown;
	caret: string;
};

const startService = 'svc service start';

/** The one thing to say under the header: what is typed, what was lost, what just happened, what is filtered. */
export function noticeOf({session, ui, view, counts, staleError, caret}: Situation): NoticeText | null {
	const {connection, unserved} = session;
	const found = `${counts.shown} of ${counts.all}`;
	if (ui.typing) {
		const text = textOf(ui.typing);
		const start = ui.typing.characters.slice(0, ui.typing.caret).join('');
		return {text: `/${start}${caret}${text.slice(start.length)}   ${found}`, tone: 'info'};
	}
	// What was asked for and did not happen is told, too.
	if (connection.kind === 'offline' && ui.toast?.tone !== 'error') {
		const {error, retryAt} = connection;
		const next =
			retryAt === null ? 'Trying again.' : `Next try in ${formatClock(retryAt - ui.wallTime)}; Ctrl-r tries now.`;
		// A service of this machine that has ended does not come back by itself.
		if (error.nextAction === startService)
			return {text: `${error.message} Start it: ${startService}. ${next}`, tone: 'error'};
		if (error.nextAction === askWhy)
			return {
				text: `No answer from the service: ${askWhy} says why. Still waiting. ${error.message}`,
				tone: 'error',
			};
		// What happens next is said first: a narrow line cuts the address, not the way on.
		return {text: `No answer from the service. ${next} ${error.message}`, tone: 'error'};
	}
	if (ui.toast) return ui.toast;
	if (staleError !== null) return {text: `Not up to date: ${errorLine(staleError)}`, tone: 'error'};
	const filters = [view.only, view.filter && `/${view.filter}`].filter(Boolean);
	if (filters.length > 0) return {text: `${filters.join('   ')}   ${found}   Esc shows all`, tone: 'info'};
	if (unserved.length > 0)
		return {
			text: `Nobody executes ${unserved.join(' or ')} tests: they wait. Start one: ${workerCommand(unserved)}`,
			tone: 'error',
		};
	return null;
}

/** How news arrive, for the status line. */
export function pollingOf({connection, isHeld}: Pick<SessionState, 'connection' | 'isHeld'>): {
	text: string;
	isGood: boolean;
} {
	if (connection.kind === 'offline') return {text: 'offline', isGood: false};
	if (connection.kind === 'refused') return {text: 'key refused', isGood: false};
	if (connection.kind === 'connecting') return {text: 'connecting', isGood: true};
	return {text: isHeld ? 'live' : 'connected', isGood: true};
}
