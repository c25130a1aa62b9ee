import {type Cadence, type CadenceInput, type Schedule, type Weekday, weekdays} from '../../contract/schedule.ts';

export const cadenceKinds = ['hourly', 'daily', 'weekly', 'monthly', 'cron'] as const;
export type CadenceKind = (typeof cadenceKinds)[number];

/** A field of the form of a cadence: its name, its label, what it begins with, and how it is filled in. */
type CadenceField = {name: string; label: string; value: string; note: string};

type Known = Pick<Schedule, 'cadence' | 'cron'>;

/** What is asked for a cadence. @param known the schedule that is changed; its values where its kind is the same */
export function cadenceFields(kind: CadenceKind, known: Known | null): CadenceField[] {
	const same = known?.cadence.kind === kind ? known.cadence : null;
	const at = {name: 'at', label: 'At', value: same?.at ?? '09:00', note: 'HH:MM'};
	const every = (unit: string, value: number) => ({
		name: 'every',
		label: `Every (${unit})`,
		value: String(same?.every ?? value),
		note: '',
	});
	switch (kind) {
		case 'hourly':
			return [
				every('hours', 6),
				{name: 'minute', label: 'At minute', value: String(same?.minute ?? 0), note: '0 to 59'},
			];
		case 'daily':
			return [every('days', 1), at];
		case 'weekly':
			return [
				{name: 'weekdays', label: 'On', value: (same?.weekdays ?? ['mon']).join(', '), note: weekdays.join(', ')},
				at,
			];
		case 'monthly':
			return [
				{name: 'day', label: 'On day', value: String(same?.day ?? 1), note: '1 to 28, or last'},
				every('months', 1),
				at,
			];
		case 'cron':
			return [
				{
					name: 'cron',
					label: 'Cron',
					value: same ? (known?.cron ?? '') : '0 9 * * *',
					note: 'minute hour day month weekday',
				},
			];
	}
}

/** The timing that was typed, as the wire wants it. Throws an Error that says which field is wrong, and how it must be. */
export function timingOf(
	kind: CadenceKind,
	values: Readonly<Record<string, string>>,
): {cron: string} | {cadence: CadenceInput} {
	if (kind === 'cron') {
		const cron = (values['cron'] ?? '').trim();
		if (cron.split(/\s+/).length !== 5)
			throw new Error('Cron must have five fields: minute, hour, day of month, month, day of week.');
		return {cron};
	}
	return {cadence: cadenceOf(kind, values)};
}

function cadenceOf(kind: Exclude<Cadence['kind'], 'cron'>, values: Readonly<Record<string, string>>): CadenceInput {
	const number = (name: string, label: string, from: number, to: number): number => {
		const text = values[name] ?? '';
		const value = Number(text);
		if (!/^\d+$/.test(text) || value < from || value > to)
			throw new Error(`${label} must be a whole number from ${from} to ${to}.`);
		return value;
	};
	const at = (): string => {
		const text = values['at'] ?? '';
		if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) throw new Error('The time must be like 09:00.');
		return text;
	};
	switch (kind) {
		case 'hourly':
			return {kind, every: number('every', 'Hours', 1, 24), minute: number('minute', 'The minute', 0, 59)};
		case 'daily':
			return {kind, every: number('every', 'Days', 1, 31), at: at()};
		case 'weekly':
			return {kind, weekdays: weekdaysOf(values['weekdays'] ?? ''), at: at()};
		case 'monthly': {
			const day = values['day'] === 'last' ? 'last' : number('day', 'The day', 1, 28);
			return {kind, every: number('every', 'Months', 1, 12), day, at: at()};
		}
	}
}

/** Days as they are typed: `mon, thu`, `Monday Thursday`. */
function weekdaysOf(text: string): Weekday[] {
	const words = text
		.toLowerCase()
		.split(/[\s,]+/)
		.filter(Boolean);
	const days = words.map(word => weekdays.find(day => word.slice(0, 3) === day));
	const unknown = words[days.indexOf(undefined)];
	if (unknown !== undefined) throw new Error(`"${unknown}" is no day: mon, tue, wed, thu, fri, sat or sun.`);
	if (days.length === 0) throw new Error('Name at least one day: mon, tue, wed, thu, fri, sat or sun.');
	return weekdays.filter(day => days.includes(day));
}

/** A cadence in few words, for a column: `daily 09:00`, `Mon, Thu 09:00`, `every 6 h at :05`, `last day 09:00`. */
export function shortCadence({cadence, cron}: Known): string {
	const {kind, every = 1, at = '', day} = cadence;
	const days = cadence.weekdays ?? [];
	const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
	switch (kind) {
		case 'hourly':
			return `${every === 1 ? 'hourly' : `every ${every} h`} at :${String(cadence.minute ?? 0).padStart(2, '0')}`;
		case 'daily':
			return `${every === 1 ? 'daily' : `every ${every} days`} ${at}`;
		case 'weekly':
			return `${days.length === weekdays.length ? 'daily' : days.map(capital).join(', ')} ${at}`;
		case 'monthly':
			return `${day === 'last' ? 'last day' : `day ${day}`}${every === 1 ? '' : `, every ${every} months`} ${at}`;
		default:
			return cron;
	}
}
