import {clampScroll, type PaneLine} from '../../components/text-pane.tsx';
import {currentPlace} from '../../source/stores/navigation.ts';
import {currentLayout, selectedMember, selectedRow, testList} from '../current-list.ts';
import {memberPaneLines, testPaneLines} from '../detail-lines.ts';
import type {Action, Actions, Stage} from './action.ts';

/** Keys of the detail pane: scrolling and copying. */
export function detailActions({dashboard, terminal, glyphs}: Stage): Actions {
	const {navigation, ui, details, output, context} = dashboard;

	function pane(): {lines: readonly PaneLine[]; height: number} {
		const {detail: area} = currentLayout(dashboard);
		if (!area) return {lines: [], height: 1};
		const look = {glyphs, width: area.width - 1, now: context.now()};
		if (currentPlace(navigation.store.getState()).screen === 'tests') {
			const test = selectedRow(testList(dashboard)) ?? null;
			return {lines: testPaneLines(test, details.store.getState(), look), height: area.height};
		}
		const member = selectedMember(dashboard);
		if (!member) return {lines: [], height: area.height};
		const parts = memberPaneLines(member, output.store.getState(), look);
		return {lines: [...parts.head, ...parts.output], height: area.height};
	}

	const scroll = (target: (from: number, page: number, count: number) => number): Action => ({
		do() {
			const {lines, height} = pane();
			const from = clampScroll(navigation.store.getState().detailScroll, lines.length, height);
			navigation.scrollDetail(clampScroll(target(from, Math.max(1, height >> 1), lines.length), lines.length, height));
		},
	});

	function copy(): void {
		const text = pane()
			.lines.map(spans =>
				spans
					.map(span => span.text)
					.join('')
					.trimEnd(),
			)
			.join('\n');
		if (text === '') return;
		const copied = terminal.copy(`${text}\n`);
		ui.toast(copied.to === 'clipboard' ? 'Copied the text' : `Written to ${copied.path}`, 'success');
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
