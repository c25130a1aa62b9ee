import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {Choice} from '../../source/stores/ui.ts';
import {textField} from '../../source/view-model/text-field.ts';
import {attempt} from '../action.ts';

/** A menu in which one is chosen; the menu is closed before what follows. The cursor is on the first one where none is named. */
export function choose(
	{ui}: Dashboard,
	{
		title,
		lines = [],
		choices,
		cursor = 0,
		onChoose,
	}: {
		title: string;
		lines?: readonly string[];
		choices: readonly Choice[];
		cursor?: number;
		onChoose(id: string): void;
	},
): void {
	ui.open({
		kind: 'menu',
		title,
		lines,
		choices,
		cursor,
		onChoose(id) {
			ui.close();
			onChoose(id);
		},
	});
}

/** A menu of orders; the first one is the service's own. */
export function chooseOrder(
	dashboard: Dashboard,
	title: string,
	orders: readonly string[],
	labels: Readonly<Record<string, string>> = {},
): void {
	const {navigation} = dashboard;
	const {sort} = currentView(navigation.store.getState());
	choose(dashboard, {
		title,
		choices: orders.map(id => ({id, label: labels[id] ?? id})),
		cursor: Math.max(0, orders.indexOf(sort ?? '')),
		onChoose: id => navigation.update({sort: id === orders[0] ? null : id}),
	});
}

/** A menu of filters by status or kind, `all` first. */
export function chooseOnly(dashboard: Dashboard, title: string, names: readonly string[]): void {
	const {navigation} = dashboard;
	const {only} = currentView(navigation.store.getState());
	choose(dashboard, {
		title,
		choices: [{id: 'all', label: 'all'}, ...names.map(id => ({id, label: id}))],
		cursor: only === null ? 0 : names.indexOf(only) + 1,
		onChoose: id => navigation.update({only: id === 'all' ? null : id}),
	});
}

type Question = {title: string; lines: readonly string[]};

/**
 * Asks before something is done. The cursor is on the choice that does nothing, unless what is asked can do no harm.
 * @param keep words of the choice that does nothing
 * @param choices what can be done, each with its work; a failure is told
 */
export function ask(
	dashboard: Dashboard,
	{
		title,
		lines,
		keep,
		choices,
		isHarmless = false,
	}: Question & {
		keep: string;
		choices: readonly (Choice & {do(): Promise<void>})[];
		isHarmless?: boolean;
	},
): void {
	const nothing = {id: '', label: keep};
	choose(dashboard, {
		title,
		lines,
		choices: isHarmless ? [...choices, nothing] : [nothing, ...choices],
		onChoose(id) {
			const choice = choices.find(other => other.id === id);
			if (choice) attempt(dashboard, () => choice.do());
		},
	});
}

/** Asks before something is removed. @param gone what is said once it is */
export function askRemoval(
	dashboard: Dashboard,
	{label = 'Remove it', work, gone, ...question}: Question & {label?: string; work(): Promise<unknown>; gone: string},
): void {
	const remove = async () => {
		await work();
		dashboard.ui.toast(gone, 'success');
	};
	ask(dashboard, {...question, keep: 'Keep it', choices: [{id: 'remove', label, isDangerous: true, do: remove}]});
}

/** Asks to type a word before something is done that cannot be undone. */
export function askTyped(
	dashboard: Dashboard,
	{title, lines, word, work}: Question & {word: string; work(): Promise<void>},
): void {
	const {ui} = dashboard;
	ui.open({
		kind: 'confirm',
		title,
		lines,
		word,
		field: textField(),
		onConfirm() {
			ui.close();
			attempt(dashboard, work);
		},
	});
}
