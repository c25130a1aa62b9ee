import type {CallId} from '../../contract/ids.ts';
import {otherRowId, highlightStore} from '../../source/stores/call-rows.ts';
import type {LinkedCall} from '../../source/stores/calls.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {familyRowId} from '../../source/stores/flow-rows.ts';
import {currentView} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {jumpToRow} from '../current-list.ts';
import {
	callLinksOf,
	callRows,
	flowLinksOf,
	flowRows,
	selectedCall,
	selectedDataFlowRow,
	selectedGroup,
	shownCalls,
	shownForm,
} from './data-flow-list.ts';
import {choose} from '../actions/choices.ts';

/** Producers that a menu offers to jump to. */
const offered = 10;

/** Puts the cursor on a call, whatever hides it. */
function showCall(dashboard: Dashboard, {call, group}: LinkedCall): void {
	if (!callRows(dashboard).some(({id}) => id === call.callId)) {
		const {folded} = currentView(dashboard.navigation.store.getState());
		const other = otherRowId(group.groupKey);
		const open = folded.filter(id => id !== group.groupKey && id !== other);
		dashboard.navigation.update({
			folded: call.kind === 'test' ? open : [...open, other],
			filter: '',
			only: null,
		});
	}
	jumpToRow(dashboard, call.callId);
}

/** Puts the cursor on an endpoint of the Flow form, whatever hides it. */
function showEndpoint(dashboard: Dashboard, groupKey: string): void {
	if (!flowRows(dashboard).some(({id}) => id === groupKey)) {
		const group = shownCalls(dashboard)?.groups.find(other => other.groupKey === groupKey);
		const {folded} = currentView(dashboard.navigation.store.getState());
		dashboard.navigation.update({
			folded: folded.filter(id => group === undefined || id !== familyRowId(group.family)),
			filter: '',
		});
	}
	jumpToRow(dashboard, groupKey);
}

const unique = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
	...new Map(items.map(item => [keyOf(item), item])).values(),
];

/** Calls that use what the call under the cursor gives. */
function consumersOf(dashboard: Dashboard): LinkedCall[] {
	const selected = selectedCall(dashboard);
	const links = callLinksOf(dashboard);
	const own = selected?.call.produces.flatMap(({variableId}) => links.get(variableId)?.consumers ?? []) ?? [];
	return unique(own, ({call}) => call.callId);
}

/** Calls that gave what the call under the cursor uses, with the name. */
function producersOf(dashboard: Dashboard): (LinkedCall & {name: string})[] {
	const selected = selectedCall(dashboard);
	const links = callLinksOf(dashboard);
	const all =
		selected?.call.uses.flatMap(({variableId, name}) =>
			(links.get(variableId)?.producers ?? []).map(producer => ({...producer, name})),
		) ?? [];
	return unique(all, ({call}) => call.callId);
}

/** Whether something uses what is under the cursor, or a highlight has a next row. */
export function canShowConsumers(dashboard: Dashboard): boolean {
	if (nextHighlighted(dashboard) !== null) return true;
	if (shownForm(dashboard) === 'calls') {
		const links = callLinksOf(dashboard);
		const given = selectedCall(dashboard)?.call.produces ?? [];
		return given.some(({variableId}) => (links.get(variableId)?.consumers.length ?? 0) > 0);
	}
	const group = selectedGroup(dashboard);
	return group !== null && flowLinksOf(dashboard).gifts.has(group.groupKey);
}

/** The highlighted row after the one under the cursor, from the last to the first. */
function nextHighlighted(dashboard: Dashboard): string | null {
	const {ids} = dashboard.storeOf(highlightStore).store.getState();
	const place = ids.indexOf(selectedDataFlowRow(dashboard)?.id ?? '');
	return place < 0 ? null : (ids[(place + 1) % ids.length] ?? null);
}

/** Jumps to the next highlighted row, or highlights what uses the values of the row under the cursor. */
export function showConsumers(dashboard: Dashboard): void {
	const highlight = dashboard.storeOf(highlightStore);
	const next = nextHighlighted(dashboard);
	if (next !== null) {
		const call = linkedCall(dashboard, next);
		if (call) showCall(dashboard, call);
		else showEndpoint(dashboard, next);
		return;
	}
	if (shownForm(dashboard) === 'calls') {
		const all = consumersOf(dashboard);
		const names = selectedCall(dashboard)?.call.produces.map(({name}) => name) ?? [];
		if (!all[0]) return;
		highlight.show({ids: all.map(({call}) => call.callId), giver: null});
		tell(dashboard, names, all.length, 'call');
		showCall(dashboard, all[0]);
		return;
	}
	const group = selectedGroup(dashboard);
	const gift = group && flowLinksOf(dashboard).gifts.get(group.groupKey);
	if (!group || !gift) return;
	const order = new Map(flowRows(dashboard).map(({id}, index) => [id, index]));
	const placeOf = (id: string) => order.get(id) ?? order.size;
	const ids = [...gift.to].sort((a, b) => placeOf(a) - placeOf(b));
	highlight.show({ids, giver: group.groupKey});
	tell(dashboard, gift.names, ids.length, 'endpoint');
	if (ids[0] !== undefined) showEndpoint(dashboard, ids[0]);
}

function linkedCall(dashboard: Dashboard, callId: CallId): LinkedCall | undefined {
	for (const {producers, consumers} of callLinksOf(dashboard).values())
		for (const linked of [...consumers, ...producers]) if (linked.call.callId === callId) return linked;
	return undefined;
}

function tell({ui}: Dashboard, names: readonly string[], count: number, noun: string): void {
	ui.toast(`${cleanLine(names.join(', '))}: used by ${count} ${noun}${count === 1 ? '' : 's'}, marked in the list.`);
}

type Origin = {id: string; label: string; show(): void};

/** Where the values come from that are used under the cursor. */
export function originsOf(dashboard: Dashboard): Origin[] {
	const highlight = dashboard.storeOf(highlightStore);
	if (shownForm(dashboard) === 'calls')
		return producersOf(dashboard).map(({name, call, group}) => ({
			id: call.callId,
			label: cleanLine(`${name}: ${call.testTitle ?? group.groupKey}`),
			show() {
				highlight.show({ids: [call.callId], giver: null});
				showCall(dashboard, {call, group});
			},
		}));
	const row = selectedDataFlowRow(dashboard);
	if (row?.kind !== 'endpoint') return [];
	const byGiver = new Map<string, string[]>();
	for (const {name, from} of flowLinksOf(dashboard).takes.get(row.id) ?? [])
		byGiver.set(from, [...(byGiver.get(from) ?? []), name]);
	return [...byGiver].map(([giver, names]) => ({
		id: giver,
		label: cleanLine(`${names.join(', ')}: ${giver}`),
		show() {
			highlight.show({ids: [giver], giver});
			showEndpoint(dashboard, giver);
		},
	}));
}

/** Jumps to the producer; asks which one where there are several. */
export function showProducer(dashboard: Dashboard): void {
	const origins = originsOf(dashboard);
	const [only, ...others] = origins;
	if (!only) return;
	if (others.length === 0) {
		only.show();
		return;
	}
	choose(dashboard, {
		title: 'Jump to the producer of',
		choices: origins.slice(0, offered).map(({id, label}) => ({id, label})),
		onChoose: id => origins.find(origin => origin.id === id)?.show(),
	});
}
