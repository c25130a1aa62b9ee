import type {Value} from '../../../../source/plan-language/reading.ts';
import {describe, type Found, foundAt, told} from '../find.ts';
import {dayOf} from '../../../../source/plan-language/values.ts';
import {tokensOf} from '../../../../source/plan-language/tokens.ts';
import {pickDate} from './date.ts';
import {pressTo} from './step.ts';
import {asFieldHolds} from '../../resolve/compare.ts';
import {StepFailed} from '../step-failed.ts';
import type {LookElement} from '../../page/look.ts';
import {isAroundLabel} from '../../page/roles.ts';
import {tellOfKeys} from '../hearing.ts';
import type {Handle} from '../with-handle.ts';
import type {Act} from './act.ts';
import {awaitLeaving} from './leave.ts';
import {elementOf, onElement} from './on-element.ts';
import {labelOf} from './pointer.ts';
import {guardSecret} from './secret-origin.ts';
import {select} from './select.ts';

const textual = /^(?:textbox|searchbox|combobox|spinbutton)$/;

export async function fill(act: Act, value: Value): Promise<void> {
	const found = elementOf(act);
	const {tag, role, type} = found.element;
	if (isChooser(role, tag)) return select(act, [value]);
	if (tag === 'input' && found.element.states.readonly === true) return chooseInReadOnly(act, value);
	const given = await valueFor(act, value);
	const text = type === 'number' ? asFieldHolds(found.element, given) : given;
	// A number between two buttons is brought there by them.
	if (role === 'button') return pressTo(act, found, Number(text));
	const day = type === 'date' ? dayOf(tokensOf(text)) : null;
	if (day) return pickDate(act, day);
	if (role === 'slider' || type === 'range' || textual.test(role) || tag === 'input' || tag === 'textarea') {
		await onElement(act, 'target', found, 'typing', async (handle, timeout) => {
			if (isEditor(tag)) {
				await handle.fill(text, {timeout});
				await keptBy(act, found, handle);
				return typedInto(act);
			}
			// What only behaves like a field is typed into as a person would.
			const canFill = await handle.isEditable().catch(() => false);
			if (canFill) return handle.fill(text, {timeout});
			await handle.click({timeout});
			await act.session.page.keyboard.press('ControlOrMeta+A');
			return act.session.page.keyboard.insertText(text);
		});
	} else await onElement(act, 'target', found, 'typing', (handle, timeout) => handle.fill(text, {timeout}));
	await act.session.settle(1000);
	awaitLeaving(act);
}

/** A field that cannot be written in may open a list where it is clicked; else it is what it says. */
async function chooseInReadOnly(act: Act, value: Value): Promise<void> {
	const found = elementOf(act);
	const wanted = describe(act.elements.get('target')!.target);
	await select(act, [value]).catch((error: unknown) => {
		const offersNone = error instanceof StepFailed && error.case === 'not_found';
		if (!offersNone) throw error;
		throw new StepFailed({
			case: 'not_editable',
			target: wanted,
			box: found.element.box,
			message: `${wanted} is read-only, and a click on it offers no "${act.session.parts.variables.fill(value.text)}"`,
		});
	});
}

async function typedInto(act: Act): Promise<void> {
	if (await tellOfKeys(act.session)) act.tell({hasKeys: true});
}

const drawnAnewMs = 300;

/** Throws as for an element that has gone: the page has drawn the field anew while it was typed into, and it is as before. */
async function keptBy({session}: Act, {element}: Found, handle: Handle): Promise<void> {
	const isThere = await session.call('reading the field', handle.evaluate(isConnected)).catch(() => true);
	if (isThere) return;
	const isSame = ({role, name, value}: LookElement) =>
		role === element.role && name === element.name && (value ?? '') === (element.value ?? '');
	const anew = await session.until(async look => look.elements.find(isSame) ?? null, drawnAnewMs).catch(() => null);
	if (anew) throw new Error('the field is not attached to the DOM any more');
}

/** Runs in the page. */
const isConnected = (node: unknown): boolean => (node as {isConnected: boolean}).isConnected;

/** What offers its values and cannot be typed into. */
export const isChooser = (role: string, tag: string | null): boolean =>
	tag === 'select' || (['combobox', 'listbox'].includes(role) && tag !== 'input' && tag !== 'textarea');

const isEditor = (tag: string | null) => tag === 'input' || tag === 'textarea';

export async function append(act: Act, value: Value): Promise<void> {
	const found = elementOf(act);
	const text = await valueFor(act, value);
	await onElement(act, 'target', found, 'typing', async (handle, _timeout) => {
		await handle.focus();
		await act.session.page.keyboard.press('End');
		await act.session.page.keyboard.insertText(text);
	});
	await act.session.settle(1000);
	awaitLeaving(act);
}

