import {isWordTyped} from '../../components/confirm-dialog.tsx';
import type {FormField, Overlay} from '../../source/stores/ui.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {typedText} from '../../source/view-model/pick-field.ts';
import {textOf} from '../../source/view-model/text-field.ts';
import {clearFilter, moveCursor} from '../current-list.ts';
import {paletteEntries} from './palette-entries.ts';
import type {Action, Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';

/** Keys of what lies over a screen: filter line, palette, menus, forms, questions, help. */
export function overlayActions(stage: Stage, all: () => Actions): Actions {
	const {ui} = stage.dashboard;
	const close: Action = {do: ui.close};

	function open<Kind extends Overlay['kind']>(kind: Kind): Extract<Overlay, {kind: Kind}> | undefined {
		const {overlay} = ui.store.getState();
		return overlay?.kind === kind ? (overlay as Extract<Overlay, {kind: Kind}>) : undefined;
	}

	const movePalette = (step: number): Action => ({
		do() {
			const palette = open('palette');
			if (!palette) return;
			const count = paletteEntries(stage, all(), textOf(palette.field)).length;
			ui.change('palette', {cursor: wrap(palette.cursor + step, count)});
		},
	});

	const moveMenu = (step: number): Action => ({
		do() {
			const menu = open('menu');
			if (menu) ui.change('menu', {cursor: wrap(menu.cursor + step, menu.choices.length)});
		},
	});

	const moveForm = (step: number): Action => ({
		do() {
			const form = open('form');
			if (form) ui.change('form', {focus: wrap(form.focus + step, form.fields.length)});
		},
	});

	function choosePalette(): void {
		const palette = open('palette');
		if (!palette) return;
		const entry = paletteEntries(stage, all(), textOf(palette.field))[palette.cursor];
		ui.close();
		const action = entry && all()[entry.id];
		if (action?.isAvailable?.() ?? true) action?.do();
		else ui.toast(action?.why?.() ?? `Not possible here: ${entry?.label}`);
	}

	function chooseMenu(): void {
		const menu = open('menu');
		const choice = menu?.choices[menu.cursor];
		if (choice) menu?.onChoose(choice.id);
	}

	function nextField(): void {
		const form = open('form');
		if (!form || form.isBusy) return;
		if (form.focus < form.fields.length - 1) {
			ui.change('form', {focus: form.focus + 1});
			return;
		}
		const unpicked = form.fields.findIndex(field => field.kind === 'pick' && typedText(field) !== '');
		const field = form.fields[unpicked];
		if (field?.kind === 'pick') {
			const typed = cleanLine(typedText(field));
			ui.change('form', {
				focus: unpicked,
				error: `${field.label}: "${typed}" is not picked. Enter picks what is found; empty the field to leave it out.`,
			});
			return;
		}
		const values = form.fields.map(field => [field.name, sentBy(field)]);
		form.onSubmit(Object.fromEntries(values));
	}

	function confirm(): void {
		const question = open('confirm');
		if (question && isWordTyped(question.field, question.word)) question.onConfirm();
	}

	const scrollHelp = (step: number): Action => ({
		do() {
			const help = open('help');
			if (help) ui.change('help', {scroll: Math.max(0, help.scroll + step)});
		},
	});

	return {
		'filter.lock': {do: () => ui.setTyping(null)},
		'filter.clear': {
			do() {
				ui.setTyping(null);
				clearFilter(stage.dashboard, {filter: ''});
			},
		},
		'filter.down': {do: () => moveCursor(stage.dashboard, 'down')},
		'filter.up': {do: () => moveCursor(stage.dashboard, 'up')},
		'palette.choose': {do: choosePalette},
		'palette.down': movePalette(1),
		'palette.up': movePalette(-1),
		'palette.close': close,
		'menu.choose': {do: chooseMenu},
		'menu.down': moveMenu(1),
		'menu.up': moveMenu(-1),
		'menu.close': close,
		'form.next': {do: nextField},
		'form.forward': moveForm(1),
		'form.backward': moveForm(-1),
		'form.close': close,
		'confirm.confirm': {do: confirm},
		'confirm.close': close,
		'help.close': close,
		'help.down': scrollHelp(3),
		'help.up': scrollHelp(-3),
	};
}

/** What a field of a form sends. */
function sentBy(field: FormField): string {
	switch (field.kind) {
		case 'text':
			return textOf(field.field).trim();
		case 'choice':
			return field.options[field.selected] ?? '';
		case 'pick':
			return field.chosen.join(' ');
	}
}

const wrap = (index: number, count: number) => (count === 0 ? 0 : (index + count) % count);
