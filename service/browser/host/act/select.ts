import type {Choice, Target} from '../../../../source/plan-language/reading.ts';
import {nameScore} from '../../resolve/label-score.ts';
import type {Look, LookElement} from '../../page/look.ts';
import {isWithin, treeOf, upwards} from '../../page/tree.ts';
import {type Found, foundAt} from '../find.ts';
import {StepFailed} from '../step-failed.ts';
import type {Act} from './act.ts';
import {clickFound, withHandle} from '../with-handle.ts';
import {elementOf, onElement, turnOn} from './on-element.ts';

/** Until a list that has not opened by a click is typed into. */
const openPatienceMs = 400;
const listRoles = new Set(['listbox', 'menu', 'tree', 'dialog']);
const optionRoles = new Set(['option', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'treeitem', 'radio']);

/** Native select, ARIA combobox, list box, menu, or a group of radio buttons. */
export async function select(act: Act, values: readonly Choice[]): Promise<void> {
	const {session} = act;
	const found = elementOf(act);
	const wanted = values.map(
		({text, place}): Wanted => ({text: session.parts.variables.fill(text), place: place ?? null}),
	);
	const {role, type, tag} = found.element;
	if (tag === 'select') await selectNative(act, found, wanted);
	else if (role === 'radio' || type === 'radio')
		await onElement(act, 'target', found, 'choosing', (handle, timeout) =>
			tag === 'input' ? turnOn(handle, timeout) : handle.click({timeout}),
		);
	else if (role === 'checkbox')
		await onElement(act, 'target', found, 'choosing', (handle, timeout) => handle.click({timeout}));
	else for (const [at, one] of wanted.entries()) await selectFromList(act, found, one, at);
	await session.settle();
}

/** The option of that text, or the one at that place. */
type Wanted = {text: string; place: number | 'last' | null};
type PageOption = {label: string; value: string; disabled: boolean};

async function selectNative(act: Act, found: Found, wanted: Wanted[]): Promise<void> {
	const {session} = act;
	// Options may come late: the list is filled by a request.
	let options: PageOption[] = [];
	const labels = await session.until(async () => {
		const reading = 'reading the options';
		options = await withHandle(session, found, reading, handle => session.call(reading, handle.evaluate(optionsOf)));
		const chosen = wanted.map(one => optionOf(one, options));
		return chosen.every(one => one !== null) ? chosen : null;
	});
	if (!labels)
		throw noOption(
			wanted.find(one => optionOf(one, options) === null)!,
			options.map(option => option.label),
			found,
		);
	act.tell({labels: labels.map(({index}) => options[index]!.label)});
	await onElement(act, 'target', found, 'choosing', (handle, timeout) =>
		handle.selectOption(
			labels.map(({index}) => ({index})),
			{timeout},
		),
	);
}

/** Runs in the page. */
function optionsOf(node: unknown): PageOption[] {
	const {options} = node as {options: ArrayLike<{label: string; text: string; value: string; disabled: boolean}>};
	return Array.from(options).map(({label, text, value, disabled}) => ({
		label: (label || text).trim(),
		value,
		disabled,
	}));
}

function optionOf({text, place}: Wanted, options: PageOption[]): {index: number} | null {
	if (place === null) return bestOf(text, options);
	// `Please choose` on top is what stands there while nothing is chosen.
	const real = options
		.map((option, index) => ({...option, index}))
		.filter(({value, disabled, index}) => !disabled && (index > 0 || value !== ''));
	return atPlace(real, place);
}

const atPlace = <One>(all: readonly One[], place: number | 'last'): One | null =>
	all.at(place === 'last' ? -1 : place - 1) ?? null;

function bestOf(text: string, options: PageOption[]): {index: number} | null {
	const rated = options
		.map((option, index) => ({index, score: Math.max(nameScore(text, option.label), option.value === text ? 0.99 : 0)}))
		.filter(({score}) => score >= 0.6)
		.sort((one, other) => other.score - one.score);
	const [best, second] = rated;
	return best && (!second || best.score - second.score >= 0.02) ? {index: best.index} : null;
}

