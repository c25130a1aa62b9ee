import {clampScroll, type PaneLine} from '../../components/text-pane.tsx';
import {currentPlace} from '../../source/stores/navigation.ts';
import {currentLayout} from '../current-list.ts';
import type {Action, Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {copyText} from '../actions/hand-over.ts';

/** Keys of the detail pane: scrolling and copying. */
export function detailActions(stage: Stage): Actions {
	const {dashboard, glyphs, views} = stage;
	const {navigation, ui} = dashboard;
	const view = () => views.getState().get(currentPlace(navigation.store.getState()).screen);

	function pane(): {lines: readonly PaneLine[]; height: number} {
		const {detail: area} = currentLayout(dashboard);
		if (!area) return {lines: [], height: 1};
		const look = {glyphs, width: area.width - 1, now: ui.store.getState().minute};
		return {lines: view()?.detailLines?.(dashboard, look) ?? [], height: area.height};
	}

	const scroll = (target: (from: number, page: number, count: number) => number): Action => ({
		do() {
			const {lines, height} = pane();
			const from = clampScroll(navigation.store.getState().detailScroll, lines.length, height);
			navigation.scrollDetail(clampScroll(target(from, Math.max(1, height >> 1), lines.length), lines.length, height));
		},
	});

	function copy(): void {
		const text = view()?.copyText?.(dashboard, glyphs) ?? pane().lines.map(textOfLine).join('\n');
		if (text !== '') copyText(stage, `${text}\n`, 'the text');
	}

	return {
		'detail.down': scroll(from => from + 1),
		'detail.up': scroll(from => from - 1),
		'detail.halfDown': scroll((from, page) => from + page),
		'detail.halfUp': scroll((from, page) => from - page),
		'detail.first': scroll(() => 0),
		'detail.last': scroll((_from, _page, count) => count),
		'detail.copy': {do: copy},
	};
}

const textOfLine = (spans: PaneLine): string =>
	spans
		.map(({text}) => text)
		.join('')
		.trimEnd();
