import {months} from '../../../../source/plan-language/values.ts';
import process from 'node:process';
import type {DayValue} from '../../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../../page/look.ts';
import {typedForm} from '../../script/export-date.ts';
import {type Found, findTarget, foundAt} from '../find.ts';
import type {Session} from '../session.ts';
import {StepFailed} from '../step-failed.ts';
import {clickFound} from '../with-handle.ts';
import type {Act} from './act.ts';
import {elementOf, onElement} from './on-element.ts';

type Day = {year: number; month: number; day: number};

const mostMonths = 36;
const openPatienceMs = 1500;

/** A native date field is filled; else its picker is opened, turned to the month, and the day is clicked. */
export async function pickDate(act: Act, value: DayValue): Promise<void> {
	const {session} = act;
	const day = dayOf(value, session);
	const found = act.elements.has('target') ? elementOf(act) : await onlyDateField(session);
	const native = nativeValue(found.element, day);
	act.tell({way: native === null ? 'typed' : 'native'});
	if (native !== null)
		await onElement(act, 'target', found, 'setting the date', (handle, timeout) => handle.fill(native, {timeout}));
	else await pickFromCalendar(act, found, day);
	await session.settle();
	const shown = await session.call('reading the date', found.locator.inputValue({timeout: 1000})).catch(() => null);
	if (shown !== null && native === null && !carries(shown, day))
		throw new StepFailed({
			case: 'not_editable',
			target: found.element.name,
			expected: `${day.day} ${months[day.month - 1]} ${day.year}`,
			actual: shown,
			message: `the field shows "${shown}" after ${day.day} ${months[day.month - 1]} ${day.year} was chosen`,
			box: found.element.box,
		});
}

/** `tomorrow` is counted in the time zone of the run. */
function dayOf(value: DayValue, session: Session): Day {
	if ('day' in value) return value;
	const date = new Date(session.job.now);
	const parts = new Intl.DateTimeFormat('en-CA', {timeZone: process.env['TZ'] || 'UTC'})
		.format(date)
		.split('-')
		.map(Number);
	const moved = new Date(Date.UTC(parts[0]!, parts[1]! - 1, parts[2]! + value.daysFromToday));
	return {year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate()};
}

const two = (number: number) => String(number).padStart(2, '0');

function nativeValue({type}: LookElement, {year, month, day}: Day): string | null {
	if (type === 'date') return `${year}-${two(month)}-${two(day)}`;
	if (type === 'month') return `${year}-${two(month)}`;
	if (type === 'datetime-local') return `${year}-${two(month)}-${two(day)}T00:00`;
	return null;
}

async function onlyDateField(session: Session): Promise<Found> {
	return findTarget(session, {phrase: 'date', isQuoted: false, role: 'field', scopes: [], ordinal: null}, 'pick_date');
}

async function pickFromCalendar(act: Act, found: Found, wanted: Day): Promise<void> {
	const {session} = act;
	const open = (look: Look) => calendarIn(look);
	let calendar = open(found.look);
	if (!calendar) {
		await onElement(act, 'target', found, 'opening the picker', (handle, timeout) => handle.click({timeout}));
		calendar = await session.until(async look => open(look), openPatienceMs);
	}
	if (!calendar) {
		// The button that opens it often stands beside the field.
		const beside = buttonBeside(session.lastLook ?? found.look, found);
		if (beside !== null) {
			await keep(act, 'opener', foundAt(session, session.lastLook!, beside));
			await clickFound(session, foundAt(session, session.lastLook!, beside), 'opening the picker');
			calendar = await session.until(async look => open(look), openPatienceMs);
		}
	}
	if (!calendar) {
		// No picker: what can be typed into takes the date as it shows it, else where it is unmistakable.
		const {order, sign} = typedForm(found.element.placeholder);
		return onElement(act, 'target', found, 'setting the date', (handle, timeout) =>
			handle.fill(order.map(one => two(wanted[one])).join(sign), {timeout}),
		);
	}
	const onCalendar = (index: (shown: Calendar) => number | null | undefined): Found | null => {
		const at = index(calendar!);
		const again = async (): Promise<Found> => {
			const there = await session.until(async look => {
				const now = open(look);
				return now && index(now) != null ? now : null;
			}, openPatienceMs);
			if (there) calendar = there;
			return foundAt(session, calendar!.look, index(calendar!)!, again);
		};
		return at == null ? null : foundAt(session, calendar!.look, at, again);
	};
	for (let turned = 0; turned <= mostMonths; turned++) {
		const {shown}: Calendar = calendar;
		const away: number = shown === null ? 0 : (wanted.year - shown.year) * 12 + wanted.month - shown.month;
		if (away === 0) {
			const day = onCalendar(({days}) => days.get(wanted.day));
			if (day === null) break;
			act.tell({way: 'calendar'});
			await keep(act, 'day', day);
			await clickFound(session, day, 'choosing the day');
			return;
		}
		const control = onCalendar(now => turnControl(now, away > 0));
		if (control === null) break;
		if (turned === 0) await keep(act, 'turn', control);
		const before: string = `${shown?.year}-${shown?.month}`;
		await clickFound(session, control, 'turning the month');
		const next: Calendar | null = await session.until(async (now): Promise<Calendar | null> => {
			const there = open(now);
			return there && `${there.shown?.year}-${there.shown?.month}` !== before ? there : null;
		}, openPatienceMs);
		if (!next) break;
		calendar = next;
	}
	throw new StepFailed({
		case: 'not_found',
		target: `${wanted.day} ${months[wanted.month - 1]} ${wanted.year}`,
		message: `the date picker does not offer ${wanted.day} ${months[wanted.month - 1]} ${wanted.year}`,
		box: found.element.box,
	});
}

