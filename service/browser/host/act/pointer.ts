import type {ActionPart, Target} from '../../../../source/plan-language/reading.ts';
import type {LookElement} from '../../page/look.ts';
import {checkableRoles, fieldRoles, isAroundLabel, pressableRoles} from '../../page/roles.ts';
import {bearerOf} from '../../resolve/state.ts';
import {describe, type Found, foundAt, resolveOn, told} from '../find.ts';
import {whereHeard} from '../hearing.ts';
import {StepFailed} from '../step-failed.ts';
import {areAlike} from '../stillness.ts';
import {type Handle, stillThere, withHandle} from '../with-handle.ts';
import type {Act} from './act.ts';
import {elementOf, onElement, turnOn} from './on-element.ts';
import {chooseOrder} from './sort.ts';

type Of<Op extends ActionPart['op']> = Extract<ActionPart, {op: Op}>;

const longPressMs = 800;

/** What stands first on a control that closes what is open. */
const closing = /^(?:hide|collapse|close|fold)\b/i;
const reopening = /^(?:show|expand|open|unfold)\b/i;

const foldOf = ({look, index}: Found) => look.elements[bearerOf(look, index, 'expanded')]!.states;

/** Whether what is to be open or closed is so already: by its state, or by the control that now does the opposite. */
function isSo(found: Found, {opens, phrase}: Target): boolean {
	const {expanded} = foldOf(found);
	if (expanded !== undefined) return expanded === opens;
	const [undoing] = (opens ? closing : reopening).exec(found.element.name.trim()) ?? [];
	return undoing !== undefined && !phrase.toLowerCase().includes(undoing.toLowerCase());
}

const isControl = ({role, isClickable}: LookElement): boolean =>
	isClickable || pressableRoles.has(role) || checkableRoles.has(role) || fieldRoles.has(role);

/**
 * A click that opens a tab makes it the current page. What unfolds is left alone where it is as it is to be. Throws `StepFailed` where it was on what is no control, nothing on
 * the page hears of it, and nothing came of it. A double click marks a word.
 */
export async function click(
	act: Act,
	op: 'click' | 'double_click' | 'right_click' | 'long_press' | 'do',
): Promise<void> {
	const found = elementOf(act);
	const opens = op === 'click' || op === 'do' ? act.elements.get('target')!.target.opens : undefined;
	if (opens !== undefined) {
		const wasSo = isSo(found, act.elements.get('target')!.target);
		act.tell({wasSo, opens, isFolding: foldOf(found).expanded !== undefined});
		if (wasSo) return act.session.note(`it was ${opens ? 'open' : 'closed'} already`);
	}
	const where = await heardAt(act, found);
	// A double click marks the word it is on, which is something.
	const heard = where ?? (op === 'double_click' ? 'middle' : null);
	const isOnText = heard !== null && heard !== 'middle';
	const at = isOnText ? {position: heard.text} : {};
	if (isOnText) act.tell({at: {x: Math.round(heard.text.x), y: Math.round(heard.text.y)}});
	const page = found.locator.page();
	const clicked = onElement(act, 'target', found, 'the click', async (handle, timeout) => {
		if (op === 'double_click') return doubleClick(act, handle, {timeout, ...at});
		if (op === 'right_click') return handle.click({timeout, button: 'right', ...at});
		if (op === 'long_press') return handle.click({timeout, delay: longPressMs, ...at});
		return (await labelOf(act, found, handle))?.click({timeout}) ?? handle.click({timeout, ...at});
	});
	// A click that closes its own page has done what it was for, though nobody can say so any more.
	await clicked.catch((error: unknown) => {
		const {crashed, pages} = act.session.watch;
		if (!page.isClosed() || crashed || pages.length === 0) throw error;
	});
	await act.session.settle();
	if (heard === null) await expectChange(act, found);
	if (act.elements.get('target')?.target.sorts) await chooseOrder(act, found);
}