export async function clear(act: Act): Promise<void> {
	await onElement(act, 'target', elementOf(act), 'clearing', async (handle, timeout) => {
		await handle.fill('', {timeout});
		return typedInto(act);
	});
	await act.session.settle(1000);
	awaitLeaving(act);
}

/** Enter is pressed when nothing has changed within 300 ms. */
export async function search(act: Act, value: Value): Promise<void> {
	const {session} = act;
	const found = await unfolded(act);
	const text = await valueFor(act, value);
	const shown = (look: Awaited<ReturnType<typeof session.look>>) =>
		look.elements
			.filter(one => one.index !== found.index && one.ref !== found.element.ref)
			.map(one => `${one.role} ${one.name} ${one.text}`)
			.join('\n');
	const before = `${found.look.url}\n${shown(found.look)}`;
	await onElement(act, 'target', found, 'typing', async (handle, timeout) => {
		await handle.fill(text, {timeout});
		return typedInto(act);
	});
	const changed = await session.until(async look => (`${look.url}\n${shown(look)}` === before ? null : true), 300);
	if (!changed)
		await onElement(act, 'target', found, 'pressing Enter', (handle, timeout) => handle.press('Enter', {timeout}));
	await session.settle();
}

/** The box for searching; the button that stands for it is pressed first, and what it unfolds has the focus or is one. */
async function unfolded(act: Act): Promise<Found> {
	const {session} = act;
	const found = elementOf(act);
	const isField = ({role, tag}: LookElement) => textual.test(role) || isEditor(tag);
	if (isField(found.element)) return found;
	await onElement(act, 'target', found, 'opening the search', (handle, timeout) => handle.click({timeout}));
	const open = async (): Promise<Found> => {
		const field = await session.until(async look => {
			const boxes = look.elements.filter(({role, ref}) => role === 'searchbox' && ref !== null);
			const focused = look.focused === null ? undefined : look.elements[look.focused];
			const box = focused?.ref && isField(focused) ? focused : boxes.length === 1 ? boxes[0]! : null;
			return box && foundAt(session, look, box.index, open);
		});
		if (field) return field;
		const message = `${told(found.element)} was pressed, and no field for searching has come`;
		throw new StepFailed({case: 'not_found', target: told(found.element), message, box: found.element.box});
	};
	const field = await open();
	await act.keep('field', {phrase: 'search', isQuoted: false, role: 'field', scopes: [], ordinal: null}, field);
	return field;
}

/** Makes the state true and leaves it when it is. What the click has taken away was changed as well. */
export async function setChecked(act: Act, isChecked: boolean): Promise<void> {
	const {session} = act;
	const found = elementOf(act);
	const {type, states} = found.element;
	const isOn = states.checked === true || states.pressed === true || states.selected === true;
	if (isOn === isChecked) return;
	const what = isChecked ? 'checking' : 'unchecking';
	await onElement(act, 'target', found, what, async (handle, timeout) => {
		// The box is often hidden behind its label, which takes the click.
		const label = await labelOf(act, found, handle);
		return (label ?? handle).click({timeout});
	});
	await session.settle();
	if (type !== 'checkbox' && type !== 'radio') return;
	const box = isAroundLabel(found.element) ? found.locator.locator('label') : found.locator;
	const now = await session.call('reading the box', box.isChecked({timeout: 300})).catch(() => isChecked);
	if (now !== isChecked)
		throw new StepFailed({
			case: 'not_editable',
			target: describe(act.elements.get('target')!.target),
			message: `${describe(act.elements.get('target')!.target)} is ${now ? 'still checked' : 'still not checked'} after the click`,
			box: found.element.box,
		});
}

export async function press(act: Act, key: string, times: number): Promise<void> {
	const {session} = act;
	for (let time = 0; time < Math.min(times, 100); time++) {
		if (act.elements.has('target'))
			await onElement(act, 'target', elementOf(act), 'pressing the key', (handle, timeout) =>
				handle.press(key, {timeout}),
			);
		else
			await session.call('pressing the key', session.page.keyboard.press(key)).catch(error => {
				if (!/Unknown key/.test(String(error))) throw error;
				throw new StepFailed({case: 'not_read', message: `there is no key "${key}"`});
			});
	}
	await session.settle();
}

/** The text of a value. A secret is only given to pages that may have it. */
export async function valueFor(act: Act, value: Value): Promise<string> {
	const {session} = act;
	if (session.parts.variables.isSecret(value.text)) {
		const entry = act.elements.get('target');
		await guardSecret(session, entry?.found ?? null, entry ? describe(entry.target) : 'the field');
	}
	return session.parts.variables.fill(value.text);
}