/** Saved for the export; a replay looks for it anew, since the months between are not the same every day. */
const keep = (act: Act, what: string, found: Found) =>
	act.keep(
		`calendar.${what}`,
		{phrase: found.element.name || found.element.text, isQuoted: true, role: null, scopes: [], ordinal: null},
		found,
	);

type Calendar = {
	look: Look;
	shown: {year: number; month: number} | null;
	days: Map<number, number>;
	from: number;
	to: number;
};

const dayOfName = (element: LookElement): number | null => {
	const name = (element.name || element.text).trim();
	const alone = /^(\d{1,2})$/.exec(name)?.[1];
	if (alone) return Number(alone);
	// `Thursday, 24 December 2026`, `December 24th, 2026`
	if (!months.some(month => name.toLowerCase().includes(month))) return null;
	const inside = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(name.replace(/\b\d{4}\b/, ''))?.[1];
	return inside ? Number(inside) : null;
};

/** At least 28 days in a row, each of them something to click, and the month they belong to. */
function calendarIn(look: Look): Calendar | null {
	const cells = look.elements.filter(
		one =>
			one.ref !== null &&
			one.box !== null &&
			one.box.width > 0 &&
			['button', 'gridcell', 'cell', 'link', 'option', 'generic'].includes(one.role),
	);
	const numbered = cells.flatMap(element => {
		const day = dayOfName(element);
		return day !== null && day >= 1 && day <= 31 ? [{day, element}] : [];
	});
	// A cell with a button in it is one day: the innermost is clicked.
	const innermost = numbered.filter(
		({element, day}) => !numbered.some(other => other.day === day && other.element.parent === element.index),
	);
	const start = innermost.findIndex(
		({day}, place) => day === 1 && innermost.slice(place, place + 28).every((one, offset) => one.day === offset + 1),
	);
	if (start < 0) return null;
	const days = new Map<number, number>();
	for (let place = start; place < innermost.length && innermost[place]!.day === days.size + 1; place++)
		days.set(innermost[place]!.day, innermost[place]!.element.index);
	const [from, to] = [innermost[start]!.element.index, innermost[start + days.size - 1]!.element.index];
	return {look, shown: monthAround(look, from, to), days, from, to};
}

const nearby = 60;

/** The month and year written on or before the days, or in the name of a day. */
function monthAround(look: Look, from: number, to: number): {year: number; month: number} | null {
	const around = look.elements.slice(Math.max(0, from - nearby), to + 1);
	const texts = around.map(one => `${one.name} ${one.text} ${one.value ?? ''}`.toLowerCase()).reverse();
	for (const text of texts) {
		const month = months.findIndex(name => new RegExp(`\\b${name.slice(0, 3)}(?:${name.slice(3)})?\\b`).test(text));
		const year = /\b(19|20)\d{2}\b/.exec(text)?.[0];
		if (month >= 0 && year) return {year: Number(year), month: month + 1};
	}
	return null;
}

function turnControl({look, from, to}: Calendar, isForward: boolean): number | null {
	const words = isForward
		? /\bnext\b|^[›»>→]$|chevron-?right|arrow-?right/i
		: /\bprev(?:ious)?\b|^[‹«<←]$|chevron-?left|arrow-?left/i;
	const controls = look.elements.filter(
		one =>
			one.ref !== null &&
			one.index >= from - nearby &&
			one.index <= to + nearby &&
			(one.role === 'button' || one.role === 'link' || one.isClickable),
	);
	const said = (one: LookElement) =>
		`${one.name || one.text} ${one.title ?? ''} ${one.name ? '' : one.classes.join(' ')}`.trim();
	const fitting = controls.filter(one => words.test(said(one)) || words.test((one.name || one.text).trim()));
	return (fitting.find(one => !/year/i.test(said(one))) ?? fitting[0])?.index ?? null;
}

function buttonBeside(look: Look, found: Found): number | null {
	const field = look.elements.find(one => one.ref === found.element.ref)?.box;
	if (!field) return null;
	const buttons = look.elements.filter(
		one =>
			one.role === 'button' &&
			one.box !== null &&
			Math.abs(one.box.y + one.box.height / 2 - field.y - field.height / 2) < field.height &&
			one.box.x + one.box.width > field.x &&
			one.box.x < field.x + field.width + 60,
	);
	return buttons[0]?.index ?? null;
}

/** Whether a text shows the day in any order people write it. */
function carries(text: string, {year, month, day}: Day): boolean {
	const numbers = (text.match(/\d+/g) ?? []).map(Number);
	const hasMonth = numbers.includes(month) || text.toLowerCase().includes(months[month - 1]!.slice(0, 3));
	return (
		numbers.includes(day) && hasMonth && (numbers.includes(year) || numbers.includes(year % 100) || !/\d{4}/.test(text))
	);
}
