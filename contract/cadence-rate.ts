import type {Schedule} from './schedule.ts';

const daysPerMonth = 365.25 / 12;

/** About how often a schedule fires in a month: for what it will cost, not for when it fires. */
export function firesPerMonth({cadence, cron}: Pick<Schedule, 'cadence' | 'cron'>): number {
	const every = cadence.every ?? 1;
	switch (cadence.kind) {
		case 'hourly':
			return Math.ceil(24 / every) * daysPerMonth;
		case 'daily':
			return daysPerMonth / every;
		case 'weekly':
			return ((cadence.weekdays?.length ?? 1) * daysPerMonth) / 7;
		case 'monthly':
			return 1 / every;
		default:
			return cronRate(cron);
	}
}

function cronRate(cron: string): number {
	const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = cron.trim().split(/\s+/);
	const ofDays = share(day, 1, 31);
	const ofWeekdays = share(weekday, 0, 6);
	// "When both day fields are restricted either one matches."
	const either = day !== '*' && weekday !== '*' ? ofDays + ofWeekdays - ofDays * ofWeekdays : ofDays * ofWeekdays;
	const perDay = share(minute, 0, 59) * 60 * share(hour, 0, 23) * 24;
	return perDay * daysPerMonth * either * share(month, 1, 12);
}

/** Which part of all values a field matches, 0 to 1. Each name counts as one value. */
function share(field: string, min: number, max: number): number {
	const values = new Set<string | number>();
	for (const part of field.split(',')) {
		const [range = '', step = '1'] = part.split('/');
		const [from, to = from] = range === '*' ? [min, max] : range.split('-').map(Number);
		if (from === undefined || Number.isNaN(from) || Number.isNaN(to)) values.add(part);
		else
			for (let value = from; value <= (to ?? from) && value - from <= 60; value += Number(step) || 1) values.add(value);
	}
	return Math.min(1, values.size / (max - min + 1));
}