/** Both clicks are sent at once, so that a page that is busy with the first does not pull them apart. */
async function doubleClick({session}: Act, handle: Handle, options: {timeout: number}): Promise<void> {
	const taken = await handle.evaluateHandle(listenForDouble);
	await handle.dblclick(options);
	const isTaken = await taken.evaluate(({is}) => is).catch(() => true);
	if (!isTaken) session.note('no double click came to it: the first of the two clicks has changed what is there');
	await taken.dispose().catch(() => {});
}

/** Runs in the page. What the first click has drawn anew counts as taken: nobody can say what became of it. */
function listenForDouble(node: unknown): {is: boolean} {
	const element = node as {isConnected: boolean};
	const page = globalThis as unknown as {
		addEventListener(event: string, listener: (event: {composedPath(): unknown[]}) => void, isCapturing: true): void;
	};
	const taken = {is: false};
	page.addEventListener(
		'dblclick',
		event => {
			taken.is = !element.isConnected || event.composedPath().includes(element);
		},
		true,
	);
	return taken;
}

/** Wider than what they say: their middle may be far from the words, where a person clicks. */
const wideRoles = new Set(['generic', 'treeitem', 'listitem', 'row']);
const wide = 300;

/** Where a click is heard; null: nowhere, as far as can be seen. What is a control hears it somewhere. */
async function heardAt(act: Act, found: Found): ReturnType<typeof whereHeard> {
	const {element} = found;
	const isWide = wideRoles.has(element.role) && (element.box?.width ?? 0) > wide;
	if (isControl(element) && !isWide) return 'middle';
	const heard = await whereHeard(act.session, found, phraseOf(act));
	return isControl(element) ? (heard ?? 'middle') : heard;
}

const phraseOf = (act: Act): string => act.elements.get('target')?.target.phrase ?? '';

/** A page of which only the HTML has come gets its listeners a moment later. */
const listenersMs = 2000;

/** Something of the page has to become other than it was when the element was found: it lost the focus, closed, moved. */
async function expectChange(act: Act, found: Found): Promise<void> {
	const {session} = act;
	const {look: before, element} = found;
	const changed = await session.until(async look => {
		if (session.watch.hasStirred || !areAlike(before, look)) return true;
		return (await whereHeard(session, foundAt(session, look, found.index), phraseOf(act))) === null ? null : true;
	}, listenersMs);
	if (changed) return;
	const target = act.elements.get('target')?.target;
	const wanted = target ? describe(target) : told(element);
	throw new StepFailed({
		case: 'no_effect',
		target: wanted,
		box: element.box,
		message: `${wanted} (${told(element)}) is no control: nothing on the page hears of a click on it, and nothing changed after it`,
	});
}

/** The label of a box or radio button that is hidden behind it and takes the clicks; null: it takes them itself. */
export async function labelOf(act: Act, {element}: Found, handle: Handle): Promise<Handle | null> {
	const {tag, role, box, id} = element;
	if (isAroundLabel(element)) return handle.$('label');
	if (tag !== 'input' || !['radio', 'checkbox', 'switch'].includes(role)) return null;
	const isTiny = box === null || box.width <= 4 || box.height <= 4 || !(await handle.isVisible());
	if (!isTiny && !(await handle.evaluate(isClipped))) return null;
	const around = await handle.$('xpath=ancestor::label[1]');
	if (around || id === null) return around;
	const [byId, ...others] = await act.session.page.locator(`label[for=${JSON.stringify(id)}]`).elementHandles();
	return byId && others.length === 0 ? byId : null;
}

/** Runs in the page. Cut away (`clip`, `clip-path`): it has a size, and no point of it takes a click. */
function isClipped(element: unknown): boolean {
	const page = globalThis as unknown as {getComputedStyle(element: unknown): Record<string, string>};
	const {clip = '', clipPath = ''} = page.getComputedStyle(element);
	return /^rect\((?:[01]px,? ?){4}\)$/.test(clip) || /^inset\((?:50|100)%\)$/.test(clipPath);
}

