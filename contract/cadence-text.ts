import type {Cadence, CadenceInput, Weekday} from './schedule.ts';
import {weekdays} from './schedule.ts';
import {enumerated} from './enumerated.ts';

const dayNames: Record<Weekday, string> = {
	mon: 'Monday',
	tue: 'Tuesday',
	wed: 'Wednesday',
	thu: 'Thursday',
	fri: 'Friday',
	sat: 'Saturday',
	sun: 'Sunday',
};
const cronDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const shortDays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const months = [
	'January',
	'February',
	'March',
	'April',
	'May',
	'June',
	'July',
	'August',
	'September',
	'October',
	'November',
	'December',
];

/**
 * A cadence in words, such as `every 3 days at 09:00, Europe/Berlin`. Both wings say the same: the client before it
 * sends a schedule, the service with every answer.
 *
 * @param cron the expression of the cadence `cron`
 */
export function cadenceText(cadence: Cadence, cron: string, timezone: string): string {
	return `${cadence.kind === 'cron' ? cronText(cron) : plainText(cadence)}, ${timezone}`;
}

function plainText(cadence: CadenceInput): string {
	switch (cadence.kind) {
		case 'hourly': {
			const minute = two(cadence.minute);
			if (cadence.every === 1) return `every hour at minute ${minute}`;
			const hours = Array.from({length: Math.ceil(24 / cadence.every)}, (_, index) => index * cadence.every);
			return `every day at ${enumerated(hours.map(hour => `${two(hour)}:${minute}`))}`;
		}
		case 'daily':
			return `${cadence.every === 1 ? 'every day' : `every ${cadence.every} days`} at ${cadence.at}`;
		case 'weekly': {
			const chosen = weekdays.filter(day => cadence.weekdays.includes(day));
			return chosen.length === 7
				? `every day at ${cadence.at}`
				: `every ${enumerated(chosen.map(day => dayNames[day]))} at ${cadence.at}`;
		}
		case 'monthly': {
			const day = cadence.day === 'last' ? 'the last day' : `day ${cadence.day}`;
			return `on ${day} of every ${cadence.every === 1 ? 'month' : `${ordinal(cadence.every)} month`} at ${cadence.at}`;
		}
	}
}

/** A cron expression in words; a field that is no plain list or step is quoted as it stands. */
function cronText(cron: string): string {
	const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = cron.trim().split(/\s+/);
	const days = [
		...(day === '*' ? [] : [`on ${fieldText(day, 'day', String)} of the month`]),
		...(weekday === '*' ? [] : [`on ${fieldText(weekday, 'day of the week', cronDay)}`]),
	];
	return [
		timeText(minute, hour),
		days.length > 0 ? days.join(' or ') : 'every day',
		...(month === '*' ? [] : [`in ${fieldText(month, 'month', cronMonth)}`]),
	].join(' ');
}

function timeText(minute: string, hour: string): string {
	if (/^\d+(,\d+)*$/.test(hour) && /^\d+$/.test(minute))
		return `at ${enumerated(hour.split(',').map(each => `${two(Number(each))}:${two(Number(minute))}`))}`;
	const step = /^\*\/(\d+)$/.exec(minute);
	const minutes = step ? `every ${step[1]} minutes` : `at ${fieldText(minute, 'minute', String)}`;
	return hour === '*' ? `${minutes} of every hour` : `${minutes} of ${fieldText(hour, 'hour', String)}`;
}

function fieldText(field: string, unit: string, name: (value: string) => string): string {
	const step = /^\*\/(\d+)$/.exec(field);
	if (step) return `every ${ordinal(Number(step[1]))} ${unit}`;
	if (field === '*') return `every ${unit}`;
	const parts = field.split(',').map(part => {
		const range = /^(\w+)-(\w+)$/.exec(part);
		return range ? `${name(range[1]!)} to ${name(range[2]!)}` : /^\w+$/.test(part) ? name(part) : part;
	});
	const isNamed = name !== String;
	return isNamed ? enumerated(parts) : `${unit} ${enumerated(parts)}`;
}

const cronDay = (value: string): string =>
	cronDays[/^\d$/.test(value) ? Number(value) : shortDays.indexOf(value.toUpperCase())] ?? value;

function cronMonth(value: string): string {
	const named = months.find(month => month.slice(0, 3).toUpperCase() === value.toUpperCase());
	return named ?? months[Number(value) - 1] ?? value;
}

const two = (value: number) => String(value).padStart(2, '0');

function ordinal(value: number): string {
	const teens = value % 100 >= 11 && value % 100 <= 13;
	return `${value}${(teens ? undefined : {1: 'st', 2: 'nd', 3: 'rd'}[value % 10]) ?? 'th'}`;
}
