import type {FormField, Overlay} from '../../source/stores/ui.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {pickByKey, type PickField, withTyped} from '../../source/view-model/pick-field.ts';
import {type TextField, textEdits, textOf, typeText} from '../../source/view-model/text-field.ts';
import {bindingId, matchStroke} from '../../source/terminal/key-table.ts';
import type {MouseReport, Stroke} from '../../source/terminal/strokes.ts';
import type {Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {askAgain, refusalOf} from './permitted.ts';
import {screenLayers} from './bindings.ts';
import {clickRow, currentLayout, moveCursor} from '../current-list.ts';
import {listTop} from '../layout.ts';

/** Layers that have the keys now, innermost first. */
export function activeLayers({dashboard: {ui, navigation}}: Stage): readonly string[] {
	const {overlay, typing} = ui.store.getState();
	if (overlay) return [overlay.kind, 'always'];
	if (typing) return ['filter', 'always'];
	const state = navigation.store.getState();
	return screenLayers(currentPlace(state).screen, state.focus);
}

/** The one way from a stroke to what it does. */
export function createDispatch(stage: Stage, actions: Actions): (stroke: Stroke) => void {
	const {ui, navigation} = stage.dashboard;
	/** Strokes for a screen whose view is still being loaded: they wait, in their order. */
	const held: Stroke[] = [];
	const isLoaded = () => stage.views.getState().has(currentPlace(navigation.store.getState()).screen);
	stage.views.subscribe(() => {
		while (isLoaded()) {
			const next = held.shift();
			if (!next) return;
			take(next);
		}
	});
	return stroke => {
		const leaves = stroke.kind === 'key' && matchStroke(stage.bindings, stroke.name, ['always'], '').kind === 'action';
		if (leaves || (held.length === 0 && isLoaded())) take(stroke);
		else held.push(stroke);
	};

	function take(stroke: Stroke): void {
		if (stroke.kind !== 'key') {
			followPointer(stage, actions, stroke);
			return;
		}
		const {overlay, typing, pendingKeys} = ui.store.getState();
		if (overlay?.kind === 'form' && movePick(stage, overlay, stroke.name)) return;
		const field = typing ?? fieldOf(overlay);
		if (field && editField(stage, field, stroke)) return;
		// Each letter would be a key: a pasted id could start a run.
		if (stroke.pasted) return void ui.toast('Pasted text goes into a field: / filters, : finds a command.');
		if (overlay?.kind === 'menu' && chooseByNumber(stage, actions, overlay, stroke.name)) return;
		if (overlay?.kind === 'form' && moveChoice(stage, overlay, stroke.name)) return;
		const match = matchStroke(stage.bindings, stroke.name, activeLayers(stage), pendingKeys);
		if (match.kind === 'pending' || pendingKeys) ui.setPending(match.kind === 'pending' ? match.pending : '');
		if (match.kind !== 'action') return;
		const {layer, help} = match.binding;
		const refusal = refusalOf(stage, match.binding);
		if (refusal !== null) {
			ui.toast(refusal);
			void askAgain(stage, match.binding);
			return;
		}
		const action = actions[bindingId(match.binding)];
		if (action && (action.isAvailable?.() ?? true)) action.do();
		// A key of the place that does nothing looks broken; keys that work everywhere are known not to work at an end.
		else {
			const why = action?.why?.() ?? null;
			const isOwn = layer === currentPlace(navigation.store.getState()).screen;
			if (why !== null || isOwn) ui.toast(why ?? `Not possible here: ${help}`);
		}
	}
}

/** The text field that has the keys. */
function fieldOf(overlay: Overlay | null): TextField | undefined {
	if (overlay?.kind === 'palette' || overlay?.kind === 'confirm') return overlay.field;
	const field = overlay?.kind === 'form' ? overlay.fields[overlay.focus] : undefined;
	return field && field.kind !== 'choice' ? field.field : undefined;
}

/** Types or edits; false when the stroke is no matter of text. */
function editField(stage: Stage, field: TextField, {name, text}: Extract<Stroke, {kind: 'key'}>): boolean {
	const edit = textEdits[name];
	if (text === undefined && !edit) return false;
	putField(stage, text === undefined && edit ? edit(field) : typeText(field, text ?? ''));
	return true;
}

function putField({dashboard: {ui, navigation}}: Stage, field: TextField): void {
	const {overlay, typing} = ui.store.getState();
	if (typing) {
		ui.setTyping(field);
		navigation.update({filter: textOf(field)});
	} else if (overlay?.kind === 'palette') ui.change('palette', {field, cursor: 0});
	else if (overlay?.kind === 'confirm') ui.change('confirm', {field});
	else if (overlay?.kind === 'form')
		ui.change('form', {fields: replaceField(overlay, isPick(overlay) ? withTyped(field) : {field})});
}

const replaceField = (
	{fields, focus}: Extract<Overlay, {kind: 'form'}>,
	change: Partial<PickField> | {selected: number},
): readonly FormField[] =>
	fields.map((field, index) => (index === focus ? ({...field, ...change} as FormField) : field));

/** Digits choose from a menu at once; the tenth is 0. */
function chooseByNumber(
	{dashboard: {ui}}: Stage,
	actions: Actions,
	menu: Extract<Overlay, {kind: 'menu'}>,
	name: string,
): boolean {
	if (!/^\d$/.test(name)) return false;
	const cursor = (Number(name) + 9) % 10;
	if (cursor < menu.choices.length) {
		ui.change('menu', {cursor});
		actions['menu.choose']?.do();
	}
	return true;
}

/** Arrows and Space change a choice of a form. */
function moveChoice({dashboard: {ui}}: Stage, form: Extract<Overlay, {kind: 'form'}>, name: string): boolean {
	const field = form.fields[form.focus];
	if (field?.kind !== 'choice') return false;
	const step = {left: -1, h: -1, right: 1, l: 1, space: 1}[name];
	if (step === undefined) return false;
	const selected = (field.selected + step + field.options.length) % field.options.length;
	ui.change('form', {fields: replaceField(form, {selected})});
	return true;
}

const isPick = ({fields, focus}: Extract<Overlay, {kind: 'form'}>): boolean => fields[focus]?.kind === 'pick';

/** Arrows, Enter and Backspace in a field that picks; false where they are keys of the form. */
function movePick({dashboard: {ui}}: Stage, form: Extract<Overlay, {kind: 'form'}>, name: string): boolean {
	const field = form.fields[form.focus];
	const change = field?.kind === 'pick' ? pickByKey(field, name) : null;
	if (change === null) return false;
	ui.change('form', {fields: replaceField(form, change)});
	return true;
}

/** Rows that one notch of the wheel moves by. */
const wheelRows = 3;

/** Wheel and click, where `--mouse` asked for them. A click selects a row, a click on the selected row opens it. */
function followPointer({dashboard}: Stage, actions: Actions, report: MouseReport): void {
	const {overlay, typing} = dashboard.ui.store.getState();
	if (overlay || typing) return;
	const {focus} = dashboard.navigation.store.getState();
	if (report.kind === 'wheel') {
		for (let row = 0; row < wheelRows; row++)
			if (focus === 'detail') actions[report.direction < 0 ? 'detail.up' : 'detail.down']?.do();
			else moveCursor(dashboard, report.direction < 0 ? 'up' : 'down');
		return;
	}
	const {shape} = dashboard.screens.of(currentPlace(dashboard.navigation.store.getState()));
	const layout = currentLayout(dashboard);
	if (!layout.list || report.column >= layout.list.width) return;
	if (clickRow(dashboard, report.row - listTop(shape, layout))) actions['list.open']?.do();
}