/** A click on the control of a consent banner that the step names. */
export async function answerConsent(act: Act): Promise<void> {
	act.session.consentHandled = true;
	await onElement(act, 'target', elementOf(act), 'answering the consent banner', (handle, timeout) =>
		handle.click({timeout}),
	);
	await act.session.settle();
}

export async function hover(act: Act): Promise<void> {
	await onElement(act, 'target', elementOf(act), 'hovering', (handle, timeout) => handle.hover({timeout}));
	await act.session.settle(500);
}

/** A radio button, option, day or tile. */
export async function pick(act: Act): Promise<void> {
	const found = elementOf(act);
	const {role, type, tag, name} = found.element;
	if (role === 'radio' || type === 'radio') {
		const isNative = tag === 'input';
		await onElement(act, 'target', found, 'choosing', (handle, timeout) =>
			isNative ? chosen(act, found, handle, timeout) : handle.click({timeout}),
		);
	} else if (role === 'option' && found.element.ref === null) {
		// Of a native select: it is chosen by its text, on the select it stands in.
		await onElement(act, 'target', found, 'choosing', (handle, timeout) =>
			handle.selectOption({label: name}, {timeout}),
		);
	} else await onElement(act, 'target', found, 'choosing', (handle, timeout) => handle.click({timeout}));
	await act.session.settle();
}

/** Checked itself, or by the label that covers it. */
const chosen = async (act: Act, found: Found, handle: Handle, timeout: number): Promise<void> => {
	const label = await labelOf(act, found, handle);
	return label ? label.click({timeout}) : turnOn(handle, timeout);
};

const wheelStep = 600;

export async function scroll(act: Act, to: Of<'scroll'>['to']): Promise<void> {
	const {session} = act;
	if ('target' in to) {
		return onElement(act, 'target', elementOf(act), 'scrolling', (handle, timeout) =>
			handle.scrollIntoViewIfNeeded({timeout}),
		);
	}
	if ('until' in to) {
		const target = to.until;
		const shown = await session.until(async look => {
			const resolved = await resolveOn(session, target, 'visible', look);
			const box = 'found' in resolved ? look.elements[resolved.found]!.box : null;
			if (box && box.y >= 0 && box.y + Math.min(box.height, 20) <= look.viewport.height) return true;
			const scrollOn = async () => {
				await session.page.mouse.move(look.viewport.width / 2, look.viewport.height / 2);
				await session.page.mouse.wheel(0, wheelStep);
			};
			const step = box
				? withHandle(session, foundAt(session, look, (resolved as {found: number}).found), 'scrolling', handle =>
						session.call('scrolling', handle.scrollIntoViewIfNeeded({timeout: session.deadline.left})),
					)
				: session.call('scrolling', scrollOn());
			// At the end of the step's time it is said that the target did not come, not that scrolling was slow.
			await step.catch(() => {});
			return null;
		});
		if (!shown)
			throw new StepFailed({
				case: 'not_found',
				target: target.phrase,
				message: `"${target.phrase}" did not come into view by scrolling`,
			});
		return;
	}
	const {direction} = to;
	if (to.inside !== null) {
		const found = elementOf(act, 'inside');
		return onElement(act, 'inside', found, 'scrolling', (handle, _timeout) =>
			handle.evaluate(scrollElement, direction),
		);
	}
	await session.call('scrolling', session.page.evaluate(scrollPage, direction));
	await session.settle(500);
}

type Direction = 'down' | 'up' | 'end' | 'start';

