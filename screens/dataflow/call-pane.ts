import {callPaneLines} from '../../components/flow/call-pane-lines.ts';
import {textLines} from '../../components/failure/section-lines.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {Call} from '../../contract/call.ts';
import {callsStore, type LinkedCall, type ValueLink} from '../../source/stores/calls.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {memoizeBy} from '../../source/stores/memoize.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import {errorLine} from '../action.ts';
import {callLinksOf} from './data-flow-list.ts';
import {unfoldedText} from '../../source/terminal/spans.ts';

type Parts = {
	selected: LinkedCall;
	whole: Call | null;
	error: unknown;
	links: ReadonlyMap<string, ValueLink>;
	glyphs: Glyphs;
	width: number;
};

/** Made once for each call and width: a body may have many lines, and keys ask for them again and again. */
const linesStore = storeKey(() =>
	memoizeBy(
		({selected, ...parts}: Parts) => [selected.call, ...Object.values(parts)],
		({selected: {call}, whole, error, links, glyphs, width}: Parts): readonly PaneLine[] => [
			...callPaneLines(call, whole, links, {glyphs, width}, error === null),
			...(error === null || whole
				? []
				: [[], ...textLines(`This could not be read: ${errorLine(error)} Ctrl-r tries again.`, width, 'failed')]),
		],
	),
);

/** The pane of a call. */
export function callPane(
	dashboard: Dashboard,
	selected: LinkedCall,
	{glyphs, width}: {glyphs: Glyphs; width: number},
): readonly PaneLine[] {
	const calls = dashboard.storeOf(callsStore);
	const {callId} = selected.call;
	const {callId: openedId, error} = calls.opened.getState();
	return dashboard.storeOf(linesStore)({
		selected,
		whole: calls.known(callId),
		error: openedId === callId ? error : null,
		links: callLinksOf(dashboard),
		glyphs,
		width,
	});
}

/** A call as text for clipboard and pager: clean, and not folded. */
export const callText = (dashboard: Dashboard, whole: Call, glyphs: Glyphs): string =>
	unfoldedText(width => callPaneLines(whole, whole, callLinksOf(dashboard), {glyphs, width}, false));