async function selectFromList(act: Act, found: Found, wanted: Wanted, at: number): Promise<void> {
	const {session} = act;
	const {text, place} = wanted;
	const optionNow = (look: Look) => (place === null ? optionIn(look, text) : optionAt(look, place));
	const isList = found.element.role === 'listbox' || found.element.role === 'menu';
	const known = isList || place !== null ? null : optionIn(found.look, text);
	// Clicking a list that is open would close it.
	const opens = !isList && found.element.states.expanded !== true && known === null;
	act.tell({opens});
	if (opens) await onElement(act, 'target', found, 'opening the list', (handle, timeout) => handle.click({timeout}));
	let names: string[] = [];
	const look = async (ms: number) =>
		session.until(async now => {
			names = now.elements.filter(isOption).map(one => one.name || one.text);
			const option = optionNow(now);
			return option === null ? null : {now, option};
		}, ms);
	let shown = await look(openPatienceMs);
	if (!shown && place === null && (found.element.tag === 'input' || found.element.role === 'combobox')) {
		const editable = await withHandle(session, found, 'asking the field', handle =>
			session.call('asking the field', handle.isEditable()),
		).catch(() => false);
		if (editable) act.tell({isTyped: true});
		if (editable) await onElement(act, 'target', found, 'typing', (handle, timeout) => handle.fill(text, {timeout}));
	}
	shown ??= await look(session.deadline.left);
	if (!shown) throw noOption(wanted, names, found);
	const {now, option} = shown;
	const again = async (): Promise<Found> => {
		const there = await look(session.deadline.left);
		if (!there) throw noOption(wanted, names, found);
		return foundAt(session, there.now, there.option, again);
	};
	const chosen = foundAt(session, now, option, again);
	session.say(`option: ${chosen.element.role} "${chosen.element.name}"`);
	const target: Target = {
		phrase: text || chosen.element.name,
		isQuoted: true,
		role: 'option',
		scopes: [],
		ordinal: null,
	};
	await act.keep(`options.${at}`, target, chosen);
	await clickFound(session, chosen, 'choosing');
}

const isOption = (element: LookElement) =>
	element.box !== null && element.box.width > 0 && optionRoles.has(element.role);

/** The option at that place of the one list that is open. */
function optionAt(look: Look, place: number | 'last'): number | null {
	const options = look.elements.filter(one => isOption(one) && one.role !== 'radio');
	const lists = new Set(
		options.map(({index, parent}) => [...upwards(look, index)].find(({role}) => listRoles.has(role))?.index ?? parent),
	);
	return lists.size === 1 ? (atPlace(options, place)?.index ?? null) : null;
}

/** The option in view that says it; lists without roles count where one clickable thing has exactly the text. */
function optionIn(look: Look, text: string): number | null {
	const rated = look.elements
		.filter(isOption)
		.map(element => ({index: element.index, score: nameScore(text, element.name || element.text)}))
		.filter(({score}) => score >= 0.6)
		.sort((one, other) => other.score - one.score);
	const [best, second] = rated;
	if (best) return second && best.score - second.score < 0.02 ? null : best.index;
	const tree = treeOf(look);
	const saying = look.elements.filter(
		one =>
			one.isClickable &&
			one.ref !== null &&
			one.box !== null &&
			nameScore(text, one.name || one.text || tree.textOf(one.index)) >= 0.98,
	);
	// The words within a clickable thing are clickable as well, and the same thing.
	const plain = saying.filter(one => !saying.some(other => other !== one && isWithin(tree, other.index, one.index)));
	return plain.length === 1 && plain[0]!.role !== 'combobox' ? plain[0]!.index : null;
}

function noOption({text, place}: Wanted, offered: readonly string[], found: Found): StepFailed {
	const nearest = offered
		.map(name => ({role: 'option', name, score: nameScore(text, name), why: 'another option'}))
		.sort((one, other) => other.score - one.score)
		.slice(0, 3);
	const list = offered
		.slice(0, 8)
		.map(name => `"${name}"`)
		.join(', ');
	const which = place === null ? `single option "${text}"` : `option at place ${place}`;
	return new StepFailed({
		case: 'not_found',
		target: place === null ? `option "${text}"` : which,
		nearest,
		box: found.element.box,
		message: `"${found.element.name}" offers no ${which}; it has ${list || 'none'}`,
	});
}
