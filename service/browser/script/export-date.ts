import type {ScriptElement} from '../../../contract/script.ts';
import type {ActionPart, DayValue} from '../../../source/plan-language/reading.ts';
import {elementCode, type Names} from './code-text.ts';

/** `way`: how a pass has set the date; an older script does not say. */
type Part = Extract<ActionPart, {op: 'pick_date'}> & {way?: 'native' | 'calendar' | 'typed'};

const monthNames = 'January February March April May June July August September October November December'.split(' ');
const two = (value: number) => String(value).padStart(2, '0');
const mostTurns = 36;

/** Day, month and year in the order and with the sign that an empty field shows (`dd.mm.yyyy`); else as `2026-04-24`. */
export function typedForm(placeholder: string | null): {order: Array<'day' | 'month' | 'year'>; sign: string} {
	const [, first, sign = '-', second] =
		/^(dd|mm|tt)([./-])(mm|dd)[./-](?:yyyy|jjjj)$/i.exec(placeholder?.replace(/\s/g, '') ?? '') ?? [];
	if (!first || first.toLowerCase() === second?.toLowerCase()) return {order: ['year', 'month', 'day'], sign: '-'};
	return {order: first.toLowerCase() === 'mm' ? ['month', 'day', 'year'] : ['day', 'month', 'year'], sign};
}

/** A native date field is filled; a picker is opened, turned to the month of the day, and the day is clicked. */
export function dateLines(part: Part, elements: ScriptElement[], names: Names): string[] {
	const field = elements.find(({slot}) => slot === 'target');
	const target = field ? elementCode(field, names) : "page.getByRole('textbox', {name: /date/i})";
	if (part.way === 'calendar') return calendarLines(part.day, elements, target, names);
	return [
		...dayLines(part.day),
		`await ${target}.fill(${part.way === 'typed' ? typedCode(part.day, field?.fingerprint.placeholder ?? null) : fillCode(part.day, field?.fingerprint.type ?? null)});`,
	];
}

/** Days that are counted from today are worked out when the file runs. */
const dayLines = (day: DayValue): string[] =>
	'daysFromToday' in day ? [`const day = new Date(Date.now() + ${day.daysFromToday} * 86_400_000);`] : [];

function typedCode(day: DayValue, placeholder: string | null): string {
	const {order, sign} = typedForm(placeholder);
	if ('daysFromToday' in day) {
		const [year, month, date] = [0, 1, 2].map(at => `day.toISOString().slice(0, 10).split('-')[${at}]`);
		return `[${order.map(one => ({year, month, day: date})[one]).join(', ')}].join('${sign}')`;
	}
	return `'${order.map(one => two(day[one])).join(sign)}'`;
}

function fillCode(day: DayValue, type: string | null): string {
	if ('daysFromToday' in day) {
		const iso = `day.toISOString().slice(0, ${type === 'month' ? 7 : 10})`;
		return type === 'datetime-local' ? `${iso} + 'T00:00'` : iso;
	}
	const month = `${day.year}-${two(day.month)}`;
	if (type === 'month') return `'${month}'`;
	return `'${month}-${two(day.day)}${type === 'datetime-local' ? 'T00:00' : ''}'`;
}

function calendarLines(day: DayValue, elements: ScriptElement[], target: string, names: Names): string[] {
	const at = (slot: string) => elements.find(element => element.slot === `calendar.${slot}`);
	const [opener, turn, chosen] = [at('opener'), at('turn'), at('day')];
	const isFixed = 'day' in day;
	// `24` is another day every month; `Thursday, 24 December 2026` says it all.
	const saysMonth = chosen !== undefined && /[a-z]{3}/i.test(chosen.fingerprint.name);
	const role = chosen?.fingerprint.role ?? 'button';
	const number = isFixed ? `'${day.day}'` : 'String(day.getUTCDate())';
	const name = saysMonth
		? "new RegExp([day.getUTCDate(), month.slice(0, 3)].join('\\\\D+') + '|' + [month.slice(0, 3), day.getUTCDate()].join('\\\\w* '))"
		: `${number}, exact: true`;
	const dayCode = isFixed && chosen ? elementCode(chosen, names) : `page.getByRole('${role}', {name: ${name}})`;
	const shown = saysMonth
		? 'await chosen.isVisible()'
		: 'await page.getByText(month).filter({visible: true}).first().isVisible()';
	return [
		...dayLines(day),
		isFixed
			? `const month = '${monthNames[day.month - 1]} ${day.year}';`
			: "const month = day.toLocaleString('en-US', {month: 'long', year: 'numeric', timeZone: 'UTC'});",
		`const chosen = ${dayCode};`,
		opener ? `await ${elementCode(opener, names)}.click();` : `await ${target}.click();`,
		...(turn
			? [`for (let turn = 0; turn < ${mostTurns} && !(${shown}); turn++) await ${elementCode(turn, names)}.click();`]
			: []),
		'await chosen.click();',
	];
}