/** Runs in the page: the element, or what in it can be scrolled. */
function scrollElement(node: unknown, direction: Direction): void {
	type Scrolled = {
		scrollTop: number;
		scrollHeight: number;
		clientHeight: number;
		children: ArrayLike<Scrolled>;
		parentElement: Scrolled | null;
	};
	const isRoomy = (element: Scrolled) => element.scrollHeight > element.clientHeight + 1;
	const inside = (element: Scrolled): Scrolled | null => {
		if (isRoomy(element)) return element;
		for (const child of Array.from(element.children)) {
			const found = inside(child);
			if (found) return found;
		}
		return null;
	};
	let scrolled: Scrolled | null = inside(node as Scrolled);
	for (let above = (node as Scrolled).parentElement; !scrolled && above; above = above.parentElement)
		if (isRoomy(above)) scrolled = above;
	if (!scrolled) return;
	const by = {
		down: scrolled.clientHeight * 0.8,
		up: -scrolled.clientHeight * 0.8,
		end: scrolled.scrollHeight,
		start: -scrolled.scrollHeight,
	};
	scrolled.scrollTop += by[direction];
}

/** Runs in the page. */
function scrollPage(direction: Direction): void {
	const page = globalThis as unknown as {
		innerHeight: number;
		scrollBy(options: object): void;
		document: {documentElement: {scrollHeight: number}};
	};
	const whole = page.document.documentElement.scrollHeight;
	const by = {down: page.innerHeight * 0.8, up: -page.innerHeight * 0.8, end: whole, start: -whole};
	page.scrollBy({top: by[direction], behavior: 'instant'});
}

/** Onto, above or below another element; a slider to a value. */
export async function drag(act: Act, to: Of<'drag'>['to']): Promise<void> {
	const {session} = act;
	const found = elementOf(act);
	if ('value' in to) await slide(act, to.value);
	else {
		const other = elementOf(act, 'to');
		const onto = await stillThere(session, other, 'dragging');
		const {height = 0, width = 0} = other.element.box ?? {};
		const edge = to.place === 'above' ? 2 : height - 2;
		const targetPosition = to.place === 'onto' ? undefined : {x: width / 2, y: Math.max(1, edge)};
		await onElement(act, 'target', found, 'dragging', (_, timeout) =>
			found.locator.dragTo(onto, {timeout, ...(targetPosition ? {targetPosition} : {})}),
		);
		await session.settle();
		await expectMoved(act, found);
	}
	await act.session.settle();
}

/** What is dragged where nothing takes it has not been moved. Throws `StepFailed`. */
async function expectMoved({session, elements}: Act, {look: before, element}: Found): Promise<void> {
	const moved = await session.until(
		async look => (session.watch.hasStirred || !areAlike(before, look) ? true : null),
		listenersMs,
	);
	if (moved) return;
	const wanted = describe(elements.get('target')!.target);
	throw new StepFailed({
		case: 'no_effect',
		target: wanted,
		box: element.box,
		message: `${wanted} (${told(element)}) was dragged, and nothing on the page changed after it: it may have to be moved by a button or menu of its own`,
	});
}

const mostKeys = 400;

/** A slider to a value. */
export async function slide(act: Act, value: number): Promise<void> {
	const {session} = act;
	const found = elementOf(act);
	if (found.element.tag === 'input')
		return onElement(act, 'target', found, 'moving the slider', (handle, timeout) =>
			handle.fill(String(value), {timeout}),
		);
	const now = async () =>
		Number(
			await withHandle(session, found, 'reading the slider', handle =>
				session.call('reading the slider', handle.getAttribute('aria-valuenow')),
			),
		);
	await onElement(act, 'target', found, 'moving the slider', handle => handle.focus());
	let last = await now();
	for (let keys = 0; keys < mostKeys && last !== value; keys++) {
		await act.session.call(
			'moving the slider',
			act.session.page.keyboard.press(last < value ? 'ArrowRight' : 'ArrowLeft'),
		);
		const next = await now();
		// It does not move, or its steps go past the value.
		if (next === last || (last < value && next > value) || (last > value && next < value)) {
			last = next;
			break;
		}
		last = next;
	}
	if (last !== value)
		throw new StepFailed({
			case: 'not_editable',
			message: `the slider cannot be set to ${value}; it is at ${last}`,
			box: found.element.box,
		});
}
